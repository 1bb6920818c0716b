"""The public names of mpi4py-fft on top of weft.

    import weft.compat.mpi4py_fft as mpi4py_fft
    mpi4py_fft.install()        # optional: what imports mpi4py_fft from now on gets this package

A PFFT is one weft.Plan wherever its transforms are weft's; otherwise it is what it is in mpi4py-fft: serial transforms
with redistributions between them. What differs, and why: doc/mpi4py-fft.md.
"""

import sys

from . import distarray, fftw, io, libfft, mpifft, pencil
from .distarray import DistArray, Function, newDistArray
from .fftw import fftlib
from .io import HDF5File, NCFile, generate_xdmf
from .mpifft import PFFT

__version__ = "2.0.6"  # of mpi4py-fft, whose interface this is

__all__ = [
    "DistArray", "Function", "HDF5File", "NCFile", "PFFT", "distarray", "fftlib", "fftw", "generate_xdmf", "install", "io",
    "libfft", "mpifft", "newDistArray", "pencil",
]


def install(name: str = "mpi4py_fft") -> None:
    """Makes this package what `import mpi4py_fft` finds, with all its modules. Not collective.

    Before the first import of mpi4py_fft: modules that have imported it keep what they have.

    >>> import weft.compat.mpi4py_fft
    >>> weft.compat.mpi4py_fft.install()
    >>> import mpi4py_fft.pencil
    >>> mpi4py_fft.pencil.Subcomm.__module__
    'weft.compat.mpi4py_fft.pencil'
    """
    for module in [module for module in sys.modules if module == __name__ or module.startswith(__name__ + ".")]:
        sys.modules[name + module[len(__name__):]] = sys.modules[module]
