"""The functions of scipy.fft on one process, computed by weft: without MPI, without a launcher.

    import weft.fft
    spectrum = weft.fft.rfftn(u, workers=2)

    import scipy.fft, weft
    scipy.fft.set_global_backend(weft.scipy_backend)       # what calls scipy.fft, calls weft

Arguments, results and errors are those of scipy.fft, for arrays of NumPy and what NumPy makes arrays of. Plans are kept and
used again, up to a number of bytes; any number of threads may call at a time. Long double, and the functions of scipy.fft
that are not here (`fht`, `next_fast_len`, `set_workers` ...), are scipy's. See doc/scipy.md.

>>> import numpy, weft.fft
>>> x = numpy.random.default_rng(0).random((6, 8))
>>> numpy.allclose(weft.fft.irfftn(weft.fft.rfftn(x)), x)
True
"""

from typing import Any

from .. import _serial
from . import _arrays, _scipy

_serial.connect(_arrays.to_floats, _arrays.raise_axis_error, _scipy.to_scipy)

from .backend import scipy_backend  # noqa: E402: the compiled module is connected first
from .cache import CacheInfo, cache_info, clear_cache, counts, set_cache_limit  # noqa: E402
from .many_axes import fftn, hfftn, ifftn, ihfftn, irfftn, rfftn  # noqa: E402
from .one_axis import fft, hfft, ifft, ihfft, irfft, rfft  # noqa: E402
from .two_axes import fft2, hfft2, ifft2, ihfft2, irfft2, rfft2  # noqa: E402
from .waves import dct, dctn, dst, dstn, idct, idctn, idst, idstn  # noqa: E402

__all__ = [
    "CacheInfo", "cache_info", "clear_cache", "counts", "dct", "dctn", "dst", "dstn", "fft", "fft2", "fftn", "hfft", "hfft2",
    "hfftn", "idct", "idctn", "idst", "idstn", "ifft", "ifft2", "ifftn", "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2",
    "irfftn", "rfft", "rfft2", "rfftn", "scipy_backend", "set_cache_limit",
]

_OF_SCIPY = ("fftfreq", "fftshift", "fht", "fhtoffset", "get_workers", "ifftshift", "ifht", "next_fast_len", "prev_fast_len", "rfftfreq",
             "set_workers")


def __getattr__(name: str) -> Any:
    if name not in _OF_SCIPY:
        raise AttributeError(f"module 'weft.fft' has no attribute '{name}'")
    import scipy.fft

    return getattr(scipy.fft, name)
