"""What users pass, as the text keys and values of the library.

Nothing here is collective: errors are raised on this process and agreed on by whoever called.
"""

from __future__ import annotations

import difflib
from typing import Any, Mapping, Optional, Tuple

import numpy as np

from . import _core, _library, errors
from .layout import Layout, whole, wholes
from .types import Comm

PROBLEM_KEYS = tuple(row[0] for row in _core.problem_table())
OPTION_KEYS = tuple(row[0] for row in _core.option_table("plan"))
LAYOUT_KEYS = ("points", "modes")
LISTS = ("kept", "points_order", "modes_order", "points_padding", "modes_padding")  # of whole numbers

# Keywords of other libraries, and what stands for them here.
OTHER_KEYWORDS = {
    "dtype": "write transform='r2c' for real points, 'c2c' for complex ones, "
             "and precision='single' or 'double'. ",
    "padding": "give the longer shape, and in kept the points of the coarser grid whose modes are kept. ",
    "slab": "write grid=(n,) for slabs on n processes, grid=(n, m) for pencils. ",
}


def to_text(value: object) -> str:
    """An option's value as text: True is "yes", (4, 2) is "4x2", (True, False) is "yes,no"."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list, np.ndarray)):
        flags = len(value) > 0 and all(isinstance(item, (bool, np.bool_)) for item in value)
        return ("," if flags else "x").join(to_text(item) for item in value)
    return str(value)


def object_options(what: str, keywords: Mapping[str, Any]) -> Any:
    """The options of an object of weft.option_objects(). None leaves an option as it is."""
    options = _core.Options(what)
    for key, value in keywords.items():
        if value is not None:
            options.set(key, to_text(value))
    return options


def options_of(keywords: Mapping[str, Any]) -> Any:
    """The options of the library, or InvalidArgumentError with the nearest known keyword."""
    options = _core.Options()
    for key, value in keywords.items():
        if key not in OPTION_KEYS:
            known = OPTION_KEYS + PROBLEM_KEYS + LAYOUT_KEYS
            near = difflib.get_close_matches(key, known, 1, 0.5)
            guess = OTHER_KEYWORDS.get(key) or (f"did you mean {near[0]!r}? " if near else "")
            raise errors.InvalidArgumentError(f"unknown keyword {key!r}; {guess}Known are: {', '.join(known)}")
        options.set(key, to_text(value))
    return options


def _axes_text(axes: object, n_axes: int) -> str:
    numbers = wholes(axes, "axes")
    if not numbers:
        raise errors.InvalidArgumentError("axes is empty; leave it away for all axes, or use transform='none'")
    for axis in numbers:
        if not -n_axes <= axis < n_axes:
            raise errors.InvalidArgumentError(
                f"axis {axis} does not exist; the array has the axes 0 to {n_axes - 1}, or -{n_axes} to -1")
    return ",".join(str(axis % n_axes) for axis in numbers)


def _layout(value: object, name: str) -> Any:
    if value is None:
        return None
    if not isinstance(value, Layout):
        raise errors.InvalidArgumentError(f"{name} is {value!r}; give a weft.Layout")
    return value._core


def problem_of(shape: object, keywords: Mapping[str, Any], layouts: Tuple[object, object] = (None, None)) -> Any:
    """The problem of `shape` with the problem keys in `keywords`."""
    problem = _core.Problem(list(wholes(shape, "the shape")))
    for key, value in keywords.items():
        if key == "axes":
            if value is not None:
                problem.set(key, _axes_text(value, len(problem.shape)))
        elif key == "kinds":
            if value is not None:
                problem.set(key, value if isinstance(value, str) else ",".join(str(kind) for kind in value))
        elif key in LISTS:
            if value is not None:
                problem.set(key, value if isinstance(value, str) else ",".join(str(number) for number in wholes(value, key)))
        elif key in ("sign", "n_fields"):
            problem.set(key, str(whole(value, key)))
        else:
            problem.set(key, to_text(value))
    problem.set_layouts(_layout(layouts[0], "points"), _layout(layouts[1], "modes"))
    return problem


def communicator_address(comm: Optional[Comm]) -> Tuple[Comm, int]:
    """The communicator (None: MPI.COMM_WORLD) and where its handle lies in memory."""
    MPI = _library.mpi()
    if comm is None:
        comm = MPI.COMM_WORLD
    if not isinstance(comm, MPI.Comm):
        raise errors.InvalidArgumentError(
            f"the communicator is of type {type(comm).__name__}; give a communicator of mpi4py, as MPI.COMM_WORLD"
            + ("; the order is shape, comm" if isinstance(comm, (tuple, list)) else ""))
    return comm, MPI._addressof(comm)


def precision_of(dtype: Any) -> Tuple[str, bool]:
    """("single" or "double", whether real) of a dtype that weft has."""
    try:
        name = np.dtype(dtype).name
    except TypeError:
        name = repr(dtype)
    known = {"float32": ("single", True), "float64": ("double", True), "complex64": ("single", False),
             "complex128": ("double", False)}
    if name not in known:
        raise errors.InvalidArgumentError(f"dtype is {name}; give one of {', '.join(known)}")
    return known[name]
