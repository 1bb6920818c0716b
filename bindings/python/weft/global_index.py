"""Basic slicing of distributed arrays by global indices: local work on each process, without communication.

A slice of a block is a block of the slice: what each process has of the selected indices, one after the other, are
blocks of sizes of their own. An integer drops its axis; processes that do not own that index then have nothing. In the
layout the dimension of the grid that cut the axis goes on to cut another one, into one piece and empty ones.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, List, NamedTuple, Sequence, Tuple

import numpy as np

from . import errors
from .block import Block, same_blocks
from .layout import Layout, Range

if TYPE_CHECKING:
    from .arrays import Array


class Selection(NamedTuple):
    """Indices first, first + step, ... of one axis, `n` of them; or one that drops the axis."""

    first: int
    step: int
    n: int
    drops: bool

    def part(self, begin: int, end: int) -> Tuple[int, int]:
        """Which of the selected indices, as numbers of the selection, lie in begin <= index < end: a range."""
        low = max(0, -((self.first - begin) // self.step))
        high = max(low, min(self.n, -((self.first - end) // self.step)))
        return (low, high) if low < self.n else (self.n, self.n)


def selections_of(key: Any, shape: Sequence[int]) -> List[Selection]:
    """Of each axis, from what stands in the brackets. InvalidArgumentError, the same on all processes."""
    items = list(key) if isinstance(key, tuple) else [key]
    n_dots = sum(item is Ellipsis for item in items)
    if n_dots > 1 or len(items) - n_dots > len(shape):
        raise errors.InvalidArgumentError(
            f"{len(items) - n_dots} indices and {n_dots} ellipses were given for the {len(shape)} axes of the array; "
            "give at most one index for each and at most one ellipsis")
    place = next((i for i, item in enumerate(items) if item is Ellipsis), len(items))
    items[place:place + n_dots] = [slice(None)] * (len(shape) - len(items) + n_dots)
    return [_selection(item, axis, n) for axis, (item, n) in enumerate(zip(items, shape))]


def _selection(item: Any, axis: int, n: int) -> Selection:
    if isinstance(item, slice):
        first, stop, step = item.indices(n)
        if step < 0:
            raise errors.InvalidArgumentError(
                f"the slice of axis {axis} has the step {step}; the first process has the first indices, so that "
                "global slices go upwards: give a positive step")
        return Selection(first, step, len(range(first, stop, step)), False)
    try:
        if isinstance(item, (bool, np.bool_)):
            raise TypeError
        index = operator.index(item)
    except TypeError:
        raise errors.InvalidArgumentError(
            f"axis {axis} is indexed by {item!r}; global indices are whole numbers, slices of them and an ellipsis "
            "(numpy.asarray(u) of the local block takes all else)") from None
    if not -n <= index < n:
        raise errors.InvalidArgumentError(f"index {index} is not one of axis {axis}, which has {n} points")
    return Selection(index % n, 1, 1, True)


def layout_of(layout: Layout, chosen: List[Selection]) -> Layout:
    """Of the selected part, whose shape is that of a NumPy slice. Not collective."""
    kept = [axis for axis, one in enumerate(chosen) if not one.drops]
    for axis in kept:
        if chosen[axis].n == 0:
            raise errors.InvalidArgumentError(
                f"the slice selects nothing of axis {axis}, which has {layout.shape[axis]} points; every axis of a "
                "distributed array has at least one")
    place = {axis: i for i, axis in enumerate(kept)}
    # Grid dimensions whose axis is gone cut the first axis that is left.
    cut = [place.get(axis, 0) for axis in layout.cut]
    blocks = {}
    for axis in kept:
        dims = [g for g, a in enumerate(cut) if a == place[axis]]
        if dims:
            blocks[place[axis]] = _block_sizes(layout, chosen, axis, dims)
    return Layout([chosen[axis].n for axis in kept], layout.grid, cut, blocks)


def _block_sizes(layout: Layout, chosen: List[Selection], axis: int, dims: Sequence[int]) -> List[int]:
    """How many selected indices each part of `axis` has, where it is cut by the grid dimensions `dims`."""
    sizes = []
    for coordinates in np.ndindex(*(layout.grid[g] for g in dims)):
        at = dict(zip(dims, coordinates))
        rank = int(np.ravel_multi_index([at.get(g, 0) for g in range(len(layout.grid))], layout.grid))
        box = layout.box(rank)
        there = all(_has(chosen[a], box[a]) for a in {layout.cut[g] for g in dims} if chosen[a].drops)
        low, high = chosen[axis].part(*box[axis])
        sizes.append(high - low if there else 0)
    return sizes


def _has(chosen: Selection, owned: Range) -> bool:
    low, high = chosen.part(*owned)
    return high > low


class GlobalIndex:
    """`u.global_`: basic slicing of a distributed array by the indices of the whole array. Not collective.

    u.global_[10:20, :, 3] is a weft.Array: this process's part of that slice, a *view* of `u`. Its layout has blocks
    of any sizes; a process whose block has none of the indices has an empty part. Its global shape is that of the NumPy
    slice. No message is sent. The same slice on all processes makes one distributed array, which may be summed, gathered,
    redistributed and written as any other one.
    Whole numbers drop their axis, negative ones count from the end. One for every axis gives the element: a scalar on
    the process that owns it, None on all others.

    u.global_[10:20, :, 3] = value sets these elements, each process those that it owns. The value is a scalar, a NumPy
    array that broadcasts to the *global* shape of the slice (the same on all processes; each takes its part), or a
    weft.Array of that shape whose blocks are those of the slice.

    Ghost cells are neither in a slice nor set by one: only owned elements count.

    InvalidArgumentError for index arrays, negative steps, an index that the axis does not have, a slice without
    points (setting one does nothing), values that do not fit. The same on all processes if all pass the same.

    >>> u = weft.fromfunction(lambda i, j: 10 * i + j, weft.Layout((8, 6), comm.size, 0), comm=comm)
    >>> row = u.global_[5]
    >>> row.global_shape, weft.gather(row, None).tolist()
    ((6,), [50.0, 51.0, 52.0, 53.0, 54.0, 55.0])
    >>> u.global_[2:4, ::3] = 0
    >>> weft.gather(u, None)[3].tolist()
    [0.0, 31.0, 32.0, 0.0, 34.0, 35.0]
    """

    __slots__ = ("_array",)

    def __init__(self, array: Array):
        self._array = array

    def _local(self, chosen: List[Selection]) -> Tuple[Tuple[slice, ...], List[Range]]:
        """The owned part as a key of the local block, and for each kept axis its range in the slice."""
        owned, ranges = [], []
        for one, (begin, end) in zip(chosen, self._array.box):
            low, high = one.part(begin, end)
            ranges.append((low, high))
            start = one.first + low * one.step - begin
            owned.append(slice(start, start + (high - low) * one.step, one.step) if high > low else slice(0, 0))
        return tuple(owned), ranges

    def __getitem__(self, key: Any) -> Any:
        array = self._array
        chosen = selections_of(key, array.global_shape)
        owned, _ = self._local(chosen)
        kept = [axis for axis, one in enumerate(chosen) if not one.drops]
        part = np.asarray(array.owned)[owned]
        if not kept:
            return part.reshape(-1)[0] if part.size else None
        order = [kept.index(axis) for axis in array._block.order if axis in kept]
        return _array_of(part, array._block.of(layout_of(array.layout, chosen), order), chosen)

    def __setitem__(self, key: Any, value: Any) -> None:
        array = self._array
        chosen = selections_of(key, array.global_shape)
        kept = [axis for axis, one in enumerate(chosen) if not one.drops]
        owned, ranges = self._local(chosen)
        target = np.asarray(array.owned)[owned]
        shape = tuple(chosen[axis].n for axis in kept)
        value = _value_here(array, value, shape, [ranges[axis] for axis in kept], chosen)
        if target.size:
            target[_dropping(chosen)] = value


def _array_of(part: Any, block: Block, chosen: List[Selection]) -> Array:
    """The Array with that block: a view of this process's part, or an empty array."""
    from .arrays import Array

    if part.size:
        view = part[_dropping(chosen)].view(Array)
    else:
        view = np.empty(block.shape, part.dtype).view(Array)
    view._block = block
    return view


