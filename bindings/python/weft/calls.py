"""The calls of a plan: what comes before and after the module's own checks and the transform.

Every process reaches the one agreement inside `run` whatever is wrong with its arrays: what Python finds is
handed over as a complaint. Whether a process's arrays are the plan's own changes nothing about that, because
the others cannot know it: an agreement that only some take part in is a deadlock.
"""

from __future__ import annotations

import math
from typing import Any, Callable, List, Optional, Sequence, Tuple, Type, Union

import numpy as np

from . import errors
from .arrays import Array
from .sides import Side, memory_in_place
from .types import AnyArray, Complaint, Lengths


def transform(plan: Any, forward: bool, source: Side, target: Side, given: Any, out: Any, check: bool) -> Any:
    """Transforms `given` (of the side `source`) to `out` (of the side `target`), or to a new array."""
    complaint = None
    # The usual call, as short as possible.
    if out is None and type(given) is Array and given._block is source.block and not plan._in_place:
        try:
            out = target.empty()
        except MemoryError as error:
            complaint = errors.complaint_of(error)
        plan._plan.run(forward, given, out, check, complaint)
        return out
    inputs, outputs, result, complaint = _given(plan, source, target, given, out)
    plan._plan.run(forward, inputs, outputs, check, complaint)
    return result


def start(plan: Any, forward: bool, source: Side, target: Side, given: Any, out: Any, check: bool) -> None:
    """Starts what transform() does; finish() returns its result."""
    inputs, outputs, result, complaint = _given(plan, source, target, given, out)
    plan._plan.start(forward, inputs, outputs, check, complaint)
    plan._started = result


def finish(plan: Any, forward: bool) -> Any:
    """The result of the call that was started."""
    plan._plan.finish(forward)
    result, plan._started = plan._started, None
    return result


def _given(plan: Any, source: Side, target: Side, given: Any, out: Any) -> Tuple[Tuple[Any, ...], Tuple[Any, ...], Any,
                                                                                 Complaint]:
    """Inputs and outputs for the module, what the call returns, and a complaint or None."""
    try:
        inputs, outputs = _arrays(plan, source, target, given, out)
    except (errors.Error, ValueError, TypeError, MemoryError) as error:
        return (), (), None, errors.complaint_of(error)
    if out is not None:
        return inputs, outputs, out, None
    return inputs, outputs, list(outputs) if isinstance(given, (list, tuple)) else outputs[0], None


def _arrays(plan: Any, source: Side, target: Side, given: Any, out: Any) -> Tuple[Tuple[Any, ...], Tuple[Any, ...]]:
    """Inputs and outputs as tuples. Local errors in words."""
    several = isinstance(given, (list, tuple))
    inputs = tuple(given) if several else (given,)
    check_all(inputs, source, "input")
    if out is not None:
        if isinstance(out, (list, tuple)) != several:
            raise errors.InvalidArgumentError(
                "one of input and output is a list of arrays and the other is not; give two lists or two arrays")
        outputs = tuple(out) if several else (out,)
        check_all(outputs, target, "output")
    elif plan._in_place:
        outputs = tuple(_same_memory(plan, source, target, array) for array in inputs)
    else:
        outputs = tuple(target.empty() for _ in inputs)
    return inputs, outputs


def check_all(arrays: Sequence[object], side: Side, role: str) -> None:
    for array in arrays:
        wrong = side.wrong(array, role)
        if wrong is not None:
            raise errors.InvalidArgumentError(wrong)


def _same_memory(plan: Any, source: Side, target: Side, array: AnyArray) -> Array:
    plan._plan.check_array(source.name == "points", array, "input")
    return target.over(*memory_in_place(array, target.n_bytes))


# --- numbers along the axes -----------------------------------------------------------------------------


def point_indices(plan: Any, axis: int, length: Optional[float]) -> AnyArray:
    """Global indices, or where the points are on a domain of that length."""
    if length is None:
        p = plan.cycles[axis]
        first = sum(2 if before > 1 else 1 for before in plan.cycles[:axis])
        box = plan.points_layout.box(plan.rank)
        return p * np.arange(*box[first]) + (box[first + 1][0] if p > 1 else 0)
    return np.array(plan._plan.coordinates(axis, length), dtype=np.float64).astype(_real_dtype(plan), copy=False)


def mode_numbers(plan: Any, axis: int, length: Optional[float]) -> AnyArray:
    """Integer wavenumbers, or 2 pi k / L."""
    numbers: AnyArray = np.array(plan._plan.wavenumbers(axis), dtype=np.int64)
    if length is None:
        return numbers
    return (numbers * (2 * math.pi / length)).astype(_real_dtype(plan), copy=False)


def _real_dtype(plan: Any) -> Type[np.floating[Any]]:
    return np.float64 if plan.points_dtype in (np.float64, np.complex128) else np.float32


def per_axis(plan: Any, axis: Optional[int], lengths: Lengths, numbers_of: Callable[[Any, int, Optional[float]], AnyArray]) -> Any:
    """`numbers_of(plan, axis, length)` of one axis or of all, shaped to broadcast against a block."""
    n_axes = len(plan.shape)
    numbers = lengths_of(lengths, n_axes)
    at_modes = numbers_of is mode_numbers

    def shaped(a: int) -> AnyArray:
        shape: List[int] = []
        for i, p in enumerate(plan.cycles):
            pair = (p, -1) if at_modes else (-1, 1)
            shape += (pair if a == i else (1, 1)) if p > 1 else (-1 if a == i else 1,)
        return numbers_of(plan, a, numbers[a]).reshape(shape)

    if axis is not None:
        if not -n_axes <= axis < n_axes:
            raise errors.InvalidArgumentError(
                f"axis {axis} does not exist; the array has the axes 0 to {n_axes - 1}, or -{n_axes} to -1")
        return shaped(axis % n_axes)
    axes = range(n_axes)
    if at_modes:
        transformed = plan.transformed_axes
        return tuple(shaped(a) if a in transformed else None for a in axes)
    return tuple(shaped(a) for a in axes)


def lengths_of(lengths: Any, n_axes: int) -> Tuple[Optional[float], ...]:
    """One length for each axis, or None for each."""
    if lengths is None or np.ndim(lengths) == 0:
        return (lengths,) * n_axes
    if len(lengths) != n_axes:
        raise errors.InvalidArgumentError(f"{len(lengths)} lengths were given for {n_axes} axes; give one for each")
    return tuple(lengths)
