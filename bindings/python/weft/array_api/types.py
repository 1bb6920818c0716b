"""Types of elements: which there are, what they become together, what is known of them."""

from __future__ import annotations

import dataclasses
from typing import Any, Sequence, Tuple, Union

import numpy as np

from .. import errors
from ..arrays import Array
from .blocks import DTYPES, argument, dtype_argument

bool = DTYPES["bool"]  # noqa: A001: the name of the standard
int8, int16, int32, int64 = (DTYPES[f"int{n}"] for n in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (DTYPES[f"uint{n}"] for n in (8, 16, 32, 64))
float32, float64, complex64, complex128 = (DTYPES[name] for name in ("float32", "float64", "complex64", "complex128"))

DType = np.dtype[Any]
Scalar = Union[int, float, complex]
Kind = Union[str, DType]

_GROUPS = ("b", "iu", "fc")
_OF_KINDS = {"bool": "b", "signed integer": "i", "unsigned integer": "u", "integral": "iu", "real floating": "f",
             "complex floating": "c", "numeric": "iufc"}
_RANKS = {type(True): 0, int: 1, float: 2, complex: 3}


def promoted(types: Sequence[DType]) -> DType:
    """Of arrays together. Only types of one kind: bools, integers, numbers with a fraction (the standard leaves other pairs
    open, and so does uint64 with signed integers)."""
    result = types[0]
    for other in types[1:]:
        group = next(group for group in _GROUPS if result.kind in group)
        both = np.promote_types(result, other)
        if other.kind not in group or both.kind not in group:
            raise errors.InvalidArgumentError(
                f"arrays of {result} and {other} have no type in common in the array API; use astype on one of them")
        result = both
    return result


def with_scalar(dtype: DType, scalar: Scalar) -> DType:
    """Of an array of `dtype` and a Python number: that of the array, complex for a complex number beside reals."""
    rank = _RANKS[type(scalar)]
    fits = {"b": rank == 0, "i": rank == 1, "u": rank == 1, "f": rank in (1, 2, 3), "c": rank in (1, 2, 3)}[dtype.kind]
    if not fits:
        raise errors.InvalidArgumentError(
            f"the number {scalar!r} beside an array of {dtype} has no type in common with it in the array API; use astype")
    if type(scalar) is int and dtype.kind in "iu" and not np.iinfo(dtype).min <= scalar <= np.iinfo(dtype).max:
        raise errors.InvalidArgumentError(f"the number {scalar} is beyond the range of {dtype}; use astype")
    return np.result_type(dtype, np.complex64) if rank == 3 else dtype


def is_scalar(x: object) -> Any:
    """Is it a number of Python itself?"""
    return type(x) in _RANKS


def result_type(*arrays_and_dtypes: Any) -> DType:
    """The type of an elementwise result of these arrays, types and numbers. Not collective."""
    types = [one.dtype if isinstance(one, (np.ndarray, np.generic)) else dtype_argument(one)
             for one in arrays_and_dtypes if not is_scalar(one)]
    if not types:
        raise errors.InvalidArgumentError("result_type was given no array and no type; give one")
    result = promoted(types)
    for one in arrays_and_dtypes:
        if is_scalar(one):
            result = with_scalar(result, one)
    return result


def can_cast(from_: Any, to: DType, /) -> Any:
    """May the type (or that of an array) become `to` without a loss, by the rules of the standard? Not collective."""
    before, after = from_.dtype if isinstance(from_, np.ndarray) else dtype_argument(from_), dtype_argument(to)
    try:
        return promoted((before, after)) == after
    except errors.InvalidArgumentError:
        return False


def isdtype(dtype: DType, kind: Union[Kind, Tuple[Kind, ...]]) -> Any:
    """Is a type of that kind: a type, "bool", "signed integer", "unsigned integer", "integral", "real floating",
    "complex floating", "numeric", or a tuple of these? Not collective."""
    if isinstance(kind, tuple):
        return any(isdtype(dtype, one) for one in kind)
    dtype = dtype_argument(dtype)
    if isinstance(kind, str) and kind in _OF_KINDS:
        return dtype.kind in _OF_KINDS[kind]
    if isinstance(kind, str):
        raise errors.InvalidArgumentError(f"the kind of types is {kind!r}; give one of {', '.join(_OF_KINDS)}, or a type")
    return dtype == dtype_argument(kind)


@dataclasses.dataclass(frozen=True)
class FloatInfo:
    """What is known of a floating-point type."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: DType


@dataclasses.dataclass(frozen=True)
class IntegerInfo:
    """What is known of an integer type."""

    bits: int
    max: int
    min: int
    dtype: DType


def finfo(type: Any, /) -> FloatInfo:  # noqa: A002
    """Bits, eps and range of a floating-point type, or of that of an array; of a complex one those of its parts."""
    info = np.finfo(dtype_argument(type.dtype if isinstance(type, np.ndarray) else type, kinds="floating-point"))
    return FloatInfo(int(info.bits), float(info.eps), float(info.max), float(info.min), float(info.smallest_normal), info.dtype)


def iinfo(type: Any, /) -> IntegerInfo:  # noqa: A002
    """Bits and range of an integer type, or of that of an array."""
    info = np.iinfo(dtype_argument(type.dtype if isinstance(type, np.ndarray) else type, kinds="integer"))
    return IntegerInfo(int(info.bits), int(info.max), int(info.min), info.dtype)


def astype(x: Array, dtype: DType, /, *, copy: Any = True, device: Any = None) -> Array:
    """The array in another type, in its layout. Not collective. Complex numbers do not become real ones: real(x), imag(x)."""
    x, dtype = argument(x, "astype"), dtype_argument(dtype)
    cpu(device)
    if x.dtype.kind == "c" != dtype.kind:
        raise errors.InvalidArgumentError(f"complex numbers do not become {dtype}; use real, imag or abs first")
    return x.astype(dtype, copy=copy)


def cpu(device: Any) -> None:
    """The only device that there is."""
    if device is not None and str(device) != "cpu":
        raise errors.InvalidArgumentError(f"the device is {device!r}; distributed arrays lie in the memory of processors: 'cpu'")
