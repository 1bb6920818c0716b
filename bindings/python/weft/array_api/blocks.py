"""What all functions of the namespace share: arguments, results, and moves of elements of any type.

An array of the namespace is a weft.Array with a layout, or one without axes, whose one element every process has.
"""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np

from .. import errors
from ..arrays import Array
from ..any_type import gather, redistribute
from ..block import same_blocks
from ..creation import array_of
from ..layout import Layout, whole, wholes
from ..types import AnyArray

Axes = Union[int, Sequence[int], None]
Shape = Union[int, Sequence[int]]

DTYPES: Dict[str, "np.dtype[Any]"] = {name: np.dtype(name) for name in (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "complex64",
    "complex128")}

KINDS = {"any": "biufc", "boolean": "b", "integer": "iu", "integer or boolean": "biu", "real": "iuf", "numeric": "iufc",
         "real floating-point": "f", "floating-point": "fc", "complex floating-point": "c"}


def argument(x: object, function: str, kinds: str = "any") -> Array:
    """`x` as an array of the namespace of the kinds that the function takes. InvalidArgumentError, here: the same on
    all processes if all pass the same."""
    if isinstance(x, Array) and x._block is not None:
        array = x
    elif isinstance(x, (np.ndarray, np.generic)) and x.ndim == 0:
        array = np.asarray(x).view(Array)
    else:
        what = ("a local array without a layout" if isinstance(x, Array) else f"an object of type {type(x).__name__}")
        raise errors.InvalidArgumentError(
            f"{function} of weft.array_api was given {what}; give a weft.Array with a layout (asarray makes one of an array "
            "that all processes have, weft.array of blocks), or call NumPy's function for the local block")
    if array.dtype.name not in DTYPES or not array.dtype.isnative:
        raise errors.InvalidArgumentError(
            f"{function} was given an array of {array.dtype}, which is none of the types of the array API; use astype")
    if array.dtype.kind not in KINDS[kinds]:
        raise errors.InvalidArgumentError(
            f"{function} is for {kinds} arrays, but was given one of {array.dtype}; use astype, or NumPy's function")
    return array


def dtype_argument(dtype: Any, default: Any = None, kinds: str = "any") -> "np.dtype[Any]":
    """One of the types of the standard."""
    if dtype is None and default is not None:
        return np.dtype(default)
    try:
        found = None if dtype is None else np.dtype(dtype)
    except TypeError:
        found = None
    if found is None or found.name not in DTYPES or not found.isnative or found.kind not in KINDS[kinds]:
        names = [name for name, one in DTYPES.items() if one.kind in KINDS[kinds]]
        raise errors.InvalidArgumentError(f"the dtype is {dtype!r}; give one of {', '.join(names)}")
    return found


def shape_of(x: Array) -> Tuple[int, ...]:
    """Of the whole array."""
    shape: Tuple[int, ...] = x.global_shape if x._block is not None else ()
    return shape


def shape_argument(shape: Any) -> Tuple[int, ...]:
    """Lengths of a new array: of at least 1, as every axis of a distributed array has."""
    lengths = wholes(shape, "the shape")
    if any(n < 1 for n in lengths):
        raise errors.InvalidArgumentError(
            f"the shape is {lengths}; every axis of a distributed array has at least one point")
    return lengths


def axis_argument(axis: Any, n_axes: int, function: str) -> int:
    """As a number from 0."""
    number = whole(axis, f"the axis of {function}")
    if not -n_axes <= number < n_axes:
        raise errors.InvalidArgumentError(
            f"axis {number} does not exist; {function} was given an array with {n_axes} axes, 0 to {n_axes - 1}"
            if n_axes else f"axis {number} does not exist; {function} was given an array without axes")
    return number % n_axes


