"""Elementwise functions: ufuncs of NumPy with the types that the standard allows. None sends a message: arrays that meet
lie in one layout, or differ by axes of length 1 that are not cut (broadcast_arrays brings others together)."""

from __future__ import annotations

from typing import Any, Callable, Dict, Tuple

import numpy as np

from .. import errors
from ..arrays import Array
from . import types
from .blocks import KINDS, argument, number

Unary = Callable[[Array], Array]
Binary = Callable[[Any, Any], Array]

# Name here: (name in NumPy, the types that it takes).
_UNARY: Dict[str, Tuple[str, str]] = {
    "abs": ("absolute", "numeric"), "bitwise_invert": ("invert", "integer or boolean"), "ceil": ("ceil", "real"),
    "conj": ("conjugate", "numeric"), "floor": ("floor", "real"), "isfinite": ("isfinite", "numeric"),
    "isinf": ("isinf", "numeric"), "isnan": ("isnan", "numeric"), "logical_not": ("logical_not", "boolean"),
    "negative": ("negative", "numeric"), "positive": ("positive", "numeric"), "round": ("rint", "numeric"),
    "signbit": ("signbit", "real floating-point"), "square": ("square", "numeric"), "trunc": ("trunc", "real"),
    "acos": ("arccos", "floating-point"), "acosh": ("arccosh", "floating-point"), "asin": ("arcsin", "floating-point"),
    "asinh": ("arcsinh", "floating-point"), "atan": ("arctan", "floating-point"), "atanh": ("arctanh", "floating-point"),
    **{name: (name, "floating-point") for name in ("cos", "cosh", "exp", "expm1", "log", "log1p", "log2", "log10",
                                                   "reciprocal", "sin", "sinh", "sqrt", "tan", "tanh")}}
_BINARY: Dict[str, Tuple[str, str]] = {
    "atan2": ("arctan2", "real floating-point"), "pow": ("power", "numeric"),
    "bitwise_left_shift": ("left_shift", "integer"), "bitwise_right_shift": ("right_shift", "integer"),
    **{name: (name, "any") for name in ("equal", "not_equal")},
    **{name: (name, "boolean") for name in ("logical_and", "logical_or", "logical_xor")},
    **{name: (name, "integer or boolean") for name in ("bitwise_and", "bitwise_or", "bitwise_xor")},
    **{name: (name, "numeric") for name in ("add", "multiply", "subtract")},
    "divide": ("divide", "floating-point"),
    **{name: (name, "real") for name in ("floor_divide", "greater", "greater_equal", "less", "less_equal", "maximum",
                                         "minimum", "remainder")},
    **{name: (name, "real floating-point") for name in ("copysign", "hypot", "logaddexp", "nextafter")}}
_KEEP_INTEGERS = ("ceil", "floor", "round", "trunc")


def result(value: Any) -> Array:
    """What NumPy computed of arrays and numbers."""
    return value if isinstance(value, Array) else number(value)


def pair(name: str, kinds: str, x1: Any, x2: Any) -> Tuple[Array, Array]:
    """Two arguments, of which one may be a number, as arrays of one type. Not collective."""
    if types.is_scalar(x1) and types.is_scalar(x2):
        raise errors.InvalidArgumentError(f"{name} was given two numbers, {x1!r} and {x2!r}; give at least one array")
    arrays = [None if types.is_scalar(x) else argument(x, name, kinds) for x in (x1, x2)]
    found = [x.dtype for x in arrays if x is not None]
    dtype = types.promoted(found)
    for x in (x1, x2):
        if types.is_scalar(x):
            dtype = types.with_scalar(dtype, x)
    if dtype.kind not in KINDS[kinds]:
        raise errors.InvalidArgumentError(f"{name} is for {kinds} arrays, but an array of {found[0]} and the number "
                                          f"{x1 if types.is_scalar(x1) else x2!r} make {dtype}")
    first, second = (number(x, dtype) if array is None else array.astype(dtype, copy=False)
                     for x, array in zip((x1, x2), arrays))
    return first, second


