"""Processes as /proc tells them: their parents, start, and processor time."""

import os
import re
import signal
import time
from dataclasses import dataclass
from pathlib import Path

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Process:
    """One line of /proc/PID/stat."""

    pid: int
    name: str
    parent: int
    ended: bool  # waits only for its parent to ask for its status
    ticks: int  # processor time, its own
    children_ticks: int  # of its ended children, and theirs
    started: int  # ticks from the start of the machine; with the pid it tells processes apart


def process(pid: int) -> Process | None:
    """The process of this number, or None if there is none."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return None
    name = text[text.index("(") + 1:text.rindex(")")]
    field = text[text.rindex(")") + 2:].split()
    ticks = [int(f) for f in field[11:15]]
    return Process(pid, name, int(field[1]), field[0] in "ZX", sum(ticks[:2]), sum(ticks[2:]), int(field[19]))


def processes() -> dict[int, Process]:
    """All processes that this one can see, by number."""
    found = (process(int(name)) for name in os.listdir("/proc") if name.isdigit())
    return {p.pid: p for p in found if p}


def is_running(pid: int, started: int) -> bool:
    """True while the process of this number is still the one that started then."""
    found = process(pid)
    return found is not None and found.started == started and not found.ended


def descendants(pid: int) -> list[Process]:
    """Children of the process, theirs, and so on."""
    everyone = processes()
    children: dict[int, list[Process]] = {}
    for p in everyone.values():
        children.setdefault(p.parent, []).append(p)
    found, parents = [], [pid]
    while parents:
        new = children.get(parents.pop(), [])
        found += new
        parents += [p.pid for p in new]
    return found


def sharing_files(namespace: str) -> list[int]:
    """Processes in this mount namespace (see files_of): those of a host."""
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and files_of(int(name)) == namespace]


def files_of(pid: int) -> str:
    """The name of its mount namespace; empty for a process that has ended."""
    try:
        return os.readlink(f"/proc/{pid}/ns/mnt")
    except OSError:
        return ""


def number_inside(pid: int) -> int:
    """The number that a process has in the innermost process namespace that it is in."""
    return int(re.search(r"^NSpid:.*\t(\d+)$", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)[1])


def kill(pids: list[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def wait_until(condition, seconds: float) -> bool:
    """Asks every few milliseconds; True as soon as the condition holds, False after so many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
