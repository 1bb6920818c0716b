"""Sums, norms and extremes of distributed arrays over all processes.

Collective, unlike the methods of the array and the functions of NumPy, which see the block of this process alone.
"""

from __future__ import annotations

from typing import Any, Callable, Tuple, Union

import numpy as np

from . import _core, errors
from .arrays import Array
from .creation import checked
from .types import AnyArray, Complaint

Number = Union[float, Any]  # complex of complex elements

_NORMS = {1: "one", 2: "two", np.inf: "infinity"}


def _number_array(u: AnyArray, role: str = "the array") -> Array:
    """The array itself, or of bools and integers a copy in float64."""
    array: Any = u.astype(np.float64) if isinstance(u, Array) and u.dtype.kind in "biu" else u
    checked(array, role)
    return array


def _address(array: AnyArray) -> int:
    return array.__array_interface__["data"][0]


def _scalar(u: AnyArray, value: complex) -> Number:
    return value if u.dtype.kind == "c" else value.real


def agreed(function: Any, u: AnyArray, *arguments: Callable[[], Any]) -> Any:
    """function(distribution, address, *values) of an array and of what the arguments give; what is wrong with them on one
    process is the error of all. Collective."""
    u = _number_array(u)
    values, complaint = [], None
    try:
        values = [argument() for argument in arguments]
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    u.distribution.agree(complaint)
    return function(u.distribution, _address(u), *values)


def sum(u: AnyArray) -> Number:  # noqa: A001: the name that it has everywhere
    """The sum of all elements of a distributed array, on all processes. Collective.

    u: a weft.Array with a layout; ghost cells do not count. Of bools and integers too, as weft.sum(u > 0).

    As if computed with twice the digits of double precision and rounded once: the same for any number of processes and
    any layout. A float, or complex of complex elements. CommunicationError: a process did not come. For what has no
    layout InvalidArgumentError on this process: it cannot know who else there is.

    >>> u = weft.fromfunction(lambda i, j: i + j, weft.Layout((4, 3), comm.size, 0), comm=comm)
    >>> weft.sum(u), weft.mean(u), weft.sum(u > 2)
    (30.0, 2.5, 6.0)
    """
    u = _number_array(u)
    return _scalar(u, _core.sum(u.distribution, _address(u)))


def mean(u: AnyArray) -> Number:
    """The mean of all elements of a distributed array, on all processes. Collective; all else as weft.sum."""
    u = _number_array(u)
    return _scalar(u, _core.mean(u.distribution, _address(u)))


def dot(u: AnyArray, v: AnyArray) -> Number:
    """The sum of conj(u) v over all elements, as numpy.vdot of the whole arrays. Collective.

    u, v: of one layout and dtype (InvalidArgumentError otherwise, with the remedy). All else as weft.sum.

    >>> u = weft.full(weft.Layout((4, 3), comm.size, 0), 2j, comm=comm)
    >>> weft.dot(u, 1j * u)
    48j
    """
    u, v = _number_array(u, "the first array"), _number_array(v, "the second array")
    complaint: Complaint = None
    try:
        v = _beside(u, v)
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    u.distribution.agree(complaint)
    return _scalar(u, _core.dot(u.distribution, _address(u), _address(v)))


def _beside(u: Any, v: Any) -> Any:
    """`v`, or a copy of it, as it would lie in the memory of an array like `u`."""
    if v.dtype != u.dtype:
        raise errors.InvalidArgumentError(
            f"the first array is of {u.dtype} and the second of {v.dtype}; make them alike with astype")
    if v._block != u._block:
        raise errors.InvalidArgumentError(
            f"the arrays lie in different layouts, {u.layout} and {v.layout}; bring one to the layout of the other "
            "with weft.redistribute")
    if v.strides == u.strides:
        return v
    copy = np.lib.stride_tricks.as_strided(np.empty(_span(u), u.dtype), u.shape, u.strides)
    copy[...] = v
    return copy


def _span(array: AnyArray) -> int:
    """Elements from the first to the last in memory."""
    if array.size == 0:
        return 0
    return 1 + int(np.dot(np.array(array.shape) - 1, array.strides)) // array.itemsize


def norm(u: AnyArray, order: float = 2) -> float:
    """The norm of all elements of a distributed array as one vector, on all processes. Collective.

    order: 1 (the sum of absolute values), 2, or numpy.inf (the largest absolute value).

    All else as weft.sum; also where squares overflow or vanish.

    >>> u = weft.full(weft.Layout((4, 4), comm.size, 0), -3e200, comm=comm)
    >>> weft.norm(u), weft.norm(u, numpy.inf)
    (1.2e+201, 3e+200)
    """
    u = _number_array(u)
    complaint = None
    name = _NORMS.get(order) if isinstance(order, (int, float)) else None
    if name is None:
        complaint = errors.InvalidArgumentError.code, f"the order of the norm is {order!r}; give 1, 2 or numpy.inf"
    u.distribution.agree(complaint)
    return _core.norm(u.distribution, _address(u), name)


class Extremum(float):
    """An extreme value, a float, that knows where it is: `index`, the global indices of the first such element in C
    order."""

    index: Tuple[int, ...] = ()

    def __new__(cls, value: float, index: Tuple[int, ...]) -> Extremum:
        extremum = super().__new__(cls, value)
        extremum.index = index
        return extremum

    # Those of floats: checkers let a float be compared with a whole number only if its class says how.
    __eq__ = float.__eq__
    __hash__ = float.__hash__

    def __reduce__(self) -> Tuple[Any, ...]:
        return Extremum, (float(self), self.index)


def minimum(u: AnyArray) -> Extremum:
    """The smallest element of a distributed array, and where it is, on all processes. Collective.

    NaN if any element is NaN, as numpy.min. Of real elements: InvalidArgumentError for complex ones, which have no
    order. All else as weft.sum.

    >>> u = weft.fromfunction(lambda i, j: 10 * i + j, weft.Layout((4, 3), comm.size, 0), comm=comm)
    >>> weft.minimum(u), weft.maximum(u), weft.maximum(u).index
    (0.0, 32.0, (3, 2))
    """
    u = _number_array(u)
    return Extremum(*_core.minimum(u.distribution, _address(u)))


def maximum(u: AnyArray) -> Extremum:
    """The largest element of a distributed array, and where it is, as weft.minimum. Collective."""
    u = _number_array(u)
    return Extremum(*_core.maximum(u.distribution, _address(u)))
