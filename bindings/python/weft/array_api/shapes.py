"""Other shapes: axes that come, go and change their places (local), elements that change theirs (collective)."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple, Union

import numpy as np

from .. import errors
from ..any_type import copy_to
from ..arrays import Array
from ..collect import permuted
from ..layout import Layout, whole, wholes
from . import types
from .blocks import (Axes, argument, axes_argument, axis_argument, local, moved, new, number, of_block, shape_of, whole_array,
                     with_shape)
from .creation import asarray
from .reductions import along_axis

Several = Union[Tuple[Array, ...], List[Array]]


# --- axes: no message ----------------------------------------------------------------------------------------


def permute_dims(x: Array, /, axes: Tuple[int, ...]) -> Array:
    """The array with its axes in another order, a view; what cut an axis cuts it at its new place. Not collective."""
    x = argument(x, "permute_dims")
    order = axes_argument(axes, x.ndim, "permute_dims")
    if len(order) != x.ndim:
        raise errors.InvalidArgumentError(f"the axes are {axes}, but the array has {x.ndim}; name all of them")
    if x._block is None:
        return x
    owned = x.owned
    place = {axis: i for i, axis in enumerate(order)}
    memory = [place[axis] for axis in owned._block.order]
    return of_block(np.asarray(owned).transpose(order), permuted(owned.layout, order), x, memory)


def moveaxis(x: Array, source: Axes, destination: Axes, /) -> Array:
    """The array with some axes at other places, a view. Not collective."""
    x = argument(x, "moveaxis")
    before, after = (axes_argument(axes, x.ndim, "moveaxis") for axes in (source, destination))
    if len(before) != len(after):
        raise errors.InvalidArgumentError(f"moveaxis was given {len(before)} axes and {len(after)} places; give as many")
    order: List[int] = [axis for axis in range(x.ndim) if axis not in before]
    for place, axis in sorted(zip(after, before)):
        order.insert(place, axis)
    return permute_dims(x, tuple(order))


def matrix_transpose(x: Array, /) -> Array:
    """The array with its last two axes exchanged, a view. Not collective."""
    x = argument(x, "matrix_transpose")
    if x.ndim < 2:
        raise errors.InvalidArgumentError(f"matrix_transpose is for arrays of at least 2 axes, but was given one of {x.ndim}")
    return permute_dims(x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


def expand_dims(x: Array, /, axis: Union[int, Tuple[int, ...]]) -> Array:
    """The array with more axes of length 1, a view; an array without axes becomes one on process 0. Not collective, except
    for an array without axes: over MPI.COMM_WORLD."""
    x = argument(x, "expand_dims")
    several = wholes(axis, "the axis of expand_dims")
    n_axes = x.ndim + len(several)
    places = axes_argument(several, n_axes, "expand_dims")
    if x._block is None:
        return asarray(np.asarray(x).reshape((1,) * n_axes))
    owned = x.owned
    old = iter(range(x.ndim))
    axes = [None if i in places else next(old) for i in range(n_axes)]
    shape = [1 if a is None else owned.global_shape[a] for a in axes]
    block = np.expand_dims(np.asarray(owned), tuple(sorted(places)))
    kept = [i for i in range(n_axes) if i not in places]
    memory = [*places, *(kept[a] for a in owned._block.order)]
    return of_block(block, with_shape(owned.layout, shape, axes), x, memory)


def squeeze(x: Array, /, axis: Union[int, Tuple[int, ...]]) -> Array:
    """The array without these axes, which have length 1, a view. Not collective; without any axis left, collective."""
    x = argument(x, "squeeze")
    axes = axes_argument(wholes(axis, "the axis of squeeze"), x.ndim, "squeeze")
    lengths = {a: shape_of(x)[a] for a in axes if shape_of(x)[a] != 1}
    if lengths:
        raise errors.InvalidArgumentError(f"squeeze was given axes of other lengths than 1: {lengths}")
    if not axes:
        return x
    if len(axes) == x.ndim:
        return number(whole_array(x).reshape(()))
    return x.global_[tuple(0 if a in axes else slice(None) for a in range(x.ndim))]


def unstack(x: Array, /, *, axis: int = 0) -> Tuple[Array, ...]:
    """The parts at each index of an axis, views, in the layouts that u.global_[...] gives. Not collective; of an array of one
    axis numbers, collective."""
    x = argument(x, "unstack")
    a = axis_argument(axis, x.ndim, "unstack")
    if x.ndim == 1:
        return tuple(number(one) for one in whole_array(x))
    return tuple(x.global_[(slice(None),) * a + (i,)] for i in range(x.global_shape[a]))


# --- elements at other places --------------------------------------------------------------------------------


def reshape(x: Array, /, shape: Tuple[int, ...], *, copy: Any = None) -> Array:
    """The elements in C order in another shape, of which one length may be -1. Collective.

    The array itself if the shape is the same and copy is not True, otherwise a copy whose axis 0 is cut by all processes.
    copy=False: InvalidArgumentError if a copy is necessary.
    """
    x = argument(x, "reshape")
    before = shape_of(x)
    n = int(np.prod(before, dtype=np.int64))
    after = _lengths(wholes(shape, "the shape"), n)
    if after == before:
        return x.owned.copy() if copy else x.owned
    if copy is False:
        raise errors.InvalidArgumentError("the elements of a distributed array change their processes with its shape; leave "
                                          "out copy=False")
    if x._block is None:
        return asarray(np.asarray(x).reshape(after))
    if not after:
        return number(whole_array(x).reshape(()))
    n_processes = x.layout.n_processes
    slabs, target = Layout(before, n_processes, 0), Layout(after, n_processes, 0)
    line = of_block(np.ascontiguousarray(local(moved(x, slabs))).reshape(-1), _line_of(slabs, n), x)
    return of_block(local(moved(line, _line_of(target, n))).reshape(target.local_shape(x.rank)), target, x)


def _line_of(slabs: Layout, n: int) -> Layout:
    """Of all `n` elements in C order: of each process those of its slab."""
    row = n // slabs.shape[0]
    return Layout((n,), slabs.grid, 0, {0: [row * slabs.local_shape(rank)[0] for rank in range(slabs.n_processes)]})


def _lengths(shape: Tuple[int, ...], n: int) -> Tuple[int, ...]:
    known = int(np.prod([length for length in shape if length != -1], dtype=np.int64))
    if shape.count(-1) == 1 and known > 0:
        shape = tuple(n // known if length == -1 else length for length in shape)
    if any(length < 1 for length in shape) or int(np.prod(shape, dtype=np.int64)) != n:
        raise errors.InvalidArgumentError(f"{n} elements do not make an array of shape {shape}; give lengths whose product "
                                          "that is")
    return shape


def concat(arrays: Several, /, *, axis: Optional[int] = 0) -> Array:
    """Arrays one after the other along an axis, cut as the first is, in the type that they have together; axis None: all of
    them as lines. Collective."""
    given = _several(arrays, "concat")
    if axis is None:
        given, axis = [reshape(x, (-1,)) for x in given], 0
    shapes = [shape_of(x) for x in given]
    a = axis_argument(axis, len(shapes[0]), "concat")
    if any(len(s) != len(shapes[0]) or s[:a] + s[a + 1:] != shapes[0][:a] + shapes[0][a + 1:] for s in shapes):
        raise errors.InvalidArgumentError(f"concat along axis {a} was given arrays of the shapes {shapes}; all other lengths "
                                          "are alike")
    return _pieces(given, a, types.promoted([x.dtype for x in given]))


def _several(arrays: Several, name: str) -> List[Array]:
    if not isinstance(arrays, (tuple, list)) or not arrays:
        raise errors.InvalidArgumentError(f"{name} was given {type(arrays).__name__}; give a list of at least one array")
    return [argument(x, name) for x in arrays]


def _pieces(given: Sequence[Array], axis: int, dtype: Any) -> Array:
    """Each array to its part of the result, wherever its elements lie."""
    first = given[0]
    shape = list(shape_of(first))
    shape[axis] = sum(shape_of(x)[axis] for x in given)
    out, begin = new(with_shape(first.layout.with_ghosts(None), shape), dtype, first), 0
    for x in given:
        end = begin + shape_of(x)[axis]
        copy_to(x.owned.astype(dtype, copy=False), out.global_[(slice(None),) * axis + (slice(begin, end),)])
        begin = end
    return out


def stack(arrays: Several, /, *, axis: int = 0) -> Array:
    """Arrays of one shape along a new axis, cut as the first is. Collective."""
    given = _several(arrays, "stack")
    if len({shape_of(x) for x in given}) > 1:
        raise errors.InvalidArgumentError(f"stack was given arrays of the shapes {[shape_of(x) for x in given]}; give one "
                                          "shape")
    a = axis_argument(axis, given[0].ndim + 1, "stack")
    dtype = types.promoted([x.dtype for x in given])
    if given[0]._block is None:
        return asarray(np.array([np.asarray(x) for x in given], dtype))
    return concat([expand_dims(x, a) for x in given], axis=a)


def flip(x: Array, /, *, axis: Axes = None) -> Array:
    """The elements in reverse order along axes (None: all), in the layout of `x`. Collective."""
    x = argument(x, "flip")
    for a in axes_argument(axis, x.ndim, "flip"):
        x = along_axis(x, a, lambda block, a=a: np.flip(block, a), shape_of(x)[a], x.dtype)  # type: ignore[misc]
    return x


def roll(x: Array, /, shift: Union[int, Tuple[int, ...]], *, axis: Axes = None) -> Array:
    """The elements moved on by `shift` along axes, the last ones to the begin, cut as `x`; axis None: as one line. Collective."""
    x = argument(x, "roll")
    if axis is None:
        if x._block is None:
            return x
        return moved(reshape(roll(reshape(x, (-1,)), shift, axis=0), shape_of(x)), x.layout.with_ghosts(None))
    axes, shifts = wholes(axis, "the axis of roll"), wholes(shift, "the shift")
    if len(shifts) not in (1, len(axes)) and len(axes) != 1:
        raise errors.InvalidArgumentError(f"roll was given {len(shifts)} shifts for {len(axes)} axes; give one for each")
    n = max(len(shifts), len(axes))
    for one, by in zip(axes * n if len(axes) == 1 else axes, shifts * n if len(shifts) == 1 else shifts):
        a = axis_argument(one, x.ndim, "roll")
        cut = -by % shape_of(x)[a]
        if cut:
            x = _rolled(x.owned, a, cut)
    return x


def _rolled(x: Array, axis: int, cut: int) -> Array:
    """Index `cut` becomes the first one."""
    before = (slice(None),) * axis
    out = new(x.layout, x.dtype, x)
    n = x.global_shape[axis]
    for piece, to in ((slice(cut, n), slice(0, n - cut)), (slice(0, cut), slice(n - cut, n))):
        copy_to(x.global_[(*before, piece)], out.global_[(*before, to)])
    return out


def repeat(x: Array, repeats: Union[int, Array], /, *, axis: Optional[int] = None) -> Array:
    """Each element, or each index along an axis, so many times (one number, or an array of them), cut as `x`; axis None: of
    the array as one line. Collective."""
    x = argument(x, "repeat")
    if axis is None:
        x, axis = reshape(x, (-1,)), 0
    a = axis_argument(axis, x.ndim, "repeat")
    counts: Any = whole(repeats, "repeats") if not isinstance(repeats, np.ndarray) else (
        whole_array(argument(repeats, "repeat", "integer")).astype(int))
    n = int(np.broadcast_to(counts, (shape_of(x)[a],)).sum()) if np.ndim(counts) else int(counts) * shape_of(x)[a]
    if n < 1 or np.min(counts) < 0:
        raise errors.InvalidArgumentError(f"repeats is {counts}; nothing would be left: every axis of a distributed array has at "
                                          "least one point")
    return along_axis(x, a, lambda block: np.repeat(block, counts, a), n, x.dtype)


def tile(x: Array, repetitions: Tuple[int, ...], /) -> Array:
    """The array so many times along each axis (the last ones where there are fewer numbers than axes), cut as `x`. Collective."""
    x = argument(x, "tile")
    times = wholes(repetitions, "the repetitions")
    if any(n < 1 for n in times):
        raise errors.InvalidArgumentError(f"the repetitions are {times}; give numbers of at least 1")
    n_axes = max(x.ndim, len(times))
    if x._block is None:
        return asarray(np.tile(np.asarray(x), times))
    x = expand_dims(x, tuple(range(n_axes - x.ndim))) if n_axes > x.ndim else x
    for a, n in enumerate((1,) * (n_axes - len(times)) + times):
        if n > 1:
            x = _pieces([x] * n, a, x.dtype)
    return x.owned


# --- broadcasting --------------------------------------------------------------------------------------------


def broadcast_shapes(*shapes: Tuple[int, ...]) -> Tuple[int, ...]:
    """The shape of an elementwise result of arrays of these shapes. Not collective."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise errors.InvalidArgumentError(f"the shapes {shapes} do not broadcast; lengths of an axis are alike, or 1") from None


