"""Distributed arrays in files: HDF5 and .npy, written and read on any number of processes and any layout.

All functions are collective, with the same arguments on all processes but for the arrays, and raise the same error on
all. What is written gets its name when it is complete: a write that fails leaves the old file.
"""

from __future__ import annotations

import numbers
import os
from types import TracebackType
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Type, Union

import numpy as np

from . import _core, arguments, creation, errors, keywords
from .arrays import Array
from .layout import Layout
from .types import AnyArray, Attributes, Comm, DatasetOptions, Path, Unpack

_READING = "to read a file"


class DatasetInfo(NamedTuple):
    """The facts about a dataset of an HDF5 file."""

    shape: Tuple[int, ...]  #: global lengths
    dtype: np.dtype[Any]  #: that holds every value: float32, float64, complex64 or complex128 (integers: float64)
    is_integer: bool
    chunks: Optional[Tuple[int, ...]]  #: shape of the chunks; None: in one piece
    is_compressed: bool
    has_checksums: bool  #: fletcher32
    attributes: Dict[str, Any]  #: texts, numbers and lists of these


def _address(array: AnyArray) -> int:
    return array.__array_interface__["data"][0]


def _path(path: Path) -> str:
    return os.fsdecode(path)


def _value(name: str, value: Any) -> Any:
    """An attribute as the module takes it: str, float, int, or (kind, list)."""
    if isinstance(value, (str, bytes)):
        return value if isinstance(value, str) else value.decode()
    if isinstance(value, (numbers.Integral, np.bool_)):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    if isinstance(value, (list, tuple, np.ndarray)) and np.ndim(value) == 1:
        items = list(value)
        if all(isinstance(item, str) for item in items) and items:
            return "texts", [str(item) for item in items]
        if all(isinstance(item, numbers.Integral) for item in items) and items:
            return "wholes", [int(item) for item in items]
        if all(isinstance(item, numbers.Real) for item in items):
            return "numbers", [float(item) for item in items]
    raise errors.InvalidArgumentError(f"the attribute {name} is {value!r}; give a text, a number, or a list of one of these")


def _attributes(given: Optional[Attributes], units: object = None) -> Dict[str, Any]:
    if given is not None and not hasattr(given, "items"):
        raise errors.InvalidArgumentError(f"the attributes are {given!r}; give a dict")
    found = {str(name): _value(name, value) for name, value in (given or {}).items()}
    if units is not None:
        found["units"] = str(units)
    return found


def _options(units: object = None, attributes: Optional[Attributes] = None, **options: Any) -> Tuple[Any, Dict[str, Any]]:
    """What a dataset is written with, as the module takes it."""
    return arguments.object_options("dataset", options), _attributes(attributes, units)


def _opened(kind: Callable[[int, str, Any], Any], path: Path, comm: Optional[Comm]) -> Tuple[Comm, Any]:
    comm, address = arguments.communicator_address(comm)
    name, complaint = "", None
    try:
        name = _path(path)
    except TypeError as error:
        complaint = errors.complaint_of(errors.InvalidArgumentError(f"the path is {path!r}; give a text ({error})"))
    return comm, kind(address, name, complaint)


def _target(shape: Sequence[int], dtype: Any, like: Any, out: Any, comm: Comm) -> Array:
    """The array to read into: `out`, or a new one like `like`, or in slabs along the first axis."""
    if out is not None:
        creation.checked(out, "out", written=True)
        return out
    if like is None:
        like = Layout(shape, comm.Get_size(), 0)
    if not isinstance(like, Array):
        return creation.array_of(creation.new_block(like, dtype, comm, None, doing=_READING), dtype)
    layout, dtype, _, order = creation.like(like)
    return creation.array_of(creation.new_block(layout, dtype, like._block.comm, order, doing=_READING), dtype)


