"""Products of points in cache: what comes before and after Plan.convolve, and the blocks that its function gets.

Blocks lie in memory of the plan, which is used again for the next one. An array that lives on when the function
has returned would show other numbers, or point nowhere when the plan is closed: it is an error.
"""

from __future__ import annotations

import gc
import traceback
import weakref
from typing import Any, Callable, List, Literal, Sequence, Tuple, Union

import numpy as np

from . import _core, errors
from .arrays import Array
from .sides import Side
from .types import AnyArray, Complaint

Product = Literal["rotational", "divergence", "skew", "flux"]


class PointsBlock:
    """A block of points of several fields: a box of global indices, n fields from the modes to read, and m fields to
    write for the modes.

    Each field is an array of as many elements as the box has points, in C order without gaps, aligned to a cache
    line. The initial contents of the outputs are undefined; arrays do not overlap. Each point of the process is in
    one block of a call. The memory belongs to the plan and is valid until the function returns.

    C++: class PointsBlock.
    inputs: arrays of the points of the fields that came from the modes; read-only.
    outputs: arrays of the fields that go to the modes, to be filled (`block.outputs[0][...] = ...`).
    slices: where the block is in the global array.
    local: where it is in the process's own arrays of points, as plan.points().
    thread: which of the plan's threads calls, from 0.
    All arrays have the block's shape and the dtype of the points.
    """

    __slots__ = ("inputs", "outputs", "slices", "local", "thread")

    inputs: Tuple[AnyArray, ...]
    outputs: Tuple[AnyArray, ...]
    slices: Tuple[slice, ...]
    local: Tuple[slice, ...]
    thread: int


class ProductCalls:
    """The calls of a plan that compute products."""

    _plan: Any
    _modes: Side

    def convolve(self, inputs: Sequence[AnyArray], outputs: Union[int, Sequence[AnyArray]],
                 function: Union[Product, Callable[[PointsBlock], object]], *, check: bool = True) -> List[Array]:
        """Transforms fields of modes backward, calls a function on each block of their points in cache, and
        transforms what the function writes forward.

        The points never lie in memory as a whole. Normalised like a backward call followed by a forward call. The
        plan must be made with convolve=yes. Collective over the plan's communicator; the same Error on every process:
        InvalidArgumentError for a plan without convolve=yes, wrong arrays, and a function that fails; MismatchError
        for numbers of fields that differ between processes.

        C++: Plan::convolve.
        inputs: a list of arrays of the modes.
        outputs: a list of arrays of the modes to be written, or how many new ones. One may be the array of an
            input, except with arrays="shared".
        function: called with each weft.PointsBlock, once, in any order, with threads=N by N threads (one at a time
            in Python); it fills block.outputs from block.inputs, calls no plan and no MPI, and keeps no array of
            the block. Or the name of a ready-made product, which runs at full speed: see weft.product_names().
        check: as for forward().
        Returns the outputs as a list. What the function raises on one process becomes an InvalidArgumentError on
        all (an Error of weft its own class), there with the exception as its cause.

        >>> with weft.Plan((8, 6), n_fields=2, convolve=True) as plan:
        ...     u, v = plan.points(), plan.points()
        ...     u[...], v[...] = 2, 3
        ...     def multiply(block):
        ...         numpy.multiply(block.inputs[0], block.inputs[1], out=block.outputs[0])
        ...     [uv] = plan.convolve(plan.forward([u, v]), 1, multiply)
        ...     bool(numpy.allclose(plan.backward(uv), 6))
        True
        """
        return _convolve(self, inputs, outputs, function, check)


