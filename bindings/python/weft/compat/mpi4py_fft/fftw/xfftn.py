"""Planned transforms under the names of numpy.fft: each function returns a transform, which is then called."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

import numpy as np

from ..refusals import axes_of, check
from .factory import get_planned_FFT
from .serial import FFT
from .utilities import (
    C2C_BACKWARD,
    C2C_FORWARD,
    C2R,
    FFTW_BACKWARD,
    FFTW_CONSERVE_MEMORY,
    FFTW_DESTROY_INPUT,
    FFTW_DHT,
    FFTW_ESTIMATE,
    FFTW_EXHAUSTIVE,
    FFTW_FORWARD,
    FFTW_HC2R,
    FFTW_MEASURE,
    FFTW_PATIENT,
    FFTW_PRESERVE_INPUT,
    FFTW_R2HC,
    FFTW_REDFT00,
    FFTW_REDFT01,
    FFTW_REDFT10,
    FFTW_REDFT11,
    FFTW_RODFT00,
    FFTW_RODFT01,
    FFTW_RODFT10,
    FFTW_RODFT11,
    FFTW_UNALIGNED,
    FFTW_WISDOM_ONLY,
    R2C,
    aligned,
    aligned_like,
    get_alignment,
)

__all__ = [
    "C2C_BACKWARD", "C2C_FORWARD", "C2R", "FFTW_BACKWARD", "FFTW_CONSERVE_MEMORY", "FFTW_DESTROY_INPUT", "FFTW_DHT",
    "FFTW_ESTIMATE", "FFTW_EXHAUSTIVE", "FFTW_FORWARD", "FFTW_HC2R", "FFTW_MEASURE", "FFTW_PATIENT", "FFTW_PRESERVE_INPUT",
    "FFTW_R2HC", "FFTW_REDFT00", "FFTW_REDFT01", "FFTW_REDFT10", "FFTW_REDFT11", "FFTW_RODFT00", "FFTW_RODFT01",
    "FFTW_RODFT10", "FFTW_RODFT11", "FFTW_UNALIGNED", "FFTW_WISDOM_ONLY", "R2C", "aligned", "aligned_like", "dct_type", "dctn",
    "dst_type", "dstn", "fftn", "flag_dict", "get_alignment", "get_normalization", "get_planned_FFT", "hfftn", "idct_type",
    "idctn", "idst_type", "idstn", "ifftn", "ihfftn", "inverse", "irfftn", "rfftn",
]

flag_dict: Dict[str, int] = {name: value for name, value in globals().items() if name.startswith("FFTW_")}

dct_type = {1: FFTW_REDFT00, 2: FFTW_REDFT10, 3: FFTW_REDFT01, 4: FFTW_REDFT11}
idct_type = {1: FFTW_REDFT00, 2: FFTW_REDFT01, 3: FFTW_REDFT10, 4: FFTW_REDFT11}
dst_type = {1: FFTW_RODFT00, 2: FFTW_RODFT10, 3: FFTW_RODFT01, 4: FFTW_RODFT11}
idst_type = {1: FFTW_RODFT00, 2: FFTW_RODFT01, 3: FFTW_RODFT10, 4: FFTW_RODFT11}

_LENGTHS = {FFTW_REDFT00: (2, -1), FFTW_RODFT00: (2, 1)}  # kind: a, b of the factor a (n + b); others below


def get_normalization(kind: Any, shape: Sequence[int], axes: Any) -> float:
    """1/N of a transform of arrays of `shape`: N is the product over the axes of n for Fourier, 2n for cosine and sine transforms
    (2(n-1) for REDFT00, 2(n+1) for RODFT00).

    >>> from weft.compat.mpi4py_fft import fftw
    >>> fftw.get_normalization([fftw.FFTW_REDFT00, fftw.FFTW_REDFT10], (5, 8), (0, 1))
    0.0078125
    """
    axes = axes_of(axes, len(shape))
    kinds = list(kind) if np.ndim(kind) else [kind] * len(axes)
    check(len(kinds) == len(axes), f"there are {len(kinds)} kinds for {len(axes)} axes; give one for each")
    product = 1
    for one, axis in zip(kinds, axes):
        factor, more = _LENGTHS.get(int(one), (2 if int(one) >= FFTW_REDFT00 else 1, 0))
        product *= factor * (int(shape[axis]) + more)
    return 1.0 / product


def _transform(input_array: Any, output_array: Any, shape: Sequence[int], char: str, axes: Any, kind: Any, threads: int, flags: Any,
               lengths: Sequence[int]) -> FFT:
    """The planned transform to an array of `shape` and the dtype `char`; N of the norm belongs to `lengths`."""
    if output_array is None:
        output_array = aligned(shape, get_alignment(input_array), np.dtype(char))
    check(output_array.shape == tuple(shape), f"the output has shape {output_array.shape}; this transform gives {tuple(shape)}")
    check(output_array.dtype.char == char, f"the output is of {output_array.dtype}; this transform gives {np.dtype(char)}")
    return get_planned_FFT(input_array, output_array, axes, kind, threads, flags, get_normalization(kind, lengths, axes))


def _char(input_array: Any, chars: str, what: str) -> str:
    char = str(input_array.dtype.char)
    check(char in chars, f"the input is of {input_array.dtype}; this transform takes {what} arrays")
    return char


def _complex(kind: int, input_array: Any, axes: Any, threads: int, flags: Any, output_array: Any) -> FFT:
    char = _char(input_array, "FDG", "complex")
    return _transform(input_array, output_array, input_array.shape, char, axes, kind, threads, flags, input_array.shape)


def _real_to_complex(input_array: Any, axes: Any, threads: int, flags: Any, output_array: Any) -> FFT:
    char = _char(input_array, "fdg", "real")
    axes, shape = axes_of(axes, input_array.ndim), list(input_array.shape)
    shape[axes[-1]] = shape[axes[-1]] // 2 + 1
    return _transform(input_array, output_array, shape, char.upper(), axes, R2C, threads, flags, input_array.shape)


def _complex_to_real(input_array: Any, s: Any, axes: Any, threads: int, flags: Any, output_array: Any) -> FFT:
    char = _char(input_array, "FDG", "complex")
    axes, shape = axes_of(axes, input_array.ndim), list(input_array.shape)
    if s is None:
        shape[axes[-1]] = 2 * shape[axes[-1]] - 2
    else:
        check(len(s) == len(axes), f"s has {len(s)} lengths for {len(axes)} axes; give one for each")
        for length, axis in zip(s, axes):
            shape[axis] = int(length)
    check(shape[axes[-1]] // 2 + 1 == input_array.shape[axes[-1]],
          f"{input_array.shape[axes[-1]]} modes are not those of {shape[axes[-1]]} points; give 2 n - 2 or 2 n - 1 in s")
    return _transform(input_array, output_array, shape, char.lower(), axes, C2R, threads, flags, shape)


def _real(kinds: Dict[int, int], type: int, input_array: Any, axes: Any, threads: int, flags: Any, output_array: Any) -> FFT:
    char = _char(input_array, "fdg", "real")
    check(type in kinds, f"the type is {type!r}; there are 1, 2, 3 and 4")
    axes = axes_of(axes, input_array.ndim)
    return _transform(input_array, output_array, input_array.shape, char, axes, [kinds[type]] * len(axes), threads, flags, input_array.shape)


def fftn(input_array: Any, s: Any = None, axes: Any = (-1,), threads: int = 1, flags: Any = (FFTW_MEASURE,),
         output_array: Optional[Any] = None) -> FFT:
    """A complex transform with the exponent -1.

    input_array: that will be transformed. s: ignored. axes: that are transformed. threads, flags: as of FFT.
    output_array: that will be written; None: a new one. As for all functions here.

    >>> from weft.compat.mpi4py_fft import fftw
    >>> u = fftw.aligned(4, dtype="D")
    >>> transform = fftw.fftn(u)
    >>> u[:] = 1, 2, 3, 4
    >>> transform().real.tolist()
    [10.0, -2.0, -2.0, -2.0]
    """
    return _complex(FFTW_FORWARD, input_array, axes, threads, flags, output_array)


def ifftn(input_array: Any, s: Any = None, axes: Any = (-1,), threads: int = 1, flags: Any = (FFTW_MEASURE,),
          output_array: Optional[Any] = None) -> FFT:
    """A complex transform with the exponent +1; scaled in calls with normalize=True."""
    return _complex(FFTW_BACKWARD, input_array, axes, threads, flags, output_array)


def rfftn(input_array: Any, s: Any = None, axes: Any = (-1,), threads: int = 1, flags: Any = (FFTW_MEASURE,),
          output_array: Optional[Any] = None) -> FFT:
    """A transform of real numbers to modes, of which the last axis has n/2+1."""
    return _real_to_complex(input_array, axes, threads, flags, output_array)


def irfftn(input_array: Any, s: Any = None, axes: Any = (-1,), threads: int = 1, flags: Any = (FFTW_MEASURE,),
           output_array: Optional[Any] = None) -> FFT:
    """The way back from rfftn(). s: lengths of the result along `axes`; None: the last one is even. The input is preserved."""
    return _complex_to_real(input_array, s, axes, threads, flags, output_array)


def hfftn(input_array: Any, s: Any = None, axes: Any = (-1,), threads: int = 1, flags: Any = (FFTW_MEASURE,),
          output_array: Optional[Any] = None) -> FFT:
    """A transform of an array with Hermitian symmetry to real numbers, as irfftn()."""
    return _complex_to_real(input_array, s, axes, threads, flags, output_array)


def ihfftn(input_array: Any, s: Any = None, axes: Any = (-1,), threads: int = 1, flags: Any = (FFTW_MEASURE,),
           output_array: Optional[Any] = None) -> FFT:
    """The way back from hfftn(), as rfftn()."""
    return _real_to_complex(input_array, axes, threads, flags, output_array)


def dctn(input_array: Any, s: Any = None, axes: Any = (-1,), type: int = 2, threads: int = 1, flags: Any = (FFTW_MEASURE,),
         output_array: Optional[Any] = None) -> FFT:
    """A cosine transform of type 1, 2, 3 or 4."""
    return _real(dct_type, type, input_array, axes, threads, flags, output_array)


def idctn(input_array: Any, s: Any = None, axes: Any = (-1,), type: int = 2, threads: int = 1, flags: Any = (FFTW_MEASURE,),
          output_array: Optional[Any] = None) -> FFT:
    """The way back from dctn() of the same type."""
    return _real(idct_type, type, input_array, axes, threads, flags, output_array)


def dstn(input_array: Any, s: Any = None, axes: Any = (-1,), type: int = 2, threads: int = 1, flags: Any = (FFTW_MEASURE,),
         output_array: Optional[Any] = None) -> FFT:
    """A sine transform of type 1, 2, 3 or 4."""
    return _real(dst_type, type, input_array, axes, threads, flags, output_array)


def idstn(input_array: Any, s: Any = None, axes: Any = (-1,), type: int = 2, threads: int = 1, flags: Any = (FFTW_MEASURE,),
          output_array: Optional[Any] = None) -> FFT:
    """The way back from dstn() of the same type."""
    return _real(idst_type, type, input_array, axes, threads, flags, output_array)


_PAIRS = [(fftn, ifftn), (rfftn, irfftn), (hfftn, ihfftn), (dctn, idctn), (dstn, idstn), (FFTW_REDFT01, FFTW_REDFT10),
          (FFTW_RODFT01, FFTW_RODFT10)]
inverse: Dict[Any, Any] = {kind: kind for kind in (FFTW_REDFT00, FFTW_REDFT11, FFTW_RODFT00, FFTW_RODFT11)}
inverse.update((one, other) for pair in _PAIRS for one, other in (pair, pair[::-1]))
