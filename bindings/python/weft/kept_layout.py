"""Which functions of NumPy (those that are not ufuncs) give arrays of the layout of their arguments.

A result has an argument's layout if each of its elements belongs to the element of the array at the same place.
Functions that move elements (roll, sort, cumsum, ...) may give an array of the same shape that is no such thing, so
only those that are listed here keep the layout.
"""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from .block import common_block
from .elementwise import in_order, named_back

_NAMES = """
    angle around astype atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_to clip copy empty_like fix
    full_like i0 imag interp isclose iscomplex isneginf isposinf isreal nan_to_num ones_like piecewise real real_if_close reshape
    round round_ select sinc squeeze where zeros_like
""".split()
KEEPING = {getattr(np, name) for name in _NAMES if hasattr(np, name)}


def after_function(function: Any, arguments: Sequence[Any], result: Any) -> Any:
    """The result of a function of NumPy, with the layout only where it is right."""
    from .arrays import Array

    if function in KEEPING:
        return result
    if type(result) is Array:
        if result._block is not None and not any(result is argument for argument in arguments):
            result._block = None
    elif type(result) in (list, tuple):
        for one in result:
            after_function(function, arguments, one)
    return result


def where(arguments: Sequence[Any]) -> Any:
    """numpy.where of three arguments, elementwise; NumPy's gives plain arrays in an order in memory of its own."""
    from .arrays import Array, wrapped

    arrays = [a for a in arguments if isinstance(a, Array) and a.ndim > 0]
    known = [a for a in arrays if a._block is not None]
    block = common_block(known) if known else None
    operands = [np.asarray(a) for a in arguments]
    if block is None or len(known) < len(arrays) or any(a.ndim > len(block.order) for a in operands):
        return np.where(*operands)
    result = np.where(*(in_order(a, block.order) for a in operands))
    return wrapped(named_back(result, np.argsort(block.order).tolist()), block)
