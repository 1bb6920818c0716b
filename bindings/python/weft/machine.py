"""The libraries below, and how fast this machine copies: what bounds every transform on it."""

from __future__ import annotations

from typing import Any, Dict, Optional

from . import _core, arguments, errors
from .keywords import PlanOptions
from .types import Comm, Unpack


def mpi_library() -> str:
    """Name and version of the MPI library, as "Open MPI v4.1.4".

    Not collective; at any time. Errors: none.

    C++: mpi_library.

    >>> weft.mpi_library().split()[0] in ("Open", "MPICH", "Intel(R)", "weft")
    True
    """
    return _core.mpi_library()


def fft_library() -> str:
    """Name, version and instructions of each FFT library, as "fftw-3.3.10-sse2-avx".

    Loads MKL. Not collective. Errors: none.

    C++: fft_library.

    >>> "fftw" in weft.fft_library()
    True
    """
    return _core.fft_library()


def measure_rates(comm: Optional[Comm] = None, **options: Unpack[PlanOptions]) -> Dict[str, Any]:
    """Measures how fast processes of this machine copy.

    Rates are bytes read plus bytes written per second. The measurement takes less than a second. No pass over an
    array is faster than a copy: each process keeps the last rates, and plans compare their calls with them. The
    result is the same on all processes. Collective over `comm`. Errors are those of a plan, on every process or on
    none. ResourceError if memory for two arrays of a few MiB is missing; CommunicationError if a process does not
    come in time.

    C++: measure_rates.
    comm: a communicator of mpi4py; default MPI.COMM_WORLD.
    options: of them only `timeout` counts. InvalidArgumentError for a wrong option, or a wrong WEFT_OPTIONS.
    Returns a dict: "alone" (rates of one process of each node, the others asleep) and "together" (of all at a time),
    each with "cached" and "memory"; "n_processes" that took part; "cache_bytes" of the last-level cache for each
    process (0: not known). Plan.explain() shows how near to these rates a call came.

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
