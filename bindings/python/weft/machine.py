"""The libraries below, and how fast this machine copies: what bounds every transform on it."""

from __future__ import annotations

from typing import Any, Dict, Optional

from . import _core, arguments, errors
from .keywords import PlanOptions
from .types import Comm, Unpack


def mpi_library() -> str:
    """Name and version of the MPI library below. Not collective.

    >>> weft.mpi_library().split()[0] in ("Open", "MPICH", "Intel(R)", "weft")
    True
    """
    return _core.mpi_library()


def fft_library() -> str:
    """Name, version and instruction set of the FFT library below. Not collective.

    >>> "fftw" in weft.fft_library()
    True
    """
    return _core.fft_library()


def measure_rates(comm: Optional[Comm] = None, **options: Unpack[PlanOptions]) -> Dict[str, Any]:
    """Measures how fast processes of this machine copy; takes less than a second. Collective over `comm`.

    comm: a communicator of mpi4py; default MPI.COMM_WORLD.
    options: of them only `timeout` counts.

    Returns the same dict on all processes, in bytes read plus written per second by one process: "alone" (one
    process of each node, the others asleep) and "together" (all at a time), each with "cached" and "memory";
    "n_processes" that took part; "cache_bytes" of the last-level cache for each process (0: not known).
    The process remembers it, and Plan.explain() shows how near to these rates a call came.
    Errors: as weft.Plan.

    >>> rates = weft.measure_rates()
    >>> rates["together"]["cached"] > 0 and rates["alone"]["memory"] > 0
    True
    """
    _, address = arguments.communicator_address(comm)
    chosen, complaint = _core.Options(), None
    try:
        chosen = arguments.options_of(options)
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    return _core.measure_rates(address, chosen, complaint)
