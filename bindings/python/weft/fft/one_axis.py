"""Fourier transforms along one axis."""

from __future__ import annotations

from typing import Any, Optional

from .. import _serial
from .types import Norm


def fft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
        workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The discrete Fourier transform along one axis: the sum over j of x[j] exp(-2 pi i j k / n).

    x: the array, of real or complex numbers.
    n: points; x is cut, or padded with zeros. Default: as many as x has.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by n), "ortho" (both by the root of n) or "forward".
    overwrite_x: of no effect; x is never changed.
    workers: threads; -1 is the number of processors, -2 one less. Default: that of scipy.fft.set_workers(), else 1.
    plan: None; for others NotImplementedError.

    Returns a new array, complex, of length n along `axis`; in single precision of float32, float16 and complex64, else in double.
    ValueError for a length below 1 or an unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.fft([1.0, 0.0, 0.0]).real
    array([1., 1., 1.])
    """
    return _serial.call("fft", (x, n, axis, norm, overwrite_x, workers), plan and {"plan": plan})


def ifft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The inverse of fft(): the sum over k of x[k] exp(+2 pi i j k / n), divided by n.

    x: the array, of real or complex numbers.
    n: points; x is cut, or padded with zeros. Default: as many as x has.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by n), "ortho" (both by the root of n) or "forward".
    overwrite_x: of no effect; x is never changed.
    workers: threads; -1 is the number of processors, -2 one less. Default: that of scipy.fft.set_workers(), else 1.
    plan: None; for others NotImplementedError.

    Returns a new array, complex, of length n along `axis`; in single precision of float32, float16 and complex64, else in double.
    ValueError for a length below 1 or an unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.ifft([3.0, 0.0, 0.0]).real
    array([1., 1., 1.])
    """
    return _serial.call("ifft", (x, n, axis, norm, overwrite_x, workers), plan and {"plan": plan})


def rfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> Any:
    """fft() of real numbers: the first n // 2 + 1 numbers, of which the others are conjugates.

    x: the array, of real numbers; TypeError for complex ones.
    n: points; x is cut, or padded with zeros. Default: as many as x has.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by n), "ortho" (both by the root of n) or "forward".
    overwrite_x: of no effect; x is never changed.
    workers: threads; -1 is the number of processors, -2 one less. Default: that of scipy.fft.set_workers(), else 1.
    plan: None; for others NotImplementedError.

    Returns a new array, complex, of length n // 2 + 1 along `axis`; in single precision of float32, float16 and complex64, else in double.
    ValueError for a length below 1 or an unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.rfft([1.0, 0.0, 0.0, 0.0]).real
    array([1., 1., 1.])
    """
    return _serial.call("rfft", (x, n, axis, norm, overwrite_x, workers), plan and {"plan": plan})


def irfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The inverse of rfft(): real numbers from the first n // 2 + 1 numbers of their spectrum.

    x: those numbers; imaginary parts at 0, and at n / 2 of even n, do not count.
    n: points; x is cut, or padded with zeros (to n // 2 + 1). Default: 2 (m - 1) where x has m.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by n), "ortho" (both by the root of n) or "forward".
    overwrite_x: of no effect; x is never changed.
    workers: threads; -1 is the number of processors, -2 one less. Default: that of scipy.fft.set_workers(), else 1.
    plan: None; for others NotImplementedError.

    Returns a new array, real, of length n along `axis`; in single precision of float32, float16 and complex64, else in double.
    ValueError for a length below 1 or an unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.irfft([4.0, 0.0, 0.0], 4)
    array([1., 1., 1., 1.])
    """
    return _serial.call("irfft", (x, n, axis, norm, overwrite_x, workers), plan and {"plan": plan})


def hfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, plan: None = None) -> Any:
    """fft() of numbers whose values at -j are the conjugates of those at j: a real spectrum.

    x: the first n // 2 + 1 of these numbers.
    n: points; x is cut, or padded with zeros (to n // 2 + 1). Default: 2 (m - 1) where x has m.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by n), "ortho" (both by the root of n) or "forward".
    overwrite_x: of no effect; x is never changed.
    workers: threads; -1 is the number of processors, -2 one less. Default: that of scipy.fft.set_workers(), else 1.
    plan: None; for others NotImplementedError.

    Returns a new array, real, of length n along `axis`; in single precision of float32, float16 and complex64, else in double.
    ValueError for a length below 1 or an unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.hfft([1.0, 0.0, 0.0], 4)
    array([1., 1., 1., 1.])
    """
    return _serial.call("hfft", (x, n, axis, norm, overwrite_x, workers), plan and {"plan": plan})


def ihfft(x: Any, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, plan: None = None) -> Any:
    """The inverse of hfft(): the first n // 2 + 1 numbers of ifft() of a real spectrum.

    x: the spectrum, of real numbers; TypeError for complex ones.
    n: points; x is cut, or padded with zeros. Default: as many as x has.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by n), "ortho" (both by the root of n) or "forward".
    overwrite_x: of no effect; x is never changed.
    workers: threads; -1 is the number of processors, -2 one less. Default: that of scipy.fft.set_workers(), else 1.
    plan: None; for others NotImplementedError.

    Returns a new array, complex, of length n // 2 + 1 along `axis`; in single precision of float32, float16 and complex64, else in double.
    ValueError for a length below 1 or an unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.ihfft([4.0, 0.0, 0.0, 0.0]).shape
    (3,)
    """
    return _serial.call("ihfft", (x, n, axis, norm, overwrite_x, workers), plan and {"plan": plan})
