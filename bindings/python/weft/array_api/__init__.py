"""Functions of the Python array API (2024.12) for whole distributed arrays: what `u.__array_namespace__()` gives.

    xp = u.__array_namespace__()
    v = (u - xp.mean(u)) / xp.std(u)                 # of all processes, unlike numpy.mean(u)
    spectrum = xp.abs(xp.fft.rfftn(v)) ** 2

An array here is a weft.Array with a layout, or one without axes, whose one element every process has. Elementwise functions
send nothing; the others are collective, and their arguments are the same on all processes. `u.shape`, `u[...]` and the
methods of `u` remain those of the block: the shape of the whole is u.global_shape.

What is left out, and why: doc/arrays-python.md. InvalidArgumentError where types, shapes or layouts do not fit, raised by each
process from what it knows itself.

>>> xp = weft.array_api
>>> u = xp.reshape(xp.arange(12.0, comm=comm), (4, 3))
>>> float(xp.sum(u)), xp.max(u, axis=1).global_shape
(66.0, (4,))
"""

from __future__ import annotations

from math import e, inf, nan, pi
from typing import Any, List

from . import fft
from .creation import (arange, asarray, empty, empty_like, eye, from_dlpack, full, full_like, linspace, meshgrid, ones,
                       ones_like, tril, triu, zeros, zeros_like)
from .elementwise import FUNCTIONS, clip, imag, real, sign, where
from .info import VERSION as __array_api_version__
from .info import Info as __array_namespace_info__
from .info import missing
from .reductions import (all, any, argmax, argmin, count_nonzero, cumulative_prod, cumulative_sum, max, mean,  # noqa: A004
                         min, prod, std, sum, var)  # noqa: A004
from .search import argsort, diff, isin, searchsorted, sort, take, take_along_axis, vecdot
from .shapes import (broadcast_arrays, broadcast_shapes, broadcast_to, concat, expand_dims, flip, matrix_transpose,
                     moveaxis, permute_dims, repeat, reshape, roll, squeeze, stack, tile, unstack)
from .types import (astype, bool, can_cast, complex64, complex128, finfo, float32, float64, iinfo, int8,  # noqa: A004
                    int16, int32, int64, isdtype, result_type, uint8, uint16, uint32, uint64)

newaxis = None

globals().update(FUNCTIONS)

__all__ = [
    "all", "any", "arange", "argmax", "argmin", "argsort", "asarray", "astype", "bool", "broadcast_arrays",
    "broadcast_shapes", "broadcast_to", "can_cast", "clip", "complex128", "complex64", "concat", "count_nonzero",
    "cumulative_prod", "cumulative_sum", "diff", "e", "empty", "empty_like", "expand_dims", "eye", "fft", "finfo", "flip",
    "float32", "float64", "from_dlpack", "full", "full_like", "iinfo", "imag", "inf", "int16", "int32", "int64", "int8",
    "isdtype", "isin", "linspace", "matrix_transpose", "max", "mean", "meshgrid", "min", "moveaxis", "nan", "newaxis", "ones",
    "ones_like", "permute_dims", "pi", "prod", "real", "repeat", "reshape", "result_type", "roll", "searchsorted", "sign",
    "sort", "squeeze", "stack", "std", "sum", "take", "take_along_axis", "tile", "tril", "triu", "uint16", "uint32", "uint64",
    "uint8", "unstack", "var", "vecdot", "where", "zeros", "zeros_like", "__array_api_version__", "__array_namespace_info__",
]
__all__ += sorted(FUNCTIONS)


def __getattr__(name: str) -> Any:
    raise AttributeError(missing(name))


def __dir__() -> List[str]:
    return sorted(__all__)
