"""What is wrong with arguments, in words: mpi4py-fft has assertions there."""

from __future__ import annotations

from typing import Any, Tuple

import numpy as np

from ...errors import InvalidArgumentError, NotApplicableError

_SHORTER = {"g": "float64", "G": "complex128"}


def check(right: bool, message: str) -> None:
    """InvalidArgumentError with the message unless `right`."""
    if not right:
        raise InvalidArgumentError(message)


def transform_dtype(dtype: Any) -> np.dtype[Any]:
    """The dtype of an array to be transformed: single or double precision."""
    dtype = np.dtype(dtype)
    if dtype.char in _SHORTER:
        raise NotApplicableError(f"weft has no transforms in long double ({dtype}); use {_SHORTER[dtype.char]}")
    check(dtype.char in "fdFD", f"the dtype is {dtype}; transforms are of float32, float64, complex64 and complex128")
    return dtype


def axes_of(axes: Any, n_axes: int) -> Tuple[int, ...]:
    """Axes as numbers from 0; negative ones count from the end, None is all."""
    numbers = tuple(range(n_axes)) if axes is None else tuple(axes) if np.ndim(axes) else (axes,)
    for axis in numbers:
        check(isinstance(axis, (int, np.integer)) and bool(-n_axes <= axis < n_axes),
              f"axis {axis!r} does not exist; the array has the axes 0 to {n_axes - 1}, or -{n_axes} to -1")
    numbers = tuple(int(axis) % n_axes for axis in numbers)
    check(len(numbers) > 0, "no axis is named; name one or more")
    check(len(set(numbers)) == len(numbers), f"the axes {axes} name an axis twice; name each once")
    return numbers
