"""Files for looking at fields: XDMF about HDF5 files, time series of snapshots, slices as VTK images."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _core, arguments, creation, errors
from .files import Hdf5Reader, _address, _attributes, _opened, _options, _path
from .layout import whole
from .types import AnyArray, Attributes, Comm, DatasetOptions, Path, Unpack


class Snapshot(NamedTuple):
    """One instant of a series."""

    number: int  #: in the name of its file
    time: float
    step: int  #: of the simulation
    path: str


def write_xdmf(path: Path, files: Union[Path, Sequence[Path]], comm: Optional[Comm] = None) -> None:
    """Writes an XDMF 3 file for ParaView and VisIt, of all datasets of one to three axes in HDF5 files.

    One file makes one picture. Several make a series in time, in their order, each at its attribute "time", or at 0,
    1, 2, ... if none has one. Datasets of one shape and grid share a mesh, on which they are fields at the nodes.
    Complex datasets are two fields, NAME.r and NAME.i; with chunks, which XDMF cannot show, they are left out. The
    file is written aside and renamed. Collective over `comm`, with the same arguments on all processes; the same
    Error on all, as of reading an HDF5 file. InvalidArgumentError if a file has no such datasets; ResourceError if
    the XDMF file cannot be written.
    path: of the XDMF file; its name should end in .xdmf.

    C++: write_xdmf.
    files: the path of an HDF5 file, or a list of paths. InvalidArgumentError for none, and for one that is not in the
        folder of the XDMF file or below.
    comm: a communicator of mpi4py; None is MPI.COMM_WORLD.
    What can be shown and where points are: doc/files.md.
    """
    comm, address = arguments.communicator_address(comm)
    name, complaint = "", None
    names: List[str] = []
    try:
        name = _path(path)
        names = [_path(files)] if isinstance(files, (str, bytes, os.PathLike)) else [_path(f) for f in files]
    except TypeError as error:
        complaint = errors.complaint_of(errors.InvalidArgumentError(f"the files are {files!r}; give paths ({error})"))
    _core.write_xdmf(address, name, names, complaint)


class Series:
    """Snapshots of fields at growing times, each in an HDF5 file of its own, PREFIX.000000.h5, PREFIX.000001.h5, ...,
    and PREFIX.xdmf, which shows them all.

    A complete file is never changed, so a failure loses at most the new snapshot. A series that is opened again
    continues at its end, on any number of processes. Collective over the communicator of the series, with the same
    arguments, except the data, on all processes, unless stated otherwise. The same Error on all processes: those of
    reading and writing HDF5 files; a function lists its other errors.
    Opens a series: finds the existing snapshots. Collective over `comm`.
    prefix: PREFIX, a path. Its folder must exist, else ResourceError. InvalidArgumentError if it has no name after
        the folder, or if one of the files is not a snapshot.

    C++: class Series, Series::Series.
    comm: a communicator of mpi4py; None is MPI.COMM_WORLD.

        series = weft.Series("results/flow")      # results/flow.000000.h5, ..., results/flow.xdmf
        series.append(time, step, {"u": u, "v": v}, units="m/s")

    >>> import os, tempfile
    >>> comm = MPI.COMM_WORLD
    >>> folder = comm.bcast(tempfile.mkdtemp())
    >>> u = weft.fromfunction(lambda i, j: i + 10 * j, weft.Layout((8, 6), comm.size, 0), comm=comm)
    >>> series = weft.Series(os.path.join(folder, "series"), comm)
    >>> series.append(0.5, 10, {"u": u})
    >>> bool((series.open(0).read("u", like=u) == u).all()), series.snapshots[0].time
    (True, 0.5)
    """

    def __init__(self, prefix: Path, comm: Optional[Comm] = None):
        self._comm, self._series = _opened(_core.Series, prefix, comm)

    @property
    def snapshots(self) -> List[Snapshot]:
        """The snapshots of the series, in the order of their times.

        Not collective.

        C++: Series::snapshots.
        """
        return [Snapshot(*facts) for facts in self._series.snapshots()]

    def append(self, time: float, step: int, fields: Mapping[str, AnyArray], attributes: Optional[Attributes] = None,
               grid: Optional[Attributes] = None, **options: Unpack[DatasetOptions]) -> None:
        """Writes a snapshot, with the attributes time and step of its file, then the XDMF file.

        time: of the snapshot; InvalidArgumentError unless it is a number above that of the last snapshot.
        step: of the simulation; InvalidArgumentError if it is below that of the last snapshot.

        C++: Series::append.
        fields: what to write, each as a dataset: a dict of names and distributed arrays; InvalidArgumentError for none.
        attributes: of the file, a dict.
        grid, options: for every field, as of weft.write_hdf5.
        """
        given: List[Any] = []
        of_file: Dict[str, Any] = {}
        complaint = None
        distributions = [creation.checked(u, f"the field {name}") for name, u in fields.items()]
        try:
            of_fields, of_file = _options(attributes=grid, **options), _attributes(attributes)
            given = [(str(name), d, _address(u), of_fields) for (name, u), d in zip(fields.items(), distributions)]
            time, step = float(time), whole(step, "the step")
        except (errors.Error, TypeError, ValueError) as error:
            complaint = errors.complaint_of(error)
        if distributions:
            distributions[0].agree(complaint)
        self._series.append(time, step, given, of_file)

    def open(self, i: int) -> Hdf5Reader:
        """Opens a snapshot to read.

        C++: Series::open.
        i: which one of the snapshots, from 0; negative numbers count from the last. InvalidArgumentError if there is
            none.
        """
        n = len(self.snapshots)
        i = whole(i, "the number of the snapshot")
        reader = Hdf5Reader.__new__(Hdf5Reader)
        reader._comm, reader._file = self._comm, self._series.open(i + n if -n <= i < 0 else max(i, 0) if i >= 0 else n)
        return reader


def write_vtk_slice(path: Path, u: AnyArray, axis: int = -1, index: int = 0, name: str = "u",
                    grid: Optional[Attributes] = None) -> None:
    """Writes a plane of a three-dimensional array, or all of a two-dimensional one, as a VTK image for ParaView.

    It has point data NAME in the array's precision; complex elements become NAME.r, NAME.i and NAME.magnitude. The
    plane passes through process 0. The file is written aside and renamed. Collective over the communicator of the
    array, with the same arguments, except the data, on all processes. The same Error on all. InvalidArgumentError for
    other numbers of axes, planes outside the array, and grids that are not uniform in the plane. MismatchError if
    arguments differ; ResourceError if the file cannot be written.
    path: of the file; its name should end in .vti.
    name: NAME, of the values; not empty, and without <, >, & and ", else InvalidArgumentError.
    index: of the plane along that axis, a global one from 0.

    C++: write_vtk_slice.
    u: the array, of two or three axes.
    axis: of three axes the one that the plane is normal to; negative numbers count from the end. Of two axes -1.
    grid: a dict with the attributes `lengths` and `origin`, one number for each axis; None: points at 0, 1, 2, ...
    """
    distribution, plane, complaint = creation.checked(u), (0, 0), None
    of_grid: Dict[str, Any] = {}
    try:
        plane, of_grid = (whole(axis, "the axis"), whole(index, "the index")), _attributes(grid)
        if u.ndim == 3 and plane[0] < 0:
            plane = (plane[0] + 3, plane[1])
    except (errors.Error, TypeError, ValueError) as error:
        complaint = errors.complaint_of(error)
    distribution.agree(complaint)
    _core.write_vtk_slice(_path(path), str(name), distribution, _address(u), plane[0], plane[1], of_grid)


def grid_attributes(lengths: Sequence[float], origin: Union[float, Sequence[float], None] = None,
                    axis_names: Optional[Sequence[str]] = None, length_units: Optional[str] = None) -> Dict[str, Any]:
    """Attributes of a dataset that say where its points are, for `attributes=` and `grid=`.

    lengths: of the domain along each axis; point j of n is at origin + j length / n. origin: of the first point.
    axis_names: a text for each axis. length_units: of lengths and origin.

    >>> weft.grid_attributes((1, 2), axis_names=("y", "x"), length_units="m")["axis_names"]
    ['y', 'x']
    """
    found: Dict[str, Any] = {"lengths": [float(x) for x in lengths]}
    if origin is not None:
        found["origin"] = [float(x) for x in np.broadcast_to(origin, len(found["lengths"]))]
    if axis_names is not None:
        found["axis_names"] = [str(name) for name in axis_names]
    if length_units is not None:
        found["length_units"] = str(length_units)
    for key in ("origin", "axis_names"):
        if key in found and len(found[key]) != len(found["lengths"]):
            raise errors.InvalidArgumentError(f"{key} has {len(found[key])} entries, lengths {len(found['lengths'])}")
    return found
