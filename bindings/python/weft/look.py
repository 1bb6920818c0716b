"""Looking at distributed arrays and at fields in files: spectra and slices, as numbers and as pictures.

The programs `weft spectrum` and `weft slice` as functions. All processes compute the numbers. With `plot` process 0
draws them (matplotlib; .png, .pdf or .svg), without a display, and replaces the file when the picture is complete.
Fields of one sign are drawn in viridis, those of both signs in a map that is symmetric about zero; both are perceptually
uniform. See doc/looking.md.

Files: .npy, and HDF5 with the attributes units, axis_names, lengths, origin, length_units and coordinates_A.
"""

from __future__ import annotations

import importlib.util
import os
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from weft_figures import field_figures, new_file, style

from . import _library, arguments, collective, errors
from .arrays import Array
from .creation import array, checked
from .field_files import open_field
from .keywords import Precision
from .layout import Layout, whole
from .plan import Plan
from .spectral import Spectral
from .travel import gather, redistribute
from .types import AnyArray, Comm, Lengths, Name

__all__ = ["slice", "spectrum"]


def __dir__() -> List[str]:
    return __all__


Source = Union[AnyArray, Name]


class _Field(NamedTuple):
    """A distributed array and what is known of it; `read` makes it in a given array, or None."""

    name: str
    array: Array
    units: str = ""
    length_units: str = ""
    axis_names: Tuple[str, ...] = ()
    lengths: Optional[Tuple[float, ...]] = None
    origin: Tuple[float, ...] = ()
    places: Mapping[int, Sequence[float]] = {}


def spectrum(source: Union[Source, Sequence[Source]], *, dataset: Union[str, Sequence[str], None] = None,
             lengths: Lengths = None, width: Optional[float] = None, comm: Optional[Comm] = None,
             plot: Optional[Name] = None, title: Optional[str] = None, name: Optional[str] = None,
             units: Optional[str] = None, length_units: Optional[str] = None) -> Tuple[AnyArray, AnyArray]:
    """The energy spectrum of a field: wavenumbers of the shells, and the energy in each. Collective.

    source: a weft.Array with a layout, whose axes are all periodic; or a file, .npy or HDF5, read by all processes
        together. A list of these is a vector of components of one shape and dtype.
    dataset: of an HDF5 file with several; a list of them is also a vector.
    lengths: of the domain, a number or one for each axis; None: those of the file, else 2 pi.
    width: of a shell, which holds i - 1/2 <= |k| / width < i + 1/2; None: the smallest of the axes' first wavenumbers.
    comm: of mpi4py, for files; None is MPI.COMM_WORLD. Arrays have their own.
    plot: the file of a picture (.png, .pdf, .svg), energy per wavenumber over the wavenumber.
    title, name, units, length_units: texts of the picture; None: those of the file.

    Returns (k, energy), both with one number for each shell, on all processes; the energies add up to half the mean of
    u.u. InvalidArgumentError; ResourceError if there is no matplotlib or the picture cannot be written; on all.

    >>> layout = weft.Layout((16, 16), comm.size, 0)
    >>> u = weft.fromfunction(lambda i, j: numpy.cos(2 * numpy.pi * 3 * i / 16) + 0 * j, layout, comm=comm)
    >>> k, energy = weft.look.spectrum(u)
    >>> k[3], round(energy[3], 12)
    (np.float64(3.0), np.float64(0.25))
    """
    sources = list(source) if isinstance(source, (list, tuple)) else [source]
    comm = _communicator(sources, comm)
    _check_before(comm, plot, lambda: _some(sources))
    fields = _opened(sources, dataset, comm)
    facts = _spectrum(fields, lengths, width, comm)
    first = fields[0]
    label = name or ", ".join(field.name for field in fields)
    shape = "x".join(str(n) for n in first.array.global_shape)
    facts.update(name=label, units=first.units if units is None else units,
                 length_units=first.length_units if length_units is None else length_units,
                 title=title or f"Spectrum of {label} ({shape})")
    _draw(comm, plot, lambda path: field_figures.draw_spectrum(facts, path))
    return facts["k"], facts["energy"]


