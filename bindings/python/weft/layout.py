"""How a global array is divided over processes, as a value that needs no communication."""

from __future__ import annotations

import operator
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _core, errors

Range = Tuple[int, int]
Wholes = Union[int, Iterable[int]]


def number(value: Any, what: str) -> float:
    """`value` as a float; InvalidArgumentError names `what` if it is no number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise errors.InvalidArgumentError(f"{what} is {value!r}; give a number") from None


def whole(value: Any, what: str) -> int:
    """`value` as an int; InvalidArgumentError names `what` if it is no whole number of 64 bits."""
    try:
        number = operator.index(value)
    except TypeError:
        raise errors.InvalidArgumentError(f"{what} is {value!r}; give a whole number") from None
    if isinstance(value, bool) or not -(2**63) <= number < 2**63:
        raise errors.InvalidArgumentError(f"{what} is {value!r}; give a whole number of at most 64 bits")
    return number


def wholes(values: Any, what: str) -> Tuple[int, ...]:
    """A whole number, or a sequence of them, as a tuple."""
    if isinstance(values, (str, bytes)):
        raise errors.InvalidArgumentError(f"{what} is {values!r}; give whole numbers, as (64, 64)")
    try:
        items = list(values)
    except TypeError:
        items = [values]
    return tuple(whole(item, what) for item in items)


def _ghosts(ghosts: Optional[Wholes], n_axes: int) -> List[int]:
    """One number for each axis, or none."""
    if ghosts is None:
        return []
    numbers = list(wholes(ghosts, "ghosts"))
    return numbers * n_axes if len(numbers) == 1 and not isinstance(ghosts, (list, tuple)) else numbers


class Layout:
    """Which process owns which block: each dimension of a process grid cuts an axis.

    An axis that none cuts is local. For n = q p + r points over p processes, the first r processes have q + 1 points,
    the others q, unless the axis has its own block sizes.
    shape: global lengths, one for each axis.
    grid: processes along each grid dimension; ranks are row-major in it (the last dimension varies fastest).

    C++: class Layout.
    cut: for each grid dimension the axis that it cuts (negative numbers count from the end). Several may cut the same
        axis; their coordinates are then combined row-major.
    blocks: {axis: sizes} for axes that are not divided evenly; as many sizes as processes along the axis, 0
        allowed, with the length of the axis as their sum.
    ghosts: ghost cells on either side of every block: a number for all axes or one for each; None: none. Blocks are
        then larger in memory: box_with_ghosts(), and doc/arrays-python.md.
    A value: equal if all of these are. Not collective; any process computes any process's block.
    InvalidArgumentError if the parts do not fit together.

    >>> layout = weft.Layout((6, 4), grid=4, cut=0)
    >>> [layout.slices(rank)[0] for rank in range(4)]
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None), slice(5, 6, None)]
    >>> weft.Layout((6, 4), 2, 0, blocks={0: (5, 1)}).local_shape(1)
    (1, 4)
    """

    __slots__ = ("_core", "_key", "_boxes")

    def __init__(self, shape: Wholes, grid: Wholes, cut: Wholes, blocks: Optional[Mapping[int, Sequence[int]]] = None,
                 ghosts: Optional[Wholes] = None):
        shape = wholes(shape, "the shape")
        axes = [self._axis(axis, len(shape)) for axis in wholes(cut, "cut")]
        sizes: List[Tuple[int, ...]] = [()] * len(shape) if blocks else []
        for axis, of_axis in (blocks or {}).items():
            sizes[self._axis(whole(axis, "an axis of blocks"), len(shape))] = wholes(of_axis, "blocks")
        grid = [self._processes(n) for n in wholes(grid, "the grid")]
        self._set(_core.Layout.make(list(shape), grid, axes, [list(s) for s in sizes], _ghosts(ghosts, len(shape))))

    @staticmethod
    def _axis(axis: int, n_axes: int) -> int:
        if not -n_axes <= axis < n_axes:
            raise errors.InvalidArgumentError(
                f"axis {axis} does not exist; the array has the axes 0 to {n_axes - 1}, or -{n_axes} to -1")
        return axis % n_axes

    @staticmethod
    def _processes(n: int) -> int:
        if not 0 < n < 2**31:
            raise errors.InvalidArgumentError(f"a grid dimension has {n} processes; give 1 or more")
        return n

    def _set(self, core: Any) -> None:
        blocks = tuple((axis, tuple(sizes)) for axis, sizes in enumerate(core.blocks) if sizes)
        ghosts = core.ghosts if any(core.ghosts) else ()
        self._core: Any = core
        self._boxes: Optional[Tuple[Tuple[Range, ...], ...]] = None
        self._key: Any = (core.shape, tuple(core.grid), tuple(core.cut), blocks, ghosts)

    @classmethod
    def _of(cls, core: Any) -> "Layout":
        """Of a layout of the module _core."""
        layout = cls.__new__(cls)
        layout._set(core)
        return layout

    @property
    def shape(self) -> Tuple[int, ...]:
        """Global lengths, one for each axis."""
        return self._key[0]

    @property
    def grid(self) -> Tuple[int, ...]:
        """Processes along each grid dimension."""
        return self._key[1]

    @property
    def cut(self) -> Tuple[int, ...]:
        """The axis that each grid dimension cuts."""
        return self._key[2]

    @property
    def blocks(self) -> Dict[int, Tuple[int, ...]]:
        """{axis: sizes} of the axes that have block sizes of their own."""
        return dict(self._key[3])

    @property
    def ghosts(self) -> Tuple[int, ...]:
        """Ghost cells on either side of every block, for each axis."""
        return self._key[4] or (0,) * len(self.shape)

    @property
    def n_processes(self) -> int:
        """The number of processes: the product of the grid."""
        n = 1
        for dimension in self.grid:
            n *= dimension
        return n

    def box(self, rank: int) -> Tuple[Range, ...]:
        """The block of a process, in global indices; may be empty.

        A pure function: any process may call it for any rank.

        C++: box_of.
        rank: InvalidArgumentError if there is none.
        Returns (begin, end) of each axis. Not collective.

        >>> weft.Layout((6, 4), 2, 1).box(1)
        ((0, 6), (2, 4))
        """
        return self._core.box(self._rank(rank))

    def box_with_ghosts(self, rank: int) -> Tuple[Range, ...]:
        """The block of a process with its ghost cells: copies of the elements around it, which halo exchanges update.

        It reaches beyond the array at the ends of the array. An empty block has no ghost cells.

        C++: box_with_ghosts.
        rank: InvalidArgumentError if there is none.
        Returns (begin, end) of each axis. Not collective.

        >>> weft.Layout((6, 4), 2, 0, ghosts=(1, 0)).box_with_ghosts(1)
        ((2, 7), (0, 4))
        """
        return self._core.box_with_ghosts(self._rank(rank))

    def _rank(self, rank: int) -> int:
        rank = whole(rank, "the rank")
        if not 0 <= rank < self.n_processes:
            raise errors.InvalidArgumentError(
                f"there is no process {rank}; the layout has the processes 0 to {self.n_processes - 1}")
        return rank

    def slices(self, rank: int) -> Tuple[slice, ...]:
        """The block of process `rank` as slices of the global array. Not collective.

        >>> import numpy
        >>> numpy.arange(24).reshape(6, 4)[weft.Layout((6, 4), 6, 0).slices(5)]
        array([[20, 21, 22, 23]])
        """
        return tuple(slice(begin, end) for begin, end in self.box(rank))

    def local_shape(self, rank: int) -> Tuple[int, ...]:
        """The lengths of the block of process `rank`; 0 where it has none. Not collective."""
        return tuple(end - begin for begin, end in self.box(rank))

    def memory_shape(self, rank: int) -> Tuple[int, ...]:
        """The lengths of an array of process `rank`: those of its block with ghost cells. Not collective."""
        return tuple(end - begin for begin, end in self.box_with_ghosts(rank))

    def with_ghosts(self, ghosts: Optional[Wholes]) -> "Layout":
        """The same blocks with so many ghost cells (as `ghosts` above; None or 0: none). Not collective.

        >>> weft.Layout((6, 4), 2, 0, ghosts=1).with_ghosts(None).ghosts
        (0, 0)
        """
        return Layout(self.shape, self.grid, self.cut, self.blocks, ghosts)

    def _all_boxes(self) -> Tuple[Tuple[Range, ...], ...]:
        """The blocks of all processes; layouts that are written differently may have the same ones."""
        if self._boxes is None:
            self._boxes = tuple(self._core.box(rank) for rank in range(self.n_processes))
        return self._boxes

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        blocks = f", blocks={self.blocks}" if self._key[3] else ""
        ghosts = f", ghosts={self.ghosts}" if self._key[4] else ""
        return f"weft.Layout({self.shape}, grid={self.grid}, cut={self.cut}{blocks}{ghosts})"

    def _repr_html_(self) -> str:
        """For notebooks: the blocks of all processes."""
        from .picture import html_of

        return html_of("weft.Layout", [("array", self)], None)

    def __reduce__(self) -> Tuple[Any, ...]:
        return Layout, (self.shape, self.grid, self.cut, self.blocks, self.ghosts)
