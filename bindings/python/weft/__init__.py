"""Fast Fourier transforms of NumPy arrays that are spread over many processes.

    import weft
    with weft.Plan((64, 64, 64)) as plan:      # all processes of MPI.COMM_WORLD
        u = plan.points()                      # this process's block, a NumPy array
        uh = plan.forward(u)                   # norms as in numpy.fft
        u = plan.backward(uh)

Importing weft looks first which MPI library mpi4py uses and raises ImportError, with the remedy, if weft was not built
for it. Under `weft-run`, an exception on one process ends the whole job.

Words, layouts, norms: doc/conventions.md. A complete tutorial: doc/tutorial-python.md.
"""

from typing import List

from . import _library

if _library.is_program():  # python -m weft
    import weft_programs

    weft_programs.main()
    raise SystemExit
_library.load()

from . import _core, _hooks  # noqa: E402: the check comes before another MPI library could be loaded
from .array import Array  # noqa: E402
from .checkpoint import Checkpoint, CheckpointField, CheckpointWriter, write_checkpoint  # noqa: E402
from .creation import array, empty, fromfunction, full, zeros  # noqa: E402
from .dlpack import from_dlpack  # noqa: E402
from .dry_run import Description, describe, options, problem_keys  # noqa: E402
from .errors import (  # noqa: E402
    CommunicationError,
    Error,
    InvalidArgumentError,
    MismatchError,
    NotApplicableError,
    ResourceError,
)
from .files import DatasetInfo, Hdf5Reader, Hdf5Writer, read_hdf5, read_npy, write_hdf5, write_npy  # noqa: E402
from .global_index import GlobalIndex  # noqa: E402
from .halo import Halo, halo_exchange_names  # noqa: E402
from .layout import Layout  # noqa: E402
from .machine import measure_rates  # noqa: E402
from .moves import redistribution  # noqa: E402
from .plan import Plan  # noqa: E402
from .products import PointsBlock, product_names  # noqa: E402
from .random_fields import random_normal, random_uniform  # noqa: E402
from .reductions import Extremum, dot, maximum, mean, minimum, norm, sum  # noqa: E402, A004
from .snapshots import Series, Snapshot, grid_attributes, write_vtk_slice, write_xdmf  # noqa: E402
from .solvers import Helmholtz  # noqa: E402
from .spectral import Spectral  # noqa: E402
from .started import StageTimer  # noqa: E402
from .travel import gather, redistribute, scatter  # noqa: E402
from . import array_api, look, report  # noqa: E402
from .keywords import PlanKeywords, PlanOptions  # noqa: E402

__version__: str = _core.version

__all__ = [
    "Array", "Checkpoint", "CheckpointField", "CheckpointWriter", "CommunicationError", "DatasetInfo",
    "Description", "Error", "Extremum", "GlobalIndex", "Halo", "Hdf5Reader", "Hdf5Writer", "Helmholtz",
    "InvalidArgumentError", "Layout", "MismatchError", "NotApplicableError", "Plan", "PlanKeywords", "PlanOptions", "PointsBlock", "ResourceError",
    "Series", "Snapshot", "Spectral", "StageTimer", "array", "array_api", "describe", "dot", "empty", "fft_library",
    "from_dlpack", "fromfunction", "full", "gather", "grid_attributes", "halo_exchange_names", "look", "maximum", "mean",
    "measure_rates", "minimum", "mpi_library", "norm", "options", "problem_keys", "product_names", "random_normal",
    "random_uniform", "read_hdf5", "read_npy", "redistribute", "redistribution", "report", "scatter", "sum",
    "write_checkpoint", "write_hdf5", "write_npy", "write_vtk_slice", "write_xdmf", "zeros",
]


def __dir__() -> List[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])


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


_hooks.install()