def axes_argument(axes: Axes, n_axes: int, function: str) -> Tuple[int, ...]:
    """Several, each once, in their order; None: all."""
    if axes is None:
        return tuple(range(n_axes))
    found = tuple(axis_argument(axis, n_axes, function) for axis in wholes(axes, f"the axes of {function}"))
    if len(set(found)) < len(found):
        raise errors.InvalidArgumentError(f"the axes {axes} of {function} name one twice; name each once")
    return found


# --- results -------------------------------------------------------------------------------------------------


def number(value: Any, dtype: Any = None) -> Array:
    """An array without axes."""
    return np.asarray(value, dtype).view(Array)


def local(x: Array) -> AnyArray:
    """What this process owns of it; the one element of an array without axes."""
    return np.asarray(x.owned)


def of_block(block: AnyArray, layout: Layout, like: Array, order: Optional[Sequence[int]] = None) -> Array:
    """The distributed array with that local block, on the processes of `like`. `order`: of the axes in the memory of all
    blocks; None: they are brought to C order."""
    if order is None:
        block, order = np.ascontiguousarray(block), range(block.ndim)
    array: Array = block.view(Array)
    array._block = like._block.of(layout, order)
    return array


def new(layout: Layout, dtype: Any, like: Array) -> Array:
    """A new distributed array on the processes of `like`; its values are anything."""
    return array_of(like._block.of(layout, range(len(layout.shape))), dtype)


def from_all(value: Any, like: Array) -> AnyArray:
    """The numbers, of one type, that the processes of `like` have, by rank. Collective."""
    value = np.asarray(value)
    n = like.layout.n_processes
    line = new(Layout((n,), n, 0), value.dtype, like)
    line[...] = value
    return gather(line)


# --- moves: collective ---------------------------------------------------------------------------------------


def with_shape(layout: Layout, shape: Sequence[int], axes: Optional[Sequence[Optional[int]]] = None) -> Layout:
    """The same cuts for another shape; blocks stay as they are where the length stays. `axes`: for each axis of `shape`
    the one of `layout` that it was, or None; every axis that is cut must be among them."""
    axes = range(len(shape)) if axes is None else axes
    place = {old: i for i, old in enumerate(axes) if old is not None}
    blocks = {place[a]: sizes for a, sizes in layout.blocks.items() if a in place and shape[place[a]] == layout.shape[a]}
    return Layout(shape, layout.grid, [place[a] for a in layout.cut], blocks)


def layout_with_whole(layout: Layout, axes: Iterable[int]) -> Layout:
    """Without ghost cells and with these axes whole on each process: what cut them cuts the first axis that is left and
    not cut, or else the first that is left. Of all axes: on process 0."""
    inner = set(axes)
    kept = [axis for axis in range(len(layout.shape)) if axis not in inner]
    cut: List[int] = []
    if not inner & set(layout.cut):
        return layout.with_ghosts(None)
    if not kept:
        n = layout.n_processes
        return Layout(layout.shape, n, 0, {0: [layout.shape[0]] + [0] * (n - 1)})
    taken = {axis for axis in layout.cut if axis not in inner}
    moved = set()
    for axis in layout.cut:
        if axis in inner:
            axis = next((a for a in kept if a not in taken), kept[0])
            taken.add(axis)
            moved.add(axis)
        cut.append(axis)
    blocks = {a: sizes for a, sizes in layout.blocks.items() if a not in inner and a not in moved}
    return Layout(layout.shape, layout.grid, cut, blocks)


def moved(x: Array, layout: Layout) -> Array:
    """The array, without ghost cells, in that layout; not a copy where it is in it already."""
    owned = x.owned
    if owned.layout == layout:
        return owned
    if not same_blocks(owned.layout, layout):
        return redistribute(owned, layout)
    return of_block(np.asarray(owned), layout, x, owned._block.order)


def with_whole(x: Array, *axes: int) -> Array:
    """The array with these axes whole wherever there is something of it."""
    return moved(x, layout_with_whole(x.layout, axes))


def whole_array(x: Array) -> AnyArray:
    """All of it on every process: for small arrays."""
    return gather(x.owned) if x._block is not None else np.asarray(x)
