"""Sums, norms and extremes of distributed arrays over all processes.

Collective, unlike the methods of the array and the functions of NumPy, which see the block of this process alone: over
the communicator of the array; all other arguments are the same on all processes. For an array without a layout the
InvalidArgumentError is of this process alone: it cannot know who else there is. Other errors are the same on all, also
CommunicationError if a process does not come.
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


def agreed(function: Any, u: AnyArray, *arguments: Callable[[], Any], writes: bool = False) -> Any:
    """function(distribution, address, *values) of an array and of what the arguments give; what is wrong with them on one
    process is the error of all. Of an array that the function does not write, bools and integers will do. Collective."""
    if writes:
        checked(u, "the array", True)
    else:
        u = _number_array(u)
    values, complaint = [], None
    try:
        values = [argument() for argument in arguments]
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    u.distribution.agree(complaint)
    return function(u.distribution, _address(u), *values)


def sum(u: AnyArray) -> Number:  # noqa: A001: the name that it has everywhere
    """The sum of all elements.

    It is computed as with twice the digits of double precision and rounded once, also for single precision. For
    numbers x_i with the sum s the result is s (1 + e) + d, with |e| <= 2^-53 and |d| <= 2^-80 sum |x_i|. The method
    is that of Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26, 2005. The result is the same on all processes. With any
    process count, layout and memory order it is the same within one unit in the last place, unless the sum cancels to
    less than 2^-27 of sum |x_i|. Infinities and NaN give the result of a plain loop. Collective.

    C++: sum.
    u: a weft.Array with a layout; ghost cells do not count. Of bools and integers too, as weft.sum(u > 0).
        InvalidArgumentError, on this process, for what has no layout: it cannot know who else there is.
    Returns a float on all processes, or complex of complex elements.

    >>> u = weft.fromfunction(lambda i, j: i + j, weft.Layout((4, 3), comm.size, 0), comm=comm)
    >>> weft.sum(u), weft.mean(u), weft.sum(u > 2)
    (30.0, 2.5, 6.0)
    """
    u = _number_array(u)
    return _scalar(u, _core.sum(u.distribution, _address(u)))


def mean(u: AnyArray) -> Number:
    """The mean of all elements, as accurate as `sum()`.

    Collective.

    C++: mean.
    All else as weft.sum.
    """
    u = _number_array(u)
    return _scalar(u, _core.mean(u.distribution, _address(u)))


def dot(u: AnyArray, v: AnyArray) -> Number:
    """The sum of conj(a_i) b_i: the first factor is conjugated, as by numpy.vdot.

    It is as accurate as `sum()`: each product of doubles keeps all its digits. Collective.

    C++: dot.
    u, v: the arrays a and b, of one layout and dtype (InvalidArgumentError otherwise, with the remedy). All else as
        weft.sum.

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
    """The norm of all elements as one vector.

    Collective.

    C++: norm.
    order: 1 (the sum of absolute values), 2, also where squares overflow or vanish, or numpy.inf (the largest absolute
        value); InvalidArgumentError for others.
    Returns a float on all processes. All else as weft.sum.

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
    """The smallest element and its global index: of equal elements the first in C order.

    If any element is NaN, the value is NaN and the index that of the first NaN, as in numpy. InvalidArgumentError for
    complex elements, which have no order. Collective.

    C++: minimum.
    Returns a weft.Extremum on all processes. All else as weft.sum.

    >>> u = weft.fromfunction(lambda i, j: 10 * i + j, weft.Layout((4, 3), comm.size, 0), comm=comm)
    >>> weft.minimum(u), weft.maximum(u), weft.maximum(u).index
    (0.0, 32.0, (3, 2))
    """
    u = _number_array(u)
    return Extremum(*_core.minimum(u.distribution, _address(u)))


def maximum(u: AnyArray) -> Extremum:
    """The largest element and its global index; otherwise as `minimum()`.

    Collective.

    C++: maximum.
    """
    u = _number_array(u)
    return Extremum(*_core.maximum(u.distribution, _address(u)))
