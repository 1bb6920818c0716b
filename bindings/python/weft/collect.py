"""Global arrays on one process: redistributions from and to a layout in which that process owns all.

The exchange is `alltoallw`, which sends from and receives into the arrays where they lie. A redistribution has
its blocks in C order; modes in another order are those of an array whose axes are named in that order.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np

from . import errors
from .arrays import Array
from .layout import Layout, whole
from .sides import Side
from .types import AnyArray


def permuted(layout: Layout, order: Sequence[int]) -> Layout:
    """The same blocks, with axis i of the new layout being axis order[i] of the old one."""
    place = {axis: i for i, axis in enumerate(order)}
    return Layout([layout.shape[a] for a in order], layout.grid, [place[a] for a in layout.cut],
                  {place[a]: sizes for a, sizes in layout.blocks.items()})


def layout_on_root(shape: Sequence[int], n_processes: int, root: int) -> Layout:
    """Process `root` owns all, the others nothing."""
    sizes = [shape[0] if rank == root else 0 for rank in range(n_processes)]
    return Layout(shape, n_processes, 0, {0: sizes})


def check_root(root: Any, n_processes: int) -> int:
    """The root as an int that is the rank of a process."""
    root = whole(root, "root")
    if not 0 <= root < n_processes:
        raise errors.InvalidArgumentError(f"root is {root}; there are the processes 0 to {n_processes - 1}")
    return root


def wrong_on_root(array: object, side: Side) -> Optional[str]:
    """What is wrong with the global array that the root scatters, in words."""
    if not isinstance(array, np.ndarray):
        return f"the array on the root is of type {type(array).__name__}; give a NumPy array"
    if array.shape != side.layout.shape:
        return f"the array on the root has shape {array.shape}, but the {side.name} have shape {side.layout.shape}"
    if array.dtype != side.dtype:
        return f"the array on the root has dtype {array.dtype}, but the {side.name} are {side.dtype}"
    return None


def scatter(plan: Any, array: Any, root: int, side_name: str) -> Array:
    """Plan.scatter."""
    side: Any = None
    complaint = None
    try:
        root = check_root(root, plan.n_processes)
        side = _side_named(plan, side_name)
        wrong = wrong_on_root(array, side) if plan.rank == root else None
        if wrong is not None:
            raise errors.InvalidArgumentError(wrong)
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    plan._plan.require_same("root and side of scatter", f"{root}, {side_name}", complaint)
    return _collector(plan, side, root).scatter(array)


def gather(plan: Any, local: Any, root: int, side_name: Optional[str]) -> Optional[AnyArray]:
    """Plan.gather."""
    side: Any = None
    complaint = None
    try:
        root = check_root(root, plan.n_processes)
        side = _side_named(plan, side_name) if side_name is not None else _side_of(plan, local)
        wrong = side.wrong(local, "array")
        if wrong is not None:
            raise errors.InvalidArgumentError(wrong)
        plan._plan.check_array(side.name == "points", local, "array")
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    plan._plan.require_same("root and side of gather", f"{root}, {side.name if side else None}", complaint)
    return _collector(plan, side, root).gather(local)


def _side_named(plan: Any, name: str) -> Side:
    sides: Sequence[Side] = (plan._points, plan._modes)
    for side in sides:
        if side.name == name:
            return side
    raise errors.InvalidArgumentError(f"side is {name!r}; give 'points' or 'modes'")


def _side_of(plan: Any, local: Any) -> Side:
    """The side that an array is a block of, by its layout and dtype."""
    block = getattr(local, "_block", None)
    fits: Sequence[Side] = [side for side in (plan._points, plan._modes)
            if block is not None and block == side.block and local.dtype == side.dtype]
    if len(fits) != 1:
        raise errors.InvalidArgumentError(
            "the array does not tell whether it holds points or modes of this plan; say side='points' or side='modes'")
    return fits[0]


def _collector(plan: Any, side: Side, root: int) -> Collector:
    key = side.name, root
    if key not in plan._collectors:
        if not plan.comm:
            raise errors.InvalidArgumentError(
                f"the communicator of the plan has been freed, and the first scatter or gather of the {side.name} with "
                f"root {root} makes a redistribution on it; call it once before you free the communicator")
        plan._collectors[key] = Collector(plan, side, root)
    found: Collector = plan._collectors[key]
    return found


class Collector:
    """Moves one side of a plan to one process and back. Made, called and closed collectively."""

    def __init__(self, plan: Any, side: Side, root: int):
        self.order = tuple(side.order)
        self.inverse = tuple(int(i) for i in np.argsort(self.order))
        self.side = side
        local = permuted(side.layout, self.order)
        on_root = layout_on_root(local.shape, local.n_processes, root)
        self.plan = plan._redistribution(local, on_root, plan.comm, side.dtype, exchange="alltoallw", **plan._patience)
        self.is_root = self.plan.rank == root

    def _in_memory_order(self, array: Any) -> AnyArray:
        """Without gaps: a copy if there are any, as between the lines of an array in place."""
        return np.ascontiguousarray(np.asarray(array).transpose(self.order))

    def gather(self, local: AnyArray) -> Optional[AnyArray]:
        """The global array on the root, None elsewhere. Collective."""
        collected: AnyArray = np.asarray(self.plan.forward(self._in_memory_order(local)))
        return collected.transpose(self.inverse) if self.is_root else None

    def scatter(self, array: Any) -> Array:
        """This process's block of the global array on the root. Collective."""
        given = self._in_memory_order(array) if self.is_root else self.plan.modes()
        local = self.side.empty()
        block = np.asarray(local).transpose(self.order)
        if block.flags.c_contiguous:
            self.plan.backward(given, out=block)
        else:
            block[...] = self.plan.backward(given)
        return local
