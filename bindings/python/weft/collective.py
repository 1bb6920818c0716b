"""What processes tell each other through mpi4py. weft compares their calls first: mpi4py would wait for ever for a process
that is in another call.

`doing`: of the caller ("to open a field"), for the error of both processes where the calls differ.
"""

from __future__ import annotations

from typing import Any, List

from . import _core, arguments
from .types import Comm, Complaint


def agree(comm: Comm, complaint: Complaint, doing: str) -> None:
    """All processes raise the complaint (code, text) of the first that has one; None: no complaint. For calls without a
    distribution, which agrees by itself. Collective."""
    _core.agree(arguments.communicator_address(comm)[1], complaint, doing)


def broadcast(comm: Comm, value: Any, doing: str, root: int = 0) -> Any:
    """The value of process `root`. Collective."""
    agree(comm, None, doing)
    return comm.bcast(value, root)


def allgather(comm: Comm, value: Any, doing: str) -> List[Any]:
    """The values of all processes. Collective."""
    agree(comm, None, doing)
    return comm.allgather(value)