class Hdf5Writer:
    """An HDF5 file that is being written beside its final name.

    Readers find the old file or the complete new one. The old file survives every failure; its permissions and links
    to it stay. SIGINT, SIGTERM and SIGHUP remove the unfinished file before they end the program. HDF5 1.8 and later
    read the files; datasets with chunks need 1.10 and later. The same calls make the same bytes, on any number of
    processes and at any time.
    All calls are collective over the communicator of the file, with the same arguments, except the data, on all
    processes. The same Error on all processes. InvalidArgumentError for names, shapes and options, and for any call
    after `commit()`. MismatchError if arguments differ between processes. ResourceError if there is no space or the
    file cannot be written; CommunicationError if a process does not come in time. After ResourceError and
    CommunicationError the file cannot be committed.
    Begins an HDF5 file. Collective over `comm`.
    path: of the file. Its folder must exist, else ResourceError.

    C++: class Hdf5Writer, Hdf5Writer::Hdf5Writer.
    comm: a communicator of mpi4py; None is MPI.COMM_WORLD.
    Leaving the `with` commits the file. An exception in it discards the file and leaves the old one.

        with weft.Hdf5Writer("flow.h5") as file:
            file.write("u", u, units="m/s", attributes={"lengths": [1.0, 2.0, 1.0]})
            file.set_attribute("/", "time", 0.5)
    """

    def __init__(self, path: Path, comm: Optional[Comm] = None):
        self._comm, self._file = _opened(_core.Hdf5Writer, path, comm)

    def write(self, name: str, u: AnyArray, units: Optional[str] = None, *, attributes: Optional[Attributes] = None,
              **options: Unpack[keywords.DatasetOptions]) -> None:
        """Writes a distributed array as a new dataset: the owned elements of all processes, not the ghost cells.

        name: of the dataset, "u", or its path, "flow/u"; missing groups are made. InvalidArgumentError if the object
            exists, or if a dataset has the name of a group.

        C++: Hdf5Writer::write.
        u: the array, over the processes of the file, in their order; else InvalidArgumentError.
        units: of the values, the attribute `units`.
        attributes: of the dataset, a dict of texts, numbers and lists of these.
        options: those of weft.options("dataset"): chunks, compression, shuffle, fletcher32, precision.
            InvalidArgumentError for chunks that do not fit the array.
        """
        distribution, wanted, complaint = creation.checked(u), None, None
        try:
            wanted = _options(units, attributes, **options)
        except (errors.Error, TypeError, ValueError) as error:
            complaint = errors.complaint_of(error)
        self._file_.agree(complaint)
        self._file_.write(str(name), distribution, _address(u), wanted)

    def set_attribute(self, object: str, name: str, value: Any) -> None:  # noqa: A002: the word of HDF5
        """Sets an attribute; one of that name is replaced.

        object: "/" (the file), a dataset or a group. InvalidArgumentError if it does not exist.
        name: of the attribute, not empty.
        value: a text (UTF-8), a number, a whole number, or a list of one of these.

        C++: Hdf5Writer::set_attribute.
        """
        wanted, complaint = None, None
        try:
            wanted = _value(name, value)
        except errors.Error as error:
            complaint = errors.complaint_of(error)
        self._file_.agree(complaint)
        self._file_.set_attribute(str(object), str(name), wanted)

    def commit(self) -> None:
        """Ends the file: the data reach the disk, then the file gets its name.

        C++: Hdf5Writer::commit.
        """
        self._file_.commit()
        self._file = None

    @property
    def _file_(self) -> Any:
        if self._file is None:
            raise errors.InvalidArgumentError("the file is complete or discarded already; make a new writer")
        return self._file

    def __enter__(self) -> Hdf5Writer:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], value: Optional[BaseException],
                 traceback: Optional[TracebackType]) -> None:
        if kind is None and self._file is not None:
            self.commit()
        self._file = None


