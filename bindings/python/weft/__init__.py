"""Fast Fourier transforms of NumPy arrays that are spread over many processes.

    import weft
    with weft.Plan((64, 64, 64)) as plan:      # all processes of MPI.COMM_WORLD
        u = plan.points()                      # this process's block, a NumPy array
        uh = plan.forward(u)                   # norms as in numpy.fft
        u = plan.backward(uh)

`weft.fft` and `weft.scipy_backend`, the functions of scipy.fft on one process, need no MPI. All other names are loaded when the
first of them is used, and at once under `weft-run`. weft then finds the MPI library of mpi4py. If weft was not built for
that library, ImportError has the remedy. Under `weft-run`, an exception on one process ends the whole job.

Words, layouts, norms: doc/conventions.md. A complete tutorial: doc/tutorial-python.md.
"""

import importlib
import importlib.util
import os
from typing import TYPE_CHECKING, Any, List

from . import _library
from ._function_names import FUNCTIONS

if _library.is_program():  # python -m weft
    import weft_programs

    weft_programs.main()
    raise SystemExit

if TYPE_CHECKING:
    from . import fft as fft
    from ._distributed import *  # noqa: F403
    from .fft import scipy_backend as scipy_backend

    __version__: str

__all__ = [
    "Array", "Checkpoint", "CheckpointField", "CheckpointWriter", "CommunicationError", "DatasetInfo",
    "Description", "Error", "Extremum", "GlobalIndex", "Halo", "Hdf5Reader", "Hdf5Writer", "Helmholtz",
    "InvalidArgumentError", "Layout", "MismatchError", "NotApplicableError", "Plan", "PlanKeywords", "PlanOptions", "PointsBlock", "ResourceError",
    "Series", "Snapshot", "Spectral", "StageTimer", "array", "array_api", "describe", "dot", "empty", "fft", "fft_library",
    "from_dlpack", "fromfunction", "full", "gather", "grid_attributes", "halo_exchange_names", "look", "maximum", "mean",
    "measure_rates", "minimum", "mpi_library", "norm", "option_objects", "options", "problem_keys", "product_names", "random_normal",
    "random_uniform", "read_hdf5", "read_npy", "redistribute", "redistribution", "report", "scatter", "scipy_backend", "sum",
    "write_checkpoint", "write_hdf5", "write_npy", "write_vtk_slice", "write_xdmf", "zeros", *FUNCTIONS,
]


def __getattr__(name: str) -> Any:
    if name == "_core":
        return _library.load()
    if name == "__version__":
        return importlib.import_module("._serial", __name__).version
    if name in ("fft", "scipy_backend"):
        module = importlib.import_module(".fft", __name__)
        return module if name == "fft" else module.scipy_backend
    if name in __all__:
        distributed = vars(importlib.import_module("._distributed", __name__))
        globals().update({public: distributed[public] for public in __all__ if public in distributed})
        if name in globals():
            return globals()[name]
    elif not name.startswith("_") and importlib.util.find_spec("." + name, __name__) is not None:
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'weft' has no attribute '{name}'")


def __dir__() -> List[str]:
    return sorted({*__all__, "__version__", *(name for name in globals() if name.startswith("__"))})


if os.environ.get("WEFT_RUN") == "1":
    importlib.import_module("._distributed", __name__)
