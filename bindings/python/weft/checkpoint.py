"""Checkpoints: the state of a program in one file, from which any number of processes goes on."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Mapping, Optional, Tuple, Union

import numpy as np

from . import _core, arguments, collective, creation, errors, keywords
from .arrays import Array
from .checkpoint_arguments import _kind, _memory, _path, _text
from .keywords import PlanOptions
from .layout import Layout
from .plan import Plan
from .types import AnyArray, Attributes, Comm, Complaint, Path, Unpack

_MISTAKES = (errors.Error, TypeError, ValueError, OverflowError)


class CheckpointWriter:
    """A checkpoint that is being written.

    All calls are collective over the communicator of the checkpoint, with the same names, values and distributions on
    all processes. The same Error on all processes. InvalidArgumentError, also for any call after `commit()` or an
    error. MismatchError if arguments differ between processes. ResourceError if there is no space, or if another
    program writes the same checkpoint; CommunicationError if a process does not come in time. An Error removes the
    new checkpoint; older ones stay unchanged.
    Begins a checkpoint, and removes the unfinished files of killed writers. Collective over `comm`.
    path: of the file, which need not exist. Its folder must exist, else ResourceError.

    C++: class CheckpointWriter, CheckpointWriter::CheckpointWriter.
    comm: a communicator of mpi4py; None is MPI.COMM_WORLD.
    An argument of a wrong type is InvalidArgumentError, too, and leaves the checkpoint as it is. All in one call:
    weft.write_checkpoint.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "state.weft")
    >>> u = weft.full(weft.Layout((6, 4), 1, 0), 2.0, comm=MPI.COMM_SELF)
    >>> writer = weft.CheckpointWriter(path, MPI.COMM_SELF)
    >>> writer.add("u", u, units="m/s")
    >>> writer.set("step", 120)
    >>> writer.commit()
    >>> weft.Checkpoint(path, MPI.COMM_SELF)["step"]
    120
    """

    def __init__(self, path: Path, comm: Optional[Comm] = None):
        self.comm, address = arguments.communicator_address(comm)
        name, complaint = _path(path)
        self._writer: Any = _core.CheckpointWriter.make(name, address, complaint)

    def add(self, name: str, array: AnyArray, units: str = "") -> None:
        """Writes a field now: the owned elements of a distributed array, not the ghost cells.

        name: of the field. InvalidArgumentError if it is empty, has a '/' or more than 200 bytes, or if the
            checkpoint has a field of that name.
        units: of the values, "m/s"; may be empty.

        C++: CheckpointWriter::add.
        array: a weft.Array with a layout, over the processes of the checkpoint, in their order; else
            InvalidArgumentError.
        """
        distribution, data, complaint = None, 0, None
        try:
            name, units = _text(name, "the name of a field"), _text(units, "the units")
            distribution, data = _memory(array, f"the field {name!r}")
        except _MISTAKES as error:
            name, units, complaint = "", "", errors.complaint_of(error)
        self._writer.add(name, distribution, data, units, complaint)

    def set(self, name: str, value: Any) -> None:
        """Sets a named value; one of that name is replaced.

        name: of the value. InvalidArgumentError if it is empty, has a '/' or more than 200 bytes.

        C++: CheckpointWriter::set.
        value: a text, a number, or a list (tuple, one-dimensional array) of these; NumPy's numbers too.
        """
        kind, complaint = "", None
        try:
            name = _text(name, "the name of a value")
            kind, value = _kind(name, value)
        except _MISTAKES as error:
            complaint = errors.complaint_of(error)
        self._writer.complain(complaint)
        getattr(self._writer, "set_" + kind)(name, value)

    def add_plan(self, plan: Plan) -> None:
        """Adds the ingredients of a plan: its problem, its choice, and the wisdom of FFT libraries.

        The same plan can then be made again without measuring. A checkpoint has one plan; a second call replaces it.
        plan: on the processes of the checkpoint, in their order, else InvalidArgumentError.

        C++: CheckpointWriter::add_plan.
        """
        complaint = None
        if not isinstance(plan, Plan):
            complaint = errors.InvalidArgumentError.code, f"the plan is {plan!r}; give a weft.Plan"
        self._writer.add_plan(plan._plan if complaint is None else None, complaint)

    def commit(self) -> None:
        """Ends the checkpoint: the data reach the disk, and the file gets its name.

        An older file of that name becomes PATH.previous, if it is a whole checkpoint; otherwise the older
        PATH.previous stays.

        C++: CheckpointWriter::commit.
        """
        self._writer.commit()


def write_checkpoint(path: Path, fields: Optional[Mapping[str, AnyArray]] = None, metadata: Optional[Attributes] = None,
                     plan: Optional[Plan] = None, *, units: Optional[Mapping[str, str]] = None,
                     comm: Optional[Comm] = None) -> None:
    """Writes a checkpoint: beside its final name, with checksums, flushed, then renamed; its predecessor is kept as
    PATH.previous. Whenever the program is killed, one of the two is complete. Collective over `comm`.

    path: of the file, an HDF5 file that h5py opens (the fields are in /fields, the metadata attributes of /metadata).
    fields: arrays by name; weft.Arrays with a layout, which are written without ghost cells.
    metadata: values by name: texts, numbers, lists of these (step, time, parameters).
    plan: a plan that Checkpoint.make_plan() makes again without measuring.
    units: units of fields, texts by name.
    comm: None: that of the plan, or of the first field, or MPI.COMM_WORLD.

    Errors as of weft.CheckpointWriter.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "state.weft")
    >>> with weft.Plan((8, 6), MPI.COMM_SELF) as plan:
    ...     u = plan.points()
    ...     u[...] = 3
    ...     weft.write_checkpoint(path, {"u": u}, {"step": 7, "time": 0.5}, plan)
    >>> checkpoint = weft.Checkpoint(path, MPI.COMM_SELF)
    >>> float(checkpoint.read("u").sum()), dict(checkpoint)
    (144.0, {'step': 7, 'time': 0.5})
    """
    complaint = None
    try:
        fields, metadata, units = (dict(part or {}) for part in (fields, metadata, units))
    except _MISTAKES:
        complaint = errors.InvalidArgumentError.code, "fields, metadata and units are dicts, by name; give such"
        fields, metadata, units = {}, {}, {}
    if comm is None:
        known = [plan, *fields.values()]
        comm = next((one.comm for one in known if getattr(one, "comm", None) is not None), None)
    writer = CheckpointWriter(path, comm)
    names = [list(fields), list(metadata), plan is not None, units]
    first = collective.broadcast(writer.comm, names, "to write a checkpoint")
    if complaint is None and first != names:
        complaint = errors.MismatchError.code, (
            f"the fields, values, plan and units to write are {first} on process 0 and {names} on process "
            f"{writer.comm.rank}; pass the same on every process")
    elif complaint is None and set(units) - set(fields):
        complaint = errors.InvalidArgumentError.code, (
            f"there are units of {sorted(set(units) - set(fields))}, which are no fields; give units of {list(fields)}")
    writer._writer.complain(complaint)
    for name, array in fields.items():
        writer.add(name, array, units.get(name, ""))
    for name, value in metadata.items():
        writer.set(name, value)
    if plan is not None:
        writer.add_plan(plan)
    writer.commit()


class CheckpointField:
    """What a checkpoint says of a field: shape of the whole array, dtype as it was written, units (may be '')."""

    def __init__(self, shape: Tuple[int, ...], dtype: str, units: str):
        self.shape, self.units = shape, units
        self.dtype: np.dtype[Any] = np.dtype(dtype)

    def __repr__(self) -> str:
        return f"CheckpointField(shape={self.shape}, dtype={self.dtype}, units={self.units!r})"


class Checkpoint(Mapping[str, Any]):
    """A checkpoint to read, on any number of processes.

    Not collective, unless stated otherwise. A collective call has the same Error on all processes. MismatchError if
    arguments differ between processes; ResourceError if the file was replaced or changed since it was opened;
    CommunicationError if a process does not come in time. A function lists its other errors.
    Opens a checkpoint: PATH, or, with a note, PATH.previous if PATH is missing or damaged. ResourceError if both are
    missing or cannot be read. InvalidArgumentError, with the damage of both, if neither is whole. Collective over
    `comm`.
    path: PATH, the name of the file.

    C++: class Checkpoint, Checkpoint::Checkpoint.
    comm: a communicator of mpi4py; None is MPI.COMM_WORLD.
    options: those of weft.options("checkpoint"): check: what is compared with its checksum now: "everything", of which
        the processes share the reading, or "headers": all but the data of the fields, which `read()` compares in any
        case.
    The checkpoint is a mapping of its values (metadata), which raises KeyError for a name that is not there.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "state.weft")
    >>> u = weft.full(weft.Layout((6, 4), 1, 0), 2.0, comm=MPI.COMM_SELF)
    >>> weft.write_checkpoint(path, {"u": u}, {"step": 120, "time": 0.25})
    >>> checkpoint = weft.Checkpoint(path, MPI.COMM_SELF)
    >>> checkpoint["step"], "time" in checkpoint, checkpoint.fields
    (120, True, {'u': CheckpointField(shape=(6, 4), dtype=float64, units='')})
    >>> bool((checkpoint.read("u") == u).all())
    True
    """

    def __init__(self, path: Path, comm: Optional[Comm] = None, **options: Unpack[keywords.CheckpointOptions]):
        self.comm, address = arguments.communicator_address(comm)
        name, complaint = _path(path)
        wanted: Any = _core.Options("checkpoint")
        try:
            wanted = arguments.object_options("checkpoint", options)
        except errors.Error as error:
            complaint = complaint or errors.complaint_of(error)
        self._checkpoint: Any = _core.Checkpoint.open(name, address, wanted, complaint)
        self._values: Dict[str, Any] = self._checkpoint.values
        self._fields = {name: CheckpointField(*self._checkpoint.info(name)) for name in self._checkpoint.names}

    # --- metadata, as a mapping; not collective ------------------------------------------------------

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            try:
                self._checkpoint.value(str(name))
            except errors.Error as error:
                raise KeyError(str(error)) from None
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<weft.Checkpoint {self.path}: fields {', '.join(self._fields) or 'none'}; {self._values}>"

    @property
    def path(self) -> str:
        """The path of the file that was opened, PATH or PATH.previous.

        C++: Checkpoint::path.
        """
        return self._checkpoint.path

    @property
    def note(self) -> str:
        """Notes for a log, one line each: why PATH was not taken, or why the choice of the plan is left out.

        May be empty.

        C++: Checkpoint::note.
        """
        return self._checkpoint.note

    @property
    def fields(self) -> Dict[str, CheckpointField]:
        """The fields by name: shape, dtype and units, in the order in which they were added."""
        return dict(self._fields)

    # --- fields and plan: collective -----------------------------------------------------------------

    def read(self, name: str, like: Union[Layout, AnyArray, None] = None, *, out: Optional[Array] = None) -> Array:
        """Reads a field into the owned elements of a distributed array, of any layout, order in memory and precision.

        Numbers are rounded to single precision, or widened; ghost cells stay unchanged. The data are compared with
        their checksum before the call returns. InvalidArgumentError for damage, and for numbers too large for single
        precision; the contents of the array are then undefined. Collective over the communicator of the checkpoint.
        name: of the field; InvalidArgumentError, with the nearest name, if there is no such field.

        C++: Checkpoint::read.
        like: a weft.Array (`plan.points()`): the result is a new array of its layout, dtype and order in memory; or a
            weft.Layout; None: axis 0 is cut. Of a layout the dtype is that of the field.
        out: the array to be written, instead.
        The result is the array. It has the shape of the field, and elements that are real or complex as those of the
        field; else InvalidArgumentError. Ghost cells of a new array are 0.
        """
        array: Any = None
        distribution, data = None, 0
        complaint: Complaint = None
        try:
            name = _text(name, "the name of the field")
            array, layout = self._target(name, like, out)
        except _MISTAKES as error:
            layout, complaint = None, errors.complaint_of(error)
        kind = "" if complaint else "an array" if layout is None else "a layout"
        kinds = set(collective.allgather(self.comm, kind, "to read a field of a checkpoint")) - {""}
        if complaint is None and len(kinds) > 1:
            complaint = errors.MismatchError.code, (
                "some processes pass an array to read() and others a layout or nothing; pass the same on every process")
        self._checkpoint.complain(complaint)
        if layout is not None:
            array = creation.zeros(layout, self._fields[name].dtype, self.comm)
        try:
            distribution, data = _memory(array, "out", is_written=True)
        except _MISTAKES as error:
            complaint = errors.complaint_of(error)
        self._checkpoint.read(name, distribution, data, complaint)
        return array

    def _target(self, name: str, like: Any, out: Optional[Array]) -> Tuple[Optional[Array], Optional[Layout]]:
        """(the array to be written, None) or (None, the layout of a new one)."""
        if out is not None:
            return out, None
        if isinstance(like, Array):
            _memory(like, "like")
            return creation.array_of(like._block, like.dtype, 0), None
        if name not in self._fields:
            self._checkpoint.info(name)
        if like is None:
            return None, Layout(self._fields[name].shape, self.comm.size, 0)
        if isinstance(like, Layout):
            return None, like
        raise errors.InvalidArgumentError(f"like is of type {type(like).__name__}; give a weft.Array or a weft.Layout")

    def verify(self) -> None:
        """Compares the data of all fields with their checksums, as opening with check=everything does.

        Collective over the communicator of the checkpoint. InvalidArgumentError names the damaged fields.

        C++: Checkpoint::verify.
        """
        self._checkpoint.verify()

    @property
    def has_plan(self) -> bool:
        """Whether a plan was added.

        C++: Checkpoint::has_plan.
        """
        return self._checkpoint.has_plan

    @property
    def choice(self) -> str:
        """The choice of the plan.

        InvalidArgumentError if no plan was added.

        C++: Checkpoint::choice.
        It is the text that the option `choice` takes.
        """
        return self._checkpoint.choice

    def make_plan(self, **options: Unpack[PlanOptions]) -> Plan:
        """Makes the plan that was added: on as many processes the same plan, without measuring.

        On another number of processes, or if the choice cannot be used, the choice is left out, with a note. On
        another number of processes the layouts that the problem states are also left out. InvalidArgumentError if no
        plan was added; else errors as of a plan. Collective over the communicator of the checkpoint.

        C++: Checkpoint::make_plan.
        options: as of weft.Plan, all that a choice does not say (in_place, arrays, timeout, ...). A choice in them is
            preferred.

        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "plan.weft")
        >>> with weft.Plan((8, 6), MPI.COMM_SELF, norm="ortho") as plan:
        ...     weft.write_checkpoint(path, plan=plan)
        >>> checkpoint = weft.Checkpoint(path, MPI.COMM_SELF)
        >>> with checkpoint.make_plan() as again:
        ...     again.choice == plan.choice, checkpoint.note
        (True, '')
        """
        chosen, complaint = _core.Options(), None
        try:
            chosen = arguments.options_of(options)
        except _MISTAKES as error:
            complaint = errors.complaint_of(error)
        chosen = self._checkpoint.plan_options(chosen, complaint)
        plan = Plan.__new__(Plan)
        plan._open(self.comm, self._checkpoint.problem, chosen)
        return plan