def broadcast_to(x: Array, /, shape: Tuple[int, ...]) -> Array:
    """The array broadcast to `shape`: axes of length 1 and new first axes get the lengths of `shape`. Collective.

    The array itself if it has that shape. Otherwise a copy whose axis 0 is cut by all processes, of an array without axes
    by all of MPI.COMM_WORLD. All of `x` is on every process for a moment.
    """
    x = argument(x, "broadcast_to")
    wanted = wholes(shape, "the shape")
    if wanted == shape_of(x):
        return x
    if broadcast_shapes(shape_of(x), wanted) != wanted:
        raise errors.InvalidArgumentError(f"an array of shape {shape_of(x)} does not broadcast to {wanted}")
    if x._block is None:
        return asarray(np.broadcast_to(np.asarray(x), wanted))
    return _spread(x, Layout(wanted, x.layout.n_processes, 0), x)


def _spread(x: Array, layout: Layout, like: Array) -> Array:
    return of_block(np.broadcast_to(whole_array(x), layout.shape)[layout.slices(like.rank)], layout, like)


def broadcast_arrays(*arrays: Array) -> List[Array]:
    """Arrays of several shapes or layouts in one shape and in one layout, for elementwise functions. Collective.

    The layout is that of the first array with the shape, without ghost cells; otherwise axis 0 is cut by all processes.
    """
    given = [argument(x, "broadcast_arrays") for x in arrays]
    shape = broadcast_shapes(*[shape_of(x) for x in given])
    like = next((x for x in given if x._block is not None and shape_of(x) == shape),
                next((x for x in given if x._block is not None), None))
    if like is None:
        return given
    layout = like.layout.with_ghosts(None) if shape_of(like) == shape else Layout(shape, like.layout.n_processes, 0)
    return [moved(x, layout) if shape_of(x) == shape else _spread(x, layout, like) for x in given]