def slice(source: Source, axis: Union[int, str, None] = None, index: int = 0, *,  # noqa: A001
          dataset: Optional[str] = None, lengths: Lengths = None, comm: Optional[Comm] = None, plot: Optional[Name] = None,
          title: Optional[str] = None, name: Optional[str] = None, units: Optional[str] = None,
          length_units: Optional[str] = None, axis_names: Optional[Sequence[str]] = None) -> Union[AnyArray, Any]:
    """One plane of a field: the values on process 0, None on the others. Collective.

    source: a weft.Array with a layout, or a file, of two or three axes.
    axis: that is fixed: its number, negative from the end, or its name (x, y, z, or those of the file). None:
        the whole array, which has two axes.
    index: along that axis, negative from the end.
    lengths: of the domain, for the axes of the picture; None: those of the file, else indices are shown.
    plot: the file of a picture; absolute values of complex fields.
    axis_names: of the field, for the picture; None: those of the file, else x, y, z.
    dataset, comm, title, name, units, length_units, errors: as of weft.look.spectrum.

    >>> u = weft.fromfunction(lambda i, j, k: 100 * i + 10 * j + k, weft.Layout((4, 3, 2), comm.size, 0), comm=comm)
    >>> plane = weft.look.slice(u, axis="z", index=-1)
    >>> comm.bcast(plane, root=0)[3].tolist()
    [301.0, 311.0, 321.0]
    """
    comm = _communicator([source], comm)
    _check_before(comm, plot, lambda: _some([source]))
    field = _opened([source], dataset, comm)[0]
    if units is not None:
        field = field._replace(units=units)
    if length_units is not None:
        field = field._replace(length_units=length_units)
    if name is not None:
        field = field._replace(name=name)
    u, n_axes = field.array, field.array.ndim
    complaint, fixed = None, None
    facts: Dict[str, Any] = {}
    try:
        if n_axes not in (2, 3):
            raise errors.InvalidArgumentError(f"the field has {n_axes} axes; slices are planes of arrays of three "
                                              "axes, lines of arrays of two, or those as a whole")
        names = tuple(axis_names) if axis_names is not None else field.axis_names or tuple("xyz"[:n_axes])
        fixed = _axis(axis, names, n_axes)
        index = _index(index, fixed, u.global_shape, names)
        facts = _slice_facts(field, names, fixed, index, _lengths(lengths, field, n_axes), lengths is not None)
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    u.distribution.agree(complaint)
    facts["title"] = title or facts["title"]
    plane = gather(u if fixed is None else u.global_[(np.s_[:],) * fixed + (index,)], root=0)
    _draw(comm, plot, lambda path: field_figures.draw_slice(facts, plane, path))
    return plane


# --- sources -------------------------------------------------------------------------------------------------


def _communicator(sources: Sequence[Any], comm: Optional[Comm]) -> Comm:
    for one in sources:
        if isinstance(one, Array):
            checked(one)
            return one.comm
    return arguments.communicator_address(comm)[0]


def _some(sources: Sequence[Any]) -> None:
    if not sources:
        raise errors.InvalidArgumentError("an empty list was given; give an array, a file, or a list of components")
    for one in sources:
        if not isinstance(one, (Array, str, os.PathLike)):
            raise errors.InvalidArgumentError(
                f"the field is of type {type(one).__name__}; give a weft.Array with a layout, or the name of a file")


def _opened(sources: Sequence[Any], dataset: Any, comm: Comm) -> List[_Field]:
    names = list(dataset) if isinstance(dataset, (list, tuple)) else [dataset]
    fields: List[_Field] = []
    for i, one in enumerate(sources):
        if isinstance(one, Array):
            fields.append(_Field("u" if len(sources) == 1 else f"u{i}", one))
        else:
            fields += [_Field(**open_field(os.fspath(one), name, comm)) for name in names]
    first = fields[0].array
    complaint = None
    for field in fields:
        if field.array.global_shape != first.global_shape or field.array.dtype != first.dtype:
            complaint = (errors.InvalidArgumentError.code,
                         f"the components are {first.global_shape} of {first.dtype} and {field.array.global_shape} of "
                         f"{field.array.dtype}; components of a field have one shape and one dtype")
    first.distribution.agree(complaint)
    return fields


def _check_before(comm: Comm, plot: Any, check: Callable[[], None]) -> None:
    """What can be wrong before work is done, on all processes. Collective."""
    complaint = None
    try:
        check()
        if plot is not None:
            _check_plot(os.fspath(plot), comm.Get_rank() == 0)
    except (errors.Error, TypeError) as error:
        complaint = errors.complaint_of(error)
    collective.agree(comm, complaint, "to look at a field")


def _check_plot(path: str, is_written_here: bool) -> None:
    if not path.lower().endswith(style.FORMATS):
        raise errors.InvalidArgumentError(
            f"{path} has no ending of a picture; give a name that ends in {', '.join(style.FORMATS)}")
    if importlib.util.find_spec("matplotlib") is None:
        raise errors.ResourceError("there is no matplotlib, which draws the pictures; install it (python -m pip "
                                   "install matplotlib), or leave out plot")
    problem = new_file.problem_of(path) if is_written_here else None
    if problem is not None:
        raise errors.ResourceError(f"cannot write {path}: {problem}; choose another file with plot")


def _draw(comm: Comm, plot: Optional[Name], work: Callable[[str], object]) -> None:
    """Process 0 draws to the file `plot`; what goes wrong is raised on all. Collective."""
    if plot is None:
        return
    complaint = None
    if comm.Get_rank() == 0:
        try:
            work(os.fspath(plot))
        except Exception as error:  # the others must hear of anything
            complaint = errors.ResourceError.code, f"no picture was drawn: {error}"
    collective.agree(comm, complaint, "to draw a picture")


