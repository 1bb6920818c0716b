"""Cosine and sine transforms of types 1 to 4, of real numbers, or of real and imaginary parts."""

from __future__ import annotations

from typing import Any, Optional

from .. import _serial
from .types import Axes, Norm, Shape, Type


def dct(x: Any, type: Type = 2, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
        workers: Optional[int] = None, orthogonalize: Optional[bool] = None) -> Any:
    """The discrete cosine transform along one axis.

    x: the array, of real or complex numbers.
    type: 1 to 4, by the sums of scipy.fft; type 1 of cosines needs two points.
    n: points; x is cut, or padded with zeros. Default: as many as x has.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by N), "ortho" (both by the root of N) or "forward". N is 2 (n - 1) for
        cosines of type 1, 2 (n + 1) for sines of type 1, else 2 n.
    overwrite_x, workers: as of fft().
    orthogonalize: whether the matrix is an orthogonal one, up to a factor. Default: with norm="ortho". Of no effect for complex
        arrays, as in scipy.fft.

    Returns a new array, real or complex as x is; precisions as of fft(). ValueError for another type, a length below 1 or an
    unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.dct(numpy.ones(6)).shape
    (6,)
    """
    return _serial.call("dct", (x, type, n, axis, norm, overwrite_x, workers, orthogonalize), None)


def idct(x: Any, type: Type = 2, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
         workers: Optional[int] = None, orthogonalize: Optional[bool] = None) -> Any:
    """The inverse of dct().

    x: the array, of real or complex numbers.
    type: 1 to 4, by the sums of scipy.fft; type 1 of cosines needs two points.
    n: points; x is cut, or padded with zeros. Default: as many as x has.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by N), "ortho" (both by the root of N) or "forward". N is 2 (n - 1) for
        cosines of type 1, 2 (n + 1) for sines of type 1, else 2 n.
    overwrite_x, workers: as of fft().
    orthogonalize: whether the matrix is an orthogonal one, up to a factor. Default: with norm="ortho". Of no effect for complex
        arrays, as in scipy.fft.

    Returns a new array, real or complex as x is; precisions as of fft(). ValueError for another type, a length below 1 or an
    unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.idct(numpy.ones(6)).shape
    (6,)
    """
    return _serial.call("idct", (x, type, n, axis, norm, overwrite_x, workers, orthogonalize), None)


def dst(x: Any, type: Type = 2, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
        workers: Optional[int] = None, orthogonalize: Optional[bool] = None) -> Any:
    """The discrete sine transform along one axis.

    x: the array, of real or complex numbers.
    type: 1 to 4, by the sums of scipy.fft; type 1 of cosines needs two points.
    n: points; x is cut, or padded with zeros. Default: as many as x has.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by N), "ortho" (both by the root of N) or "forward". N is 2 (n - 1) for
        cosines of type 1, 2 (n + 1) for sines of type 1, else 2 n.
    overwrite_x, workers: as of fft().
    orthogonalize: whether the matrix is an orthogonal one, up to a factor. Default: with norm="ortho". Of no effect for complex
        arrays, as in scipy.fft.

    Returns a new array, real or complex as x is; precisions as of fft(). ValueError for another type, a length below 1 or an
    unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.dst(numpy.ones(6)).shape
    (6,)
    """
    return _serial.call("dst", (x, type, n, axis, norm, overwrite_x, workers, orthogonalize), None)


def idst(x: Any, type: Type = 2, n: Optional[int] = None, axis: int = -1, norm: Norm = None, overwrite_x: bool = False,
         workers: Optional[int] = None, orthogonalize: Optional[bool] = None) -> Any:
    """The inverse of dst().

    x: the array, of real or complex numbers.
    type: 1 to 4, by the sums of scipy.fft; type 1 of cosines needs two points.
    n: points; x is cut, or padded with zeros. Default: as many as x has.
    axis: default the last one.
    norm: "backward" (default; the inverse divides by N), "ortho" (both by the root of N) or "forward". N is 2 (n - 1) for
        cosines of type 1, 2 (n + 1) for sines of type 1, else 2 n.
    overwrite_x, workers: as of fft().
    orthogonalize: whether the matrix is an orthogonal one, up to a factor. Default: with norm="ortho". Of no effect for complex
        arrays, as in scipy.fft.

    Returns a new array, real or complex as x is; precisions as of fft(). ValueError for another type, a length below 1 or an
    unknown norm; IndexError for an axis that is not there.

    >>> weft.fft.idst(numpy.ones(6)).shape
    (6,)
    """
    return _serial.call("idst", (x, type, n, axis, norm, overwrite_x, workers, orthogonalize), None)


