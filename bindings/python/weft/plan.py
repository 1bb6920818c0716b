"""Plans: transforms and redistributions of distributed arrays, ready to be called."""

import sys
import warnings
from typing import Dict, Optional, Tuple

import numpy as np

from . import _core, arguments, calls, collect, errors
from .array import Array
from .layout import Layout, whole
from .products import ProductCalls
from .sides import Side
from .started import StartedCalls


class Plan(StartedCalls, ProductCalls):
    """A distributed transform of arrays of one shape, ready to run: any number of calls, in any order.

    Collective over `comm`: making a plan, `close()`, `forward()`, `backward()` and their parts, `scatter()`,
    `gather()`, `points()`, `modes()` and `timers(gather=True)`. All else is not. In a collective call all processes
    raise the same error, or none does.

    shape: points of the global array, 1 to 6 lengths.
    comm: a communicator of mpi4py; None is MPI.COMM_WORLD. The plan works on a duplicate; it may be freed.
    transform: "r2c" (real points, the non-redundant half of the modes), "c2c", "r2r" (real points and modes, see
        kinds), or "none" (see weft.redistribution).
    precision: "double" (float64, complex128) or "single" (float32, complex64).
    axes: transformed axes, None for all; negative numbers count from the end. Of "r2c" the last Fourier
        axis listed is the real one, as in numpy.fft.rfftn.
    kinds: of the transformed axes, in their order: "fourier", "dct1" to "dct4", "dst1" to "dst4" (as in scipy.fft),
        "chebyshev" (Gauss-Lobatto points), "chebyshev-gauss"; None: all "fourier".
    kept: fewer modes: those of a grid of so many points, for each axis of `shape` (the 3/2 rule: 2/3); None: all.
    sign: of the exponent of the forward transform, -1 as in numpy.fft, or +1.
    norm: "backward", "ortho" or "forward", as in numpy.fft.
    n_fields: most arrays that one call transforms together, in the same messages.
    output: "last" leaves the modes where the last transform does; "input" cuts them like the points.
    order: of the modes in memory: "fast", what is written best, seen as strides, or "C". Arrays are always
        *indexed* in the order of `shape`.
    points, modes: weft.Layout of either side; None for the default.
    real_elements: with transform "none", elements are real.
    options: the rows of weft.options(), as in_place=True, grid=(4, 2), exchange="alltoallw", timeout=60.

    With points cut on the first axes and modes on the following ones, a process may own nothing: its arrays have
    a length of 0.

    InvalidArgumentError, MismatchError (arguments that differ between processes), NotApplicableError,
    ResourceError, CommunicationError (a process did not come in `timeout` seconds).

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

    def __init__(self, shape, comm=None, *, transform="r2c", precision="double", axes=None, kinds=None, kept=None,
                 sign=-1, norm="backward", n_fields=1, output="last", order="fast", points: Optional[Layout] = None,
                 modes: Optional[Layout] = None, real_elements=False, **options):
        keys = dict(transform=transform, precision=precision, axes=axes, kinds=kinds, kept=kept, sign=sign, norm=norm,
                    n_fields=n_fields, output=output, order=order, real_elements=real_elements)
        self._open(comm, lambda: arguments.problem_of(shape, keys, (points, modes)), options)

    def _open(self, comm, make_problem, options) -> None:
        self._plan = self._started = None
        self.comm, address = arguments.communicator_address(comm)
        problem, options_here, complaint = _core.Problem([1]), _core.Options(), None
        try:
            options_here = arguments.options_of(options) if isinstance(options, dict) else options
            problem = make_problem()
        except (errors.Error, TypeError, ValueError, OverflowError) as error:
            complaint = errors.complaint_of(error)
        self._plan = _core.Plan(address, problem, options_here, complaint)
        self._patience = {"timeout": options_here.get("timeout")} if options_here.is_set("timeout") else {}
        self._description = self._plan.describe()
        self._in_place = self._plan.in_place
        self._points, self._modes = (self._side(name) for name in ("points", "modes"))
        self._collectors: Dict[tuple, collect.Collector] = {}

    def _side(self, name: str) -> Side:
        n_bytes = self._plan.in_place_bytes if self._in_place else None
        return Side(name, self._plan, self.comm, Layout._of(self._description[name + "_layout"]), n_bytes)

    # --- arrays and calls ----------------------------------------------------------------------------

    def points(self) -> Array:
        """A new array of zeros for this process's block of the points, with the plan's dtype and strides.

        Of an in-place plan it has room for the modes as well. Collective: with arrays="shared" it lies in memory
        that the processes of a node share, so that all make the same arrays in the same order; it may outlive the
        plan. Any other array may be passed as well.

        >>> with weft.Plan((8, 6), precision="single", comm=MPI.COMM_SELF) as plan:
        ...     plan.points().dtype
        dtype('float32')
        """
        return self._points.zeros(self._plan)

    def modes(self) -> Array:
        """A new array of zeros for this process's block of the modes, as points()."""
        return self._modes.zeros(self._plan)

    def forward(self, u, out=None, *, check=True):
        """Points to modes. Collective.

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

    def backward(self, uh, out=None, *, check=True):
        """Modes to points: forward() with both sides exchanged. Collective.

        >>> with weft.Plan((8, 6)) as plan:
        ...     u = plan.points()
        ...     u[...] = 3
        ...     bool(numpy.allclose(plan.backward(plan.forward(u)), u))
        True
        """
        return calls.transform(self, False, self._modes, self._points, uh, out, check)

    def scatter(self, array, root: int = 0, side: str = "points") -> Array:
        """The blocks of a global array that process `root` holds; returns this process's block. Collective.

        array: on the root an ndarray of the global shape and the dtype of that side, elsewhere ignored (None). It
            is sent from where it lies if its order in memory is that of the blocks (C order for the points),
            otherwise the root copies it once.
        root, side ("points" or "modes"): the same on all processes.

        The redistribution is made at the first call and kept until the plan is closed. InvalidArgumentError on
        all processes for a wrong array on the root.

        >>> with weft.Plan((8, 6)) as plan:
        ...     u = plan.scatter(numpy.arange(48.0).reshape(8, 6))
        ...     plan.gather(u)[7, 5]
        np.float64(47.0)
        """
        return collect.scatter(self, array, root, side)

    def gather(self, local, root: int = 0, side: Optional[str] = None) -> Optional[np.ndarray]:
        """The global array of everybody's blocks on process `root`, None elsewhere. Collective.

        local: this process's block, as for forward() (the points) or backward() (the modes).
        root: the same on all processes.
        side: "points" or "modes", the same on all processes; None: that of the layout of `local`, which must
            then be an array of this plan, whose two sides differ.

        The result is a new array, indexed as `shape`; in memory its axes are ordered as those of the blocks.
        Kept redistribution and errors as for scatter().
        """
        return collect.gather(self, local, root, side)

    def close(self) -> None:
        """Releases shared memory, stages and pools now. Collective. Again, it does nothing.

        A call that was started is finished first; its result is in `out`, if that was given.
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
        """Was the plan closed?"""
        return self._plan.closed

    def __enter__(self) -> "Plan":
        return self

    def __exit__(self, kind, value, trace) -> None:
        if kind is None or self.n_processes == 1:
            self.close()

    def __del__(self):
        if getattr(self, "_plan", None) is None or sys.is_finalizing():
            return
        if not self.closed and self.n_processes > 1:
            warnings.warn(f"{self!r} was never closed; its memory is kept until the program ends. Close it on all "
                          "processes, or use `with`", ResourceWarning, source=self)

    # --- what the plan is: nothing here is collective ------------------------------------------------

    @property
    def shape(self) -> Tuple[int, ...]:
        """Global lengths of the points."""
        return self._points.layout.shape

    @property
    def modes_shape(self) -> Tuple[int, ...]:
        """Global lengths of the modes: n/2+1 along the real axis of an r2c."""
        return self._modes.layout.shape

    @property
    def points_layout(self) -> Layout:
        """Who owns which points."""
        return self._points.layout

    @property
    def modes_layout(self) -> Layout:
        """Who owns which modes."""
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
    def points_dtype(self) -> np.dtype:
        """Of the elements of the points."""
        return self._points.dtype

    @property
    def modes_dtype(self) -> np.dtype:
        """Of the elements of the modes."""
        return self._modes.dtype

    @property
    def rank(self) -> int:
        """Of this process in the plan's communicator."""
        return self._plan.rank

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
        """Are input and output the same memory?"""
        return self._in_place

    @property
    def transformed_axes(self) -> Tuple[int, ...]:
        """The axes that are transformed, in the order of `axes`."""
        text, kind = (self._plan.problem.get(key) for key in ("axes", "transform"))
        if kind == "none":
            return ()
        return tuple(range(len(self.shape))) if text == "all" else tuple(int(a) for a in text.split(","))

    def coordinates(self, axis: Optional[int] = None, lengths=None):
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

    def wavenumbers(self, axis: Optional[int] = None, lengths=None):
        """The wavenumbers of this process's modes: arrays that broadcast against them. Not collective.

        axis: one transformed axis, or None for a tuple with all axes (None in the place of one that is not
            transformed).
        lengths: of the domain, a number, or one for each axis; wavenumbers are then 2 pi k / L (floats of the
            plan's precision), otherwise the integers k in the order of numpy.fft.fftfreq(n) * n, 0 to n/2 along
            the real axis of an r2c (int64).

        >>> with weft.Plan((4, 6), comm=MPI.COMM_SELF) as plan:
        ...     kx, ky = plan.wavenumbers()
        ...     kx.ravel().tolist(), ky.ravel().tolist()
        ([0, 1, -2, -1], [0, 1, 2, 3])
        """
        return calls.per_axis(self, axis, lengths, calls.mode_numbers)

    def explain(self) -> str:
        """What a call does, in words and bytes; after calls also what each step took, and after
        weft.measure_rates() how near that is to the rates of the machine. Not collective."""
        return self._plan.explain()

    @property
    def choice(self) -> str:
        """Grid, backend and exchanges as a line of text, which as option `choice` makes the same plan again.

        >>> with weft.Plan((8, 6)) as plan, weft.Plan((8, 6), choice=plan.choice) as again:
        ...     again.choice == plan.choice
        True
        """
        return self._plan.choice

    def counts(self) -> dict:
        """What a call does for one field on this process. Not collective.

        {"forward": ..., "backward": ...}, each with "sweeps" (a list of {"axes", "bytes_read", "bytes_written"}),
        "exchanges" (of {"exchange", "messages", "bytes_sent", "peer_bytes", "flags"}) and "copies": sweeps that
        transform nothing.

        >>> with weft.Plan((8, 6)) as plan:
        ...     plan.counts()["forward"]["copies"]
        0
        """
        return self._plan.describe()["counts"]

    @property
    def allocated_bytes(self) -> int:
        """What the plan allocated on this process, shared memory included; not the arrays."""
        return self._plan.allocated_bytes

    @property
    def in_place_bytes(self) -> int:
        """Bytes that an in-place array needs on this process."""
        return self._plan.in_place_bytes

    def __repr__(self) -> str:
        problem = self._plan.problem
        kind = f"transform={problem.get('transform')!r}, precision={problem.get('precision')!r}"
        state = "closed" if self.closed else f"choice {self.choice!r}"
        return f"<weft.Plan {self.shape} {kind}: {state}, process {self.rank} of {self.n_processes}>"
