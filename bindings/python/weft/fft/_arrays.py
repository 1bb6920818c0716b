"""What the compiled module asks of NumPy when an array cannot be transformed as it is."""

from __future__ import annotations

from typing import Any, Optional

import numpy

try:
    from numpy.exceptions import AxisError
except ImportError:  # NumPy 1.24
    from numpy import AxisError  # type: ignore[attr-defined, no-redef, unused-ignore]


def to_floats(x: Any) -> Optional[Any]:
    """x as an array of float32, float64, complex64 or complex128, as scipy.fft takes it: float16 is float32, integers and
    bools are float64. None for long double, which weft does not transform.

    >>> from weft.fft import _arrays
    >>> _arrays.to_floats([1, 2]).dtype, _arrays.to_floats(numpy.ones(2, "float16")).dtype
    (dtype('float64'), dtype('float32'))
    """
    array = numpy.asarray(x)
    if array.dtype.kind not in "fc":
        return numpy.asarray(array, numpy.float64)
    if array.dtype == numpy.float16:
        return array.astype(numpy.float32)
    native = array.dtype.newbyteorder("=")
    if native not in ("f4", "f8", "c8", "c16"):
        return None
    return array.astype(native) if not array.flags.aligned or native != array.dtype else array


def raise_axis_error(axis: int, n_axes: int) -> None:
    """Raises what NumPy raises for an axis that is not there: a ValueError and an IndexError."""
    raise AxisError(axis, n_axes)