def dctn(x: Any, type: Type = 2, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, orthogonalize: Optional[bool] = None) -> Any:
    """The discrete cosine transform along several axes.

    x: the array, of real or complex numbers.
    type: 1 to 4, by the sums of scipy.fft; type 1 of cosines needs two points.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm: "backward" (default; the inverse divides by N), "ortho" (both by the root of N) or "forward". N is the product of 2 (n - 1) for
        cosines of type 1, 2 (n + 1) for sines of type 1, else 2 n.
    overwrite_x, workers: as of fft().
    orthogonalize: whether the matrix is an orthogonal one, up to a factor. Default: with norm="ortho". Of no effect for complex
        arrays, as in scipy.fft.

    Returns a new array, real or complex as x is; precisions as of fft(). ValueError for another type, axes
    that are not there, lengths below 1 or an unknown norm.

    >>> weft.fft.dctn(numpy.ones((4, 6))).shape
    (4, 6)
    """
    return _serial.call("dctn", (x, type, s, axes, norm, overwrite_x, workers), {"orthogonalize": orthogonalize})


def idctn(x: Any, type: Type = 2, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, orthogonalize: Optional[bool] = None) -> Any:
    """The inverse of dctn().

    x: the array, of real or complex numbers.
    type: 1 to 4, by the sums of scipy.fft; type 1 of cosines needs two points.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm: "backward" (default; the inverse divides by N), "ortho" (both by the root of N) or "forward". N is the product of 2 (n - 1) for
        cosines of type 1, 2 (n + 1) for sines of type 1, else 2 n.
    overwrite_x, workers: as of fft().
    orthogonalize: whether the matrix is an orthogonal one, up to a factor. Default: with norm="ortho". Of no effect for complex
        arrays, as in scipy.fft.

    Returns a new array, real or complex as x is; precisions as of fft(). ValueError for another type, axes
    that are not there, lengths below 1 or an unknown norm.

    >>> weft.fft.idctn(numpy.ones((4, 6))).shape
    (4, 6)
    """
    return _serial.call("idctn", (x, type, s, axes, norm, overwrite_x, workers), {"orthogonalize": orthogonalize})


def dstn(x: Any, type: Type = 2, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
         workers: Optional[int] = None, *, orthogonalize: Optional[bool] = None) -> Any:
    """The discrete sine transform along several axes.

    x: the array, of real or complex numbers.
    type: 1 to 4, by the sums of scipy.fft; type 1 of cosines needs two points.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm: "backward" (default; the inverse divides by N), "ortho" (both by the root of N) or "forward". N is the product of 2 (n - 1) for
        cosines of type 1, 2 (n + 1) for sines of type 1, else 2 n.
    overwrite_x, workers: as of fft().
    orthogonalize: whether the matrix is an orthogonal one, up to a factor. Default: with norm="ortho". Of no effect for complex
        arrays, as in scipy.fft.

    Returns a new array, real or complex as x is; precisions as of fft(). ValueError for another type, axes
    that are not there, lengths below 1 or an unknown norm.

    >>> weft.fft.dstn(numpy.ones((4, 6))).shape
    (4, 6)
    """
    return _serial.call("dstn", (x, type, s, axes, norm, overwrite_x, workers), {"orthogonalize": orthogonalize})


def idstn(x: Any, type: Type = 2, s: Shape = None, axes: Axes = None, norm: Norm = None, overwrite_x: bool = False,
          workers: Optional[int] = None, *, orthogonalize: Optional[bool] = None) -> Any:
    """The inverse of dstn().

    x: the array, of real or complex numbers.
    type: 1 to 4, by the sums of scipy.fft; type 1 of cosines needs two points.
    s: points along each of the axes; x is cut, or padded with zeros. -1, and the default: as many as x has.
    axes: each once; default all, or as many of the last ones as `s` has lengths.
    norm: "backward" (default; the inverse divides by N), "ortho" (both by the root of N) or "forward". N is the product of 2 (n - 1) for
        cosines of type 1, 2 (n + 1) for sines of type 1, else 2 n.
    overwrite_x, workers: as of fft().
    orthogonalize: whether the matrix is an orthogonal one, up to a factor. Default: with norm="ortho". Of no effect for complex
        arrays, as in scipy.fft.

    Returns a new array, real or complex as x is; precisions as of fft(). ValueError for another type, axes
    that are not there, lengths below 1 or an unknown norm.

    >>> weft.fft.idstn(numpy.ones((4, 6))).shape
    (4, 6)
    """
    return _serial.call("idstn", (x, type, s, axes, norm, overwrite_x, workers), {"orthogonalize": orthogonalize})