def _lengths(lengths: Any, field: _Field, n_axes: int) -> Optional[Tuple[float, ...]]:
    if lengths is None:
        return field.lengths
    try:
        numbers = [float(x) for x in np.atleast_1d(np.asarray(lengths, float))]
    except (TypeError, ValueError):
        numbers = []
    numbers = numbers * n_axes if len(numbers) == 1 else numbers
    if len(numbers) != n_axes or not all(np.isfinite(x) and x > 0 for x in numbers):
        raise errors.InvalidArgumentError(
            f"lengths is {lengths!r}; give one positive number for all axes, or one for each of the {n_axes}")
    return tuple(numbers)


# --- spectra -------------------------------------------------------------------------------------------------


def _spectrum(fields: List[_Field], lengths: Any, width: Optional[float], comm: Comm) -> Dict[str, Any]:
    first = fields[0].array
    complaint = None
    try:
        lengths = _lengths(lengths, fields[0], first.ndim)
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    first.distribution.agree(complaint)
    arrays = [field.array for field in fields]
    if first.ndim == 1 and comm.Get_size() > 1:  # lines are not cut: every process transforms them for itself
        comm = _library.mpi().COMM_SELF
        arrays = [array(gather(one, None), Layout(one.global_shape, 1, 0), comm) for one in arrays]
    is_real = first.dtype.kind == "f"
    precision: Precision = "double" if first.dtype in (np.float64, np.complex128) else "single"
    with Plan(first.global_shape, comm, transform="r2c" if is_real else "c2c", precision=precision) as plan:
        points = plan.points()
        modes = [plan.forward(redistribute(one, out=points)) for one in arrays]
        k, energy = Spectral(plan, lengths).energy_spectrum(modes, width)
    sides = lengths or (2 * np.pi,) * first.ndim
    resolved = [2 * np.pi / side * (n // 2) for side, n in zip(sides, first.global_shape) if n > 1]
    return {"k": k, "energy": energy, "width": float(k[1]) if len(k) > 1 else 1.0,
            "resolved": min(resolved, default=0.0)}


# --- slices --------------------------------------------------------------------------------------------------


def _axis(axis: Any, names: Sequence[str], n_axes: int) -> Optional[int]:
    if len(names) != n_axes:
        raise errors.InvalidArgumentError(f"{len(names)} names were given for {n_axes} axes; give one for each")
    if axis is None:
        if n_axes == 2:
            return None
        raise errors.InvalidArgumentError(f"which plane? Give an axis ({', '.join(names)}) and an index")
    if isinstance(axis, str):
        if axis in names:
            return names.index(axis)
        if not axis.lstrip("-").isdigit():
            raise errors.InvalidArgumentError(
                f"there is no axis {axis!r}; the axes are {', '.join(names)}, or 0 to {n_axes - 1}")
        axis = int(axis)
    axis = whole(axis, "the axis")
    if not -n_axes <= axis < n_axes:
        raise errors.InvalidArgumentError(
            f"axis {axis} does not exist; the axes are {', '.join(names)}, or 0 to {n_axes - 1}")
    return axis % n_axes


def _index(index: int, fixed: Optional[int], shape: Sequence[int], names: Sequence[str]) -> int:
    index = whole(index, "the index")
    if fixed is None:
        return index
    if not -shape[fixed] <= index < shape[fixed]:
        raise errors.InvalidArgumentError(
            f"index {index} is not one of axis {names[fixed]}, which has {shape[fixed]} points")
    return index % shape[fixed]


def _places(field: _Field, axis: int, lengths: Optional[Sequence[float]], are_given: bool) -> Tuple[AnyArray, bool]:
    """Where the points along an axis are, and whether these are lengths."""
    n = field.array.global_shape[axis]
    if axis in field.places and not are_given:
        return np.asarray(field.places[axis], float), True
    if lengths is None:
        return np.arange(n), False
    origin = field.origin[axis] if field.origin and not are_given else 0
    return origin + lengths[axis] / n * np.arange(n), True


def _slice_facts(field: _Field, names: Sequence[str], fixed: Optional[int], index: int, lengths: Optional[Sequence[float]],
                 are_given: bool) -> Dict[str, Any]:
    shape = field.array.global_shape
    kept = [a for a in range(len(shape)) if a != fixed]
    places = [_places(field, a, lengths, are_given) for a in kept]
    title = f"{field.name} ({'x'.join(str(n) for n in shape)})"
    if fixed is not None:
        at, has_length = _places(field, fixed, lengths, are_given)
        where = f"index {index} of {shape[fixed]}"
        if has_length:
            where = f"= {at[index]:.4g} {field.length_units}".rstrip() + f" ({where})"
        title = f"{field.name} at {names[fixed]} {where}"
    return {"name": field.name, "title": title, "units": field.units, "length_units": field.length_units,
            "axis_names": [names[a] for a in kept], "coordinates": [p for p, _ in places],
            "has_lengths": [has for _, has in places]}
