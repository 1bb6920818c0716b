"""Which process grid a tuple of communicators comes from.

mpi4py-fft describes a distribution by one communicator for each axis, and forgets the grid that they were taken from. A weft.Plan needs the
whole grid: its communicator, its lengths, and which axis each dimension cuts. So every communicator of a Subcomm carries
its grid as an attribute, which goes with it into any tuple that a pencil makes of them.
"""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple

from ... import _library
from ...layout import Layout

MPI = _library.mpi()
if not hasattr(MPI, "Intracomm"):  # weft alone, without MPI
    raise ImportError("weft.compat.mpi4py_fft is for programs that use mpi4py, which is not installed: pip install mpi4py")
_KEY = MPI.Comm.Create_keyval()


class Grid:
    """A Cartesian communicator; what is made for its parts and kept for the next one who needs it."""

    def __init__(self, comm: Any, is_ours: bool):
        self.comm = comm
        self.lengths: Tuple[int, ...] = tuple(comm.Get_topo()[0])
        self.moves: Dict[Tuple[Any, ...], Any] = {}  # weft.Plan of a redistribution, in the order of their last use
        self._is_ours = is_ours

    def mark(self, part: Any, dimension: int) -> None:
        """Tells the communicator of one dimension where it comes from."""
        part.Set_attr(_KEY, (self, dimension))

    def close(self) -> None:
        """Closes what was kept, and the communicator if it was made here. Collective."""
        for plan in self.moves.values():
            plan.close()
        self.moves.clear()
        if self._is_ours and self.comm != MPI.COMM_NULL:
            self.comm.Free()


def origin(comm: Any) -> Optional[Tuple[Grid, int]]:
    """Grid and dimension that a communicator of a Subcomm comes from; None for others."""
    found: Optional[Tuple[Grid, int]] = comm.Get_attr(_KEY)
    return found


class Spread(NamedTuple):
    """How the axes of an array lie on a process grid."""

    comm: Any
    grid: Tuple[int, ...]
    cut: Tuple[int, ...]

    def layout(self, shape: Sequence[int]) -> Layout:
        """Of an array of that global shape."""
        return Layout(tuple(shape), self.grid, self.cut)


def spread_of(subcomm: Sequence[Any]) -> Optional[Spread]:
    """Of arrays with these communicators, one for each axis; None if they are not the parts of one grid."""
    cut: Dict[int, int] = {}
    grid: Optional[Grid] = None
    for axis, comm in enumerate(subcomm):
        if comm.Get_size() == 1:
            continue
        found = origin(comm)
        if found is None or grid not in (None, found[0]) or found[1] in cut:
            return None
        grid = found[0]
        cut[found[1]] = axis
    if grid is None:
        return Spread(MPI.COMM_SELF, (1,), (0,))
    dimensions = [dimension for dimension, length in enumerate(grid.lengths) if length > 1]
    if sorted(cut) != dimensions or grid.comm == MPI.COMM_NULL:
        return None
    return Spread(grid.comm, tuple(grid.lengths[d] for d in dimensions), tuple(cut[d] for d in dimensions))
