"""Subcomm, Pencil and Transfer: how an array is cut over processes, and the way from one cut to another.

A Transfer is a weft.redistribution over the one communicator that both pencils share. Its plan is made at the first call
and kept with the process grid, so that transfers that are made again and again cost nothing; axes that take no part are
merged, so that all components of a tensor travel in one message.
"""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from ... import _library, errors
from ...layout import Layout
from ...moves import redistribution
from .grid import Grid, origin
from .refusals import check

MPI = _library.mpi()
__all__ = ("Pencil", "Subcomm", "Transfer")

_CARRIERS: Dict[int, np.dtype[Any]] = {4: np.dtype("float32"), 8: np.dtype("float64"), 16: np.dtype("complex128")}  # bytes of an element: what moves it
_MOST_MOVES = 32  # that a grid keeps


def block_of(length: int, n_processes: int, rank: int) -> Tuple[int, int]:
    """(length, start) of a process's part of an axis: the first processes have one more."""
    whole, rest = divmod(length, n_processes)
    return whole + (rank < rest), rank * whole + min(rank, rest)


class Subcomm(tuple[Any, ...]):
    """A tuple of communicators, one for each dimension of a process grid. Collective.

    comm: a communicator; one with a Cartesian topology is the grid itself.
    dims: lengths of the grid, 0 for those that MPI shall choose; a number: of dimensions; None: one.
    reorder: may MPI give processes other ranks in the grid?

    >>> from weft.compat.mpi4py_fft.pencil import Subcomm
    >>> subcomm = Subcomm(comm, [0, 1])
    >>> [part.Get_size() for part in subcomm] == [comm.Get_size(), 1]
    True
    >>> subcomm.destroy()
    """

    _grid: Grid

    def __new__(cls, comm: Any, dims: Any = None, reorder: bool = True) -> Subcomm:
        check(isinstance(comm, MPI.Comm) and not comm.Is_inter(), f"{comm!r} is no communicator of one group of processes")
        is_grid = comm.Get_topology() == MPI.CART
        if is_grid:
            check(dims is None, "the communicator is a process grid already; leave dims away")
            check(comm.Get_dim() > 0, "the communicator is a process grid without dimensions; give one with some")
        else:
            comm = comm.Create_cart(cls._lengths(comm.Get_size(), dims), reorder=reorder)
        grid = Grid(comm, not is_grid)
        parts = []
        for dimension in range(comm.Get_dim()):
            part = comm.Sub([dimension == other for other in range(comm.Get_dim())])
            grid.mark(part, dimension)
            parts.append(part)
        subcomm = super().__new__(cls, parts)
        subcomm._grid = grid
        return subcomm

    @staticmethod
    def _lengths(n_processes: int, dims: Any) -> List[int]:
        if dims is None:
            lengths = [0]
        elif np.ndim(dims) > 0:
            lengths = [max(0, int(length)) for length in dims]
            check(len(lengths) > 0, "dims is empty; give one length for each dimension of the grid")
        else:
            check(dims > 0, f"dims is {dims}; a grid has 1 or more dimensions")
            lengths = [0] * int(dims)
        given = math.prod(length for length in lengths if length > 0)
        check(given == n_processes if 0 not in lengths else n_processes % given == 0,
              f"a grid of {lengths} does not fit {n_processes} processes; give lengths whose product is {n_processes}, with 0 for "
              "those that may be chosen")
        return list(MPI.Compute_dims(n_processes, lengths))

    def destroy(self) -> None:
        """Frees all communicators. Collective."""
        self._grid.close()
        for comm in self:
            if comm:
                comm.Free()


