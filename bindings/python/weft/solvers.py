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
    """A solver of laplace u - shift u = f for the modes of one plan, with its factors ready: made once, used any
    number of times.

    The kinds of the plan's axes are the boundary conditions: periodic (fourier), u = 0 at both ends (dst1, dst2), no
    slope at both ends (dct1, dct2), one of each (dct3, dct4: no slope at 0; dst3, dst4: no slope at L), or any
    condition that is linear in u and its slope (one Chebyshev axis). `coordinates()` says where the points are.
    The factors are, without a Chebyshev axis, a number for each local mode of each axis; with one of n modes, n + 9
    numbers of the plan's precision for each line of this process: half of a complex array.
    Not collective, unless the function says otherwise. Errors: none, unless the function says otherwise.
    Makes the solver for a plan on a box. Collective over the plan's communicator; all arguments are the same on all
    processes, else MismatchError. The same error on all, also ResourceError without memory for the factors.
    plan: it may be closed afterwards. InvalidArgumentError for one that transforms nothing. NotApplicableError for
        several Chebyshev axes, for one that is divided among processes at the modes or has fewer than 3 modes, for
        r2hc, hc2r and dht axes, for dct1, dct3 and dst3 axes with norm=ortho, whose modes are then no waves of the
        field, and for axes that are dealt out in turns (deal=cycles).
    lengths: of the box, one for each axis; if not given, 2 pi along Fourier axes, pi along cosine and sine axes, 2
        along Chebyshev axes. InvalidArgumentError unless they are finite and above 0. That of an untransformed axis
        is ignored; each line along it is an independent problem.
    shift: finite and from 0 on, else InvalidArgumentError; 0, Poisson's equation, if not given.

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

        Allocates nothing. Not collective, but not by several threads at a time.
        Where shift is 0 and no axis or wall fixes u (all Fourier, dct1 or dct2, walls that give slopes only), u is
        known up to a constant, and there is a solution only for the f whose mean is the flux through the walls (0
        where there is no Chebyshev axis). Then the mean of u is 0, and the rest of the mean of f is left out, as if
        it had been subtracted from f.
        upper, lower: the right-hand sides g of the conditions at the walls, as modes of the other axes in the storage
            of a wall, transformed with the norm of the plan. For a constant g with norm=backward its mode 0 is g N, N
            of the other axes as in doc/conventions.md. If not given or None, 0. InvalidArgumentError, on this
            process, if one is given without a Chebyshev axis.

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
        """A new array of zeros for the values at one wall on this process: the modes with one plane in the place of
        the Chebyshev axis.

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
        """The shift, as it was given.

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
