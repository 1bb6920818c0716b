"""Distributed arrays between layouts, and from and to one process."""

from __future__ import annotations

from typing import Any, Optional, Union, overload

import numpy as np

from . import _core, arguments, collective, errors
from .arrays import Array
from .collect import check_root
from .creation import array_of, checked, dtype_of, empty, layout_argument
from .layout import Layout, whole
from .types import AnyArray, Comm, Order

_SCATTER = "to scatter an array"


def _address(array: AnyArray) -> int:
    return array.__array_interface__["data"][0]


def layout_with_whole_axis(layout: Layout, axis: int) -> Layout:
    """`layout` with one axis local everywhere: what cut it cuts the first axis that nothing cuts (if there is none, the
    first other axis, together with what cuts that), evenly."""
    n_axes = len(layout.shape)
    if axis not in layout.cut:
        return layout
    if n_axes == 1:
        raise errors.InvalidArgumentError(
            "an array of one axis cannot be whole along it on several processes; weft.gather gives it to one or to all")
    free = [a for a in range(n_axes) if a not in layout.cut] or [a for a in range(n_axes) if a != axis]
    cut = [free[0] if a == axis else a for a in layout.cut]
    blocks = {a: sizes for a, sizes in layout.blocks.items() if a not in (axis, free[0])}
    return Layout(layout.shape, layout.grid, cut, blocks, layout.ghosts)


def _target(u: Any, to: Any, out: Any) -> Layout:
    """The layout that the array shall have."""
    if out is not None:
        checked(out, "the output", written=True)
        if to is not None:
            raise errors.InvalidArgumentError(
                "both a layout and an output were given; the output has its own: give one")
        to = out.layout
    elif isinstance(to, Layout):
        pass
    else:
        axis, n_axes = whole(to, "the axis that shall be local"), u.ndim
        if not -n_axes <= axis < n_axes:
            raise errors.InvalidArgumentError(
                f"axis {axis} does not exist; the array has the axes 0 to {n_axes - 1}, or -{n_axes} to -1")
        to = layout_with_whole_axis(u.layout, axis % n_axes)
    if to.n_processes != u.layout.n_processes:
        raise errors.InvalidArgumentError(f"the layout {to} is for {to.n_processes} processes, but the array is on "
                                          f"{u.layout.n_processes}; give a grid of that many")
    if to.shape != u.layout.shape:
        raise errors.InvalidArgumentError(f"the array has the global shape {u.layout.shape}, but the layout {to} has "
                                          "another one; give a layout of the same shape")
    if out is not None and out.dtype != u.dtype:
        raise errors.InvalidArgumentError(f"the array is of {u.dtype}, but the output of {out.dtype}; make them alike")
    return to


def redistribute(u: AnyArray, to: Union[int, Layout, None] = None, out: Optional[Array] = None) -> Array:
    """The same array in another layout. Collective.

    u: a weft.Array with a layout; its ghost cells are not sent.
    to: a weft.Layout of the same shape, on as many processes; or the number of an axis that becomes local, whole on
        each process. The grid dimension that cut it then cuts the first axis that is not cut.
    out: a distributed array that is written to, instead of `to` (its ghost cells stay unchanged). None: a new array,
        with the order in memory of `u`, and with ghost cells of 0 if the layout has some.

    `to` is the same on all processes, and `out` is given on all or on none. Returns the array, which is a copy even if
    no element moves. For repeated moves weft.redistribution makes a plan, which is faster.
    InvalidArgumentError, MismatchError, CommunicationError, on all processes.

    >>> u = weft.fromfunction(lambda i, j: i + 10 * j, weft.Layout((8, 6), comm.size, 0), comm=comm)
    >>> columns = weft.redistribute(u, 0)
    >>> columns.layout == weft.Layout((8, 6), comm.size, 1), columns.shape[0]
    (True, 8)
    >>> bool((weft.redistribute(columns, out=weft.zeros(u.layout, comm=comm)) == u).all())
    True
    """
    distribution, complaint = checked(u), None
    given: Any = u
    layout: Any = None
    try:
        layout = _target(u, to, out)
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    distribution.agree(complaint)
    target: Any = out
    if target is None:
        target = array_of(given._block.of(layout, given._block.order), u.dtype, 0 if any(layout.ghosts) else None)
    _core.redistribute(distribution, _address(u), target.distribution, _address(target))
    return target


