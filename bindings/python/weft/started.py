"""Calls of a plan in two parts, and where their time went."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import calls
from .sides import Side
from .types import AnyArray

Fields = Union[AnyArray, Sequence[AnyArray]]


class StageTimer(NamedTuple):
    """Seconds of one stage in all calls since the plan was made, or since reset_timers().

    direction: "forward" or "backward".
    stage: "sweep 2,1", "copy", "exchange", or "exchange 1" where there are several.
    kind: "sweep", "waiting" (until others have read or written shared memory), "sending" (starting messages),
        "receiving" (until those of others are here), or "barrier" (only with barriers=True: until all have come).
        Communication hidden behind sweeps or the caller's work is not in any timer.
    n_calls: finished in this direction.
    seconds: of this process.
    min_seconds, mean_seconds, max_seconds: over all processes; without `gather` these are `seconds`.
    """

    direction: str
    stage: str
    kind: str
    n_calls: int
    seconds: float
    min_seconds: float
    mean_seconds: float
    max_seconds: float


class StartedCalls:
    """What weft.Plan inherits: start and finish, progress, times."""

    _plan: Any
    _points: Side
    _modes: Side

    def forward_start(self, u: Fields, out: Optional[Fields] = None, *, check: bool = True) -> None:
        """Starts forward(u, out): transforms up to the first exchange, and sends; forward_finish() does the rest.
        Collective, in the same order as all calls.

        u, out, check, errors: as for forward().

        Until forward_finish() the arrays belong to the plan, which holds them (also where you drop them): do not
        read or write them. Meanwhile no other collective call of this plan may start, which is an
        InvalidArgumentError on this process that names the call under way; other plans may be used, and calls of
        several plans be finished in any order that all processes share. close() finishes the call first. A plan
        of several processes that is forgotten with a call under way keeps its arrays until the program ends.

        >>> with weft.Plan((8, 6)) as plan:
        ...     u = plan.points()
        ...     plan.forward_start(u)
        ...     more = sum(range(1000))  # work that needs neither array
        ...     uh = plan.forward_finish()
        ...     uh.layout == plan.modes_layout
        True
        """
        calls.start(self, True, self._points, self._modes, u, out, check)

    def forward_finish(self) -> Any:
        """Does the rest of the call that forward_start() began; returns what forward() would. Collective.

        InvalidArgumentError, on this process, if none is under way. CommunicationError: a process did not come.
        """
        return calls.finish(self, True)

    def backward_start(self, uh: Fields, out: Optional[Fields] = None, *, check: bool = True) -> None:
        """Starts backward(uh, out); all else as for forward_start(). Collective."""
        calls.start(self, False, self._modes, self._points, uh, out, check)

    def backward_finish(self) -> Any:
        """Does the rest of the call that backward_start() began; returns what backward() would. Collective."""
        return calls.finish(self, False)

    def progress(self) -> bool:
        """Moves on a call that was started: lets MPI work on large messages (small ones arrive by themselves), and
        does what can be done without waiting, up to the next exchange. Not collective.

        True when it can do no more, also where no call is under way: with one exchange (slabs) finish has then
        nothing left to wait for; the second one of pencils is started by finish alone.

        >>> with weft.Plan((8, 6)) as plan:
        ...     plan.forward_start(plan.points())
        ...     while not plan.progress():
        ...         pass  # a part of other work
        ...     plan.forward_finish().shape == plan.modes().shape
        True
        """
        return self._plan.progress()

    def times(self) -> List[Tuple[str, float]]:
        """(step, seconds) of this process's last call, in order of execution. Not collective."""
        return self._plan.times()

    def timers(self, gather: bool = False) -> List[StageTimer]:
        """The seconds of each stage in both directions, in order of execution, of all finished calls.

        gather: ask all processes for minimum, mean and maximum; then it is collective, InvalidArgumentError on a
            closed plan or during a call, and must be the same on all processes. Otherwise not collective.

        >>> with weft.Plan((8, 6)) as plan:
        ...     uh = plan.forward(plan.points())
        ...     [timer.n_calls for timer in plan.timers(gather=True) if timer.direction == "forward"][0]
        1
        """
        return [StageTimer(*row) for row in self._plan.timers(bool(gather))]

    def reset_timers(self) -> None:
        """From now on timers() counts from 0. Not collective."""
        self._plan.reset_timers()
