"""NumPy arrays that know which block of which global array they hold."""

from typing import Optional, Tuple

import numpy as np

from .elementwise import apply
from .layout import Layout


class Block:
    """Which part of a global array: that of process `rank` in `layout`, with its axes from slowest to fastest in
    memory. Shared by all arrays of a side of a plan; equal if layout and rank are."""

    __slots__ = ("layout", "rank", "shape", "order")

    def __init__(self, layout: Layout, rank: int, order: Tuple[int, ...]):
        self.layout, self.rank, self.order = layout, rank, tuple(order)
        self.shape = layout.local_shape(rank)

    def __eq__(self, other):
        return isinstance(other, Block) and (self.rank, self.layout) == (other.rank, other.layout)

    __hash__ = None


class Array(np.ndarray):
    """The local block of a distributed array: a numpy.ndarray that knows its layout.

    Made by `plan.points()`, `plan.modes()`, `plan.forward()`, `plan.backward()`. Everything NumPy does works as
    ever, on the local block. Elementwise results of arrays of one layout have that layout and lie in memory as
    they do (also beside arrays that are broadcast, for which NumPy itself would choose C order); copies, real and
    imaginary parts keep it too. What is another part of the array, or lies otherwise in memory (slices,
    transposes, flips, selections by index arrays, sums), has none: `layout` is None.

    Copies keep the order in memory (`copy()` has order="K" by default), and so does pickling.

    >>> with weft.Plan((8, 6), comm=MPI.COMM_SELF) as plan:
    ...     u = plan.points()
    ...     (u + 1).layout == plan.points_layout, u[1:].layout is None, u.slices
    (True, True, (slice(0, 8, None), slice(0, 6, None)))
    """

    _block: Optional[Block] = None

    def __array_finalize__(self, parent):
        # Copies and whole views; views in another order are told below.
        block = getattr(parent, "_block", None)
        if block is not None and self.shape == block.shape:
            self._block = block

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **keywords):
        arrays = [a for a in inputs if isinstance(a, Array) and a.ndim > 0]
        block = arrays[0]._block if arrays else None
        if any(a._block is not block and a._block != block for a in arrays):
            block = None
        result = apply(ufunc, method, inputs, out, keywords, block.order if block is not None else None)
        if out is not None or result is NotImplemented:
            return result
        if type(result) is tuple:
            return tuple(_wrapped(one, block) for one in result)
        return _wrapped(result, block)

    def __getitem__(self, key):
        result = super().__getitem__(key)
        # Flips, and copies that index arrays select.
        if type(result) is Array and result._block is not None and _address(result) != _address(self):
            result._block = None
        return result

    # NumPy gives a transposed view its strides after __array_finalize__ has looked at them.
    def transpose(self, *axes):
        """As numpy.ndarray.transpose; the result has no layout."""
        return _without_layout(super().transpose(*axes))

    def swapaxes(self, axis1, axis2):
        """As numpy.ndarray.swapaxes; the result has no layout."""
        return _without_layout(super().swapaxes(axis1, axis2))

    @property
    def T(self):
        """As numpy.ndarray.T; the result has no layout."""
        return self.transpose()

    @property
    def mT(self):
        """As numpy.ndarray.mT; the result has no layout."""
        return self.swapaxes(-1, -2)

    def take(self, *arguments, **keywords):
        """As numpy.ndarray.take; the result has no layout."""
        return np.asarray(self).take(*arguments, **keywords).view(Array)

    def copy(self, order="K"):
        """A copy in the same order in memory, with the same layout."""
        return super().copy(order)

    @property
    def layout(self) -> Optional[Layout]:
        """The layout that this is a block of, or None."""
        return self._block.layout if self._block is not None else None

    @property
    def rank(self) -> Optional[int]:
        """Of the process whose block this is, in the plan's communicator, or None."""
        return self._block.rank if self._block is not None else None

    @property
    def box(self) -> Optional[tuple]:
        """(begin, end) of each axis in global indices, or None."""
        return self._block.layout.box(self._block.rank) if self._block is not None else None

    @property
    def slices(self) -> Optional[Tuple[slice, ...]]:
        """The block as slices of the global array, or None."""
        return self._block.layout.slices(self._block.rank) if self._block is not None else None

    def __reduce__(self):
        order = _memory_order(self)
        in_memory = np.ascontiguousarray(np.asarray(self).transpose(order))
        where = (self.layout, self.rank) if self._block is not None else None
        return _rebuild, (in_memory, order, where)


def _wrapped(result, block):
    """The result of an elementwise function: an Array if NumPy made an array of it."""
    if type(result) is not np.ndarray:
        return result
    array = result.view(Array)
    array._block = block if block is not None and block.shape == result.shape else None
    return array


def _without_layout(array) -> "Array":
    array._block = None
    return array


def _address(array) -> int:
    return array.__array_interface__["data"][0]


def _memory_order(array) -> Tuple[int, ...]:
    """The axes from slowest to fastest in memory."""
    return tuple(sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis])))


def _rebuild(in_memory, order, where) -> Array:
    array = in_memory.transpose(np.argsort(order)).view(Array)
    if where is not None:
        array._block = Block(*where, order)
    return array