def _unary(name: str) -> Unary:
    numpy_name, kinds = _UNARY[name]
    ufunc = getattr(np, numpy_name)

    def function(x: Array, /) -> Array:
        x = argument(x, name, kinds)
        return x.copy() if name in _KEEP_INTEGERS and x.dtype.kind in "iu" else result(ufunc(x))

    return _named(function, name, f"{name} of each element of a {_words(kinds)} array")


def _binary(name: str) -> Binary:
    numpy_name, kinds = _BINARY[name]
    ufunc = getattr(np, numpy_name)

    def function(x1: Any, x2: Any, /) -> Array:
        return result(ufunc(*pair(name, kinds, x1, x2)))

    return _named(function, name, f"{name} of elements at the same place of two {_words(kinds)} arrays, of which one may be "
                                  "a number")


def _words(kinds: str) -> str:
    return "distributed" if kinds == "any" else kinds


def _named(function: Any, name: str, text: str) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = (f"{text[0].upper()}{text[1:]}, in its layout, as numpy.{(_UNARY.get(name) or _BINARY[name])[0]}. "
                        "Not collective.")
    return function


FUNCTIONS: Dict[str, Any] = {**{name: _unary(name) for name in _UNARY}, **{name: _binary(name) for name in _BINARY}}


def real(x: Array, /) -> Array:
    """The real part of each element of a numeric array, a view, in its layout. Not collective."""
    x = argument(x, "real", "numeric")
    return x.real


def imag(x: Array, /) -> Array:
    """The imaginary part of each element of a complex array, a view, in its layout. Not collective."""
    return argument(x, "imag", "complex floating-point").imag


def sign(x: Array, /) -> Array:
    """-1, 0 or 1 for each element of a numeric array; x / abs(x) of complex numbers, 0 of 0. Not collective."""
    x = argument(x, "sign", "numeric")
    if x.dtype.kind != "c":
        return result(np.sign(x))
    size = np.abs(x)
    return result(np.where(size == 0, 0, x / np.where(size == 0, 1, size)).astype(x.dtype))


def clip(x: Array, /, min: Any = None, max: Any = None) -> Array:  # noqa: A002
    """Each element of a real array, or the nearest number that is not below `min` and not above `max` (numbers, arrays or
    None), in the type of `x`. Not collective."""
    x = argument(x, "clip", "real")
    found: Any = x.copy()
    for limit, choose in ((min, np.maximum), (max, np.minimum)):
        if limit is not None:
            found = choose(found, _bound(x, limit))
    return result(found).astype(x.dtype, copy=False)


def _bound(x: Array, limit: Any) -> Any:
    """A limit in the type of the array; one beyond all its numbers is the last of them."""
    if not types.is_scalar(limit):
        bound = argument(limit, "clip", "real")
        if (bound.dtype.kind in "iu") != (x.dtype.kind in "iu"):
            raise errors.InvalidArgumentError(f"clip was given {x.dtype} and a limit of {bound.dtype}; use astype")
        return bound.astype(x.dtype)
    if x.dtype.kind in "iu" and type(limit) is int:
        info = np.iinfo(x.dtype)
        return number(limit if info.min <= limit <= info.max else (info.min if limit < 0 else info.max), x.dtype)
    types.with_scalar(x.dtype, limit)
    if type(limit) is complex:
        raise errors.InvalidArgumentError(f"the limit of clip is {limit!r}; give a real number")
    return number(limit, x.dtype)


def where(condition: Array, x1: Any, x2: Any, /) -> Array:
    """Elements of `x1` where the condition (an array of bools) holds, of `x2` elsewhere; one of them may be a number. Not
    collective."""
    condition = argument(condition, "where", "boolean")
    first, second = pair("where", "any", x1, x2)
    return result(np.where(condition, first, second))
