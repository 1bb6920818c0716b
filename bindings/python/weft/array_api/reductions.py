"""Sums, extremes and truths over all elements or along axes. Collective.

Over all axes: a number, an array without axes, the same on all processes. Along some: those axes are first made whole on each
process (no message if they are), then it is NumPy's function of each process; the other axes stay cut as they were, or take
over what cut the ones that are gone. Ghost cells do not count.
"""

from __future__ import annotations

from typing import Any, Callable, Optional, Tuple

import numpy as np

from .. import errors, reductions
from ..arrays import Array
from ..block import same_blocks
from ..layout import Layout
from ..types import AnyArray
from .blocks import (Axes, argument, axes_argument, axis_argument, dtype_argument, from_all, layout_with_whole, local, moved,
                     number, of_block, shape_of, with_shape, with_whole)

Local = Callable[..., Any]


def _reduced(x: Array, name: str, function: Local, total: Callable[[], Any], axis: Axes, keepdims: Any) -> Array:
    """`function(block, axis=)` along axes, total() over all."""
    shape = shape_of(x)
    axes = axes_argument(axis, len(shape), name)
    if not axes:
        return _alone(x, function, shape)
    if x._block is None:
        return number(function(np.asarray(x), axis=None))
    if len(axes) == len(shape):
        found = number(total())
        return found if not keepdims else _with_axes(found, x)
    x = moved(x, layout_with_whole(x.layout, axes))
    kept = [a for a in range(len(shape)) if a not in axes]
    if keepdims:
        layout = with_shape(x.layout, [1 if a in axes else n for a, n in enumerate(shape)])
    else:
        layout = with_shape(x.layout, [shape[a] for a in kept], kept)
    return of_block(np.asarray(function(local(x), axis=axes)).reshape(layout.local_shape(x.rank)), layout, x)


def _alone(x: Array, function: Local, shape: Tuple[int, ...]) -> Array:
    """Each element by itself: the axes are ()."""
    if x._block is None:
        return number(function(np.asarray(x), axis=None))
    block = local(x)
    return of_block(np.asarray(function(block[None], axis=0)), x.layout.with_ghosts(None), x)


def _with_axes(found: Array, x: Array) -> Array:
    """A number as an array with as many axes as `x`, all of length 1, which process 0 has."""
    n = x.layout.n_processes
    layout = Layout((1,) * x.ndim, n, 0)
    part = np.broadcast_to(np.asarray(found), layout.local_shape(x.rank))
    return of_block(part, layout, x)


def _of_parts(x: Array, function: Local, together: Local, dtype: Any = None) -> Any:
    """together(the numbers that function(block) gives on the processes that have elements)."""
    block = local(x)
    has = from_all(block.size > 0, x)
    part = np.asarray(function(block) if block.size else 0, dtype if dtype is not None else x.dtype)
    return together(from_all(part, x)[has])


def _sum_type(dtype: "np.dtype[Any]", wanted: Any) -> "np.dtype[Any]":
    wider = {"i": np.dtype(np.int64), "u": np.dtype(np.uint64)}.get(dtype.kind, dtype)
    return dtype_argument(wanted, wider, "numeric")


def sum(x: Array, /, *, axis: Axes = None, dtype: Any = None, keepdims: Any = False) -> Array:  # noqa: A001
    """The sum of numeric elements; of integers in 64 bits unless `dtype` is given. Over all axes of floating-point elements as
    weft.sum: rounded once, the same on any number of processes."""
    x = argument(x, "sum", "numeric")
    to = _sum_type(x.dtype, dtype)

    def total() -> Any:
        if to.kind in "fc":
            return np.asarray(reductions.sum(x.astype(to))).astype(to)
        return _of_parts(x, lambda block: np.sum(block, dtype=to), lambda parts: np.sum(parts, dtype=to), to)

    return _reduced(x, "sum", lambda block, axis: np.sum(block, axis=axis, dtype=to), total, axis, keepdims)