class Transfer:
    """A redistribution between two pencils. Calls are collective over `comm`.

    comm: over which the one is cut along axisB, the other along axisA.
    shape: of the array that these processes share. dtype: of any elements of 4, 8 or 16 bytes.
    subshapeA, axisA: of the block of the first pencil, and the axis that is whole in it; subshapeB, axisB: of the second.
    """

    def __init__(self, comm: Any, shape: Sequence[int], dtype: Any, subshapeA: Sequence[int], axisA: int,
                 subshapeB: Sequence[int], axisB: int):
        self.comm = comm
        self.shape = tuple(int(n) for n in shape)
        self.dtype = np.dtype(dtype)
        self.subshapeA, self.axisA = tuple(int(n) for n in subshapeA), axisA
        self.subshapeB, self.axisB = tuple(int(n) for n in subshapeB), axisB
        self._own: Any = {}  # plans, where the communicator is of no grid
        self._last: Any = None, None

    def forward(self, arrayA: Any, arrayB: Any) -> None:
        """From arrayA of shape subshapeA to arrayB of shape subshapeB. Both may have further axes in front."""
        self._move(arrayA, self.subshapeA, arrayB, self.subshapeB, True)

    def backward(self, arrayB: Any, arrayA: Any) -> None:
        """From arrayB of shape subshapeB to arrayA of shape subshapeA. Both may have further axes in front."""
        self._move(arrayB, self.subshapeB, arrayA, self.subshapeA, False)

    def destroy(self) -> None:
        """Ends it. Collective, where the communicator is of no Subcomm."""
        for plan in self._own.values():
            plan.close()
        self._own.clear()
        self._last = None, None

    def _move(self, source: Any, source_shape: Tuple[int, ...], target: Any, target_shape: Tuple[int, ...], forward: bool) -> None:
        complaint = None
        try:
            self._check(source, source_shape)
            self._check(target, target_shape)
        except errors.InvalidArgumentError as error:
            if self.comm.Get_size() == 1:
                raise
            complaint = errors.complaint_of(error)
        if self.comm.Get_size() == 1:
            target[...] = source
            return
        in_front = 1 if complaint else math.prod(source.shape[:source.ndim - len(self.shape)])
        if in_front * math.prod(self.shape) == 0:
            return
        plan = self._plan(in_front)
        if complaint:
            plan._plan.run(forward, (), (), True, complaint)
        given = _elements(source, plan.points_dtype)
        dense = target if target.flags.c_contiguous else np.empty(target.shape, self.dtype)
        shapes = [layout.local_shape(plan.rank) for layout in (plan.points_layout, plan.modes_layout)]
        plan._plan.run(forward, given.reshape(shapes[not forward]), _elements(dense, plan.points_dtype).reshape(shapes[forward]), True, None)
        if dense is not target:
            target[...] = dense

    def _check(self, array: Any, shape: Tuple[int, ...]) -> None:
        if not (isinstance(array, np.ndarray) and array.shape[max(0, array.ndim - len(shape)):] == shape):
            raise errors.InvalidArgumentError(f"the array has shape {np.shape(array)}; this transfer takes {shape}")
        if array.dtype != self.dtype:
            raise errors.InvalidArgumentError(f"the array is of {array.dtype}; this transfer was made for {self.dtype}")

    def _plan(self, in_front: int) -> Any:
        """The redistribution of so many arrays at once."""
        if self._last[0] == in_front and not self._last[1].closed:
            return self._last[1]
        check(self.dtype.itemsize in _CARRIERS, f"elements of {self.dtype} have {self.dtype.itemsize} bytes; those of 4, 8 and 16 bytes can be moved")
        low, high = sorted((self.axisA, self.axisB))
        shape = (in_front * math.prod(self.shape[:low]), self.shape[low], math.prod(self.shape[low + 1:high]), self.shape[high],
                 math.prod(self.shape[high + 1:]))
        whole_in_a, whole_in_b = (1, 3) if self.axisA < self.axisB else (3, 1)
        found = origin(self.comm)
        moves = self._own if found is None else found[0].moves
        key = (found[1] if found else None, shape, whole_in_a, self.dtype.itemsize)
        plan = moves.pop(key, None)
        if plan is None:
            if len(moves) >= _MOST_MOVES:
                moves.pop(next(iter(moves))).close()
            n_processes = self.comm.Get_size()
            plan = redistribution(Layout(shape, n_processes, whole_in_b), Layout(shape, n_processes, whole_in_a), self.comm,
                                  _CARRIERS[self.dtype.itemsize])
        moves[key] = plan
        self._last = in_front, plan
        return plan


