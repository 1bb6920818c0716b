"""Operators on the modes of a plan: derivatives, vectors of fields, dealiasing, energies."""

from __future__ import annotations

from typing import Any, Callable, List, Literal, Optional, Sequence, Tuple, Union, overload

import numpy as np

from . import _core, calls, errors
from .functions import SpectralFunctions
from .layout import number, whole
from .plan import Plan
from .started import Fields
from .types import AnArray, AnyArray, Arrays, Complaint, Lengths


class Spectral(SpectralFunctions):
    """The operators of one plan in one domain.

    Making them costs nothing; tables hold one number for each local index of each axis. Operators work while calls of
    the plan are under way, and after the plan is closed. The plan must live until the operators are freed, and must
    be open when energies are computed.
    Not collective, unless stated otherwise. Errors are those of this process, before anything is written.
    InvalidArgumentError for a wrong axis, number of fields or null pointer. NotApplicableError if the kinds of axes
    or the layout do not admit the operator.

    C++: class Spectral.
    plan: a weft.Plan that transforms. The operators keep it alive.
    lengths: of the domain, a number, or one for each axis: of a Fourier axis one period, of a cosine or sine axis the
        distance between the walls, of a Chebyshev axis that between x = 1 and x = -1. None: 2 pi, pi and 2.
        InvalidArgumentError unless all are finite and positive.
    Arrays are this process's blocks of the modes, as plan.forward() returns them; vectors of fields are lists of one array
    for each transformed axis, in the order of the axes. With `out` nothing is allocated, and it is what is returned.
    NotApplicableError for plans that transform nothing, and for dct1, dct3 and dst3 with norm="ortho". Conventions
    (Nyquist modes, norms, masks, shells): doc/spectral.md.

    >>> with weft.Plan((8, 8, 8)) as plan:
    ...     x, y, z = plan.coordinates(lengths=2 * numpy.pi)
    ...     u = plan.points()
    ...     u[...] = numpy.sin(2 * x)
    ...     dudx = plan.backward(weft.Spectral(plan).derivative(plan.forward(u), 0))
    ...     bool(numpy.allclose(dudx, 2 * numpy.cos(2 * x)))
    True
    """

    def __init__(self, plan: Plan, lengths: Lengths = None):
        if not isinstance(plan, Plan):
            raise errors.InvalidArgumentError(f"operators belong to a weft.Plan, not to a {type(plan).__name__}")
        self.plan = plan
        self._side = plan._modes
        if lengths is None:
            numbers = []
        else:
            numbers = [number(one, "a length") for one in calls.lengths_of(lengths, len(plan.shape))]
        self._spectral: Any = _core.Spectral.of(plan._plan, numbers)
        self._n_components = len(plan.transformed_axes)

    @property
    def lengths(self) -> Tuple[float, ...]:
        """The lengths of the domain, one for each axis; those that were not given are filled in.

        C++: Spectral::lengths.
        """
        return tuple(self._spectral.lengths)

    @overload
    def wavenumbers(self, axis: int) -> np.ndarray[Any, np.dtype[np.float64]]: ...
    @overload
    def wavenumbers(self, axis: None = None) -> Tuple[Union[np.ndarray[Any, np.dtype[np.float64]], Any], ...]: ...
    def wavenumbers(self, axis: Optional[int] = None) -> Any:
        """Physical wavenumbers of this process's modes along an axis, as many as the local length.

        Fourier axes have k in exp(i k x), 2 pi / L times whole numbers (with sign=+1 all are reversed). Cosine and
        sine axes have pi / L times whole numbers, or halves (types III and IV). Chebyshev axes have the degree.

        C++: Spectral::wavenumbers.
        Arrays (float64) that broadcast against the modes.
        axis: one transformed axis, or None for a tuple with all axes (None in the place of one that is not transformed).

        >>> with weft.Plan((4, 6), comm=MPI.COMM_SELF) as plan:
        ...     (weft.Spectral(plan, lengths=numpy.pi).wavenumbers(1) / 2).ravel().tolist()
        [0.0, 1.0, 2.0, 3.0]
        """
        n_axes = len(self.plan.shape)

        def shaped(a: int) -> AnyArray:
            return np.array(self._spectral.wavenumbers(a)).reshape([-1 if a == i else 1 for i in range(n_axes)])

        if axis is not None:
            return shaped(self._axis(axis))
        transformed = self.plan.transformed_axes
        return tuple(shaped(a) if a in transformed else None for a in range(n_axes))

    # --- one field -----------------------------------------------------------------------------------

    def derivative(self, uh: AnyArray, axis: int, order: int = 1, out: Optional[AnArray] = None) -> AnArray:
        """The derivative along an axis.

        Fourier axes: (i k)^order. The mode n/2 of an even length, which has no sign, becomes 0 for odd orders and is
        kept for even orders. Chebyshev axes: by the recurrence c_k b_k = b_(k+2) + 2 (k+1) a_(k+1), in one pass
        (source: Canuto et al., Spectral Methods, 2006, eq. 2.4.24).
        order: of the derivative; 0: a copy. NotApplicableError for odd orders along cosine and sine axes, where the
            result has the modes of another plan.

        C++: Spectral::derivative.
        axis: a transformed one; negative numbers count from the end.
        """
        axis, order = self._axis(axis), whole(order, "order")
        return self._one(uh, out, lambda i, o: self._spectral.derivative(i, o, axis, order))

    def laplacian(self, uh: AnyArray, out: Optional[AnArray] = None) -> AnArray:
        """The sum of second derivatives.

        With Chebyshev axes the output must not be the input.

        C++: Spectral::laplacian.

        >>> with weft.Plan((8, 6)) as plan:
        ...     uh = plan.modes()
        ...     uh[...] = 1
        ...     kx, ky = plan.wavenumbers(lengths=2 * numpy.pi)
        ...     bool(numpy.allclose(weft.Spectral(plan).laplacian(uh), -(kx**2 + ky**2)))
        True
        """
        return self._one(uh, out, self._spectral.laplacian)

    def inverse_laplacian(self, uh: AnyArray, out: Optional[AnArray] = None) -> AnArray:
        """The field of mean 0 with this Laplacian.

        NotApplicableError with Chebyshev axes, which need a solver with boundary conditions.

        C++: Spectral::inverse_laplacian.
        """
        return self._one(uh, out, self._spectral.inverse_laplacian)

    def dealias(self, uh: AnyArray, rule: Literal["cubic", "spherical"] = "cubic", out: Optional[AnArray] = None) -> AnArray:
        """Keeps the modes of a rule, and sets the others to 0.

        The edge is sharp to a relative 1e-12. Untransformed axes do not count.

        C++: Spectral::dealias.
        rule: "cubic" or "spherical".
        """
        return self._one(uh, out, lambda i, o: self._spectral.dealias(i, o, str(rule)))

    def shift(self, uh: AnyArray, displacement: Sequence[float], out: Optional[AnArray] = None) -> AnArray:
        """The modes of u(x + displacement): times exp(i k.displacement).

        A mode n/2 is multiplied by the cosine in place of the exponential, so that real fields stay real. It serves
        products of spherically truncated fields without aliases. Compute the product on the grid of the points and on
        the grid displaced by `half_cell()`. Move the second back, average both, and truncate (source: Patterson and
        Orszag, Phys. Fluids 14, 1971, 2538; Rogallo, NASA TM 81315, 1981).
        displacement: one for each axis, in units of the lengths; 0 along axes that are not Fourier, else
            NotApplicableError.

        C++: Spectral::shift.
        """
        numbers = [number(one, "a displacement") for one in displacement]
        return self._one(uh, out, lambda i, o: self._spectral.shift(i, o, numbers))

    def half_cell(self) -> Tuple[float, ...]:
        """Half the distance between points along each Fourier axis; 0 along others.

        C++: Spectral::half_cell.

        >>> with weft.Plan((4, 8)) as plan:
        ...     weft.Spectral(plan, lengths=1).half_cell()
        (0.125, 0.0625)
        """
        return tuple(self._spectral.half_cell())

    # --- vectors of fields: 1 to 3 transformed axes, Fourier or Chebyshev ------------------------------

    def gradient(self, uh: AnyArray, out: Optional[Arrays] = None) -> Arrays:
        """The first derivatives of a field, one for each of 1 to 3 transformed axes, all Fourier or Chebyshev.

        With Chebyshev axes no output may be an input.

        C++: Spectral::gradient.
        """
        return self._vector((uh,), out, self._n_components, self._spectral.gradient)

    def divergence(self, u: Sequence[AnyArray], out: Optional[AnArray] = None) -> AnArray:
        """The sum of first derivatives of the components of a vector.

        Axes as of the gradient.

        C++: Spectral::divergence.
        """
        outputs = None if out is None else (out,)
        return self._vector(u, outputs, 1, self._spectral.divergence)[0]

    def curl(self, u: Sequence[AnyArray], out: Any = None, factor: float = 1) -> Any:
        """The curl of a vector: one component in two dimensions, d0 u1 - d1 u0 with axes counted from 0, three in
        three.

        Axes as of the gradient.
        factor: multiplies the curl; -1 for arrays whose axes are left-handed, as z, y, x.

        C++: Spectral::curl.
        Returns a list in three dimensions, an array in two.

        >>> with weft.Plan((8, 6, 4)) as plan:
        ...     spectral, uh = weft.Spectral(plan), plan.modes()
        ...     uh[...] = 1j
        ...     all(abs(w).sum() < 1e-12 for w in spectral.curl(spectral.gradient(uh)))
        True
        """
        multiple = number(factor, "the factor")

        def operator(inputs: Any, outputs: Any) -> None:
            self._spectral.curl(inputs, outputs, multiple)

        if self._n_components == 3:
            return self._vector(u, out, 3, operator)
        return self._vector(u, None if out is None else (out,), 1, operator)[0]

    def project(self, u: Sequence[AnyArray], out: Optional[Arrays] = None) -> Arrays:
        """The nearest field without divergence: u - k (k.u) / k^2.

        Modes with k = 0 stay. 2 or 3 transformed axes, all Fourier.

        C++: Spectral::project.
        """
        return self._vector(u, out, self._n_components, self._spectral.project)

    # --- energies: collective --------------------------------------------------------------------------

    def inner_product(self, a: Fields, b: Fields) -> float:
        """The mean over the domain of sum_i a_i . b_i: the real part of a_i times the conjugate of b_i.

        Computed by Parseval's identity, with any norm. Untransformed axes are averaged. NotApplicableError with
        Chebyshev axes, whose modes are not orthogonal. Collective over the plan's communicator; the Error is the same
        on all processes.

        C++: Spectral::inner_product.
        a, b: arrays, or lists of as many arrays.
        """
        a, b, complaint = self._several(a, b)
        return self._spectral.inner_product(a, b, complaint)

    def mean_energy(self, u: Fields) -> float:
        """Half the mean over the domain of u.u.

        Collective over the plan's communicator; errors as of the inner product.
        u: a vector of any number of fields, the same on all processes; else MismatchError.

        C++: Spectral::mean_energy.

        >>> with weft.Plan((8, 6)) as plan:
        ...     u = plan.points()
        ...     u[...] = 3
        ...     weft.Spectral(plan).mean_energy(plan.forward(u))
        4.5
        """
        u, _, complaint = self._several(u, ())
        return self._spectral.mean_energy(u, complaint)

    def energy_spectrum(self, u: Fields, width: Optional[float] = None) -> Tuple[AnyArray, AnyArray]:
        """Half the mean over the domain of u.u, by shells of |k|.

        Shell i holds the modes with i - 1/2 <= |k| / width < i + 1/2. The number of shells is that of the largest
        |k|, the same on all processes and with any number of processes. Collective over the plan's communicator;
        errors as of the inner product.

        C++: Spectral::energy_spectrum.
        u: an array or a list of arrays, as many on all processes.
        width: of a shell; None: the smallest of the axes' first wavenumbers. InvalidArgumentError for 0.
        Returns the wavenumbers of the shells, i * width, and their energies, which add up to mean_energy(u); divided by the
        width they are a density.

        >>> with weft.Plan((8, 8)) as plan:
        ...     x, y = plan.coordinates(lengths=2 * numpy.pi)
        ...     u = plan.points()
        ...     u[...] = 2 * numpy.cos(2 * x) + 0 * y
        ...     k, energy = weft.Spectral(plan).energy_spectrum(plan.forward(u))
        ...     k[2], round(energy[2], 12), round(energy.sum(), 12)
        (np.float64(2.0), np.float64(1.0), np.float64(1.0))
        """
        u, _, complaint = self._several(u, ())
        asked = 0.0
        try:
            asked = 0.0 if width is None else number(width, "the width")
            if width is not None and asked == 0:
                raise errors.InvalidArgumentError("the width of shells is 0; give a positive number, or None")
        except errors.Error as error:
            complaint = complaint or errors.complaint_of(error)
        used, energy = self._spectral.energy_spectrum(u, asked, complaint)
        return used * np.arange(len(energy)), np.array(energy)

    # --- parts of the above ----------------------------------------------------------------------------

    def _axis(self, axis: Any) -> int:
        axis, n_axes = whole(axis, "axis"), len(self.plan.shape)
        if not -n_axes <= axis < n_axes:
            raise errors.InvalidArgumentError(
                f"axis {axis} does not exist; the array has the axes 0 to {n_axes - 1}, or -{n_axes} to -1")
        return axis % n_axes

    def _one(self, given: AnyArray, out: Optional[AnyArray], operator: Callable[[Any, Any], object]) -> Any:
        return self._vector((given,), None if out is None else (out,), 1, operator)[0]

    def _vector(self, given: Any, out: Any, n_outputs: int, operator: Callable[[Any, Any], object]) -> Any:
        inputs = _tuple_of(given, "input")
        calls.check_all(inputs, self._side, "input")
        if out is None:
            outputs = [self._side.empty() for _ in range(n_outputs)]
        else:
            outputs = out
            calls.check_all(_tuple_of(out, "output"), self._side, "output")
        operator(inputs, tuple(outputs))
        return outputs

    def _several(self, a: Any, b: Any) -> Tuple[Any, Any, Complaint]:
        try:
            lists = [tuple(one) if isinstance(one, (list, tuple)) else (one,) for one in (a, b)]
            for arrays in lists:
                calls.check_all(arrays, self._side, "input")
            return lists[0], lists[1], None
        except errors.Error as error:
            return (), (), errors.complaint_of(error)

    def __repr__(self) -> str:
        return f"<weft.Spectral of {self.plan!r}, lengths {self.lengths}>"


def _tuple_of(arrays: Any, role: str) -> Tuple[Any, ...]:
    if not isinstance(arrays, (list, tuple)):
        raise errors.InvalidArgumentError(
            f"the {role} is of type {type(arrays).__name__}; give a list of arrays, one for each component")
    return tuple(arrays)
