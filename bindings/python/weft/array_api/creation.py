"""New arrays. All processes pass the same arguments; each makes what it has of the array.

Where the standard has a shape, there may be a weft.Layout, which says who has what; of a shape alone axis 0 is cut. An array
without axes is on every process.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple, Union

import numpy as np

from .. import arguments, errors
from ..arrays import Array
from ..creation import array_of, new_block
from ..dlpack import memory_of
from ..layout import Layout, whole
from ..types import AnyArray, Comm
from . import types
from .blocks import argument, dtype_argument, local, number, of_block, shape_argument, shape_of, whole_array

Where = Union[int, Tuple[int, ...], Layout]


def default_layout(shape: Tuple[int, ...], comm: Optional[Comm]) -> Layout:
    """Axis 0 is cut by all processes."""
    return Layout(shape, arguments.communicator_address(comm)[0].Get_size(), 0)


def _made(where: Where, dtype: Any, comm: Optional[Comm], device: Any, fill: Any = None) -> Array:
    """A new array of one value, or of any values."""
    types.cpu(device)
    layout = where if isinstance(where, Layout) else None
    if layout is None:
        shape = shape_argument(where)
        if not shape:
            return number(0 if fill is None else fill, dtype)
        layout = default_layout(shape, comm)
    return array_of(new_block(layout, float, comm, None), dtype, fill)


def _of_values(values_of: Callable[[slice], Any], n: int, dtype: Any, comm: Optional[Comm], device: Any) -> Array:
    """An array of one axis from the values that it has at some indices."""
    u = _made(n, dtype, comm, device)
    u[...] = np.asarray(values_of(u.slices[0]))
    return u


def empty(shape: Where, *, dtype: Any = None, device: Any = None, comm: Optional[Comm] = None) -> Array:
    """A new array whose values are anything. Collective over `comm` (None: MPI.COMM_WORLD).

    shape: lengths of the whole array, or a weft.Layout. dtype: of the standard; None: float64.
    """
    return _made(shape, dtype_argument(dtype, float), comm, device)


def zeros(shape: Where, *, dtype: Any = None, device: Any = None, comm: Optional[Comm] = None) -> Array:
    """A new array of zeros. Collective; all else as empty."""
    return _made(shape, dtype_argument(dtype, float), comm, device, 0)


def ones(shape: Where, *, dtype: Any = None, device: Any = None, comm: Optional[Comm] = None) -> Array:
    """A new array of ones. Collective; all else as empty."""
    return _made(shape, dtype_argument(dtype, float), comm, device, 1)


def full(shape: Where, fill_value: Any, *, dtype: Any = None, device: Any = None, comm: Optional[Comm] = None) -> Array:
    """A new array of one value: a number, the same on all processes. dtype None: bool, int64, float64 or complex128, as the
    number is. Collective; all else as empty."""
    return _made(shape, _type_of_fill(fill_value, dtype), comm, device, fill_value)


def _type_of_fill(value: Any, dtype: Any) -> "np.dtype[Any]":
    if not types.is_scalar(value) and not (isinstance(value, (np.ndarray, np.generic)) and value.ndim == 0):
        raise errors.InvalidArgumentError(f"the value is {value!r}; give one number")
    return dtype_argument(dtype, np.asarray(value).dtype)


def empty_like(x: Array, /, *, dtype: Any = None, device: Any = None) -> Array:
    """A new array in the layout of `x`, of its type unless `dtype` is given. Not collective."""
    types.cpu(device)
    x = argument(x, "empty_like")
    found: Any = np.empty_like(x, dtype=dtype_argument(dtype, x.dtype))
    return found


def full_like(x: Array, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Array:
    """A new array of one value in the layout of `x`. Not collective."""
    dtype = _type_of_fill(fill_value, argument(x, "full_like").dtype if dtype is None else dtype)
    u = empty_like(x, dtype=dtype, device=device)
    u[...] = fill_value
    return u


def zeros_like(x: Array, /, *, dtype: Any = None, device: Any = None) -> Array:
    """A new array of zeros in the layout of `x`. Not collective."""
    return full_like(x, 0, dtype=dtype, device=device)


def ones_like(x: Array, /, *, dtype: Any = None, device: Any = None) -> Array:
    """A new array of ones in the layout of `x`. Not collective."""
    return full_like(x, 1, dtype=dtype, device=device)


def arange(start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None,
           comm: Optional[Comm] = None) -> Array:
    """The numbers start, start + step, ... below stop (from 0 to `start` if that is all), as numpy.arange. Collective."""
    values = np.arange(start, stop, step) if stop is not None else np.arange(0, start, step)
    if not values.size:
        raise errors.InvalidArgumentError(f"arange({start}, {stop}, {step}) has no numbers; a distributed array has at least one")
    return _of_values(lambda part: values[part], values.size, dtype_argument(dtype, values.dtype), comm, device)


def linspace(start: Any, stop: Any, /, num: int, *, dtype: Any = None, device: Any = None, endpoint: Any = True,
             comm: Optional[Comm] = None) -> Array:
    """`num` numbers from start to stop, which is one of them unless endpoint=False, as numpy.linspace. Collective."""
    (num,) = shape_argument(whole(num, "num"))
    values = np.linspace(start, stop, num, endpoint=endpoint)
    return _of_values(lambda part: values[part], num, dtype_argument(dtype, values.dtype, "floating-point"), comm, device)


def eye(n_rows: int, n_cols: Optional[int] = None, /, *, k: int = 0, dtype: Any = None, device: Any = None,
        comm: Optional[Comm] = None) -> Array:
    """Ones on the diagonal `k` of a matrix, zeros elsewhere. Collective."""
    u = _made((n_rows, n_rows if n_cols is None else n_cols), dtype_argument(dtype, float), comm, device)
    rows, columns = _indices(u)
    np.asarray(u)[...] = columns - rows == whole(k, "k")
    return u


def _indices(u: Array) -> Tuple[AnyArray, AnyArray]:
    """Global indices along the last two axes, which broadcast."""
    return tuple(np.ogrid[u.slices[-2:]])  # type: ignore[return-value]


def tril(x: Array, /, *, k: int = 0) -> Array:
    """A copy of matrices (the last two axes) with zeros above the diagonal `k`. Not collective."""
    return _triangle(x, "tril", lambda rows, columns: columns - rows <= whole(k, "k"))


def triu(x: Array, /, *, k: int = 0) -> Array:
    """A copy of matrices (the last two axes) with zeros below the diagonal `k`. Not collective."""
    return _triangle(x, "triu", lambda rows, columns: columns - rows >= whole(k, "k"))


def _triangle(x: Array, name: str, keeps: Callable[[AnyArray, AnyArray], AnyArray]) -> Array:
    x = argument(x, name)
    if x.ndim < 2:
        raise errors.InvalidArgumentError(f"{name} is for arrays of at least 2 axes, but was given one of {x.ndim}")
    u = x.owned.copy()
    np.asarray(u)[...] = np.where(keeps(*_indices(u)), local(x), np.zeros((), x.dtype))
    return u


def meshgrid(*arrays: Array, indexing: str = "xy") -> List[Array]:
    """Arrays of one axis each, of one type, as grids of all of their combinations, as numpy.meshgrid. Collective."""
    if indexing not in ("xy", "ij"):
        raise errors.InvalidArgumentError(f"indexing is {indexing!r}; give 'xy' or 'ij'")
    given = [argument(x, "meshgrid") for x in arrays]
    if len({x.dtype for x in given}) > 1 or any(x.ndim > 1 for x in given):
        raise errors.InvalidArgumentError("meshgrid is for arrays of one axis and of one type")
    grids = np.meshgrid(*[whole_array(x) for x in given], indexing=indexing, sparse=True)  # type: ignore[call-overload]
    shape = np.broadcast_shapes(*[grid.shape for grid in grids])
    like = next((x for x in given if x._block is not None), None)
    if like is None:
        return [asarray(np.broadcast_to(grid, shape)) for grid in grids]
    layout = Layout(shape, like.layout.n_processes, 0)
    part = layout.slices(like.rank)
    return [of_block(np.broadcast_to(grid, shape)[part], layout, like) for grid in grids]


def asarray(obj: Any, /, *, dtype: Any = None, device: Any = None, copy: Any = None, comm: Optional[Comm] = None) -> Array:
    """A distributed array of numbers that every process has. Collective for such, not for a distributed array.

    obj: one of
        - a number, numbers in lists, or a NumPy array, the *same whole array on all processes*: axis 0 is cut and each
          process takes its part (weft.array takes blocks);
        - a distributed array, which stays in its layout.
    dtype: None: that of `obj`. copy: True always, False never, None where needed. comm: as of empty.
    """
    types.cpu(device)
    if isinstance(obj, Array) and (obj._block is not None or obj.ndim == 0):
        found = argument(obj, "asarray")
        wanted = dtype_argument(dtype, found.dtype)
        if copy is False and wanted != found.dtype:
            raise errors.InvalidArgumentError(f"an array of {found.dtype} is not one of {wanted} without a copy")
        return found.copy().astype(wanted, copy=False) if copy else found.astype(wanted, copy=False)
    if isinstance(obj, Array):
        argument(obj, "asarray")
    if copy is False:
        raise errors.InvalidArgumentError("each process takes its part of a whole array as a copy; leave out copy=False, or "
                                          "use weft.array for a view of a block")
    given = np.asarray(obj)
    wanted = dtype_argument(given.dtype if dtype is None else dtype)
    if given.ndim == 0:
        return number(given, wanted)
    u = _made(given.shape, wanted, comm, None)
    u[...] = given[u.slices]
    return u


def from_dlpack(x: Any, /, *, device: Any = None, copy: Any = None, comm: Optional[Comm] = None) -> Array:
    """asarray of another library's array, of which every process has the same whole (weft.from_dlpack takes blocks). A
    distributed array stays in its layout. Collective; comm, copy: as of asarray."""
    types.cpu(device)
    return asarray(x if isinstance(x, Array) else memory_of(x), copy=copy, comm=comm)
