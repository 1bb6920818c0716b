"""Calls of a plan in two parts, and where their time went."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import calls
from .sides import Side
from .types import AnyArray

Fields = Union[AnyArray, Sequence[AnyArray]]


class StageTimer(NamedTuple):
    """Seconds of one stage in all calls since the plan was made, or since `reset_timers()`.

    Communication hidden behind sweeps or the caller's work is not in any timer.
    direction: "forward", "backward", or "convolve".
    stage: "sweep 2,1", "copy", "products", "exchange", or "exchange 1" where there are several.
    kind: of the stage. A "sweep" transforms or copies. A "waiting" lasts until others have read or written shared
        memory. A "sending" starts messages. A "receiving" lasts until the messages of others have arrived, waiting
        for late processes included. A "barrier", with the option barriers=yes, lasts until all processes have come;
        "receiving" is then the transfer alone.
    n_calls: calls in this direction that have ended.
    seconds: of this process.
    min_seconds, mean_seconds, max_seconds: over all processes, if the timers were gathered; else of this process.

    C++: class StageTimer.
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
        """Starts a forward call of several fields, which `forward_finish()` ends; the program can do other work in
        between.

        The start transforms up to the first exchange, and sends. Until the end the arrays (not the lists of their
        addresses) belong to the plan and must live, and no other collective call of the plan may start. Calls of
        several plans may be under way, and may end in any order that all processes share. Closing the plan ends the
        call first. The start never waits for data. With barriers=yes it waits until every process has entered; with
        windows or shared arrays it waits until no process reads the memory that it will overwrite. Collective over
        the plan's communicator, in the same order as all calls on the same processes.

        C++: Plan::forward_start.
        u, out, check: as of forward(), one field or several. The plan holds the arrays, also where you drop them. A plan
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
        """Ends a forward call that was started; then the output holds the modes.

        Collective over the plan's communicator. InvalidArgumentError, on this process, if no such call was started.

        C++: Plan::forward_finish.
        Returns what forward() would.
        """
        return calls.finish(self, True)

    def backward_start(self, uh: Fields, out: Optional[Fields] = None, *, check: bool = True) -> None:
        """Starts a backward call of several fields, which `backward_finish()` ends; otherwise as `forward_start()`.

        Collective over the plan's communicator.

        C++: Plan::backward_start.
        """
        calls.start(self, False, self._modes, self._points, uh, out, check)

    def backward_finish(self) -> Any:
        """Ends a backward call that was started; then the output holds the points.

        Collective over the plan's communicator. InvalidArgumentError, on this process, if no such call was started.

        C++: Plan::backward_finish.
        Returns what backward() would.
        """
        return calls.finish(self, False)

    def progress(self) -> bool:
        """Advances a call that was started, sweeps included, as far as possible without waiting: up to the next
        exchange.

        The result is True if nothing more can be done, also if no call is under way. With one exchange (slabs) the
        end of the call then waits for nothing. The second exchange of pencils starts in the end of the call, so that
        messages start in the same order on all processes. Small messages arrive without this function; with most MPI
        libraries large ones wait until both ends call MPI, as this function does. Not collective; any number of
        calls, or none. InvalidArgumentError if the plan is closed.

        C++: Plan::progress.

        >>> with weft.Plan((8, 6)) as plan:
        ...     plan.forward_start(plan.points())
        ...     while not plan.progress():
        ...         pass  # a part of other work
        ...     plan.forward_finish().shape == plan.modes().shape
        True
        """
        return self._plan.progress()

    def times(self) -> List[Tuple[str, float]]:
        """Seconds of each step of this process's last call.

        C++: Plan::times.
        Pairs (step, seconds), in order of execution.
        """
        return self._plan.times()

    def timers(self, gather: bool = False) -> List[StageTimer]:
        """Seconds of each stage of all calls since the plan was made, or since `reset_timers()`, on this process.

        A call counts when it has ended. Not collective.

        C++: Plan::timers.
        In order of execution, of all directions.
        gather: with minimum, mean and maximum over all processes, the same on all of them. The call is then collective,
            and InvalidArgumentError on a closed plan or during a call.

        >>> with weft.Plan((8, 6)) as plan:
        ...     uh = plan.forward(plan.points())
        ...     [timer.n_calls for timer in plan.timers(gather=True) if timer.direction == "forward"][0]
        1
        """
        return [StageTimer(*row) for row in self._plan.timers(bool(gather))]

    def reset_timers(self) -> None:
        """Sets all timers to 0.

        Not collective.

        C++: Plan::reset_timers.
        """
        self._plan.reset_timers()
