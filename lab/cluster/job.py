"""One MPI job on an emulated cluster, and what it tells when it has ended."""

import os
import subprocess
import tempfile
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Callable

import counters
from load import Clock, Load
from namespaces import Namespaces
from processes import descendants, kill, wait_until
from topology import ClusterError

LEAVE_SECONDS = 2.0  # after the launcher's end, for its helpers on the hosts
GRACE_SECONDS = 5.0  # for a job that has done its work, to end


@dataclass(frozen=True)
class Result:
    """A job that has ended."""

    about: dict  # command, cluster, mpi, processes, protocol
    status: int  # the launcher's exit status; 128 + number where a signal ended it
    output: str  # standard output and error, empty if they were not captured
    seconds: float  # from the launcher's start to its end
    hosts: list[counters.Traffic]  # of this job alone
    drops: dict[str, int]  # frames, by queue (see counters.drops), of this job alone
    load: Load
    date: str  # of the start
    ended: bool = True  # False: it had done its work, did not end, and was killed

    @property
    def retransmissions(self) -> int:
        """Segments that TCP sent again, all hosts together."""
        return sum(host.retransmissions for host in self.hosts)

    @property
    def loaded(self) -> bool:
        """True if something else took more than 10 % of the processors before or during the run."""
        return self.load.loaded

    def to_json(self) -> dict:
        return {**self.about, "date": self.date, "seconds": round(self.seconds, 6), "status": self.status,
                "ended": self.ended,
                "hosts": [host.to_json() for host in self.hosts], "retransmissions": self.retransmissions,
                "drops": self.drops, "load": self.load.to_json(), "loaded": self.loaded}


class Job:
    """A job that was started (Cluster.start)."""

    def __init__(self, line: list[str], environment: dict[str, str], capture: bool, namespaces: Namespaces,
                 host_names: list[str], about: dict, busy_before: float) -> None:
        self._namespaces, self._host_names, self._about, self._busy = namespaces, host_names, about, busy_before
        # A file, not a pipe: nobody has to read while the job runs.
        self._output = tempfile.TemporaryFile() if capture else None
        self._traffic, self._drops = counters.traffic(host_names, namespaces), counters.drops(namespaces)
        self._clock, self._start = Clock.read(namespaces.holder), time.monotonic()
        self._date = datetime.now(timezone.utc).isoformat(timespec="seconds")
        self._result: Result | None = None
        self.was_killed = False
        self._process = subprocess.Popen(line, env=environment, stdin=subprocess.DEVNULL if capture else None,
                                         stdout=self._output, stderr=self._output)

    def is_running(self) -> bool:
        return self._process.poll() is None

    def wait(self, timeout: float | None = None, is_done: Callable[[], bool] | None = None) -> Result:
        """Waits for the end. After `timeout` seconds it kills the job and throws ClusterError; so does an interrupt.

        is_done: tells whether the job has done all that it is for. If it has and does not end (MPICH over TCP may hang
        in MPI_Finalize) it is killed after a while, and the result has status 0 and `ended` False.
        """
        if self._result:
            return self._result
        if self.was_killed:
            raise ClusterError("the job was killed, so it has no result; start it again")
        try:
            status = self._until_done(timeout, is_done) if is_done else self._process.wait(timeout)
            seconds = time.monotonic() - self._start
        except subprocess.TimeoutExpired:
            self.kill()
            output = self._read_output()
            raise ClusterError(f"the job had not ended after {timeout:g} s and was killed; give it more time"
                               + (f". Its output ended with: {output[-300:]}" if output else "")) from None
        except BaseException:
            self.kill()
            raise
        if status is None:
            self.kill()
        self._clear(LEAVE_SECONDS)
        if not self._namespaces.is_up():
            raise ClusterError("the cluster ended while the job ran: the process that held it was killed")
        busy, others = Clock.read(self._namespaces.holder).shares_since(self._clock)
        before = {traffic.name: traffic for traffic in self._traffic}
        hosts = [now.since(before[now.name]) for now in counters.traffic(self._host_names, self._namespaces)]
        drops = {key: n - self._drops[key] for key, n in counters.drops(self._namespaces).items()}
        number = 0 if status is None else status if status >= 0 else 128 - status
        self._result = Result(self._about, number, self._read_output(), seconds, hosts, drops,
                              Load(self._busy, busy, others), self._date, status is not None)
        return self._result

    def _until_done(self, timeout: float | None, is_done: Callable[[], bool]) -> int | None:
        """The exit status; None if the job has done its work and does not end."""
        end, grace = time.monotonic() + (timeout or float("inf")), None
        while True:
            try:
                return self._process.wait(0.5)
            except subprocess.TimeoutExpired:
                now = time.monotonic()
                if now > end and grace is None:
                    raise subprocess.TimeoutExpired("the job", timeout) from None
                if grace is None and is_done():
                    grace = now + GRACE_SECONDS
                if grace and now > grace:
                    return None

    def output_so_far(self) -> str:
        """What the job has written to standard output and error, if that is captured and the job under way."""
        if not self._output or self._output.closed:
            return ""
        return os.pread(self._output.fileno(), 1 << 24, 0).decode(errors="replace")

    def kill(self) -> None:
        """Kills all processes of the job, on all hosts, and waits until they are gone."""
        self.was_killed = True
        kill([p.pid for p in descendants(self._process.pid)])
        self._clear(0)
        self._process.wait()

    def _clear(self, seconds: float) -> None:
        """Gives what the launcher left on the hosts this time to end, then kills it."""
        if not wait_until(lambda: not self._namespaces.jobs(), seconds):
            # Again and again: what is being started just now is not in the list.
            wait_until(lambda: not (kill(self._namespaces.jobs()) or self._namespaces.jobs()), 10)

    def _read_output(self) -> str:
        if not self._output:
            return ""
        with self._output as file:
            file.seek(0)
            return file.read().decode(errors="replace")
