"""NumPy arrays with a layout: each holds one block of a global array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, Sequence, Tuple, Union, overload

import numpy as np

from . import errors
from .block import Block, common_block
from .elementwise import apply
from .global_index import GlobalIndex
from .kept_layout import after_function, where
from .layout import Layout, Range
from .picture import html_of
from .types import AnyArray, Attributes, Comm
from .words import description

if TYPE_CHECKING:
    from types import EllipsisType

    from .elementwise_array import ElementwiseArray

    Whole = Union[slice, EllipsisType]
else:
    ElementwiseArray = np.ndarray


class Array(ElementwiseArray):
    """The local block of a distributed array: a numpy.ndarray with a layout.

    Made by plans (`plan.points()`, `plan.forward()`, ...), by `weft.zeros(layout)`, `weft.array(block, layout)` and
    other functions. NumPy works as usual, **on the local block**: `u.sum()` and `numpy.sum(u)` are sums of
    this process's block. Over all processes: `weft.sum(u)`, `weft.mean`, `weft.dot`, `weft.norm`, `weft.minimum`,
    `weft.maximum`, which are collective.

    Elementwise results of arrays of one layout have that layout and the same order in memory. This also holds beside
    arrays that are broadcast, for which NumPy itself would choose C order. Copies, real and imaginary parts keep the
    layout. Arrays of layouts that give a process different blocks are not combined (InvalidArgumentError; see
    weft.redistribute). Other parts of the array and results with moved elements (slices, transposes, flips, sorting,
    selections by index arrays, sums) have no layout: `layout` is None. Slices by *global* indices are distributed
    arrays: `u.global_[...]`.

    Other libraries take the block by DLPack. `u.__array_namespace__()` has functions of the Python array API for the
    whole array. `u.to_xarray()` adds names and units.

    With ghost cells in its layout, the array is the block with its ghost cells; `u.owned` is a view without them.

    Not pickled (TypeError): another process has another block. Copies keep the order in memory (`copy()` has
    order="K" by default).

    >>> with weft.Plan((8, 6), comm=MPI.COMM_SELF) as plan:
    ...     u = plan.points()
    ...     (u + 1).layout == plan.points_layout, u[1:].layout is None, u.slices
    (True, True, (slice(0, 8, None), slice(0, 6, None)))
    """

    _block: Union[Block, Any] = None

    def __array_finalize__(self, parent: Any) -> None:
        # Copies and whole views; views in another order are told below.
        block = getattr(parent, "_block", None)
        if block is not None and self.shape == block.shape:
            self._block = block

    def __array_ufunc__(self, ufunc: np.ufunc, method: Any, *inputs: Any, out: Any = None, **keywords: Any) -> Any:
        block = None
        if method == "__call__" and ufunc.signature is None:
            block = _elementwise_block(inputs, (*(out or ()), keywords.get("where")))
        result = apply(ufunc, method, inputs, out, keywords, block.order if block is not None else None)
        if out is not None or result is NotImplemented:
            return result
        if type(result) is tuple:
            return tuple(wrapped(one, block) for one in result)
        return wrapped(result, block)

    def __array_function__(self, function: Any, types: Any, arguments: Any, keywords: Any) -> Any:
        if function is np.where and len(arguments) == 3:
            return where(arguments)
        result = super().__array_function__(function, types, arguments, keywords)
        return after_function(function, arguments, result)

    @overload  # type: ignore[override]
    def __getitem__(self, key: Union[Whole, Tuple[Whole, ...]]) -> Array: ...
    @overload
    def __getitem__(self, key: Any) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        result = super().__getitem__(key)
        # Flips, copies that index arrays select, and slices that happen to be all of this process's block.
        if type(result) is Array and result._block is not None and not _is_all(key):
            result._block = None
        return result

    def __setitem__(self, key: Any, value: Any) -> None:
        # The whole array from another one: elements at the same place must be the same ones.
        if type(value) is Array and value._block is not None and self._block is not None and _is_all(key):
            common_block((self, value))
        super().__setitem__(key, value)

    # NumPy gives a transposed view its strides after __array_finalize__ has looked at them.
    def transpose(self, *axes: Any) -> Array:
        """As numpy.ndarray.transpose; the result has no layout."""
        return _without_layout(super().transpose(*axes))

    def swapaxes(self, axis1: Any, axis2: Any) -> Array:
        """As numpy.ndarray.swapaxes; the result has no layout."""
        return _without_layout(super().swapaxes(axis1, axis2))

    @property
    def T(self) -> Array:
        """As numpy.ndarray.T; the result has no layout."""
        return self.transpose()

    @property
    def mT(self) -> Array:
        """As numpy.ndarray.mT; the result has no layout."""
        return self.swapaxes(-1, -2)

    def take(self, *arguments: Any, **keywords: Any) -> Array:  # type: ignore[override]
        """As numpy.ndarray.take; the result has no layout."""
        return np.asarray(self).take(*arguments, **keywords).view(Array)

    def cumsum(self, *arguments: Any, **keywords: Any) -> Array:  # type: ignore[override]
        """As numpy.ndarray.cumsum: sums within the block, without a layout."""
        return _without_layout(super().cumsum(*arguments, **keywords))

    def cumprod(self, *arguments: Any, **keywords: Any) -> Array:  # type: ignore[override]
        """As numpy.ndarray.cumprod: products within the block, without a layout."""
        return _without_layout(super().cumprod(*arguments, **keywords))

    def copy(self, order: Any = "K") -> Array:
        """A copy in the same order in memory, with the same layout."""
        return super().copy(order)

    # --- what it knows: nothing here is collective ---------------------------------------------------
    # Whether it is None is known where the program runs alone: `Any` lets a checker take the other case.

    @property
    def layout(self) -> Union[Layout, Any]:
        """The layout that this is a block of, or None."""
        return self._block.layout if self._block is not None else None

    @property
    def global_shape(self) -> Union[Tuple[int, ...], Any]:
        """The shape of the whole array, or None."""
        return self._block.layout.shape if self._block is not None else None

    @property
    def rank(self) -> Union[int, Any]:
        """The rank of the process whose block this is, in the communicator of the array, or None."""
        return self._block.rank if self._block is not None else None

    @property
    def comm(self) -> Union[Comm, Any]:
        """The communicator of mpi4py that its plan, or the array, was made with, or None."""
        return self._block.comm if self._block is not None else None

    @property
    def distribution(self) -> Any:
        """What functions of distributed arrays take: layout, dtype, strides and weft's communicators as one object of
        the library, or None. InvalidArgumentError for a dtype or strides that the library does not have."""
        return self._block.distribution(self) if self._block is not None else None

    @property
    def box(self) -> Union[Tuple[Range, ...], Any]:
        """(begin, end) of each axis of the block that this process owns, in global indices, or None."""
        return self._block.layout.box(self._block.rank) if self._block is not None else None

    @property
    def slices(self) -> Union[Tuple[slice, ...], Any]:
        """The same as slices of the global array, or None."""
        return self._block.layout.slices(self._block.rank) if self._block is not None else None

    @property
    def owned(self) -> Array:
        """The array without its ghost cells: a view, with the layout without them. Itself where there are none.

        >>> u = weft.zeros(weft.Layout((6, 4), comm.size, 0, ghosts=(1, 0)), comm=comm)
        >>> u.owned[...] = 1
        >>> u.shape[0] - u.owned.shape[0], float(u.sum() - u.owned.sum()), u.owned.layout.ghosts
        (2, 0.0, (0, 0))
        """
        block = self._block
        if block is None or not any(block.layout.ghosts):
            return self
        widths = block.layout.ghosts if self.size else (0,) * self.ndim
        inner = tuple(slice(g, n - g) for g, n in zip(widths, self.shape))
        view: Array = np.ndarray.__getitem__(self, inner)  # type: ignore[assignment]
        view._block = block.of(block.layout.with_ghosts(None), block.order)
        return view

    @property
    def global_(self) -> GlobalIndex:
        """The array by global indices: `u.global_[10:20, :, 3]`; see weft.GlobalIndex."""
        if self._block is None:
            raise errors.InvalidArgumentError(
                "the array has no layout, so that it has no global indices; slices and transposes of the local block "
                "lose it, u.global_[...] of the whole array keeps it")
        return GlobalIndex(self)

    # --- collective: functions of the package under the same names --------------------------------

    def redistribute(self, to: Union[int, Layout, None] = None, out: Optional[Array] = None) -> Array:
        """weft.redistribute(self, to, out). Collective."""
        return travel().redistribute(self, to, out)

    @overload
    def gather(self, root: None) -> AnyArray: ...
    @overload
    def gather(self, root: int = 0) -> Union[AnyArray, Any]: ...
    def gather(self, root: Optional[int] = 0) -> Union[AnyArray, Any]:
        """weft.gather(self, root). Collective."""
        return travel().gather(self, root)

    # --- in words and bytes --------------------------------------------------------------------------

    def __repr__(self) -> str:
        return super().__repr__() if self._block is None else description(self)

    def __str__(self) -> str:
        return super().__str__() if self._block is None else description(self)

    def _repr_html_(self) -> Optional[str]:
        """For notebooks: which block this is, in a picture; None without a layout."""
        if self._block is None:
            return None
        return html_of("weft.Array", [("array", self.layout)], self.rank,
                       [("dtype", self.dtype), ("shape of the block", self.shape), ("strides in bytes", self.strides)])

    # --- for other libraries -------------------------------------------------------------------------

    def __dlpack__(self, *, stream: Any = None, max_version: Optional[Tuple[int, int]] = None,
                   dl_device: Optional[Tuple[int, int]] = None, copy: Optional[bool] = None) -> Any:
        """This process's block, ghost cells included, for the from_dlpack of another library: its memory, with its
        strides, or a copy. Not collective. BufferError: another device; read-only memory and a version below 1."""
        from . import dlpack

        return dlpack.capsule(self, {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy})

    def __array_namespace__(self, *, api_version: Optional[str] = None) -> Any:
        """weft.array_api: the functions of the Python array API for *whole* distributed arrays; NumPy's for what is no longer
        one (a local slice, a transpose). Not collective."""
        if self._block is None and self.ndim > 0 and hasattr(np.ndarray, "__array_namespace__"):
            plain: Any = np.asarray(self)
            return plain.__array_namespace__(api_version=api_version)
        from .array_api.info import namespace_of_version

        return namespace_of_version(api_version)

    def to_xarray(self, coords: Any = None, units: Optional[str] = None, *, grid: Optional[Attributes] = None,
                  name: Optional[str] = None, coordinate_units: Union[str, Sequence[str], None] = None,
                  attributes: Optional[Attributes] = None, root: Optional[int] = 0, local: bool = False) -> Any:
        """The array, or this process's block, as an xarray.DataArray with named axes, coordinates and units.

        coords: coordinates of the points or modes: a sequence with numbers or None for each axis, or a dict from names
            of axes. plan.coordinates(lengths=...) and plan.wavenumbers(lengths=...) give such sequences. The numbers of
            an axis are those of the block or of the whole array. None: those of `grid`, else global indices.
        units: of the values. coordinate_units: of coordinates, one text for all or one for each axis; None: those of `grid`.
        grid: as weft.grid_attributes makes it: lengths, origin, axis_names, length_units. Axes without names are x, y, z
            (up to three), axis_0, ....
        name, attributes: of the DataArray.
        root: the process that gets the whole array, the others get None; None: all. Collective.
        local: this process's block instead, a view without its ghost cells. Not collective.

        InvalidArgumentError, and ResourceError without xarray; on all processes, except with local=True.

        >>> import importlib.util
        >>> u, grid = weft.zeros(weft.Layout((4, 6), comm.size, 0), comm=comm), weft.grid_attributes((1, 3), length_units="m")
        >>> found = u.to_xarray(grid=grid, root=None) if importlib.util.find_spec("xarray") else None
        >>> found is None or (found.dims, found.y.units, float(found.y[1])) == (("x", "y"), "m", 0.5)
        True
        """
        from .labelled import to_xarray

        return to_xarray(self, coords, units, grid, name, coordinate_units, attributes, root, local)

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self._block is None:
            return np.asarray(self).__reduce_ex__(protocol)
        raise TypeError(
            "a weft.Array is not pickled: it is one block of a distributed array and belongs to its process. Pickle "
            "numpy.asarray(u) for the block itself or weft.gather(u) for the whole array, or write the array to a file")

    __reduce__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: Optional[Dict[int, Any]]) -> Array:
        return self.copy()


def _elementwise_block(inputs: Sequence[Any], others: Sequence[Any]) -> Optional[Block]:
    """The block of an elementwise result; `others` are outputs and masks, whose layouts must fit too."""
    arrays = [a for a in inputs if isinstance(a, Array) and a.ndim > 0]
    known = [a for a in (*arrays, *others) if isinstance(a, Array) and a._block is not None]
    block = common_block(known) if known else None
    return block if arrays and all(a._block is not None for a in arrays) else None


def wrapped(result: Any, block: Optional[Block]) -> Any:
    """The result of an elementwise function: an Array if NumPy made an array of it."""
    if type(result) is not np.ndarray:
        return result
    array = result.view(Array)
    array._block = block if block is not None and block.shape == result.shape else None
    return array


def _without_layout(array: Any) -> Any:
    if isinstance(array, Array):
        array._block = None
    return array


def travel() -> Any:
    """The module of collective moves, which imports this one."""
    from . import travel as module

    return module


def _is_all(key: Any) -> bool:
    """Does a key say `all`, whatever the length of the block: [...], [:], [:, :]?"""
    if type(key) is tuple:
        return all(one is Ellipsis or type(one) is slice and one == slice(None) for one in key)
    return key is Ellipsis or type(key) is slice and key == slice(None)