def _dropping(chosen: List[Selection]) -> Tuple[Any, ...]:
    """A key without the axes that integers drop, of which one index is left."""
    return tuple(0 if one.drops else slice(None) for one in chosen)


def _value_here(array: Array, value: Any, shape: Tuple[int, ...], ranges: Sequence[Range], chosen: List[Selection]) -> Any:
    """What this process sets of a value for a slice of the global `shape`, of which it has `ranges`."""
    from .arrays import Array

    if isinstance(value, Array) and value.ndim > 0:
        if value._block is None:
            raise errors.InvalidArgumentError(
                "the value is an array without a layout, so that nobody knows which indices it holds; give an array of "
                "the layout of the slice, or numpy.asarray(value) if it is the whole value")
        if shape != value.global_shape:
            raise errors.InvalidArgumentError(
                f"the value has the global shape {value.global_shape}, but the slice has {shape}")
        wanted = layout_of(array.layout, chosen)
        if not same_blocks(value.layout.with_ghosts(None), wanted):
            raise errors.InvalidArgumentError(
                f"the value lies in {value.layout}, but the slice lies in {wanted}; bring it there first with "
                "weft.redistribute(value, u.global_[...].layout)")
        return np.asarray(value.owned)
    value = np.asarray(value)
    if value.ndim == 0:
        return value
    try:
        whole = np.broadcast_to(value, shape)
    except ValueError:
        raise errors.InvalidArgumentError(
            f"the value has shape {value.shape}, which does not broadcast to the global shape {shape} of the slice; "
            "give a number, or the values of the whole slice, of which each process takes its part") from None
    return whole[tuple(slice(low, high) for low, high in ranges)]