def _convolve(plan: Any, inputs: Any, outputs: Any, function: Any, check: bool) -> List[Array]:
    complaint: Complaint = None
    call, results = function, ()
    failures: List[BaseException] = []
    try:
        inputs, results = _arrays(plan, inputs, outputs)
        if not isinstance(function, str):
            if not callable(function):
                raise errors.InvalidArgumentError(
                    f"the function of convolve is {function!r}; give a function, or the name of a product: "
                    + ", ".join(_core.product_names()))
            call = _Caller(plan, function, failures)
    except (errors.Error, ValueError, TypeError, MemoryError) as error:
        inputs, results, call, complaint = (), (), "", errors.complaint_of(error)
    try:
        plan._plan.convolve(inputs, results, call, check, complaint)
    except errors.Error as error:
        if not failures:
            raise
        if not isinstance(failures[0], Exception):  # KeyboardInterrupt
            raise failures[0] from None
        raise error from failures[0]
    return list(results)


def _arrays(plan: Any, inputs: Any, outputs: Any) -> Tuple[Tuple[Any, ...], Tuple[Any, ...]]:
    side = plan._modes
    if isinstance(outputs, int):
        outputs = [side.empty() for _ in range(outputs)]
    for name, arrays in (("inputs", inputs), ("outputs", outputs)):
        if not isinstance(arrays, (list, tuple)):
            raise errors.InvalidArgumentError(
                f"{name} of convolve is of type {type(arrays).__name__}; give a list of arrays of the modes"
                + (", or the number of new ones" if name == "outputs" else ""))
    for role, arrays in (("input", inputs), ("output", outputs)):
        for array in arrays:
            wrong = side.wrong(array, role)
            if wrong is not None:
                raise errors.InvalidArgumentError(wrong)
    return tuple(inputs), tuple(outputs)


class _Caller:
    """Calls the function with blocks; errors are returned, because exceptions cannot pass the library."""

    def __init__(self, plan: Any, function: Callable[[PointsBlock], object], failures: List[BaseException]):
        self._function, self._failures = function, failures
        self._dtype = plan.points_dtype
        self._origin = [s.start for s in plan.points_slices]

    def __call__(self, thread: int, begin: Sequence[int], end: Sequence[int], inputs: Any, outputs: Any) -> Complaint:
        try:
            wanted = self._run(thread, begin, end, inputs, outputs)
            if _living(wanted):
                gc.collect()
            if _living(wanted):
                raise errors.InvalidArgumentError(
                    "it kept an array of a block, whose memory is used again; copy what it is to keep")
        except BaseException as error:  # pylint: disable=broad-except
            traceback.clear_frames(error.__traceback__)  # they hold arrays
            self._failures.append(error)
            code, message = errors.complaint_of(error)
            return code, message if isinstance(error, errors.Error) else f"{type(error).__name__}: {message}"
        return None

    def _run(self, thread: int, begin: Sequence[int], end: Sequence[int], inputs: Any,
             outputs: Any) -> List[weakref.ref[AnyArray]]:
        """Weak references to the arrays, of which all others are views."""
        shape = [e - b for b, e in zip(begin, end)]
        arrays = [[np.frombuffer(view, self._dtype) for view in views] for views in (inputs, outputs)]
        block = PointsBlock()
        block.inputs, block.outputs = (tuple(array.reshape(shape) for array in side) for side in arrays)
        block.slices = tuple(slice(b, e) for b, e in zip(begin, end))
        block.local = tuple(slice(b - o, e - o) for b, e, o in zip(begin, end, self._origin))
        block.thread = thread
        self._function(block)
        return [weakref.ref(array) for side in arrays for array in side]


def _living(references: List[weakref.ref[AnyArray]]) -> bool:
    return any(reference() is not None for reference in references)


def product_names() -> Tuple[str, ...]:
    """The names of the ready-made products: rotational, divergence, skew and flux.

    C++: product_names.

    rotational: the cross product of inputs 0 to 2 and 3 to 5. divergence: all products of two of the d inputs, each
    pair once. skew: of d velocities and their d * d derivatives (du_i/dx_j at d + d i + j) half the convective terms,
    then half the products of divergence. flux: each input but the last one, times the last one.

    >>> weft.product_names()
    ('rotational', 'divergence', 'skew', 'flux')
    """
    return tuple(_core.product_names())
