"""Fast Fourier transforms of NumPy arrays that are spread over many processes.

    import weft
    with weft.Plan((64, 64, 64)) as plan:      # all processes of MPI.COMM_WORLD
        u = plan.points()                      # this process's block, a NumPy array
        uh = plan.forward(u)                   # norms as in numpy.fft
        u = plan.backward(uh)

Importing weft looks first which MPI library mpi4py uses and raises ImportError, with the remedy, if it is not
the one that weft was built with. Under `weft-run`, an exception on one process ends the whole job.

Words, layouts, norms: doc/conventions.md. A complete tutorial: doc/tutorial-python.md.
"""

from . import _library

_library.check()

from . import _core, _hooks  # noqa: E402: the check comes before another MPI library could be loaded
from .array import Array  # noqa: E402
from .checkpoint import Checkpoint, CheckpointField, CheckpointWriter, write_checkpoint  # noqa: E402
from .creation import array, empty, fromfunction, full, zeros  # noqa: E402
from .dry_run import Description, describe, options, problem_keys  # noqa: E402
from .errors import (  # noqa: E402
    CommunicationError,
    Error,
    InvalidArgumentError,
    MismatchError,
    NotApplicableError,
    ResourceError,
)
from .global_index import GlobalIndex  # noqa: E402
from .layout import Layout  # noqa: E402
from .machine import measure_rates  # noqa: E402
from .moves import redistribution  # noqa: E402
from .plan import Plan  # noqa: E402
from .products import PointsBlock, product_names  # noqa: E402
from .solvers import Helmholtz  # noqa: E402
from .spectral import Spectral  # noqa: E402
from .started import StageTimer  # noqa: E402

__version__ = _core.version

__all__ = [
    "Array", "Checkpoint", "CheckpointField", "CheckpointWriter", "CommunicationError", "Description", "Error",
    "GlobalIndex", "Helmholtz", "InvalidArgumentError",
    "Layout", "MismatchError", "NotApplicableError", "Plan", "PointsBlock", "ResourceError", "Spectral", "StageTimer",
    "array", "describe", "empty", "fft_library", "fromfunction", "full", "measure_rates", "mpi_library", "options",
    "problem_keys", "product_names", "redistribution", "write_checkpoint", "zeros",
]


def mpi_library() -> str:
    """Name and version of the MPI library below. Not collective.

    >>> weft.mpi_library().split()[0] in ("Open", "MPICH")
    True
    """
    return _core.mpi_library()


def fft_library() -> str:
    """Name, version and instruction set of the FFT library below. Not collective.

    >>> "fftw" in weft.fft_library()
    True
    """
    return _core.fft_library()


_hooks.install()
