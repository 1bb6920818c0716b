"""DistArray: a NumPy array that is one process's block of a distributed one, under mpi4py-fft's names."""

from __future__ import annotations

import functools
import warnings
from numbers import Integral, Number
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from ... import _library
from .grid import spread_of
from .io import FileBase, HDF5File, NCFile
from .pencil import Pencil, Subcomm, Transfer, whole_axis
from .refusals import check

MPI = _library.mpi()
__all__ = ("DistArray", "Function", "newDistArray")


@functools.lru_cache(maxsize=None)
def _made(dims: Tuple[int, ...]) -> Subcomm:
    return Subcomm(MPI.COMM_WORLD, dims)


def _world(dims: Sequence[int]) -> Subcomm:
    """MPI.COMM_WORLD in a grid: the same communicators for all arrays of one kind. Collective."""
    subcomm = _made(tuple(int(n) for n in dims))
    if any(comm == MPI.COMM_NULL for comm in subcomm):  # someone destroyed them
        _made.cache_clear()
        subcomm = _made(tuple(int(n) for n in dims))
    return subcomm


class DistArray(np.ndarray):
    """This process's block of a distributed array; all that NumPy does is done on the block. Making one is collective.

    global_shape: of the whole array; of a tensor its `rank` lengths first, which are not cut.
    subcomm: a Subcomm or communicators, one for each axis; or lengths of a process grid on MPI.COMM_WORLD, 0 where MPI may choose; None: all
        axes but one may be cut.
    val: what the array is filled with. dtype: of the elements. buffer: memory that is used. strides: of arrays of one axis.
    alignment: the axis that is whole, counted without those of the tensor; None: the last one that can be.
    rank: 0 for scalars, 1 for vectors, 2 for matrices.

    >>> from weft.compat.mpi4py_fft import DistArray
    >>> u = DistArray((12, 8), val=2)
    >>> u.alignment, u.redistribute(0).shape[0], u.global_shape
    (1, 12, (12, 8))
    """

    _p0: Any = None
    _rank: Any = None

    def __new__(cls, global_shape: Sequence[int], subcomm: Any = None, val: Any = None, dtype: Any = float, buffer: Any = None,
                strides: Any = None, alignment: Optional[int] = None, rank: int = 0) -> Any:
        shape = tuple(int(n) for n in global_shape)
        pencil = _pencil_of(shape[rank:], subcomm, alignment) if len(shape) - rank > 1 else None
        block = shape if pencil is None else shape[:rank] + pencil.subshape
        array = super().__new__(cls, block, dtype=dtype, buffer=buffer, strides=strides if pencil is None else None)
        if buffer is None and isinstance(val, Number):
            array.fill(val)
        array._p0, array._rank = pencil, rank
        return array

    def __array_finalize__(self, parent: Any) -> None:
        self._p0 = getattr(parent, "_p0", None)
        self._rank = getattr(parent, "_rank", None)

    def __getitem__(self, key: Any) -> Any:
        # Components of a tensor are DistArrays, all else are plain arrays.
        in_tensor = isinstance(key, (Integral, slice)) and self._rank or isinstance(key, tuple) and len(key) <= (self._rank or 0)
        if self.ndim > 1 and not in_tensor:
            return self.v[key]
        part = super().__getitem__(key)
        if in_tensor and isinstance(part, DistArray):
            part._rank = self._rank - (self.ndim - part.ndim)
        return part

    @property
    def alignment(self) -> int:
        """The axis that is whole, counted without those of the tensor."""
        return int(self._p0.axis)

    @property
    def global_shape(self) -> Tuple[int, ...]:
        """The shape of the whole array."""
        return tuple(self.shape[:self.rank] + self._p0.shape)

    @property
    def substart(self) -> Tuple[int, ...]:
        """Where this process's block begins."""
        return (0,) * self.rank + tuple(self._p0.substart)

    @property
    def subcomm(self) -> Tuple[Any, ...]:
        """A communicator for each axis."""
        return (MPI.COMM_SELF,) * self.rank + tuple(self._p0.subcomm)

    @property
    def commsizes(self) -> List[int]:
        """Processes along each axis."""
        return [comm.Get_size() for comm in self.subcomm]

    @property
    def pencil(self) -> Any:
        """The Pencil that says how the array is cut."""
        return self._p0

    @property
    def rank(self) -> Any:
        """0 for scalars, 1 for vectors, 2 for matrices."""
        return self._rank

    @property
    def dimensions(self) -> int:
        """How many axes there are besides those of the tensor."""
        return len(self._p0.shape)

    @property
    def v(self) -> Any:
        """The block as a plain NumPy array."""
        return self.view(np.ndarray)

    def local_slice(self) -> Tuple[slice, ...]:
        """The block as slices of the whole array."""
        start, shape = self.substart, self.shape
        return tuple(slice(s, s + n) for s, n in zip(start, shape))

    def get(self, gslice: Sequence[Any]) -> Any:
        """A part of the whole array on process 0, None on the others. Collective.

        gslice: for each axis slice(None) or a number. Nothing is written to a file.

        >>> from weft.compat.mpi4py_fft import DistArray
        >>> row = DistArray((12, 8), val=2).get((3, slice(None)))
        >>> row is None or row.shape == (8,)
        True
        """
        check(len(gslice) == self.ndim, f"there are {len(gslice)} indices for {self.ndim} axes; give one for each")
        for index, length in zip(gslice, self.global_shape):
            check(index == slice(None) if isinstance(index, slice) else -length <= index < length,
                  f"index {index} of an axis of {length}; give slice(None) or a number from 0 to {length - 1}")
        numbers = [index if isinstance(index, slice) else int(index) % length for index, length in zip(gslice, self.global_shape)]
        place, here, mine = [], [], True
        for index, part in zip(numbers, self.local_slice()):
            if isinstance(index, slice):
                place.append(part)
                here.append(index)
            else:
                mine = mine and part.start <= index < part.stop
                here.append(index - part.start)
        spread = spread_of(self._p0.subcomm)
        comm = MPI.COMM_WORLD if spread is None or spread.comm == MPI.COMM_SELF else spread.comm
        parts = comm.gather((tuple(place), self.v[tuple(here)]) if mine else None)
        if parts is None:
            return None
        whole = np.zeros([n for index, n in zip(numbers, self.global_shape) if isinstance(index, slice)], self.dtype)
        for part in parts:
            if part is not None:
                whole[part[0]] = part[1]
        return whole

    def get_pencil_and_transfer(self, axis: int) -> Tuple[Pencil, Transfer]:
        """The Pencil in which `axis` is whole, and the Transfer to it."""
        pencil = self._p0.pencil(axis)
        return pencil, self._p0.transfer(pencil, self.dtype)

    def redistribute(self, axis: Optional[int] = None, out: Optional[DistArray] = None) -> DistArray:
        """The same array with another axis whole; all components of a tensor in one message. Collective.

        axis: that shall be whole. out: a DistArray that is written to, cut as its pencil says; None: a new one, or the array itself if
        the axis is whole already.
        """
        if out is None:
            check(axis is not None, "neither axis nor out is given; give one of them")
            axis = int(axis) % self.dimensions  # type: ignore[arg-type]
            if self._p0.subcomm[axis].Get_size() == 1:
                if axis != self._p0.axis:
                    self._p0.axis = axis
                return self
            pencil = self._p0.pencil(axis)
            out = DistArray(self.global_shape, subcomm=pencil.subcomm, dtype=self.dtype, alignment=axis, rank=self.rank)
        check(isinstance(out, DistArray) and out.global_shape == self.global_shape,
              f"out has the global shape {getattr(out, 'global_shape', None)}; this array has {self.global_shape}")
        if self.commsizes == out.commsizes:
            out[...] = self
            return out
        transfer = self._p0.transfer(out.pencil, self.dtype)
        transfer.forward(self, out)
        transfer.destroy()
        return out

    def write(self, filename: Any, name: str = "darray", step: int = 0, global_slice: Any = None, domain: Any = None,
              as_scalar: bool = False) -> None:
        """Writes the array to a file under `name` and the number `step`. Collective.

        filename: of an HDF5 file (.h5) or a NetCDF file; or an HDF5File or NCFile.
        global_slice: a number or slice(None) for each axis: only that part. domain: as of HDF5File.
        as_scalar: components of tensors as arrays of their own.
        """
        if not isinstance(filename, FileBase):
            filename = _file_class(filename)(filename, domain=domain, mode="a")
        field = self if global_slice is None else (self, global_slice)
        filename.write(step, {name: [field]}, as_scalar=as_scalar)

    def read(self, filename: Any, name: str = "darray", step: int = 0) -> None:
        """Reads the whole array from a file that write() wrote, on any number of processes. Collective."""
        if not isinstance(filename, FileBase):
            filename = _file_class(filename)(filename, mode="r")
        filename.read(self, name, step=step)


