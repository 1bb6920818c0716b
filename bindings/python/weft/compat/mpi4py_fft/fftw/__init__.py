"""Serial transforms under the names that mpi4py-fft gives FFTW's, on weft's kernels."""

from . import factory, serial, utilities, xfftn
from .factory import cleanup, export_wisdom, fftlib, forget_wisdom, get_fftw_lib, get_planned_FFT, import_wisdom, set_timelimit
from .xfftn import *  # noqa: F403

__all__ = [
    "cleanup", "export_wisdom", "factory", "fftlib", "forget_wisdom", "get_fftw_lib", "get_planned_FFT", "import_wisdom", "serial",
    "set_timelimit", "utilities", "xfftn", *xfftn.__all__,
]