def prod(x: Array, /, *, axis: Axes = None, dtype: Any = None, keepdims: Any = False) -> Array:
    """The product of numeric elements; of integers in 64 bits unless `dtype` is given."""
    x = argument(x, "prod", "numeric")
    to = _sum_type(x.dtype, dtype)

    def total() -> Any:
        return _of_parts(x, lambda block: np.prod(block, dtype=to), lambda parts: np.prod(parts, dtype=to), to)

    return _reduced(x, "prod", lambda block, axis: np.prod(block, axis=axis, dtype=to), total, axis, keepdims)


def max(x: Array, /, *, axis: Axes = None, keepdims: Any = False) -> Array:  # noqa: A001
    """The largest of real elements; NaN if one is NaN."""
    x = argument(x, "max", "real")
    return _reduced(x, "max", np.max, lambda: _of_parts(x, np.max, np.max), axis, keepdims)


def min(x: Array, /, *, axis: Axes = None, keepdims: Any = False) -> Array:  # noqa: A001
    """The smallest of real elements; NaN if one is NaN."""
    x = argument(x, "min", "real")
    return _reduced(x, "min", np.min, lambda: _of_parts(x, np.min, np.min), axis, keepdims)


def all(x: Array, /, *, axis: Axes = None, keepdims: Any = False) -> Array:  # noqa: A001
    """Are all elements true (not 0)?"""
    x = argument(x, "all")
    return _reduced(x, "all", np.all, lambda: _of_parts(x, np.all, np.all, np.bool_), axis, keepdims)


def any(x: Array, /, *, axis: Axes = None, keepdims: Any = False) -> Array:  # noqa: A001
    """Is any element true (not 0)?"""
    x = argument(x, "any")
    return _reduced(x, "any", np.any, lambda: _of_parts(x, np.any, np.any, np.bool_), axis, keepdims)


def count_nonzero(x: Array, /, *, axis: Axes = None, keepdims: Any = False) -> Array:
    """How many elements are not 0, in int64."""
    return sum(_not_zero(argument(x, "count_nonzero")), axis=axis, keepdims=keepdims)


def _not_zero(x: Array) -> Array:
    found = x != 0
    return (found if isinstance(found, Array) else number(found)).astype(np.int64)


def mean(x: Array, /, *, axis: Axes = None, keepdims: Any = False) -> Array:
    """The mean of floating-point elements; over all axes as weft.mean."""
    x = argument(x, "mean", "floating-point")

    def total() -> Any:
        return np.asarray(reductions.mean(x)).astype(x.dtype)

    return _reduced(x, "mean", np.mean, total, axis, keepdims)


def var(x: Array, /, *, axis: Axes = None, correction: float = 0.0, keepdims: Any = False) -> Array:
    """The variance of real elements: the sum of squared differences from the mean over n - correction."""
    x = argument(x, "var", "real floating-point")

    def total() -> Any:
        n = float(np.prod(shape_of(x)))
        wide = x.astype(np.float64)
        squares = reductions.sum(np.square(wide - reductions.mean(wide)))
        with np.errstate(divide="ignore", invalid="ignore"):
            return (np.float64(squares) / np.maximum(n - correction, 0.0)).astype(x.dtype)

    return _reduced(x, "var", lambda block, axis: np.var(block, axis=axis, ddof=correction), total, axis, keepdims)


def std(x: Array, /, *, axis: Axes = None, correction: float = 0.0, keepdims: Any = False) -> Array:
    """The standard deviation of real elements: the square root of var()."""
    found = np.sqrt(var(argument(x, "std", "real floating-point"), axis=axis, correction=correction, keepdims=keepdims))
    return found if isinstance(found, Array) else number(found)


# --- where extremes are --------------------------------------------------------------------------------------


