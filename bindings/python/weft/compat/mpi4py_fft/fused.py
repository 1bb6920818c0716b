"""A whole PFFT as one weft.Plan: which problem it is, if it is one.

It is one if its serial transforms are weft's, each direction the inverse of the other. The pencils at both ends are given to the
plan as its layouts, in C order in memory; what lies between is weft's own choice.

Padding is `kept`: the modes of a coarser grid. mpi4py-fft takes the last mode of a halved axis for the one at half the length if
the *number of modes* is even, whatever the number of points: with n modes, kept is 2 n - 2 then, and otherwise 2 n - 1.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ...plan import Plan
from . import fftw
from .grid import Spread, spread_of
from .libfft import default_pair, threads_of
from .pencil import Pencil
from .refusals import axes_of, check

MOST_AXES = 6  # of a weft.Plan


class Problem(NamedTuple):
    """What weft.Plan takes, and the pencils of both ends."""

    shape: Tuple[int, ...]
    axes: Tuple[int, ...]
    kinds: Tuple[str, ...]
    kept: Optional[Tuple[int, ...]]
    transform: str
    precision: str
    n_points: int
    pencils: Tuple[Pencil, Pencil]
    modes_shape: Tuple[int, ...]
    dtypes: Tuple[np.dtype[Any], np.dtype[Any]]


def _unwrapped(function: Any) -> Tuple[Any, Any]:
    """(function of fftw, its type); (None, None) if it has other arguments."""
    if not isinstance(function, functools.partial):
        return function, 2
    if function.args or set(function.keywords) - {"type"}:
        return None, None
    return function.func, function.keywords.get("type", 2)


def kind_of(pair: Sequence[Any], is_real: bool) -> Optional[str]:
    """weft's kind of axis for a pair of functions of fftw, given the elements; None if it has none."""
    (forward, kind), (backward, kind_back) = (_unwrapped(function) for function in pair)
    if (forward, backward) == ((fftw.rfftn, fftw.irfftn) if is_real else (fftw.fftn, fftw.ifftn)):
        return "fourier"
    if is_real and kind == kind_back and kind in (1, 2, 3, 4):
        if (forward, backward) == (fftw.dctn, fftw.idctn):
            return f"dct{kind}"
        if (forward, backward) == (fftw.dstn, fftw.idstn):
            return f"dst{kind}"
    return None


def problem_of(groups: Sequence[Sequence[int]], shape: Sequence[int], dtype: np.dtype[Any], subcomm: Sequence[Any],
               kept_lengths: Dict[int, int], transforms: Any) -> Optional[Problem]:
    """groups: axes of each serial transform, the last one first. kept_lengths: of padded axes, the modes' points."""
    if len(shape) > MOST_AXES:
        return None
    kinds: List[str] = []
    modes, kept, is_real = list(shape), list(shape), dtype.kind == "f"
    real_points = is_real
    has_fourier = False
    n_points = 1
    start = end = Pencil(subcomm, shape, groups[-1][-1])
    for group in reversed(groups):
        kind = kind_of((transforms or {}).get(tuple(group)) or default_pair(np.dtype("f" if is_real else "F")), is_real)
        if kind is None:
            return None
        if group is not groups[-1] and group[-1] != end.axis:
            end = end.pencil(group[-1])
        halved = is_real and kind == "fourier"
        for axis in group:
            n_points *= _counted(kind, shape[axis])
            if axis in kept_lengths:
                check(kind == "fourier", f"axis {axis} has a {kind}; cosine and sine transforms are not padded")
                kept[axis] = modes[axis] = kept_lengths[axis]
        if halved:
            modes[group[-1]] = modes[group[-1]] // 2 + 1
            if group[-1] in kept_lengths:
                kept[group[-1]] = 2 * modes[group[-1]] - (2 if modes[group[-1]] % 2 == 0 else 1)
        end = Pencil(end.subcomm, modes, group[-1])
        kinds[:0] = [kind] * len(group)
        has_fourier = has_fourier or kind == "fourier"
        is_real = is_real and kind != "fourier"
    axes = tuple(axis for group in groups for axis in group)
    if len(set(axes)) < len(axes):
        return None
    transform = "c2c" if not real_points else "r2c" if has_fourier else "r2r"
    modes_dtype = dtype if is_real else np.dtype(dtype.char.upper())
    return Problem(tuple(shape), axes, tuple(kinds), tuple(kept) if kept_lengths else None, transform,
                   "single" if dtype.char in "fF" else "double", n_points, (start, end), tuple(modes), (dtype, modes_dtype))


def _counted(kind: str, length: int) -> int:
    """What an axis adds to N of the norm."""
    return length if kind == "fourier" else 2 * (length + {"dct1": -1, "dst1": 1}.get(kind, 0))


def spread_of_problem(problem: Problem) -> Optional[Tuple[Spread, Spread]]:
    """How points and modes lie on one process grid; None if they lie on none."""
    points, modes = (spread_of(pencil.subcomm) for pencil in problem.pencils)
    return (points, modes) if points is not None and modes is not None else None


def plan_of(problem: Problem, spreads: Tuple[Spread, Spread], options: Dict[str, Any]) -> Plan:
    """The plan, with 1/N forward. Collective."""
    points, modes = spreads
    return Plan(problem.shape, points.comm, transform=problem.transform, precision=problem.precision,  # type: ignore[arg-type]
                axes=problem.axes, kinds=problem.kinds, kept=problem.kept, norm="forward", order="C",  # type: ignore[arg-type]
                points=points.layout(problem.shape), modes=modes.layout(problem.modes_shape), threads=threads_of(options))


def groups_of(axes: Any, n_axes: int) -> List[Tuple[int, ...]]:
    """The axes of each serial transform, from what a user gives as `axes`."""
    if axes is None:
        axes = range(n_axes)
    return [axes_of(group, n_axes) for group in (axes if isinstance(axes, Iterable) else [axes])]
