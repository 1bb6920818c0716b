"""One side of a plan: the arrays of its points or its modes, new ones and given ones."""

from __future__ import annotations

from typing import Any, Optional, Tuple

import numpy as np

from . import _core, errors
from .arrays import Array
from .block import Block
from .layout import Layout
from .types import AnyArray, Comm

_new = np.ndarray.__new__


class Side:
    """The points or the modes of a plan on this process."""

    def __init__(self, name: str, plan: Any, comm: Comm, layout: Layout, n_bytes: Optional[int]):
        is_points = name == "points"
        facts = plan.side(is_points)
        self.name = name
        self.layout = layout
        self.block = Block(layout, _core.plan_rank(plan), facts["order"], comm, _core.Distribution.of_plan(plan, is_points))
        self.dtype: np.dtype[Any] = np.dtype(facts["dtype"])
        self.shape: Tuple[int, ...] = facts["shape"]
        self.strides: Tuple[int, ...] = facts["strides"]  # in bytes
        self.order: Tuple[int, ...] = facts["order"]  # axes from slowest to fastest in memory
        self.n_bytes: int = facts["nbytes"]  # of the block
        self.pool_bytes = self.n_bytes if n_bytes is None else n_bytes
        self.pool = _core.Pool(self.pool_bytes)
        self.elsewhere: Any = None if plan.space == "host" else plan  # which has the memory of arrays

    def over(self, memory: Any, offset: int = 0) -> Array:
        """The array of this side in `memory`."""
        array: Array = _new(Array, self.shape, self.dtype, memory, offset, self.strides)
        array._block = self.block
        return array

    def empty(self) -> Array:
        """A new array, or one that was thrown away; its values are anything."""
        return self.over(self.pool.take()) if self.elsewhere is None else self.zeros(self.elsewhere)

    def zeros(self, plan: Any) -> Array:
        """A new array of zeros, in shared memory if the plan (of the module) shares its arrays."""
        memory = plan.shared_block(self.pool_bytes)
        if memory is None:
            memory = self.pool.take()
            memory.clear()
        return self.over(memory)

    def wrong(self, array: object, role: str) -> Optional[str]:
        """What is wrong with an array apart from its memory, in words; the module looks at the rest."""
        if not isinstance(array, np.ndarray):
            return (f"the {role} is of type {type(array).__name__}; give a NumPy array, or a list of them for "
                    "several fields")
        if isinstance(array, np.ma.MaskedArray):
            return f"the {role} is a masked array; pass its data (array.data)"
        block = getattr(array, "_block", None)
        if block is not None and block is not self.block and block != self.block:
            return (f"the {role} is an array of another plan or of the other side: a block of process {block.rank} in "
                    f"{block.layout}, but the {self.name} of this plan are that of process {self.block.rank} in "
                    f"{self.layout}; use weft.redistribution between plans, or numpy.asarray(array) if this is meant")
        return None


def memory_in_place(array: AnyArray, n_bytes: int) -> Tuple[Any, int]:
    """The object that owns the memory of an in-place array, and the array's offset in it.

    ValueError if there is less than `n_bytes` from the array's start, or if it is not one piece.
    """
    owner: Any = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    address = array.__array_interface__["data"][0]
    if isinstance(owner.base, _core.Block):
        owner = owner.base
        offset, room = address - owner.address, owner.nbytes
    elif owner.flags.c_contiguous:
        offset, room = address - owner.__array_interface__["data"][0], owner.nbytes
    else:
        raise ValueError("the memory of the input is not one piece; make in-place arrays with plan.points()")
    if room - offset < n_bytes:
        raise ValueError(f"the memory of the input holds {room - offset} bytes, but in_place=True needs {n_bytes} "
                         "(plan.in_place_bytes); make in-place arrays with plan.points()")
    return owner, offset
