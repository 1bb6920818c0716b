"""Fields in files as distributed arrays, with what the file says of them: names, units, places."""

from __future__ import annotations

import os
from typing import Any, Dict, Sequence, Tuple

import numpy as np

from . import collective, errors
from .files import Hdf5Reader, read_npy
from .types import Comm

_HDF5 = b"\x89HDF\r\n\x1a\n"
_DOING = "to open a field"


def open_field(path: str, dataset: Any, comm: Comm) -> Dict[str, Any]:
    """The array in a file, read by all processes together, and the fields of look._Field that the file tells.
    Collective over `comm`."""
    if collective.broadcast(comm, comm.Get_rank() == 0 and _begins_as_hdf5(path), _DOING):
        return _hdf5(path, dataset, comm)
    complaint = None
    if dataset is not None:
        complaint = (errors.InvalidArgumentError.code,
                     f"{path} is no HDF5 file, and a .npy file holds one array; leave out dataset")
    collective.agree(comm, complaint, _DOING)
    return {"name": os.path.splitext(os.path.basename(path))[0], "array": read_npy(path, comm=comm)}


def _begins_as_hdf5(path: str) -> bool:
    """False also where it cannot be read, which the reader of .npy files tells."""
    try:
        if not os.path.isfile(path):  # a pipe would be waited for
            return False
        with open(path, "rb") as file:
            return file.read(len(_HDF5)) == _HDF5
    except OSError:
        return False


def _hdf5(path: str, dataset: Any, comm: Comm) -> Dict[str, Any]:
    reader = Hdf5Reader(path, comm)
    name, complaint = "", None
    try:
        name = _dataset_named(reader.datasets(), path, dataset)
    except errors.Error as error:
        complaint = errors.complaint_of(error)
    collective.agree(comm, complaint, _DOING)
    u = reader.read(name)
    return {"name": name.rsplit("/", 1)[-1], "array": u, **_words(reader.info(name).attributes, u.global_shape)}


def _dataset_named(known: Sequence[str], path: str, wanted: Any) -> str:
    """The dataset that is meant, by its path."""
    if wanted is None:
        if len(known) == 1:
            return known[0]
        raise errors.InvalidArgumentError(
            f"{path} has several datasets: {', '.join(known)}; say which one with dataset" if known else
            f"{path} has no dataset of numbers")
    for name in known:
        if str(wanted) in (name, name[1:]):
            return name
    raise errors.InvalidArgumentError(f"{path} has no dataset {wanted!r}; it has {', '.join(known) or 'none of numbers'}")


def _words(attributes: Dict[str, Any], shape: Sequence[int]) -> Dict[str, Any]:
    """The attributes that weft knows, if they are what they should be."""
    n_axes = len(shape)

    def text(name: str) -> str:
        return attributes[name] if isinstance(attributes.get(name), str) else ""

    def numbers(name: str, n: int) -> Tuple[float, ...]:
        value = np.atleast_1d(np.asarray(attributes.get(name, ())))
        return tuple(float(x) for x in value) if value.dtype.kind in "iuf" and value.shape == (n,) else ()

    names: Any = attributes.get("axis_names")
    is_named = isinstance(names, (list, tuple)) and len(names) == n_axes and all(isinstance(n, str) for n in names)
    lengths = numbers("lengths", n_axes)
    places = {axis: numbers(f"coordinates_{axis}", n) for axis, n in enumerate(shape)}
    return {"units": text("units"), "length_units": text("length_units"), "axis_names": tuple(names) if is_named else (),
            "lengths": lengths if lengths and all(np.isfinite(x) and x > 0 for x in lengths) else None,
            "origin": numbers("origin", n_axes), "places": {axis: p for axis, p in places.items() if p}}
