"""Sorting, searching, taking and differences along an axis, which is made whole on each process for it. Collective."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from .. import errors
from ..arrays import Array
from ..layout import whole
from ..types import AnyArray
from . import reductions, types
from .blocks import argument, axis_argument, local, moved, number, of_block, shape_of, whole_array, with_shape, with_whole
from .elementwise import pair
from .reductions import along_axis
from .shapes import broadcast_arrays, concat


def sort(x: Array, /, *, axis: int = -1, descending: Any = False, stable: Any = True) -> Array:
    """Real elements in order along an axis, in the layout of `x`."""
    x = argument(x, "sort", "real")
    a = axis_argument(axis, x.ndim, "sort")

    def run(block: AnyArray) -> AnyArray:
        found = np.sort(block, axis=a, kind="stable" if stable else "quicksort")
        return np.flip(found, a) if descending else found

    return along_axis(x, a, run, shape_of(x)[a], x.dtype)


def argsort(x: Array, /, *, axis: int = -1, descending: Any = False, stable: Any = True) -> Array:
    """The indices that put real elements in order along an axis, in int64 and in the layout of `x`."""
    x = argument(x, "argsort", "real")
    a = axis_argument(axis, x.ndim, "argsort")
    n = shape_of(x)[a]

    def run(block: AnyArray) -> AnyArray:
        kind: Any = "stable" if stable else "quicksort"
        if not descending:
            return np.argsort(block, axis=a, kind=kind)
        # Equal elements keep their order: the reverse of the order of the reversed block.
        return n - 1 - np.flip(np.argsort(np.flip(block, a), axis=a, kind=kind), a)

    return along_axis(x, a, run, n, np.int64)


def searchsorted(x1: Array, x2: Any, /, *, side: Any = "left", sorter: Optional[Array] = None) -> Array:
    """Before which index of `x1` (one axis, in order, or in that of `sorter`) each element of `x2` belongs, in int64 and in the
    layout of `x2`. All of `x1` is on every process for a moment."""
    x1 = argument(x1, "searchsorted", "real")
    x2 = number(x2, types.with_scalar(x1.dtype, x2)) if types.is_scalar(x2) else argument(x2, "searchsorted", "real")
    if x1.ndim != 1:
        raise errors.InvalidArgumentError(f"searchsorted is for an array of one axis, but was given one of {x1.ndim}")
    if side not in ("left", "right"):
        raise errors.InvalidArgumentError(f"side is {side!r}; give 'left' or 'right'")
    types.promoted((x1.dtype, x2.dtype))
    order = None if sorter is None else whole_array(argument(sorter, "searchsorted", "integer"))
    found = np.asarray(np.searchsorted(whole_array(x1), local(x2), side, order), np.int64)
    return number(found) if x2._block is None else of_block(found, x2.layout.with_ghosts(None), x2)


def isin(x1: Any, x2: Any, /, *, invert: Any = False) -> Array:
    """Is each element of `x1` one of those of `x2` (or none of them: invert=True)? In the layout of `x1`. All of `x2` is on every
    process for a moment."""
    if types.is_scalar(x1) or types.is_scalar(x2):
        x1, x2 = pair("isin", "any", x1, x2)
    x1, x2 = argument(x1, "isin"), argument(x2, "isin")
    types.promoted((x1.dtype, x2.dtype))
    found = np.isin(local(x1), whole_array(x2), invert=bool(invert))
    return number(found) if x1._block is None else of_block(found, x1.layout.with_ghosts(None), x1)


def take(x: Array, indices: Array, /, *, axis: Optional[int] = None) -> Array:
    """The elements at these indices of an axis, cut as `x`.

    indices: an array of integers with one axis; all of them are on every process for a moment.
    axis: may be left out for an array of one axis.
    """
    x, indices = argument(x, "take"), argument(indices, "take", "integer")
    if indices.ndim != 1 or (axis is None and x.ndim != 1):
        raise errors.InvalidArgumentError(
            f"take was given an array of {x.ndim} axes, indices of {indices.ndim}, and the axis {axis}; give indices of one "
            "axis, and say which axis of the array is meant if it has several")
    a = axis_argument(0 if axis is None else axis, x.ndim, "take")
    wanted = _indices(whole_array(indices), shape_of(x)[a], a)
    return along_axis(x, a, lambda block: np.take(block, wanted, a), wanted.size, x.dtype)


def _indices(wanted: AnyArray, n: int, axis: int) -> AnyArray:
    if wanted.size and not (wanted.min() >= -n and wanted.max() < n):
        raise errors.InvalidArgumentError(f"the indices reach from {wanted.min()} to {wanted.max()}, but axis {axis} has {n} "
                                          "points")
    return wanted


def take_along_axis(x: Array, indices: Array, /, *, axis: int = -1) -> Array:
    """The elements at indices that differ from line to line, in the layout of `indices`.

    indices: an array of integers. At each place of the other axes, which are as long as those of `x`, it has the indices
        along `axis`.
    """
    x, indices = argument(x, "take_along_axis"), argument(indices, "take_along_axis", "integer")
    a = axis_argument(axis, x.ndim, "take_along_axis")
    before, after = shape_of(x), shape_of(indices)
    if len(before) != len(after) or before[:a] + before[a + 1:] != after[:a] + after[a + 1:]:
        raise errors.InvalidArgumentError(f"take_along_axis was given an array of shape {before} and indices of shape {after}, "
                                          f"which differ in more than axis {a}; use broadcast_to on one of them")
    _indices(np.array([reductions.min(indices), reductions.max(indices)]), before[a], a)
    layout = indices.layout.with_ghosts(None)
    if x.ndim == 1:
        return of_block(whole_array(x)[local(indices)], layout, x)
    lines = with_whole(x, a)
    places = moved(indices, with_shape(lines.layout, after))
    return moved(of_block(np.take_along_axis(local(lines), local(places), a), places.layout, x), layout)


def diff(x: Array, /, *, axis: int = -1, n: int = 1, prepend: Optional[Array] = None, append: Optional[Array] = None) -> Array:
    """The differences of neighbours along an axis, `n` times over, cut as `x`; `prepend` and `append` are put before and behind
    `x` first."""
    x = argument(x, "diff", "numeric")
    a, times = axis_argument(axis, x.ndim, "diff"), whole(n, "n")
    pieces = [argument(one, "diff", "numeric") for one in (prepend, x, append) if one is not None]
    length = sum(shape_of(one)[a] if one.ndim == x.ndim else 1 for one in pieces)
    if not 0 <= times < length:
        raise errors.InvalidArgumentError(f"diff was to be taken {times} times of {length} points; every axis of a distributed "
                                          "array has at least one")
    if len(pieces) > 1:
        like = x
        x = concat(pieces, axis=a)
        x = moved(x, with_shape(like.layout.with_ghosts(None), shape_of(x)))
    return along_axis(x, a, lambda block: np.diff(block, times, a), length - times, x.dtype)


def vecdot(x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
    """The sums of conj(x1) x2 along an axis (from the end) of numeric arrays, which broadcast."""
    x1, x2 = pair("vecdot", "numeric", x1, x2)
    n_axes = min(x1.ndim, x2.ndim)
    a = axis_argument(axis, n_axes, "vecdot") - n_axes
    if axis >= 0 or shape_of(x1)[a] != shape_of(x2)[a]:
        raise errors.InvalidArgumentError(f"vecdot along axis {axis} was given arrays of the shapes {shape_of(x1)} and "
                                          f"{shape_of(x2)}; give an axis from -1 downwards along which both are as long")
    first, second = broadcast_arrays(x1, x2)
    return reductions.sum(np.conjugate(first) * second, axis=a, dtype=x1.dtype)
