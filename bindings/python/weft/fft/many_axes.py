"""Fourier transforms along any axes, by default all."""

from __future__ import annotations

from typing import Any, Optional

from .. import _serial
from .types import Axes, Norm, Shape


def fftn(x: Any, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> Any:
    """fft() along several axes, one after the other.

    x: the array, of real or complex numbers.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, complex; precisions as of fft(). ValueError for axes that are not there, lengths below 1 or
    an unknown norm.

    >>> weft.fft.fftn(numpy.ones((4, 6))).shape
    (4, 6)
    """
    return _serial.call("fftn", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def ifftn(x: Any, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The inverse of fftn().

    x: the array, of real or complex numbers.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, complex; precisions as of fft(). ValueError for axes that are not there, lengths below 1 or
    an unknown norm.

    >>> weft.fft.ifftn(numpy.ones((4, 6))).shape
    (4, 6)
    """
    return _serial.call("ifftn", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def rfftn(x: Any, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> Any:
    """fftn() of real numbers: along the last of the axes the first n // 2 + 1 numbers, of which the others are conjugates.

    x: the array, of real numbers; TypeError for complex ones.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, complex, of length n // 2 + 1 along the last of the axes; precisions as of fft(). ValueError for axes
    that are not there, lengths below 1 or an unknown norm.

    >>> weft.fft.rfftn(numpy.ones((4, 6))).shape
    (4, 4)
    """
    return _serial.call("rfftn", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def irfftn(x: Any, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
           workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The inverse of rfftn(): real numbers from that half of their spectrum.

    x: what rfftn() gives.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has;
        2 (m - 1) along the last axis, where x has m.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, real; precisions as of fft(). ValueError for axes that are not there, lengths below 1 or
    an unknown norm.

    >>> weft.fft.irfftn(numpy.ones((4, 6))).shape
    (4, 10)
    """
    return _serial.call("irfftn", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def hfftn(x: Any, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> Any:
    """hfft() along the last of the axes, after fft() along the others: a real spectrum.

    x: what ihfftn() gives.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has;
        2 (m - 1) along the last axis, where x has m.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, real; precisions as of fft(). ValueError for axes that are not there, lengths below 1 or
    an unknown norm.

    >>> weft.fft.hfftn(numpy.ones((4, 6))).shape
    (4, 10)
    """
    return _serial.call("hfftn", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def ihfftn(x: Any, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
           workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The inverse of hfftn().

    x: the array, of real numbers; TypeError for complex ones.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, complex, of length n // 2 + 1 along the last of the axes; precisions as of fft(). ValueError for axes
    that are not there, lengths below 1 or an unknown norm.

    >>> weft.fft.ihfftn(numpy.ones((4, 6))).shape
    (4, 4)
    """
    return _serial.call("ihfftn", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})