@overload
def gather(u: AnyArray, root: None) -> AnyArray: ...
@overload
def gather(u: AnyArray, root: int = 0) -> Union[AnyArray, Any]: ...
def gather(u: Any, root: Optional[int] = 0) -> Any:
    """Collects the whole array, or a region of it, in a dense array on one process or on all.

    Collective.

    C++: gather.
    u: a weft.Array with a layout; a part of one too: weft.gather(u.global_[:, 3]).
    root: the rank that gets it; None: all. The same on all processes, else MismatchError; InvalidArgumentError for
        others.
    Returns a new NumPy array in C order, None on the other processes.

    >>> u = weft.fromfunction(lambda i, j: i + 10 * j, weft.Layout((4, 2), comm.size, 0), comm=comm)
    >>> weft.gather(u, root=None)[:, 1].tolist()
    [10.0, 11.0, 12.0, 13.0]
    """
    distribution, whole_array, complaint = checked(u), None, None
    n_processes = u.layout.n_processes
    try:
        root = _core.everywhere if root is None else check_root(root, n_processes)
        if root in (_core.everywhere, u.rank):
            whole_array = np.empty(u.global_shape, u.dtype)
    except (errors.Error, MemoryError) as error:
        complaint = errors.complaint_of(error)
    distribution.agree(complaint)
    _core.gather(distribution, _address(u), 0 if whole_array is None else _address(whole_array), root)
    return whole_array


def scatter(array: Optional[AnyArray], layout: Layout, comm: Optional[Comm] = None, root: int = 0, order: Order = None) -> Array:
    """A new distributed array from the whole array that one process has. Collective over `comm`.

    array: on the root a NumPy array of the shape of the layout and of a dtype that distributed arrays have; ignored on
        the other processes (None).
    layout, comm, order: as of weft.empty. root: the process that has the array. The same on all processes.

    Ghost cells are 0. InvalidArgumentError, MismatchError, on all processes.

    >>> whole = numpy.arange(24.0).reshape(6, 4) if comm.rank == 0 else None
    >>> u = weft.scatter(whole, weft.Layout((6, 4), comm.size, 0), comm)
    >>> weft.sum(u)
    276.0
    """
    comm, _ = arguments.communicator_address(comm)
    collective.agree(comm, None, _SCATTER)  # there is a communicator
    dtype, complaint = "", None
    try:
        if comm.Get_rank() == check_root(root, comm.Get_size()):
            dtype = _whole_array_dtype(array, layout_argument(layout))
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    collective.agree(comm, complaint, _SCATTER)
    _check_same_root(comm, root)
    u = empty(layout, collective.broadcast(comm, dtype, _SCATTER, root), comm, order)
    if any(layout.ghosts):
        np.asarray(u).fill(0)
    dense = np.ascontiguousarray(array) if array is not None and u.rank == root else None
    _core.scatter(u.distribution, 0 if dense is None else _address(dense), root, _address(u))
    return u


def _whole_array_dtype(array: object, layout: Layout) -> str:
    if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
        raise errors.InvalidArgumentError(
            f"the array on the root is of type {type(array).__name__}; give a NumPy array")
    if array.shape != layout.shape:
        raise errors.InvalidArgumentError(
            f"the array on the root has shape {array.shape}, but the layout has shape {layout.shape}")
    return dtype_of(array.dtype).name


def _check_same_root(comm: Comm, root: int) -> None:
    """Before process `root` tells the others what it has. Collective."""
    roots = collective.allgather(comm, root, _SCATTER)
    for rank, other in enumerate(roots):
        if other != roots[0]:
            raise errors.MismatchError(f"root is {roots[0]} on process 0, but {other} on process {rank}; pass the same on "
                                       "every process")
