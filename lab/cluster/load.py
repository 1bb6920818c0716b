"""How much of the machine something else took while a cluster was used. Times taken on a loaded machine tell little.

The cluster's own share is the processor time of its processes, and that of the kernel's network work (softirq): cables
are emulated there. What remains of the busy time is others', and so is at least what other virtual machines took while a
process here was ready to run (steal). Where the kernel charges network work to the process that it interrupts (no
CONFIG_IRQ_TIME_ACCOUNTING) a part of the cluster's share is counted twice: the rest can then be too small by at most the
share of network work, never too large.
"""

import os
import resource
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from processes import TICKS_PER_SECOND, process, processes

MOST = 0.10  # the share of others from which a run counts as loaded


@dataclass(frozen=True)
class Load:
    """Shares (0 to 1) of all processors."""

    before: float  # busy in the second before the run
    busy: float  # in all, during the run
    others: float  # busy with something else than the cluster, during the run

    @property
    def loaded(self) -> bool:
        return self.before > MOST or self.others > MOST

    def to_json(self) -> dict:
        return {key: round(value, 4) for key, value in asdict(self).items()}


@dataclass(frozen=True)
class Clock:
    """Ticks of all processors together, and those of the cluster's processes."""

    all: int
    idle: int
    network: int
    stolen: int
    cluster: float

    @staticmethod
    def read(holder: int | None) -> "Clock":
        """Now; with the first process of a cluster, which has waited for those that ended there, or None."""
        user, nice, system, idle, wait, irq, softirq, steal = map(
            int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9])
        own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        cluster = sum(usage.ru_utime + usage.ru_stime for usage in own) * TICKS_PER_SECOND
        found = process(holder) if holder is not None else None
        if found:
            cluster += found.ticks + found.children_ticks
        return Clock(user + nice + system + idle + wait + irq + softirq + steal, idle + wait, softirq, steal,
                     cluster)

    def shares_since(self, before: "Clock") -> tuple[float, float]:
        """Busy share, and that of others."""
        total = max(self.all - before.all, 1)
        busy = total - (self.idle - before.idle)
        others = max(busy - (self.network - before.network) - (self.cluster - before.cluster), self.stolen - before.stolen)
        return min(busy / total, 1.0), min(max(others / total, 0.0), 1.0)


def watch(seconds: float = 1.0) -> tuple[float, str]:
    """Watches the machine while nothing of the cluster runs: the busy share, and who took most of it."""
    clock, before = Clock.read(None), processes()
    time.sleep(seconds)
    after, now = processes(), Clock.read(None)
    used = {pid: p.ticks - (before[pid].ticks if pid in before else 0) for pid, p in after.items() if pid != os.getpid()}
    most = [pid for pid in sorted(used, key=used.get, reverse=True)[:3] if used[pid] > 0.02 * TICKS_PER_SECOND * seconds]
    names = ", ".join(f"{after[pid].name} (process {pid}) {used[pid] / TICKS_PER_SECOND / seconds:.0%} of one processor"
                      for pid in most)
    return now.shares_since(clock)[0], names or "no process that lasts; perhaps other virtual machines"
