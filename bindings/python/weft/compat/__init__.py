"""Names of other libraries on top of weft, so that their programs run with one line changed.

weft.compat.mpi4py_fft: the public names of mpi4py-fft (doc/mpi4py-fft.md).
"""

__all__ = ["mpi4py_fft"]
