"""Plans: transforms and redistributions of distributed arrays, ready to be called."""

from __future__ import annotations

from typing import Any, Callable, Dict, Literal, Mapping, Optional, Sequence, Tuple, Union, overload

from . import _core, arguments, calls, collect, errors
from .arrays import Array
from .keywords import Kind, Norm, Order, Output, PlanOptions, Precision, Transform
from .layout import Layout, Wholes
from .life import Life
from .picture import html_of
from .plan_facts import PlanFacts
from .products import ProductCalls
from .sides import Side
from .started import StartedCalls
from .types import AnArray, AnyArray, Arrays, Comm, Unpack

SideName = Literal["points", "modes"]


class Plan(StartedCalls, ProductCalls, PlanFacts, Life):
    """A distributed transform, ready to run: any number of forward and backward calls, in any order.

    The plan works on its own duplicate of the communicator, which the user may free at once.
    A collective call is InvalidArgumentError, on this process, if the plan is closed or another call of the plan is
    under way. A collective call is CommunicationError if a process does not come in time (option timeout); the plan
    is then unusable.
    Makes the plan of a problem. Collective over `comm`; the same Error on every process of `comm`, or on none.
    InvalidArgumentError for an invalid argument; MismatchError for one that differs between processes.
    NotApplicableError for an argument that is valid, but not for this shape or number of processes. ResourceError if
    memory or a library is missing; CommunicationError if a process does not come in time.

    C++: class Plan, Plan::Plan.
    Collective over `comm`: making a plan, `close()`, `forward()`, `backward()` and their parts, `scatter()`,
    `gather()`, `timers(gather=True)`, and with arrays="shared" `points()` and `modes()`. All else is not. In a collective
    call all processes raise the same error, or none does, unless the call says otherwise.

    shape: points of the global array, 1 to 6 lengths.
    comm: a communicator of mpi4py; None is MPI.COMM_WORLD.
    transform: "r2c" (real points, the non-redundant half of the modes), "c2c", "r2r" (real points and modes, see
        kinds), or "none" (see weft.redistribution).
    precision: "double" (float64, complex128) or "single" (float32, complex64).
    axes: transformed axes, None for all; negative numbers count from the end. Of "r2c" the last Fourier
        axis listed is the real one, as in numpy.fft.rfftn.
    kinds: of the transformed axes, in their order: "fourier", "dct1" to "dct4", "dst1" to "dst4" (as in scipy.fft),
        "chebyshev" (Gauss-Lobatto points), "chebyshev-gauss", "r2hc", "hc2r", "dht" (as in FFTW); None: all "fourier".
    kept: fewer modes: those of a grid of so many points, for each axis of `shape` (the 3/2 rule: 2/3); None: all.
    sign: of the exponent of the forward transform, -1 as in numpy.fft, or +1.
    norm: "backward", "ortho" or "forward", as in numpy.fft.
    n_fields: most arrays that one call transforms together, in the same messages.
    output: "last" leaves the modes where the last transform does; "input" cuts them like the points; "scrambled", of one
        axis over several processes, leaves them in the order of the last transform (`wavenumbers()` tells it); of
        "r2c" these are more than n/2+1, some of them conjugates of others.
    order: of the modes in memory: "fast", what is written best, seen as strides, or "C". Arrays are always
        *indexed* in the order of `shape`.
    points, modes: weft.Layout of either side; None for the default.
    real_elements: with transform "none", elements are real.
    points_order, modes_order: axes from slowest to fastest varying in memory; None: the points in C order, the modes as
        `order` says.
    points_padding, modes_padding: for each axis, elements that an array has behind the block; None: none.
    options: the rows of weft.options(), as in_place=True, grid=(4, 2), exchange="alltoallw", timeout=60.

    With points cut on the first axes and modes on the following ones, a process may own nothing: its arrays have
    a length of 0.

    Shared memory and communicators are released by `close()`, by `with`, or by MPI_Finalize, never by the garbage
    collector, which is not collective: a plan of several processes that is forgotten unclosed keeps its memory
    until the program ends (and is a ResourceWarning). Leaving `with` by an exception does not close a plan of
    several processes, because the others may not leave it.

    >>> with weft.Plan((8, 6, 4)) as plan:
    ...     u = plan.points()
    ...     u[...] = 1
    ...     uh = plan.forward(u)
    ...     uh.shape, complex(uh[0, 0, 0])
    ((8, 6, 3), (192+0j))
    """

    _plan: Any = None

    def __init__(self, shape: Wholes, comm: Optional[Comm] = None, *, transform: Transform = "r2c",
                 precision: Precision = "double", axes: Optional[Wholes] = None,
                 kinds: Union[Kind, Sequence[Kind], None] = None, kept: Optional[Wholes] = None, sign: Literal[-1, 1] = -1,
                 norm: Norm = "backward", n_fields: int = 1, output: Output = "last", order: Order = "fast",
                 points: Optional[Layout] = None, modes: Optional[Layout] = None, real_elements: bool = False,
                 points_order: Optional[Wholes] = None, modes_order: Optional[Wholes] = None,
                 points_padding: Optional[Wholes] = None, modes_padding: Optional[Wholes] = None,
                 **options: Unpack[PlanOptions]):
        keys = dict(transform=transform, precision=precision, axes=axes, kinds=kinds, kept=kept, sign=sign, norm=norm,
                    n_fields=n_fields, output=output, order=order, real_elements=real_elements,
                    points_order=points_order, modes_order=modes_order, points_padding=points_padding,
                    modes_padding=modes_padding)
        self._open(comm, lambda: arguments.problem_of(shape, keys, (points, modes)), options)

    def _open(self, comm: Optional[Comm], make_problem: Callable[[], Any], options: Any) -> None:
        self._started: Any = None
        self.comm, address = arguments.communicator_address(comm)
        problem, options_here, complaint = _core.Problem([1]), _core.Options(), None
        try:
            options_here = arguments.options_of(options) if isinstance(options, Mapping) else options
            problem = make_problem()
        except (errors.Error, TypeError, ValueError, OverflowError) as error:
            complaint = errors.complaint_of(error)
        self._plan = _core.Plan(address, problem, options_here, complaint)
        self._patience: PlanOptions = {"timeout": options_here.get("timeout")} if options_here.is_set("timeout") else {}
        self._description = self._plan.describe()
        self._in_place: bool = self._plan.in_place
        self._points, self._modes = (self._side(name) for name in ("points", "modes"))
        self._collectors: Dict[Tuple[str, int], collect.Collector] = {}

    def _side(self, name: str) -> Side:
        n_bytes = self.in_place_bytes if self._in_place else None
        return Side(name, self._plan, self.comm, Layout._of(self._description[name + "_layout"]), n_bytes)

    # --- arrays and calls ----------------------------------------------------------------------------

    def points(self) -> Array:
        """A new array of zeros for this process's block of the points; of a plan in place, with room for the modes.

        Not collective, unless the plan was made with arrays=shared: then all processes make the same arrays in the
        same order, in memory that the processes of a node share. An array may outlive the plan. Calls also take other
        arrays, on some processes or on all.

        C++: Plan::points.
        With the plan's dtype and strides.

        >>> with weft.Plan((8, 6), precision="single", comm=MPI.COMM_SELF) as plan:
        ...     plan.points().dtype
        dtype('float32')
        """
        return self._points.zeros(self._plan)

    def modes(self) -> Array:
        """A new array of zeros for this process's block of the modes, as of `points()`.

        Not collective, unless the plan was made with arrays=shared.

        C++: Plan::modes.
        """
        return self._modes.zeros(self._plan)

    def copy_to_host(self, array: Array) -> Array:
        """A copy of an array of this plan, as an array of the same layout in memory of the host. Not collective.

        With space=... (see weft.space of a plan) this is the only way to read an array: NumPy must not access it.
        InvalidArgumentError for an array that is not one of this plan.

        >>> with weft.Plan((8, 6), comm=MPI.COMM_SELF) as plan:
        ...     u = plan.points()
        ...     plan.copy_from_host(u, 3)
        ...     float(plan.copy_to_host(u)[7, 5]), plan.space
        (3.0, 'host')
        """
        side = self._side_of(array)
        host = side.over(side.pool.take())
        self._plan.copy_to_host(host.ctypes.data, array.ctypes.data, side.n_bytes)
        return host

    def copy_from_host(self, array: Array, values: Any) -> None:
        """Fills an array of this plan with values, a number or anything that NumPy assigns to an array of its shape.
        Not collective."""
        host = self.copy_to_host(array)  # with what lies between the elements
        host[...] = values
        self._plan.copy_from_host(array.ctypes.data, host.ctypes.data, self._side_of(array).n_bytes)

    def _side_of(self, array: Array) -> Side:
        for side in (self._points, self._modes):
            if getattr(array, "_block", None) is side.block:
                return side
        raise errors.InvalidArgumentError("the array is not one that points() or modes() of this plan made; give one")

    @overload
    def forward(self, u: AnyArray, out: Optional[AnArray] = None, *, check: bool = True) -> AnArray: ...
    @overload
    def forward(self, u: Sequence[AnyArray], out: Optional[Arrays] = None, *, check: bool = True) -> Arrays: ...
    def forward(self, u: Any, out: Any = None, *, check: bool = True) -> Any:
        """Points to modes, scaled as the problem's norm says.

        Collective over the plan's communicator.

        C++: Plan::forward.
        u: an array of the points: from points(), from backward(), or any ndarray of that dtype, local shape and
            strides. It is not changed, never copied. Several fields: a list or tuple of at most n_fields, as many
            on all processes.
        out: the array of the modes to be written (a list for several fields); it must not overlap `u`. None: a
            new one. Its memory is used again when it has been thrown away (at most two are kept for each side,
            since fresh memory costs more than a small transform); it is never that of a living array.
        check: agree with the other processes that all arrays are right, so that all raise the error of one: one
            message of 4 bytes to and fro. With False, which must be the same on all processes, a wrong array is
            an error on its process only, and the others wait for it.

        Returns the modes (`out` if given, else an Array; of a list, a list). Of an in-place plan: a view of the
        memory of `u`, which then holds the modes; `out` is not needed.

        InvalidArgumentError: dtype, shape, strides, a read-only output, overlap, an array of another plan, the
        number of fields, a closed plan. MismatchError: numbers of fields differ. CommunicationError: a process
        did not come.

        >>> with weft.Plan((8, 6), norm="forward") as plan:
        ...     u, uh = plan.points(), plan.modes()
        ...     u[...] = 3
        ...     plan.forward(u, out=uh) is uh, complex(uh[0, 0])
        (True, (3+0j))
        """
        return calls.transform(self, True, self._points, self._modes, u, out, check)

    @overload
    def backward(self, uh: AnyArray, out: Optional[AnArray] = None, *, check: bool = True) -> AnArray: ...
    @overload
    def backward(self, uh: Sequence[AnyArray], out: Optional[Arrays] = None, *, check: bool = True) -> Arrays: ...
    def backward(self, uh: Any, out: Any = None, *, check: bool = True) -> Any:
        """Modes to points, the inverse of `forward()`.

        Collective over the plan's communicator.

        C++: Plan::backward.
        Arguments, result and errors as of forward(), with both sides exchanged.

        >>> with weft.Plan((8, 6)) as plan:
        ...     u = plan.points()
        ...     u[...] = 3
        ...     bool(numpy.allclose(plan.backward(plan.forward(u)), u))
        True
        """
        return calls.transform(self, False, self._modes, self._points, uh, out, check)

    def scatter(self, array: Optional[AnyArray], root: int = 0, side: SideName = "points") -> Array:
        """The blocks of a global array that process `root` holds; returns this process's block. Collective. In Python
        alone.

        array: on the root an ndarray of the global shape and the dtype of that side, elsewhere ignored (None). The
            root sends it without a copy if its order in memory is that of the blocks (C order for the points),
            otherwise it copies the array once.
        root, side ("points" or "modes"): the same on all processes.

        The redistribution is made at the first call and kept until the plan is closed. InvalidArgumentError on
        all processes for a wrong array on the root.

        >>> with weft.Plan((8, 6)) as plan:
        ...     u = plan.scatter(numpy.arange(48.0).reshape(8, 6))
        ...     plan.gather(u)[7, 5]
        np.float64(47.0)
        """
        return collect.scatter(self, array, root, side)

    def gather(self, local: AnyArray, root: int = 0, side: Optional[SideName] = None) -> Union[AnyArray, Any]:
        """The global array of the blocks of all processes on process `root`, None elsewhere. Collective. In Python alone.

        local: this process's block, as for forward() (the points) or backward() (the modes).
        root: the same on all processes.
        side: "points" or "modes", the same on all processes; None: that of the layout of `local`, which must
            then be an array of this plan, whose two sides differ.

        The result is a new array, indexed as `shape`; in memory its axes are ordered as those of the blocks.
        Kept redistribution and errors as for scatter().
        """
        return collect.gather(self, local, root, side)

    def close(self) -> None:
        """Releases shared memory, communicators and buffers; the properties of the plan stay available.

        A call that was started ends first. Closing again has no effect. Collective over the plan's communicator.
        CommunicationError if a process does not come.

        C++: Plan::close.
        The result of a call that was started is in `out`, if that was given.
        """
        if self.closed:
            return
        for collector in self._collectors.values():
            collector.plan.close()
        self._collectors.clear()
        for side in (self._points, self._modes):
            side.pool.close()
        self._plan.close()
        self._started = None

    @property
    def closed(self) -> bool:
        """Is the plan closed?

        C++: Plan::is_closed.
        """
        return self._plan is None or self._plan.closed

    def _repr_html_(self) -> str:
        """For notebooks: both sides in pictures."""
        problem = self._plan.problem
        title = f"weft.Plan {self.shape}, {problem.get('transform')}, {problem.get('precision')}"
        state = "closed" if self.closed else self.choice
        return html_of(title, [("points", self.points_layout), ("modes", self.modes_layout)], self.rank, [("choice", state)])

    def __repr__(self) -> str:
        problem = self._plan.problem
        kind = f"transform={problem.get('transform')!r}, precision={problem.get('precision')!r}"
        state = "closed" if self.closed else f"choice {self.choice!r}"
        return f"<weft.Plan {self.shape} {kind}: {state}, process {self.rank} of {self.n_processes}>"