class Hdf5Reader:
    """An HDF5 file to read: weft's, or any other with arrays of numbers.

    No program may write it meanwhile.
    Collective over the communicator of the file, with the same arguments, except the data, on all processes, unless
    stated otherwise. The same Error on all processes. ResourceError for a file that is missing, cannot be read, or
    has changed since it was opened. InvalidArgumentError for a damaged file or another format, missing objects,
    another shape or another precision. MismatchError if the file or the arguments differ between processes;
    CommunicationError if a process does not come in time.
    Opens an HDF5 file; all headers and attributes are read now. Collective over `comm`.
    path: of the file.

    C++: class Hdf5Reader, Hdf5Reader::Hdf5Reader.
    comm: a communicator of mpi4py; None is MPI.COMM_WORLD.
    """

    def __init__(self, path: Path, comm: Optional[Comm] = None):
        self._comm, self._file = _opened(_core.Hdf5Reader, path, comm)

    def datasets(self) -> List[str]:
        """The paths of all datasets of numbers, "/flow/u", in the order of the alphabet.

        Not collective.

        C++: Hdf5Reader::datasets.
        """
        return self._file.datasets()

    def info(self, name: str) -> DatasetInfo:
        """The properties of a dataset.

        Not collective.
        name: of the dataset, "flow/u"; InvalidArgumentError if it is missing or has no numbers.

        C++: Hdf5Reader::info.
        """
        facts = self._file.info(str(name))
        facts["dtype"], facts["chunks"] = np.dtype(facts["dtype"]), facts["chunks"] or None
        return DatasetInfo(**facts)

    def attributes(self, object: str = "/") -> Dict[str, Any]:  # noqa: A002
        """The attributes of an object that are texts, numbers, or lists of these.

        object: "/" (the file), a dataset or a group; InvalidArgumentError if it does not exist.

        C++: Hdf5Reader::attributes.
        """
        return self._file.attributes(str(object))

    def read(self, name: str, like: Union[Layout, AnyArray, None] = None, out: Optional[Array] = None,
             **options: Unpack[keywords.ReadingOptions]) -> Array:
        """Reads a dataset into the owned elements of a distributed array; ghost cells stay unchanged.

        name: of the dataset, "flow/u"; InvalidArgumentError if it is missing or has no numbers.

        C++: Hdf5Reader::read.
        The result is `out`, or a new array of the shape of the dataset.
        like: a weft.Layout, or a distributed array whose layout, dtype and order in memory the new one gets. None:
            slabs along the first axis.
        out: an array that is written to and returned, instead of a new one; its ghost cells stay as they are.
        options: those of weft.options("reading"). convert=False: the elements of the dataset must be those of `like` or
            `out`, else InvalidArgumentError. convert=True: numbers are converted, to the other precision, from integers,
            from real to complex ones. Complex numbers are read as complex ones in any case.
        """
        info = self.info(name)
        u = _target(info.shape, info.dtype, like, out, self._comm)
        wanted, complaint = _core.Options("reading"), None
        try:
            wanted = arguments.object_options("reading", options)
        except errors.Error as error:
            complaint = errors.complaint_of(error)
        if info.is_integer and out is None and not isinstance(like, Array):
            wanted.set("convert", "yes")
        self._file.read(str(name), u.distribution, _address(u), wanted, complaint)
        return u


