"""Elementwise functions of arrays whose results lie in memory as the arrays do.

NumPy keeps the order in memory of its operands where they agree. Wavenumbers that are broadcast along the other
axes do not: beside them it falls back to C order, and the result would have other strides than the plan. So the
function is applied to the operands with their axes in memory order, in C order, and the axes are named back.
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np


def apply(ufunc: np.ufunc, method: str, inputs: Tuple[Any, ...], out: Optional[Tuple[Any, ...]], keywords: Dict[str, Any],
          order: Optional[Sequence[int]]) -> Any:
    """`ufunc` as NumPy would on plain arrays, the result in memory order `order` (None: as NumPy does)."""
    from .arrays import Array

    plain = _is_plain
    if not all(plain(a) for a in inputs) or not all(plain(a) for a in out or ()):
        return NotImplemented
    operands = [a.view(np.ndarray) if type(a) is Array else a for a in inputs]
    if type(keywords.get("where")) is Array:
        keywords["where"] = keywords["where"].view(np.ndarray)
    function = getattr(ufunc, method)
    if out is not None:
        given = tuple(a.view(np.ndarray) if type(a) is Array else a for a in out)
        result = function(*operands, out=given, **keywords)
        return _given_back(result, out, given)
    is_elementwise = method == "__call__" and ufunc.signature is None and not {"order", "where"} & keywords.keys()
    if order is None or not is_elementwise or any(np.ndim(a) > len(order) for a in operands):
        return function(*operands, **keywords)
    result = function(*(in_order(a, order) for a in operands), order="C", **keywords)
    inverse = tuple(np.argsort(order).tolist())
    if type(result) is tuple:
        return tuple(named_back(one, inverse) for one in result)
    return named_back(result, inverse)


def _is_plain(operand: object) -> bool:
    """Has the type of an operand no ufuncs of its own (but ours)?"""
    from .arrays import Array

    own = getattr(type(operand), "__array_ufunc__", None)
    return own is None or own is np.ndarray.__array_ufunc__ or isinstance(operand, (Array, np.generic))


def in_order(operand: Any, order: Sequence[int]) -> Any:
    """An operand with its axes in memory order; scalars as they are."""
    if np.ndim(operand) == 0:
        return operand
    array = operand if isinstance(operand, np.ndarray) else np.asarray(operand)
    if array.ndim < len(order):
        array = array.reshape((1,) * (len(order) - array.ndim) + array.shape)
    return array.transpose(order)


def named_back(result: Any, inverse: Sequence[int]) -> Any:
    return result.transpose(inverse) if getattr(result, "ndim", 0) == len(inverse) else result


def _given_back(result: Any, out: Tuple[Any, ...], given: Tuple[Any, ...]) -> Any:
    """The caller's own objects in the place of the plain views that were written to."""

    def own(one: Any) -> Any:
        return next((o for o, g in zip(out, given) if g is one), one)

    return tuple(own(one) for one in result) if type(result) is tuple else own(result)
