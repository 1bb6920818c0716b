"""Distributed arrays as xarray.DataArrays: names of axes, coordinates, units. xarray is optional, and imported here alone."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import any_type, errors
from .arrays import Array
from .collect import check_root
from .creation import array_of, checked
from .layout import Layout, Range
from .types import AnyArray, Attributes, Complaint

Axes = List[Optional[AnyArray]]


def to_xarray(u: Array, coords: Any, units: Optional[str], grid: Optional[Attributes], name: Optional[str],
              coordinate_units: Union[str, Sequence[str], None], attributes: Optional[Attributes], root: Optional[int],
              local: bool) -> Any:
    """Array.to_xarray."""
    if u._block is None:
        checked(u)
    if local:
        names, places, texts = _labels(u, coords, grid, coordinate_units)
        return _data_array(np.asarray(u.owned), names, places, texts, name, units, attributes)
    complaint: Complaint = None
    names, places, texts = [], [], []
    try:
        root = None if root is None else check_root(root, u.layout.n_processes)
        if root in (None, u.rank):
            _check_xarray()
        names, places, texts = _labels(u, coords, grid, coordinate_units)
        if u.dtype.kind not in "biufc":
            raise errors.InvalidArgumentError(f"the array is of {u.dtype}; give one of numbers or bools")
    except (errors.Error, TypeError, ValueError) as error:
        complaint = errors.complaint_of(error)
    any_type.agree(u, complaint)
    whole_places = _whole_places(u, places)
    values = any_type.gather(u, root)
    return None if values is None else _data_array(values, names, whole_places, texts, name, units, attributes)


def _check_xarray() -> None:
    if importlib.util.find_spec("xarray") is None:
        raise errors.ResourceError("there is no xarray, whose DataArray was asked for; install it (python -m pip install "
                                   "xarray), or use weft.gather(u)")


def _data_array(values: AnyArray, names: List[str], places: Axes, texts: List[str], name: Optional[str], units: Optional[str],
                attributes: Optional[Attributes]) -> Any:
    _check_xarray()
    labels = {axis: (axis, numbers, {"units": text} if text else {})
              for axis, numbers, text in zip(names, places, texts) if numbers is not None}
    said = {**(attributes or {}), **({"units": str(units)} if units is not None else {})}
    return importlib.import_module("xarray").DataArray(values, dims=names, coords=labels, name=name, attrs=said)


# --- what is said of the axes: not collective ----------------------------------------------------------------


def _labels(u: Array, coords: Any, grid: Optional[Attributes], units: Any) -> Tuple[List[str], Axes, List[str]]:
    """Names, coordinates of the block, and their units, for each axis."""
    n_axes, shape = u.ndim, u.global_shape
    known = dict(grid or {})
    names = _names(n_axes, coords, known.get("axis_names"))
    if coords is None:
        places: Axes = _places_of_grid(u, known)
    else:
        if isinstance(coords, Mapping):
            unknown = [key for key in coords if key not in names]
            if unknown:
                raise errors.InvalidArgumentError(f"coordinates were given of {', '.join(map(repr, unknown))}; the axes are "
                                                  f"{', '.join(names)} (axis_names of grid names them)")
            coords = [coords.get(axis) for axis in names]
        if not isinstance(coords, (list, tuple)) or len(coords) != n_axes:
            n = f" for {len(coords)} axes" if isinstance(coords, (list, tuple)) else ""
            raise errors.InvalidArgumentError(f"the coordinates are of type {type(coords).__name__}{n}; give a list with those "
                                              f"of each of the {n_axes} axes, or a dict from names of axes")
        places = [_part(one, axis, n, u.box[i]) for i, (one, axis, n) in enumerate(zip(coords, names, shape))]
    default = known.get("length_units", "") if coords is None and "lengths" in known else ""
    texts = [default if units is None else units] * n_axes if units is None or isinstance(units, str) else list(units)
    if len(texts) != n_axes:
        raise errors.InvalidArgumentError(f"units of coordinates were given for {len(texts)} axes; the array has {n_axes}")
    return names, places, [str(text) for text in texts]


def _names(n_axes: int, coords: Any, given: Any) -> List[str]:
    names = [str(name) for name in given] if given is not None else None
    if names is None and isinstance(coords, Mapping) and len(coords) == n_axes:
        names = [str(name) for name in coords]
    if names is None:
        names = list("xyz"[:n_axes]) if n_axes <= 3 else [f"axis_{i}" for i in range(n_axes)]
    if len(names) != n_axes or len(set(names)) < n_axes:
        raise errors.InvalidArgumentError(f"the names of the axes are {names}; give {n_axes} that differ")
    return names


def _places_of_grid(u: Array, grid: Dict[str, Any]) -> Axes:
    """Global indices, or origin + j length / n."""
    indices = [np.arange(*ends) for ends in u.box]
    if "lengths" not in grid:
        return list(indices)
    lengths, origin = (np.asarray(grid.get(key, np.zeros(u.ndim)), float) for key in ("lengths", "origin"))
    if lengths.shape != (u.ndim,) or origin.shape != (u.ndim,):
        raise errors.InvalidArgumentError(f"the grid has the lengths {lengths.tolist()} and the origin {origin.tolist()}; give "
                                          f"a number for each of the {u.ndim} axes")
    return [o + j * (length / n) for o, j, length, n in zip(origin, indices, lengths, u.global_shape)]


def _part(numbers: Any, axis: str, n: int, ends: Range) -> Optional[AnyArray]:
    """Those of the block, as float64 or int64."""
    if numbers is None:
        return None
    line = np.asarray(numbers)
    n_here = ends[1] - ends[0]
    if line.dtype.kind not in "biuf" or line.size not in (n, n_here) or line.size != max(line.shape, default=1):
        raise errors.InvalidArgumentError(f"the coordinates of axis {axis} are {line.dtype} numbers of shape {line.shape}; give "
                                          f"{n} real numbers, or the {n_here} of this process's block")
    line = line.reshape(-1).astype(float if line.dtype.kind == "f" else np.int64)
    return line[slice(*ends)] if line.size == n else line


# --- collective ----------------------------------------------------------------------------------------------


def _whole_places(u: Array, places: Axes) -> Axes:
    """Of whole axes: each process tells those of its block, to all."""
    layout, n_processes = u.layout, u.layout.n_processes
    result: Axes = []
    for axis, part in enumerate(places):
        if part is None:
            result.append(None)
            continue
        ranges = [layout.box(rank)[axis] for rank in range(n_processes)]
        longest = max(end - begin for begin, end in ranges)
        parts = Layout((n_processes * longest,), n_processes, 0, {0: [longest] * n_processes})
        line = array_of(u._block.of(parts, (0,)), part.dtype, 0)
        np.asarray(line)[:part.size] = part
        told = any_type.gather(line).reshape(n_processes, longest)
        whole = np.empty(layout.shape[axis], part.dtype)
        for rank, (begin, end) in enumerate(ranges):
            whole[begin:end] = told[rank, :end - begin]
        result.append(whole)
    return result
