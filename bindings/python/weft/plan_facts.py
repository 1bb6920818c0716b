"""What a plan is, to be asked on any process: shapes, layouts, wavenumbers, counts."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple, Union, overload

import numpy as np

from . import arguments, calls
from .functions import PlanFunctions
from .layout import Layout
from .sides import Side
from .types import AnyArray, Lengths

Integers = np.ndarray[Any, np.dtype[np.int64]]


class PlanFacts(PlanFunctions):
    """What weft.Plan inherits: nothing here is collective, and all works when the plan is closed."""

    _points: Side
    _modes: Side
    _in_place: bool

    @property
    def shape(self) -> Tuple[int, ...]:
        """Global lengths of the points."""
        return self._plan.problem.shape

    @property
    def modes_shape(self) -> Tuple[int, ...]:
        """Global lengths of the modes: those of the points, or of the coarser grid whose modes are kept; the real
        axis of an r2c has n/2+1.

        Scrambled modes of real points are more; the plan's layout of the modes has their number. Not collective.

        C++: modes_shape.
        """
        lengths = iter(self._modes.layout.shape)
        return tuple(next(lengths) * (next(lengths) if p > 1 else 1) for p in self.cycles)

    @property
    def cycles(self) -> Tuple[int, ...]:
        """Of each axis, among how many processes its points are dealt out in turns (option deal="cycles").

        1 for an axis that is not. In place of one of n = p m points that is, arrays have two: (m, p) at the points, of
        which process s has all [i, s], the points i p + s; (p, m) at the modes, cut along m, of which [r, q] is mode
        r m + q.

        >>> with weft.Plan((8, 6), comm=MPI.COMM_SELF) as plan:
        ...     plan.cycles
        (1, 1)
        """
        return tuple(self._plan.cycles)

    @property
    def points_layout(self) -> Layout:
        """Which process owns which block.

        C++: Plan::points_layout.
        """
        return self._points.layout

    @property
    def modes_layout(self) -> Layout:
        """Which process owns which block.

        C++: Plan::modes_layout.
        """
        return self._modes.layout

    @property
    def points_slices(self) -> Tuple[slice, ...]:
        """This process's points as slices of the global array.

        >>> with weft.Plan((8, 6), comm=MPI.COMM_SELF) as plan:
        ...     plan.points_slices, plan.modes_slices
        ((slice(0, 8, None), slice(0, 6, None)), (slice(0, 8, None), slice(0, 4, None)))
        """
        return self._points.layout.slices(self.rank)

    @property
    def modes_slices(self) -> Tuple[slice, ...]:
        """This process's modes as slices of the global array."""
        return self._modes.layout.slices(self.rank)

    @property
    def points_dtype(self) -> np.dtype[Any]:
        """The dtype of the elements of the points."""
        return self._points.dtype

    @property
    def modes_dtype(self) -> np.dtype[Any]:
        """The dtype of the elements of the modes."""
        return self._modes.dtype

    @property
    def n_processes(self) -> int:
        """Processes of the plan's communicator."""
        return self._points.layout.n_processes

    def problem(self) -> Dict[str, str]:
        """Keys and values of weft.problem_keys(), as the library sees them.

        >>> with weft.Plan((8, 6), axes=-1) as plan:
        ...     plan.problem()["axes"]
        '1'
        """
        problem = self._plan.problem
        return {key: problem.get(key) for key in arguments.PROBLEM_KEYS}

    @property
    def n_fields(self) -> int:
        """Most arrays that one call transforms."""
        return int(self._plan.problem.get("n_fields"))

    @property
    def in_place(self) -> bool:
        """Is the plan in place, by its options or by the environment?

        C++: Plan::is_in_place.
        """
        return self._in_place

    @property
    def transformed_axes(self) -> Tuple[int, ...]:
        """The axes that are transformed, in the order of `axes`."""
        text, kind = (self._plan.problem.get(key) for key in ("axes", "transform"))
        if kind == "none":
            return ()
        return tuple(range(len(self.shape))) if text == "all" else tuple(int(a) for a in text.split(","))

    @overload
    def coordinates(self, axis: None = None, lengths: None = None) -> Tuple[Integers, ...]: ...
    @overload
    def coordinates(self, axis: int, lengths: None = None) -> Integers: ...
    @overload
    def coordinates(self, axis: None = None, *, lengths: Lengths) -> Tuple[AnyArray, ...]: ...
    @overload
    def coordinates(self, axis: int, lengths: Lengths) -> AnyArray: ...
    def coordinates(self, axis: Optional[int] = None, lengths: Lengths = None) -> Any:
        """Where the points of this process are: arrays that broadcast against them. Not collective.

        axis: one axis, or None for a tuple with all of them.
        lengths: of the domain, a number, or one for each axis; coordinates are then those of the grid of the axis's
            kind (j L / n of "fourier"; the others: doc/solvers.md), otherwise the global indices (int64).

        >>> with weft.Plan((4, 6), comm=MPI.COMM_SELF) as plan:
        ...     x, y = plan.coordinates(lengths=1)
        ...     x.shape, y.shape, x[:, 0].tolist()
        ((4, 1), (1, 6), [0.0, 0.25, 0.5, 0.75])
        """
        return calls.per_axis(self, axis, lengths, calls.point_indices)

    @overload
    def wavenumbers(self, axis: None = None, lengths: None = None) -> Tuple[Union[Integers, Any], ...]: ...
    @overload
    def wavenumbers(self, axis: int, lengths: None = None) -> Integers: ...
    @overload
    def wavenumbers(self, axis: None = None, *, lengths: Lengths) -> Tuple[Union[AnyArray, Any], ...]: ...
    @overload
    def wavenumbers(self, axis: int, lengths: Lengths) -> AnyArray: ...
    def wavenumbers(self, axis: Optional[int] = None, lengths: Lengths = None) -> Any:
        """Integer wavenumbers of this process's modes along an axis, in the order of the modes, as many as the local
        length.

        They are 0, 1, ..., then the negative ones; along the real axis of an r2c 0 ... n/2. An axis that is dealt out
        in turns has those of the two axes in its place. Not collective.

        C++: Plan::wavenumbers.
        Arrays that broadcast against the modes.
        axis: one transformed axis, or None for a tuple with all axes (None in the place of one that is not
            transformed).
        lengths: of the domain, a number, or one for each axis; wavenumbers are then 2 pi k / L (floats of the plan's
            precision), otherwise the integers k (int64).

        >>> with weft.Plan((4, 6), comm=MPI.COMM_SELF) as plan:
        ...     kx, ky = plan.wavenumbers()
        ...     kx.ravel().tolist(), ky.ravel().tolist()
        ([0, 1, -2, -1], [0, 1, 2, 3])
        """
        return calls.per_axis(self, axis, lengths, calls.mode_numbers)

    @property
    def choice(self) -> str:
        """How the plan computes; the option choice makes the same plan from it.

        C++: Plan::choice.
        A line of text: grid, backend and exchanges.

        >>> with weft.Plan((8, 6)) as plan, weft.Plan((8, 6), choice=plan.choice) as again:
        ...     again.choice == plan.choice
        True
        """
        return self._plan.choice

    def counts(self) -> Dict[str, Any]:
        """Counts of what the plan does on this process.

        C++: Plan::description.
        Of a call, for one field.

        {"forward": ..., "backward": ...}, each with "sweeps" (a list of {"axes", "bytes_read", "bytes_written"}),
        "exchanges" (of {"exchange", "messages", "bytes_sent", "peer_bytes", "flags"}) and "copies": sweeps that
        transform nothing.

        >>> with weft.Plan((8, 6)) as plan:
        ...     plan.counts()["forward"]["copies"]
        0
        """
        return self._plan.describe()["counts"]

    @property
    def space(self) -> str:
        """The memory space in which the plan's arrays lie: "host", or one that only copy_to_host() can read."""
        return self._plan.space