def _file_class(filename: Any) -> Any:
    return HDF5File if str(filename).endswith(".h5") else NCFile


def _pencil_of(shape: Tuple[int, ...], subcomm: Any, alignment: Optional[int]) -> Pencil:
    """How an array is cut that a user described so."""
    if alignment is not None:
        check(isinstance(alignment, (int, np.integer)) and -len(shape) <= alignment < len(shape),
              f"alignment is {alignment}; the array has the axes 0 to {len(shape) - 1}")
        alignment = int(alignment) % len(shape)
    if subcomm is None:
        dims = [0] * len(shape)
        dims[-1 if alignment is None else alignment] = 1
        subcomm = _world(dims)
        alignment = len(shape) - 1 if alignment is None else alignment
    elif not isinstance(subcomm, Subcomm):
        check(isinstance(subcomm, (tuple, list)) and len(subcomm) == len(shape),
              f"subcomm is {subcomm!r}; give one communicator, or one length of a process grid, for each of {len(shape)} axes")
        if not all(isinstance(comm, MPI.Comm) for comm in subcomm):
            subcomm = _world(subcomm)
    if alignment is None:
        alignment = whole_axis(subcomm)
    check(alignment is not None, "every axis is cut; leave one whole")
    return Pencil(subcomm, shape, axis=alignment)  # type: ignore[arg-type]


def newDistArray(pfft: Any, forward_output: bool = True, val: Any = 0, rank: int = 0, view: bool = False) -> Any:
    """A new DistArray of the modes of a PFFT, or, with forward_output=False, of its points. Not collective.

    val: what it is filled with. rank: 1 for a vector, with as many components as axes, 2 for a matrix.
    view: its plain NumPy array instead, whose `base` the DistArray is.
    """
    forward_output = bool(forward_output)
    shape = tuple(pfft.global_shape(forward_output))
    pencil = pfft.pencil[forward_output]
    array = DistArray((len(shape),) * rank + shape, subcomm=pencil.subcomm, val=val, dtype=pfft.dtype(forward_output),
                      alignment=pencil.axis, rank=rank)
    return array.v if view else array


def Function(*args: Any, **kwargs: Any) -> Any:
    """The old name of newDistArray(); tensor=True is rank=1."""
    warnings.warn("Function() is deprecated; use newDistArray()", FutureWarning, stacklevel=2)
    if kwargs.pop("tensor", None):
        kwargs["rank"] = 1
    return newDistArray(*args, **kwargs)