def argmax(x: Array, /, *, axis: Optional[int] = None, keepdims: Any = False) -> Array:
    """The index along an axis of the (first) largest of real elements, in int64; axis None: in C order of the whole array."""
    return _index(argument(x, "argmax", "real"), "argmax", np.argmax, axis, keepdims)


def argmin(x: Array, /, *, axis: Optional[int] = None, keepdims: Any = False) -> Array:
    """The index of the (first) smallest of real elements, as argmax."""
    return _index(argument(x, "argmin", "real"), "argmin", np.argmin, axis, keepdims)


def _index(x: Array, name: str, function: Local, axis: Optional[int], keepdims: Any) -> Array:
    if axis is not None:
        axis = axis_argument(axis, x.ndim, name)
    if x._block is None:
        return number(0)
    if axis is not None and x.ndim > 1:

        def along(block: AnyArray, axis: Tuple[int, ...]) -> AnyArray:
            return function(block, axis=axis[0])

        return _reduced(x, name, along, lambda: None, axis, keepdims)
    block = local(x)
    here = np.unravel_index(int(function(block)), block.shape) if block.size else ()
    flat = np.ravel_multi_index([begin + int(i) for (begin, _), i in zip(x.box, here)], x.global_shape) if here else 0
    values, places = from_all(block[here] if block.size else np.zeros((), x.dtype), x), from_all(np.int64(flat), x)
    has = from_all(block.size > 0, x)
    values, places = values[has], places[has]
    order = np.argsort(places)  # the first of equal ones is the one with the smallest index
    found = number(places[order][function(values[order])])
    return found if not keepdims else _with_axes(found, x)


# --- along one axis ------------------------------------------------------------------------------------------


def cumulative_sum(x: Array, /, *, axis: Optional[int] = None, dtype: Any = None, include_initial: Any = False) -> Array:
    """The sums of the elements up to each one along an axis (which an array of one axis need not name)."""
    return _cumulative(x, "cumulative_sum", np.cumsum, 0, axis, dtype, include_initial)


def cumulative_prod(x: Array, /, *, axis: Optional[int] = None, dtype: Any = None, include_initial: Any = False) -> Array:
    """The products of the elements up to each one along an axis (which an array of one axis need not name)."""
    return _cumulative(x, "cumulative_prod", np.cumprod, 1, axis, dtype, include_initial)


def _cumulative(x: Array, name: str, function: Local, first: int, axis: Optional[int], dtype: Any, has_first: Any) -> Array:
    x = argument(x, name, "numeric")
    if x.ndim != 1 and axis is None:
        raise errors.InvalidArgumentError(f"{name} needs an axis, for the array has {x.ndim}")
    a = axis_argument(0 if axis is None else axis, x.ndim, name)
    to = _sum_type(x.dtype, dtype)

    def run(block: AnyArray) -> AnyArray:
        sums = function(block, axis=a, dtype=to)
        if has_first and block.shape[a]:
            sums = np.insert(sums, 0, first, axis=a)
        return np.asarray(sums)

    return along_axis(x, a, run, shape_of(x)[a] + (1 if has_first else 0), to)


def along_axis(x: Array, axis: int, function: Callable[[AnyArray], AnyArray], length: int, dtype: Any) -> Array:
    """function(block) of blocks that have the axis whole, brought back to the cuts of `x`; `length` of the axis and type of
    the elements are then these."""
    shape = list(shape_of(x))
    shape[axis] = length
    whole = with_whole(x, axis)
    layout = with_shape(whole.layout, shape)
    if x.ndim == 1 and not same_blocks(whole.layout, x.layout.with_ghosts(None)):  # all on process 0, or nothing
        layout = Layout(shape, whole.layout.grid, 0, {0: [length] + [0] * (whole.layout.n_processes - 1)})
    block = local(whole)
    found = function(block) if block.size else np.empty(layout.local_shape(x.rank), dtype)
    return moved(of_block(found, layout, x), with_shape(x.layout.with_ghosts(None), shape))
