"""Fourier transforms along two axes, by default the last two."""

from __future__ import annotations

from typing import Any, Optional

from .. import _serial
from .types import Axes, Norm, Shape


def fft2(x: Any, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> Any:
    """fft() along two axes, one after the other.

    x: the array, of real or complex numbers.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default the last two.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, complex; precisions as of fft(). ValueError for axes that are not there, lengths below 1 or
    an unknown norm.

    >>> weft.fft.fft2(numpy.ones((4, 6))).shape
    (4, 6)
    """
    return _serial.call("fft2", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def ifft2(x: Any, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The inverse of fft2().

    x: the array, of real or complex numbers.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default the last two.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, complex; precisions as of fft(). ValueError for axes that are not there, lengths below 1 or
    an unknown norm.

    >>> weft.fft.ifft2(numpy.ones((4, 6))).shape
    (4, 6)
    """
    return _serial.call("ifft2", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def rfft2(x: Any, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> Any:
    """fft2() of real numbers: along the last of the axes the first n // 2 + 1 numbers, of which the others are conjugates.

    x: the array, of real numbers; TypeError for complex ones.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default the last two.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, complex, of length n // 2 + 1 along the last of the axes; precisions as of fft(). ValueError for axes
    that are not there, lengths below 1 or an unknown norm.

    >>> weft.fft.rfft2(numpy.ones((4, 6))).shape
    (4, 4)
    """
    return _serial.call("rfft2", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def irfft2(x: Any, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None, overwrite_x: bool = False,
           workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The inverse of rfft2(): real numbers from that half of their spectrum.

    x: what rfft2() gives.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has;
        2 (m - 1) along the last axis, where x has m.
    axes: each once; default the last two.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, real; precisions as of fft(). ValueError for axes that are not there, lengths below 1 or
    an unknown norm.

    >>> weft.fft.irfft2(numpy.ones((4, 6))).shape
    (4, 10)
    """
    return _serial.call("irfft2", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def hfft2(x: Any, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> Any:
    """hfft() along the last of the axes, after fft() along the others: a real spectrum.

    x: what ihfft2() gives.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has;
        2 (m - 1) along the last axis, where x has m.
    axes: each once; default the last two.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, real; precisions as of fft(). ValueError for axes that are not there, lengths below 1 or
    an unknown norm.

    >>> weft.fft.hfft2(numpy.ones((4, 6))).shape
    (4, 10)
    """
    return _serial.call("hfft2", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})


def ihfft2(x: Any, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None, overwrite_x: bool = False,
           workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The inverse of hfft2().

    x: the array, of real numbers; TypeError for complex ones.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default the last two.
    norm, overwrite_x, workers, plan: as of fft(), with the product of the lengths in place of n.

    Returns a new array, complex, of length n // 2 + 1 along the last of the axes; precisions as of fft(). ValueError for axes
    that are not there, lengths below 1 or an unknown norm.

    >>> weft.fft.ihfft2(numpy.ones((4, 6))).shape
    (4, 4)
    """
    return _serial.call("ihfft2", (x, s, axes, norm, overwrite_x, workers), plan and {"plan": plan})
