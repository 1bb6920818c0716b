"""FFTW's constants, and arrays that begin at a multiple of so many bytes."""

from __future__ import annotations

import math
from typing import Any, Optional

import numpy as np

from ..refusals import check

FFTW_FORWARD = -1
FFTW_BACKWARD = 1
FFTW_R2HC, FFTW_HC2R, FFTW_DHT = 0, 1, 2
FFTW_REDFT00, FFTW_REDFT01, FFTW_REDFT10, FFTW_REDFT11 = 3, 4, 5, 6
FFTW_RODFT00, FFTW_RODFT01, FFTW_RODFT10, FFTW_RODFT11 = 7, 8, 9, 10

C2C_FORWARD, C2C_BACKWARD, R2C, C2R = -1, 1, -2, 2

FFTW_MEASURE = 0
FFTW_DESTROY_INPUT = 1
FFTW_UNALIGNED = 2
FFTW_CONSERVE_MEMORY = 4
FFTW_EXHAUSTIVE = 8
FFTW_PRESERVE_INPUT = 16
FFTW_PATIENT = 32
FFTW_ESTIMATE = 64
FFTW_WISDOM_ONLY = 2097152


def get_alignment(array: Any) -> int:
    """The largest power of two up to 32 that divides the address of the array's memory."""
    address = int(array.__array_interface__["data"][0])
    return min(32, address & -address) if address else 32


def aligned(shape: Any, n: int = 32, dtype: Any = float, fill: Optional[int] = None) -> Any:
    """A new array whose memory begins at a multiple of `n` bytes; `fill`: its value, None: anything.

    >>> from weft.compat.mpi4py_fft.fftw import aligned
    >>> aligned((2, 3), dtype="F", fill=1).sum()
    np.complex64(6+0j)
    """
    dtype = np.dtype(dtype)
    check(n > 0, f"memory cannot begin at multiples of {n} bytes; give a power of two")
    shape = tuple(int(length) for length in shape) if np.ndim(shape) else (int(shape),)
    n_bytes = math.prod(shape) * dtype.itemsize
    memory = np.empty(n_bytes + n, np.uint8)
    start = -memory.__array_interface__["data"][0] % n
    array = memory[start:start + n_bytes].view(dtype).reshape(shape)
    if fill is not None:
        array[...] = fill
    return array


def aligned_like(z: Any, fill: Optional[int] = None) -> Any:
    """A new array of the shape, dtype and alignment of `z`."""
    return aligned(z.shape, get_alignment(z), z.dtype, fill)
