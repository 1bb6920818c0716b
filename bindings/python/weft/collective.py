"""What processes tell each other through mpi4py. weft compares their calls first: mpi4py would wait for ever for a process
that is in another call.

`doing`: of the caller ("to open a field"), for the error of both processes where the calls differ.
"""

from . import _core, arguments


def agree(comm, complaint, doing: str) -> None:
    """All processes raise the complaint (code, text) of the first that has one; None: no complaint. For calls without a
    distribution, which agrees by itself. Collective."""
    _core.agree(arguments.communicator_address(comm)[1], complaint, doing)


def broadcast(comm, value, doing: str, root: int = 0):
    """The value of process `root`. Collective."""
    agree(comm, None, doing)
    return comm.bcast(value, root)


def allgather(comm, value, doing: str) -> list:
    """The values of all processes. Collective."""
    agree(comm, None, doing)
    return comm.allgather(value)
