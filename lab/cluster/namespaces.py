"""The namespaces of an emulated cluster, seen from outside: starting the process that holds them, entering, ending.

Whoever is not root gets a user namespace as well, in which he may do what root may; the kernel must allow it.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from processes import descendants, is_running, kill, number_inside, process, wait_until
from topology import ClusterError

HOLDER = Path(__file__).resolve().parent / "holder.py"
TOOLS = {"ip": "iproute2", "tc": "iproute2", "unshare": "util-linux", "nsenter": "util-linux", "setpriv": "util-linux"}


@dataclass(frozen=True)
class Namespaces:
    """The processes of a cluster that is up; their numbers outside, but for `hosts_inside`."""

    holder: int
    started: int  # when the holder did, see processes.Process
    switches: int
    hosts: tuple[int, ...]
    hosts_inside: tuple[int, ...]  # numbers of the hosts' processes in the cluster's process namespace
    congestion: str  # TCP's congestion control

    def is_up(self) -> bool:
        return is_running(self.holder, self.started)

    def enter(self, pid: int, *kinds: str) -> list[str]:
        """The beginning of a command that runs in these namespaces (net, mount, ...) of one of the processes above."""
        if os.geteuid() != 0:
            kinds = ("user", "preserve-credentials", *kinds)
        return ["nsenter", f"--target={pid}", *(f"--{kind}" for kind in kinds), "--"]

    def jobs(self) -> list[int]:
        """All processes of the cluster but those that hold its namespaces."""
        held = {self.switches, *self.hosts}
        return [p.pid for p in descendants(self.holder) if p.pid not in held and not p.ended]

    def close(self) -> None:
        """Kills the holder, and with it all that is in the cluster; nothing if it is gone."""
        if not self.is_up():
            return
        unshare = process(process(self.holder).parent)
        kill([self.holder])
        wait_until(lambda: not self.is_up() and not (unshare and is_running(unshare.pid, unshare.started)), 10)

    def to_json(self) -> dict:
        return asdict(self)

    @staticmethod
    def from_json(stored: dict) -> "Namespaces":
        lists = {key: tuple(stored[key]) for key in ("hosts", "hosts_inside")}
        return Namespaces(**{**stored, **lists})


def need_tools() -> None:
    for tool, package in TOOLS.items():
        if not shutil.which(tool):
            raise ClusterError(f"the program {tool} is not in PATH; install {package} (apt-get install {package}), "
                               "and have /usr/sbin in PATH")


def why_no_namespaces(words: str) -> str:
    if os.geteuid() == 0:
        return f"root may not make namespaces here ({words}); a container must be started with --privileged, or " \
               "with the capabilities SYS_ADMIN and NET_ADMIN"
    return f"no user namespace can be had ({words}); be root, or have root allow them: sysctl " \
           "user.max_user_namespaces=10000, on Debian also kernel.unprivileged_userns_clone=1, on Ubuntu also " \
           "kernel.apparmor_restrict_unprivileged_userns=0"


def hold(name: str, hosts: int, rate: str, topology: str, stays: bool) -> tuple[Namespaces, subprocess.Popen]:
    """Starts the holder of a cluster; its namespaces, and the process whose end is its end.

    Unless it `stays` it ends with the standard input of that process, so at the latest with this one.
    """
    need_tools()
    flags = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    cluster = json.dumps({"name": name, "hosts": hosts, "rate": rate, "topology": topology, "stays": stays})
    unshare = subprocess.Popen(
        ["unshare", *flags, "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "--mount-proc",
         sys.executable, "-B", str(HOLDER), cluster],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=stays, cwd="/")
    try:
        answer = answer_of(unshare)
        return found(answer, unshare.pid), unshare
    except BaseException:
        end(unshare)
        raise


def answer_of(unshare: subprocess.Popen) -> dict:
    """What the holder tells in its next line; ClusterError for what went wrong."""
    line = unshare.stdout.readline()
    if not line:
        raise ClusterError(why_no_namespaces(" ".join(unshare.stderr.read().decode().split())))
    answer = json.loads(line)
    if "error" in answer:
        raise ClusterError(answer["error"])
    return answer


def power_on(up: Namespaces, unshare: subprocess.Popen, host: int) -> Namespaces:
    """Has the holder make a host again that was powered off; the namespaces with the new one."""
    unshare.stdin.write(json.dumps({"host": host}).encode() + b"\n")
    unshare.stdin.flush()
    inside = answer_of(unshare)["host"]
    outside = next(p.pid for p in descendants(up.holder) if p.parent == up.holder and number_inside(p.pid) == inside)
    return replace(up, hosts=(*up.hosts[:host], outside, *up.hosts[host + 1:]),
                   hosts_inside=(*up.hosts_inside[:host], inside, *up.hosts_inside[host + 1:]))


def found(answer: dict, unshare: int) -> Namespaces:
    """The numbers outside of the processes that the holder told by their numbers inside."""
    below = descendants(unshare)
    holder = next(p.pid for p in below if p.parent == unshare)
    outside = {number_inside(p.pid): p.pid for p in below if p.parent == holder}
    return Namespaces(holder, process(holder).started, outside[answer["switches"]],
                      tuple(outside[pid] for pid in answer["hosts"]), tuple(answer["hosts"]), answer["congestion"])


def end(unshare: subprocess.Popen) -> None:
    """Ends a holder that this process started, and waits for it."""
    kill([p.pid for p in descendants(unshare.pid) if p.parent == unshare.pid])
    unshare.stdin.close()
    unshare.wait()
    unshare.stdout.close()
    unshare.stderr.close()
