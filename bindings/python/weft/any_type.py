"""Moves of arrays of bools and integers, too. The library moves elements of four types and changes no bit of them: others
travel as numbers of one of these types."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import errors, travel
from .arrays import Array
from .layout import Layout
from .types import AnyArray, Complaint

_CARRIERS = {4: np.dtype(np.float32), 8: np.dtype(np.float64)}
_WIDER = {"b": np.dtype(np.uint32), "u": np.dtype(np.uint32), "i": np.dtype(np.int32)}


def _carried(u: Any) -> Any:
    """The array, a view or a copy of it as an array of a type that the library moves."""
    if not isinstance(u, Array) or u._block is None or u.dtype.kind in "fc":
        return u
    if u.dtype.kind not in "biu":
        raise errors.InvalidArgumentError(f"the array is of {u.dtype}; give one of numbers or bools")
    wide: Any = u if u.itemsize in _CARRIERS else u.astype(_WIDER[u.dtype.kind])
    return wide.view(_CARRIERS[wide.itemsize])


def _unpacked(moved: Any, dtype: np.dtype[Any]) -> Any:
    if moved is None or dtype.kind in "fc":
        return moved
    wide = dtype if dtype.itemsize in _CARRIERS else _WIDER[dtype.kind]
    return moved.view(wide).astype(dtype, copy=False)


def agree(u: Array, complaint: Complaint) -> None:
    """All processes of the array raise the complaint of the first that has one. Collective."""
    u._block._made.agree(complaint)


def gather(u: Array, root: Optional[int] = None) -> AnyArray:
    """weft.gather, to all processes by default. Collective."""
    return _unpacked(travel.gather(_carried(u), root), u.dtype)


def redistribute(u: Array, layout: Layout) -> Array:
    """weft.redistribute to a layout. Collective."""
    return _unpacked(travel.redistribute(_carried(u), layout), u.dtype)


def copy_to(u: Array, out: Array) -> None:
    """The elements of `u` to those of `out`, of one type and shape, in another layout. Collective."""
    if out.dtype.kind in "fc":
        travel.redistribute(u, out=out)
    else:
        out[...] = redistribute(u, out.layout)
