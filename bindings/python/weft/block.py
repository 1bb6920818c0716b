"""What a weft.Array knows of itself: which block of which global array it is, and how its memory lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import errors
from .layout import Layout, Range
from .types import AnyArray, Comm

if TYPE_CHECKING:
    from .arrays import Array


class Block:
    """Which part of a global array: that of process `rank` in `layout`, with its axes from slowest to fastest in
    memory. Shared by all arrays of a side of a plan; equal if layout and rank are.

    order: in which functions of the library walk through memory, the same on all processes; copies that NumPy made in
        another one are walked through in this one too.
    shape: of the array in memory, ghost cells included.
    comm: communicator of mpi4py, as its maker was given it.
    """

    __slots__ = ("layout", "rank", "shape", "order", "comm", "_made", "_distributions")

    def __init__(self, layout: Layout, rank: int, order: Sequence[int], comm: Comm, made: Any):
        self.layout, self.rank, self.order, self.comm = layout, rank, tuple(order), comm
        self.shape = layout.memory_shape(rank)
        self._made = made  # a distribution on the same processes
        self._distributions: Dict[Tuple[Any, ...], Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Block) and (self.rank, self.layout) == (other.rank, other.layout)

    __hash__ = None  # type: ignore[assignment]

    def distribution(self, array: AnyArray) -> Any:
        """Of an array with this block, whatever its dtype and strides: an object of the module. Not collective."""
        key = array.dtype, array.strides
        found = self._distributions.get(key)
        if found is None:
            found = self._made.with_memory(self.layout._core, array.dtype.name, array.shape, self.order,
                                           _strides(array))
            self._distributions[key] = found
        return found

    def of(self, layout: Layout, order: Sequence[int]) -> "Block":
        """Of another layout on the same processes."""
        return Block(layout, self.rank, order, self.comm, self._made)


def _strides(array: AnyArray) -> List[int]:
    """In elements. Strides that are never used are those of an array without gaps in C order."""
    strides = [1] * array.ndim
    if array.size == 0 or array.flags.c_contiguous:
        for axis in range(array.ndim - 1, 0, -1):
            strides[axis - 1] = strides[axis] * array.shape[axis]
        return strides
    for axis in range(array.ndim):
        if array.shape[axis] == 1:
            continue
        strides[axis], rest = divmod(array.strides[axis], array.itemsize)
        if rest or strides[axis] <= 0:
            raise errors.InvalidArgumentError(
                f"the array has strides {array.strides} in bytes; distributed arrays have strides that are positive "
                f"multiples of an element ({array.itemsize} bytes): use a copy")
    return strides


def same_blocks(a: Layout, b: Layout) -> bool:
    """Does every process own the same block, with the same ghost cells, in both?"""
    return a == b or (a.shape == b.shape and a.ghosts == b.ghosts and a.n_processes == b.n_processes
                      and a._all_boxes() == b._all_boxes())


def fits_elementwise(a: Layout, b: Layout) -> bool:
    """May arrays of both be combined element by element, also where one is broadcast along axes of length 1?

    Only if each process has the same indices of both on every axis that both have, and the one index of an axis that
    is broadcast wherever it has something of the other array.
    """
    if same_blocks(a, b):
        return True
    if a.n_processes != b.n_processes:
        return False
    n = min(len(a.shape), len(b.shape))
    for i in range(-n, 0):
        boxes = list(zip(a._all_boxes(), b._all_boxes()))
        if a.shape[i] == b.shape[i]:
            if a.ghosts[i] != b.ghosts[i] or any(x[i] != y[i] for x, y in boxes):
                return False
        elif 1 not in (a.shape[i], b.shape[i]):
            return False
        else:
            short, long = (0, 1) if a.shape[i] == 1 else (1, 0)
            if any(_n(pair[short][i]) == 0 != _n(pair[long][i]) for pair in boxes):
                return False
    return True


def _n(a_range: Range) -> int:
    return a_range[1] - a_range[0]


def _broadcast_layout(layouts: Sequence[Layout]) -> Optional[Layout]:
    """Of the elementwise result of arrays of several shapes; None if it is none that a layout can say."""
    n_axes = max(len(layout.shape) for layout in layouts)
    shape = [max(layout.shape[i] for layout in layouts if -i <= len(layout.shape)) for i in range(-n_axes, 0)]
    found = next((layout for layout in layouts if list(layout.shape) == shape), None)
    if found is None:
        first = next(layout for layout in layouts if len(layout.shape) == n_axes)
        blocks = {axis: sizes for axis, sizes in first.blocks.items() if first.shape[axis] == shape[axis]}
        ghosts = [max(layout.ghosts[i] for layout in layouts if -i <= len(layout.shape)) for i in range(-n_axes, 0)]
        found = Layout(shape, first.grid, first.cut, blocks, ghosts)
    return found if all(fits_elementwise(found, layout) for layout in layouts) else None


def common_block(arrays: Sequence[Array]) -> Optional[Block]:
    """The block of the result of an elementwise function of arrays with blocks, or None where no layout says it.

    InvalidArgumentError in words if elements that belong together are on different processes. The same on all
    processes, without asking them: layouts say all.
    """
    first = arrays[0]._block
    is_one = True
    for array in arrays[1:]:
        other = array._block
        if other is first or other == first:
            continue
        if not fits_elementwise(first.layout, other.layout):
            raise errors.InvalidArgumentError(
                f"the arrays lie in different layouts, {first.layout} and {other.layout}: elements at the same place "
                "in two blocks are not the same elements of the arrays; bring one to the layout of the other with "
                "weft.redistribute (or, if it is broadcast, to every process with weft.gather(u, None)), or combine "
                "numpy.asarray of them if blocks are meant")
        is_one = is_one and same_blocks(first.layout, other.layout)
    if is_one:
        return first
    layout = _broadcast_layout([array.layout for array in arrays])
    if layout is None:
        return None
    for array in arrays:
        if array.layout == layout:
            return array._block
    missing = len(layout.shape) - len(first.order)
    return first.of(layout, [*range(missing), *(axis + missing for axis in first.order)])
