"""Distributed arrays without a plan: new ones, and blocks that a program has."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import DTypeLike

from . import _core, arguments, collective, errors
from .arrays import Array
from .block import Block
from .layout import Layout, wholes
from .types import AnyArray, Comm, Order

_OF_BLOCKS = "to make an array of blocks"


def dtype_of(dtype: DTypeLike) -> np.dtype[Any]:
    """One of those that distributed arrays have."""
    arguments.precision_of(dtype)
    return np.dtype(dtype)


def layout_argument(layout: object) -> Layout:
    """What must be a weft.Layout."""
    if not isinstance(layout, Layout):
        raise errors.InvalidArgumentError(f"the layout is {layout!r}; give a weft.Layout")
    return layout


def order_of(order: Order, n_axes: int) -> List[int]:
    """The axes from slowest to fastest in memory: of "C" (None), "F", or as they are given."""
    if order is None or order == "C":
        return list(range(n_axes))
    if isinstance(order, str) and order == "F":
        return list(range(n_axes))[::-1]
    if isinstance(order, str):
        raise errors.InvalidArgumentError(f"the order in memory is {order!r}; give 'C', 'F', or all axes from slowest "
                                          "to fastest, as (2, 0, 1)")
    return list(wholes(order, "the order in memory"))


def new_block(layout: Layout, dtype: DTypeLike, comm: Optional[Comm], order: Order,
              check: Optional[Callable[[], None]] = None, doing: str = "to make an array") -> Block:
    """What new arrays of a layout share. Collective over `comm`: all processes raise the same error, also what
    `check(layout)` raises on one of them. `doing`: of the caller, for errors of different calls."""
    comm, address = arguments.communicator_address(comm)
    core, name, complaint = None, "float64", None
    axes: List[int] = []
    try:
        core = layout_argument(layout)._core
        name, axes = dtype_of(dtype).name, order_of(order, len(layout.shape))
        if check is not None:
            check()
    except (errors.Error, TypeError, ValueError, OverflowError) as error:
        complaint = errors.complaint_of(error)
    made = _core.Distribution.make(address, core, name, axes, complaint, doing)
    return Block(layout, made.rank, axes, comm, made)


def array_of(block: Block, dtype: DTypeLike, fill: Any = None) -> Array:
    """A new array with that block, in its order in memory."""
    inverse = tuple(int(i) for i in np.argsort(block.order))
    memory: AnyArray = np.empty([block.shape[axis] for axis in block.order], dtype)
    if fill is not None:
        memory.fill(fill)
    array = memory.transpose(inverse).view(Array)
    array._block = block
    return array


def empty(layout: Layout, dtype: DTypeLike = float, comm: Optional[Comm] = None, order: Order = None) -> Array:
    """A new distributed array whose values are anything: this process's block. Collective over `comm`.

    layout: who owns which block, on as many processes as `comm` has; with ghost cells the array has room for them.
    dtype: float32, float64, complex64 or complex128.
    comm: a communicator of mpi4py; None is MPI.COMM_WORLD.
    order: of the axes in memory: "C" (None), "F", or the axes from slowest to fastest.

    All arguments are the same on all processes. InvalidArgumentError, MismatchError, CommunicationError, on all.

    >>> u = weft.empty(weft.Layout((8, 6), comm.size, 0), "complex64", comm)
    >>> u.global_shape, u.dtype
    ((8, 6), dtype('complex64'))
    """
    return array_of(new_block(layout, dtype, comm, order), dtype)


def zeros(layout: Layout, dtype: DTypeLike = float, comm: Optional[Comm] = None, order: Order = None) -> Array:
    """A new distributed array of zeros, ghost cells included. Collective; arguments and errors as of weft.empty.

    >>> weft.sum(weft.zeros(weft.Layout((8, 6), comm.size, 0), comm=comm))
    0.0
    """
    return array_of(new_block(layout, dtype, comm, order), dtype, 0)


def full(layout: Layout, value: complex, dtype: Optional[DTypeLike] = None, comm: Optional[Comm] = None,
         order: Order = None) -> Array:
    """A new distributed array of one value, the same on all processes, ghost cells included. Collective; arguments
    and errors as of weft.empty.

    dtype: None: float64, or complex128 for a complex value.

    >>> weft.sum(weft.full(weft.Layout((8, 6), comm.size, 0), 0.5, comm=comm))
    24.0
    """
    if dtype is None:
        dtype = complex if isinstance(value, (complex, np.complexfloating)) else float

    def check() -> None:
        if np.ndim(value) != 0 or np.asarray(value).dtype.kind not in "biufc":
            raise errors.InvalidArgumentError(f"the value is {value!r}; give one number")
        if np.iscomplexobj(value) and np.dtype(dtype).kind != "c":
            raise errors.InvalidArgumentError(f"the value {value!r} is complex, but the dtype is {np.dtype(dtype)}")

    return array_of(new_block(layout, dtype, comm, order, check), dtype, value)


def fromfunction(function: Callable[..., Any], layout: Layout, dtype: DTypeLike = float, comm: Optional[Comm] = None,
                 order: Order = None) -> Array:
    """A new distributed array of function(i, j, ...), with global indices. Collective; arguments and errors as of
    weft.empty.

    function: called once on each process with one array of int64 for each axis: the global indices of its block. These
        arrays broadcast against each other as those of numpy.ogrid. The function returns values that broadcast to the
        block. An exception of the function on one process is an InvalidArgumentError on all.

    Ghost cells are 0: the function gives the owned elements only.

    >>> u = weft.fromfunction(lambda i, j: i + 10 * j, weft.Layout((8, 6), comm.size, 0), comm=comm)
    >>> weft.gather(u, None)[7, 5]
    np.float64(57.0)
    """
    array = array_of(new_block(layout, dtype, comm, order, doing="to make an array from a function"), dtype, 0)
    complaint = None
    try:
        indices = np.ogrid[tuple(slice(begin, end) for begin, end in array.box)]
        np.asarray(array.owned)[...] = function(*indices)
    except Exception as error:  # the others must hear of anything
        complaint = errors.InvalidArgumentError.code, f"the function of global indices failed: {error}"
    array._block._made.agree(complaint)
    return array


def array(block: AnyArray, layout: Layout, comm: Optional[Comm] = None, copy: bool = False) -> Array:
    """The distributed array whose block on this process is a NumPy array that the program has. Collective over `comm`.

    block: of the shape layout.memory_shape(rank): the owned block, with ghost cells if the layout has some. The dtype is
        one of distributed arrays, the same on all processes. Any order in memory; strides are positive multiples of an
        element.
    layout, comm: as of weft.empty.
    copy: of the block; otherwise the array is a view of its memory, as numpy.asarray gives.

    InvalidArgumentError, MismatchError (layouts or dtypes differ), on all processes.

    >>> mine = numpy.full((2, 3), float(comm.rank))
    >>> u = weft.array(mine, weft.Layout((2 * comm.size, 3), comm.size, 0), comm)
    >>> u[0, 0] = 7
    >>> float(mine[0, 0]), u.global_shape == (2 * comm.size, 3)
    (7.0, True)
    """
    return array_of_blocks(lambda: block, layout, comm, copy)


def array_of_blocks(block_of: Callable[[], object], layout: Layout, comm: Optional[Comm], copy: bool) -> Array:
    """weft.array of what `block_of` gives on this process; what it raises of weft.Error is raised on all. Collective."""
    comm, address = arguments.communicator_address(comm)
    core, name, complaint = None, "float64", None
    given: Any = None
    try:
        core = layout_argument(layout)._core
        given = _block_argument(block_of(), layout, comm)
        name = given.dtype.name
    except (errors.Error, TypeError, ValueError, OverflowError) as error:
        complaint = errors.complaint_of(error)
    made = _core.Distribution.make(address, core, name, [], complaint, _OF_BLOCKS)
    array: Array = (given.copy("K") if copy else given).view(Array)
    array._block = Block(layout, made.rank, _common_order(given, comm), comm, made)
    return array


def _common_order(block: AnyArray, comm: Comm) -> Tuple[int, ...]:
    """The axes from slowest to fastest in the memory of all blocks with elements, or C order where they differ."""
    order = tuple(sorted(range(block.ndim), key=lambda axis: -block.strides[axis])) if block.size else None
    orders = {one for one in collective.allgather(comm, order, _OF_BLOCKS) if one is not None}
    return orders.pop() if len(orders) == 1 else tuple(range(block.ndim))


def _block_argument(block: object, layout: Layout, comm: Comm) -> AnyArray:
    if not isinstance(block, np.ndarray) or isinstance(block, np.ma.MaskedArray):
        raise errors.InvalidArgumentError(f"the block is of type {type(block).__name__}; give a NumPy array")
    if not comm:
        raise errors.InvalidArgumentError("the communicator is MPI_COMM_NULL")
    if comm.Get_size() != layout.n_processes:
        raise errors.InvalidArgumentError(f"the layout {layout} is for {layout.n_processes} processes, but the "
                                          f"communicator has {comm.Get_size()}; give a grid of that many")
    rank = comm.Get_rank()
    if block.shape != layout.memory_shape(rank):
        ghosts = " with its ghost cells" if any(layout.ghosts) else ""
        raise errors.InvalidArgumentError(
            f"the block has shape {block.shape}, but that of process {rank} in {layout} has shape "
            f"{layout.memory_shape(rank)}{ghosts} (layout.memory_shape(rank))")
    given = np.asarray(block)
    dtype_of(given.dtype)
    if not given.dtype.isnative or not given.flags.aligned:
        raise errors.InvalidArgumentError(
            f"the block has dtype {given.dtype.str}, or is not aligned; distributed arrays have the byte order of the "
            "machine: use a copy")
    if given.size and any(n > 1 and (s <= 0 or s % given.itemsize) for n, s in zip(given.shape, given.strides)):
        raise errors.InvalidArgumentError(
            f"the block has strides {given.strides} in bytes; distributed arrays have strides that are positive "
            f"multiples of an element ({given.itemsize} bytes): use a copy")
    return given


def like(given: Union[Layout, AnyArray], dtype: Optional[DTypeLike] = None, comm: Optional[Comm] = None,
         order: Order = None) -> Tuple[Any, Any, Any, Any]:
    """(layout, dtype, comm, order) of new arrays like `given`, a layout or a distributed array."""
    if isinstance(given, Array) and given._block is not None:
        block = given._block
        return (block.layout, given.dtype if dtype is None else dtype, block.comm if comm is None else comm,
                block.order if order is None else order)
    return given, float if dtype is None else dtype, comm, order


def checked(array: object, role: str = "the array", written: bool = False) -> Any:
    """The distribution of an array that a function was given. Errors in words on this process, for arrays without a
    layout cannot tell which other processes there are."""
    if not isinstance(array, Array) or array._block is None:
        what = "no layout" if isinstance(array, Array) else f"the type {type(array).__name__}"
        raise errors.InvalidArgumentError(
            f"{role} has {what}; give a weft.Array with a layout, as plan.points(), weft.zeros(layout) or "
            "weft.array(block, layout) make them")
    if written and not array.flags.writeable:
        raise errors.InvalidArgumentError(f"{role} is read-only; give an array that can be written to")
    return array.distribution