def _elements(array: Any, carrier: Any) -> Any:
    """The array's elements, without gaps, as a dtype that weft moves."""
    return np.ascontiguousarray(array).view(np.ndarray).view(carrier)


class Pencil:
    """How an array is cut: a communicator for each axis, one axis whole. Not collective.

    subcomm: communicators, one for each axis; where there are fewer, `axis` and the last axes are whole.
    shape: of the global array. axis: that is whole.

    >>> from weft.compat.mpi4py_fft.pencil import Pencil, Subcomm
    >>> subcomm = Subcomm(comm)
    >>> rows = Pencil(subcomm, (12, 8))
    >>> rows.axis, rows.subshape[1], rows.pencil(0).subshape[0]
    (1, 8, 12)
    >>> subcomm.destroy()
    """

    def __init__(self, subcomm: Sequence[Any], shape: Sequence[int], axis: int = -1):
        n_axes = len(shape)
        check(n_axes >= 2, f"the shape {tuple(shape)} has {n_axes} axis; a pencil has 2 or more")
        check(min(shape) >= 1, f"the shape {tuple(shape)} has an empty axis; lengths are 1 or more")
        check(-n_axes <= axis < n_axes, f"axis {axis} does not exist; the array has the axes 0 to {n_axes - 1}")
        check(1 <= len(subcomm) <= n_axes, f"there are {len(subcomm)} communicators for {n_axes} axes; give at most one for each")
        axis = int(axis) % n_axes
        comms = list(subcomm)
        if len(comms) < n_axes:
            comms += [MPI.COMM_SELF] * (n_axes - 1 - len(comms))
            comms.insert(axis, MPI.COMM_SELF)
        check(comms[axis].Get_size() == 1,
              f"axis {axis} is cut over {comms[axis].Get_size()} processes, but shall be whole; name one that is not cut")
        blocks = [block_of(int(n), comm.Get_size(), comm.Get_rank()) for n, comm in zip(shape, comms)]
        self.shape = tuple(int(n) for n in shape)
        self.axis = axis
        self.subcomm = tuple(comms)
        self.subshape = tuple(length for length, _ in blocks)
        self.substart = tuple(start for _, start in blocks)

    def pencil(self, axis: int) -> Pencil:
        """The pencil in which `axis` is whole: what cut it cuts the axis that was whole here."""
        n_axes = len(self.shape)
        check(-n_axes <= axis < n_axes, f"axis {axis} does not exist; the array has the axes 0 to {n_axes - 1}")
        comms, axis = list(self.subcomm), int(axis) % n_axes
        comms[axis], comms[self.axis] = comms[self.axis], comms[axis]
        return Pencil(comms, self.shape, axis)

    def transfer(self, pencil: Pencil, dtype: Any) -> Transfer:
        """The Transfer from this pencil to one in which another axis is whole. dtype: of the elements."""
        check(self.shape == pencil.shape, f"one pencil is of {self.shape}, the other of {pencil.shape}; make them alike")
        check(self.axis != pencil.axis, f"in both pencils axis {self.axis} is whole; there is nothing to move")
        others = [axis for axis in range(len(self.shape)) if axis not in (self.axis, pencil.axis)]
        check(all(_alike(self.subcomm[axis], pencil.subcomm[axis]) for axis in others)
              and _alike(self.subcomm[pencil.axis], pencil.subcomm[self.axis]),
              "the pencils differ in more than the axis that is whole; make the second one by pencil(axis) of the first")
        comm = self.subcomm[pencil.axis]
        shape = list(self.subshape)
        shape[pencil.axis] = self.shape[pencil.axis]
        return Transfer(comm, shape, dtype, self.subshape, self.axis, pencil.subshape, pencil.axis)


def _alike(a: Any, b: Any) -> bool:
    return a == b or (a.Get_size() == 1 and b.Get_size() == 1)


def whole_axis(subcomm: Sequence[Any]) -> Optional[int]:
    """The last axis that is not cut, or None."""
    return next((axis for axis in reversed(range(len(subcomm))) if subcomm[axis].Get_size() == 1), None)
