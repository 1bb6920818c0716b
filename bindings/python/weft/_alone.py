"""What weft asks of mpi4py.MPI, for one process without MPI: chosen where mpi4py is not installed (weft/_library.py)."""

from __future__ import annotations

import ctypes
from typing import Any, List


class Comm:
    """A communicator of this process alone."""

    rank, size = 0, 1

    def __init__(self, handle: int):
        self._handle = ctypes.c_void_p(handle)  # as in alone/mpi.h

    def Get_rank(self) -> int:
        return 0

    def Get_size(self) -> int:
        return 1

    def bcast(self, value: Any, root: int = 0) -> Any:
        return value

    def gather(self, value: Any, root: int = 0) -> List[Any]:
        return [value]

    def allgather(self, value: Any) -> List[Any]:
        return [value]

    def barrier(self) -> None:
        pass

    Barrier = barrier


COMM_WORLD, COMM_SELF = Comm(1), Comm(2)


def Is_initialized() -> bool:
    return True


def Is_finalized() -> bool:
    return False


def _addressof(comm: Comm) -> int:
    return ctypes.addressof(comm._handle)
