"""Poisson's and Helmholtz's equation on a box, solved in the modes of a plan."""

from __future__ import annotations

from typing import Any, List, Literal, Optional, Tuple, Union

import numpy as np

from . import errors
from .layout import number
from .plan import Plan
from .types import AnArray, AnyArray, Lengths

Condition = Union[Literal["dirichlet", "neumann"], Tuple[float, float], None]
CONDITIONS = {"dirichlet": (1.0, 0.0), "neumann": (0.0, 1.0)}


class Helmholtz:
    """A solver of laplace u - shift u = f for the modes of one plan.

    Its factors are computed once and used any number of times. The kind of each axis of the plan is its boundary
    condition. Periodic axes are fourier. Axes with u = 0 at both ends are dst1 or dst2, axes without slope at both
    ends dct1 or dct2. Axes without slope at 0 and with u = 0 at L are dct3 or dct4; the opposite is dst3 or dst4. One
    Chebyshev axis takes any condition that is linear in u and its slope. `coordinates()` has the points.
    Without a Chebyshev axis the factors are one number for each local mode of each axis. With a Chebyshev axis of n
    modes they are n + 9 numbers of the plan's precision for each line of this process: half of a complex array.
    Not collective, unless stated otherwise. Errors: none, unless stated otherwise.
    Makes the solver for a plan on a box. Collective over the plan's communicator; all arguments are the same on all
    processes, else MismatchError. The same error on all, also ResourceError if memory for the factors is missing.
    plan: it may be closed afterwards. InvalidArgumentError for one that transforms nothing. NotApplicableError for
        several Chebyshev axes, and for one that is cut at the modes or has fewer than 3 modes. The same for axes of
        r2hc, hc2r and dht, and for axes that are dealt out in turns (deal=cycles). The same for dct1, dct3 and dst3
        axes with norm=ortho, whose modes are not waves of the field.
    lengths: of the box, one for each axis; if not given, 2 pi along Fourier axes, pi along cosine and sine axes, 2
        along Chebyshev axes. InvalidArgumentError unless they are finite and above 0. The entry of an untransformed
        axis is ignored; each line along it is an independent problem.
    shift: finite and 0 or more, else InvalidArgumentError; if not given 0, Poisson's equation.

    C++: class Helmholtz, Helmholtz::Helmholtz.
    A number as lengths is for all axes; None: not given.
    upper, lower: conditions at the ends y = +L/2 (of the first point) and y = -L/2 of the Chebyshev axis: "dirichlet",
        "neumann", or (a, b) for a u + b du/dy = g, where du/dy is the derivative along the axis, not outward. None:
        "dirichlet". InvalidArgumentError for conditions without factors or that leave no single solution, or without a
        Chebyshev axis.

    >>> with weft.Plan((8, 9), kinds=("fourier", "dst2")) as plan:
    ...     poisson = weft.Helmholtz(plan, lengths=(1, 3))
    ...     x, y = plan.coordinates(lengths=(1, 3))
    ...     u = numpy.sin(2 * numpy.pi * x) * numpy.sin(numpy.pi * y)
    ...     f = plan.points()
    ...     f[...] = -5 * numpy.pi**2 * u
    ...     bool(numpy.allclose(plan.backward(poisson.solve(plan.forward(f))), u))
    True
    """

    def __init__(self, plan: Plan, lengths: Lengths = None, shift: float = 0.0, upper: Condition = None,
                 lower: Condition = None):
        if not isinstance(plan, Plan):
            raise errors.InvalidArgumentError(f"the plan is of type {type(plan).__name__}; give a weft.Plan")
        self._modes, walls, complaint = plan._modes, None, None
        numbers: List[float] = []
        try:
            numbers = _lengths(lengths, len(plan.shape))
            shift = number(shift, "the shift")
            if upper is not None or lower is not None:
                walls = _wall(upper, "upper") + _wall(lower, "lower")
        except (errors.Error, TypeError, ValueError) as error:
            shift, complaint = 0.0, errors.complaint_of(error)
        self._solver: Any = plan._plan.helmholtz(numbers, shift, walls, complaint)

    def solve(self, f: AnyArray, out: Optional[AnArray] = None, upper: Optional[AnyArray] = None,
              lower: Optional[AnyArray] = None) -> AnArray:
        """Solves the equation: modes of f to modes of u.

        Allocates nothing. Not collective; one thread at a time.
        With shift 0 and no axis or wall that fixes u (all Fourier, dct1 or dct2, walls that give slopes only), u is
        known up to a constant. A solution then exists only if the mean of f is the flux through the walls (0 without
        a Chebyshev axis). The solver returns the u with mean 0, and subtracts any excess from the mean of f.
        upper, lower: the right-hand sides g of the conditions at the walls; 0 if not given or None. They are modes of
            the other axes in the storage of a wall, with the norm of the plan. A constant g with norm=backward has
            the mode 0 g N, with N of the other axes (doc/conventions.md). InvalidArgumentError, on this process, if
            one is given without a Chebyshev axis.

        C++: Helmholtz::solve.
        f: an array of the plan's modes: from forward(), modes(), or any ndarray of that dtype, shape and strides.
        out: an array of the modes to be written, which may be `f`; None: a new one.
        Returns `out` or the new array. Right-hand sides of walls are arrays of wall(). InvalidArgumentError, on this
        process, for another dtype, shape or strides, a read-only output, or overlap.
        """
        for array, role in ((f, "input"), (out, "output")):
            wrong = None if array is None else self._modes.wrong(array, role)
            if wrong is not None:
                raise errors.InvalidArgumentError(wrong)
        if f is None:
            raise errors.InvalidArgumentError("the input is None; give an array of the modes")
        result: Any = self._modes.empty() if out is None else out
        self._solver.solve(f, result, upper, lower)
        return result

    def wall(self) -> AnyArray:
        """A new array of zeros for the values at one wall on this process: the modes with one plane in place of the
        Chebyshev axis.

        InvalidArgumentError without a Chebyshev axis.

        C++: Helmholtz::wall.

        >>> with weft.Plan((9, 8), kinds=("chebyshev", "fourier"), comm=MPI.COMM_SELF) as plan:
        ...     couette = weft.Helmholtz(plan)  # no force, walls that move: u = y
        ...     upper, lower = couette.wall(), couette.wall()
        ...     upper[0, 0], lower[0, 0] = 8, -8
        ...     u = plan.backward(couette.solve(plan.modes(), upper=upper, lower=lower))
        ...     bool(numpy.allclose(u, plan.coordinates(0, lengths=2)))
        True
        """
        facts = self._solver.wall()
        order = facts["order"]
        memory: AnyArray = np.zeros([facts["shape"][axis] for axis in order], facts["dtype"])
        return memory.transpose(np.argsort(order))

    @property
    def lengths(self) -> Tuple[float, ...]:
        """The lengths of the box, one for each axis; those that were not given are filled in.

        C++: Helmholtz::lengths.
        """
        return tuple(self._solver.lengths)

    @property
    def shift(self) -> float:
        """The shift of the equation.

        C++: Helmholtz::shift.
        """
        return self._solver.shift

    @property
    def nbytes(self) -> int:
        """Bytes that the solver holds on this process.

        C++: Helmholtz::bytes.
        """
        return self._solver.nbytes


def _lengths(lengths: Any, n_axes: int) -> List[float]:
    if lengths is None:
        return []
    if np.ndim(lengths) == 0:
        return [number(lengths, "a length")] * n_axes
    if len(lengths) == 0:
        raise errors.InvalidArgumentError(f"0 lengths were given for {n_axes} axes; give one for each")
    return [number(length, "a length") for length in lengths]


def _wall(condition: Any, which: str) -> List[float]:
    if condition is None:
        condition = "dirichlet"
    if isinstance(condition, str):
        if condition not in CONDITIONS:
            raise errors.InvalidArgumentError(
                f"the condition at the {which} wall is {condition!r}; give 'dirichlet', 'neumann' or (a, b)")
        condition = CONDITIONS[condition]
    if np.ndim(condition) != 1 or len(condition) != 2:
        raise errors.InvalidArgumentError(
            f"the condition at the {which} wall is {condition!r}; give 'dirichlet', 'neumann' or (a, b)")
    return [number(factor, f"a factor of the condition at the {which} wall") for factor in condition]