def write_hdf5(path: Path, arrays: Mapping[str, AnyArray], attributes: Optional[Attributes] = None,
               grid: Optional[Attributes] = None, **options: Unpack[DatasetOptions]) -> None:
    """Writes distributed arrays and attributes into one HDF5 file.

    arrays: a dict of names and distributed arrays, all on the same processes. attributes: of the file, a dict.
    grid: attributes of every array, as weft.grid_attributes makes them: where its points are.
    options: for every array, as of weft.Hdf5Writer.write: units, chunks, compression, shuffle, fletcher32, precision.

    >>> import os, tempfile
    >>> comm = MPI.COMM_WORLD
    >>> folder = comm.bcast(tempfile.mkdtemp())
    >>> u = weft.fromfunction(lambda i, j: i + 10 * j, weft.Layout((8, 6), comm.size, 0), comm=comm)
    >>> weft.write_hdf5(os.path.join(folder, "u.h5"), {"u": u}, attributes={"time": 0.5})
    >>> bool((weft.read_hdf5(os.path.join(folder, "u.h5"), "u", like=u) == u).all())
    True
    """
    if not hasattr(arrays, "items") or len(arrays) == 0:
        raise errors.InvalidArgumentError(f"the arrays are {arrays!r}; give a dict of names and distributed arrays")
    for name, u in arrays.items():
        creation.checked(u, f"the array {name}")
    first: Any = next(iter(arrays.values()))
    with Hdf5Writer(path, first.comm) as file:
        for name, u in arrays.items():
            file.write(name, u, attributes=grid, **options)
        for name, value in (attributes or {}).items():
            file.set_attribute("/", name, value)


def read_hdf5(path: Path, name: str, like: Union[Layout, AnyArray, None] = None, out: Optional[Array] = None,
              comm: Optional[Comm] = None, **options: Unpack[keywords.ReadingOptions]) -> Array:
    """A dataset of an HDF5 file as a distributed array: arguments as of weft.Hdf5Reader and its read()."""
    given = out if out is not None else like
    if comm is None and isinstance(given, Array):
        comm = given._block.comm
    return Hdf5Reader(path, comm).read(name, like, out, **options)


def write_npy(path: Path, u: AnyArray) -> None:
    """Writes an array as the .npy file that numpy.save would write.

    Readers find the old file or the complete new one; the old file survives every failure. Collective.
    path: of the file. ResourceError if it cannot be written or has no space.

    C++: write_array.
    u: the array. Collective over its communicator.

    >>> import os, tempfile
    >>> comm = MPI.COMM_WORLD
    >>> folder = comm.bcast(tempfile.mkdtemp())
    >>> u = weft.fromfunction(lambda i, j: i + 10 * j, weft.Layout((8, 6), comm.size, 0), comm=comm)
    >>> weft.write_npy(os.path.join(folder, "u.npy"), u)
    >>> bool((weft.read_npy(os.path.join(folder, "u.npy"), like=u) == u).all())
    True
    """
    distribution = creation.checked(u)
    _core.write_npy(_path(path), distribution, _address(u))


def read_npy(path: Path, like: Union[Layout, AnyArray, None] = None, out: Optional[Array] = None,
             comm: Optional[Comm] = None) -> Array:
    """Reads this process's block of a .npy file.

    Integers, bools, and numbers of the other byte order or another precision are converted; so are real numbers to
    complex ones. InvalidArgumentError for complex numbers into real ones. ResourceError if the length of the file has
    changed since its header was read. Collective.

    C++: read_array.
    The result is `out`, or a new array of the shape of the file. Collective over `comm`, or over the communicator of
    `out` or `like`.
    path: of the file. ResourceError if it cannot be read, InvalidArgumentError if it is damaged, or if its elements are
        no numbers.
    like, out, comm: as of weft.read_hdf5. InvalidArgumentError for an array of another shape than that of the file.
    """
    given = out if out is not None else like
    if comm is None and isinstance(given, Array) and given._block is not None:
        comm = given._block.comm
    comm, (shape, dtype, _, _) = _opened(_core.npy_info, path, comm)
    u = _target(shape, dtype, like, out, comm)
    complaint = None
    if u.global_shape != tuple(shape):
        complaint = errors.complaint_of(errors.InvalidArgumentError(
            f"{_path(path)} has the shape {tuple(shape)}, the array to read into {u.global_shape}; give one of its shape"))
    u.distribution.agree(complaint)
    _core.read_npy(_path(path), u.distribution, _address(u))
    return u
