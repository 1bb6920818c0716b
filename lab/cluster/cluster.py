"""An emulated cluster: hosts, switches and cables of one machine, on which MPI jobs run and bytes are counted.

    from cluster import Cluster
    with Cluster(hosts=8, rate="10mbit", topology="switch") as cluster:
        result = cluster.run(["build/weft", "bench", "--shape", "64x64x64"], protocol="tuned")
        print(result.seconds, [host.payload_bytes for host in result.hosts])

Everything of a cluster is in namespaces that end with the process that made it, however that ends. Topologies are
described in topology.py, the figures in counters.py and load.py, the options of the MPI libraries in launch.py.
"""

import os
import re
import subprocess
import time
from typing import Mapping, Sequence

import counters
import launch
import namespaces
import topology as shapes
from job import Job, Result
from load import MOST, watch
from processes import files_of, kill, sharing_files, wait_until
from topology import ClusterError

__all__ = ["Cluster", "ClusterError", "Job", "Result"]

ON_LOADED = ("refuse", "wait", "note")
MAX_WAIT_SECONDS = 600
MAX_PROCESSES = 64


class Cluster:
    """`hosts` hosts for `processes` processes each. Use it in a `with`, which makes it and takes it away.

    rate: of each host's cable, as in "10mbit"; topology: "switch", "hub", "hub:N" or "segments:K:TRUNK"; name: the
    hosts are called NAME-h0, NAME-h1, ... ClusterError, with the remedy, for what cannot be had.
    """

    def __init__(self, hosts: int, processes: int = 1, rate: str = "10mbit", topology: str = "switch",
                 name: str = "weft") -> None:
        if not 1 <= processes <= MAX_PROCESSES:
            raise ClusterError(f"{processes} processes per host given; use 1 to {MAX_PROCESSES}")
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", name):
            raise ClusterError(f"'{name}' cannot be the name of a cluster; use up to 31 small letters, digits and -")
        self.shape = shapes.parse_topology(topology, hosts, rate)
        self.hosts, self.processes, self.rate, self.topology, self.name = hosts, processes, rate, topology, name
        self.namespaces: namespaces.Namespaces | None = None
        self.unshare: subprocess.Popen | None = None
        self.job: Job | None = None

    def __enter__(self) -> "Cluster":
        self.namespaces, self.unshare = namespaces.hold(self.name, self.hosts, self.rate, self.topology, stays=False)
        return self

    def __exit__(self, *_) -> None:
        if self.unshare:
            namespaces.end(self.unshare)
        self.namespaces = self.unshare = None

    @property
    def rate_bits(self) -> int:
        """Bits per second of a host's cable."""
        return self.shape.rate_bits

    @property
    def host_names(self) -> list[str]:
        return [f"{self.name}-h{i}" for i in range(self.hosts)]

    def wire_seconds(self, n_bytes: float) -> float:
        """The time that so many bytes of payload occupy one cable: 1448 of 1538 bytes on it are payload."""
        return n_bytes * 8 / (self.rate_bits * shapes.PAYLOAD_OF_WIRE)

    def describe(self) -> dict:
        """The cluster as results tell it."""
        return {"name": self.name, "hosts": self.hosts, "processes": self.processes, "rate": self.rate,
                "topology": self.topology, "congestion": self._up().congestion, "text": self.shape.words()}

    # --- jobs ---------------------------------------------------------------------------------------------

    def run(self, command: Sequence[str], n: int | None = None, mpi: str = "openmpi", protocol: str = "tuned",
            env: Mapping[str, str] | None = None, timeout: float | None = None, on_loaded: str = "refuse") -> Result:
        """Runs an MPI program to its end and tells its output, time and bytes.

        n: processes, host after host; by default as many as there are places. protocol: see launch.py. env: variables
        beside those of this process. timeout: seconds, after which the job is killed and ClusterError thrown.
        on_loaded: what to do where something else uses more than 10 % of the processors: "refuse" (ClusterError),
        "wait" (up to ten minutes, then ClusterError), "note" (result.loaded tells).
        A program that fails is no error here: see result.status.
        """
        return self.start(command, n, mpi, protocol, env, on_loaded=on_loaded).wait(timeout)

    def start(self, command: Sequence[str], n: int | None = None, mpi: str = "openmpi", protocol: str = "tuned",
              env: Mapping[str, str] | None = None, on_loaded: str = "refuse", capture: bool = True) -> Job:
        """Starts a job as `run` does and returns at once; wait() on it gives the result. One job at a time.

        capture=False lets it write where this process does, and read what this process would.
        """
        up = self._up()
        places = self.hosts * self.processes
        n = places if n is None else n
        if not 1 <= n <= places:
            raise ClusterError(f"{n} processes do not fit on {self.hosts} hosts with {self.processes} each; use 1 to "
                               f"{places}, or a cluster with more hosts or processes")
        if not command:
            raise ClusterError("no command given; add the MPI program to run, as in build/weft bench")
        if self.job and self.job.is_running():
            raise ClusterError("the cluster runs a job already; wait for it, or kill it")
        if self.job and not self.job.was_killed:
            self.job.wait()  # its figures end where those of the next begin
        kill(up.jobs())  # what a command left that was killed
        launcher = launch.job(mpi, n, self.processes, protocol)
        before = self._quiet(on_loaded)
        # All hosts share this machine's processors: weft's processes that wait leave them to the others.
        environment = {"WEFT_WAITING": "sleep", **os.environ, **(env or {}), "CLUSTER_HOSTS": " ".join(map(str, up.hosts_inside))}
        line = ["setpriv", "--pdeathsig", "KILL",
                *up.enter(up.hosts[0], "mount", "net", "pid", "ipc", "uts"),
                "setpriv", "--pdeathsig", "KILL", "env", "-C", os.getcwd(), *launcher, *command]
        about = {"command": list(command), "cluster": self.describe(), "mpi": mpi, "processes": n, "protocol": protocol}
        self.job = Job(line, environment, capture, up, self.host_names, about, before)
        return self.job

    def _quiet(self, on_loaded: str) -> float:
        """Waits until nothing else uses the processors, if so wished; the share that something does use."""
        if on_loaded not in ON_LOADED:
            raise ClusterError(f"on_loaded='{on_loaded}' is not known; use {', '.join(ON_LOADED)}")
        end = time.monotonic() + MAX_WAIT_SECONDS
        while True:
            busy, names = watch()
            if busy <= MOST or on_loaded == "note":
                return busy
            if on_loaded == "refuse" or time.monotonic() > end:
                raise ClusterError(f"the machine is busy: {busy:.0%} of its processors are in use ({names}), and times "
                                   f"are worth little above {MOST:.0%}; stop that, or run all the same with "
                                   "--loaded note (on_loaded=\"note\")")
            time.sleep(5)

    # --- cables -------------------------------------------------------------------------------------------

    def cut(self, host: int) -> None:
        """Pulls a host's cable out of its switch: both ends have no link, and nobody is told."""
        self._cable(host, "set", "down")

    def mend(self, host: int) -> None:
        """Puts it in again."""
        self._cable(host, "set", "up")

    def power_off(self, host: int) -> None:
        """Ends a host as if its plug were pulled: its cable goes first, so no other host gets a word, then all its processes."""
        self._cable(host, "delete")
        self._end(host)

    def shut_down(self, host: int) -> None:
        """Ends a host whose system closes the connections of its processes, which other hosts see at once."""
        self._end(host)
        self._cable(host, "delete", must=False)  # unless it went with the host

    def _end(self, host: int) -> None:
        self._check_host(host)
        namespace = files_of(self._up().hosts[host])
        wait_until(lambda: not (kill(sharing_files(namespace)) or sharing_files(namespace)), 10)

    def power_on(self, host: int) -> None:
        """The host is there again, with no processes and empty memory."""
        up = self._up()
        self._check_host(host)
        if not self.unshare:
            raise ClusterError("a host can be powered on only inside the `with` that made the cluster")
        self.namespaces = namespaces.power_on(up, self.unshare, host)

    def _cable(self, host: int, *what: str, must: bool = True) -> None:
        """`ip link` about the host's cable."""
        up = self._up()
        self._check_host(host)
        verb, *more = what
        done = subprocess.run([*up.enter(up.switches, "net"), "ip", "link", verb, f"port{host}", *more],
                              capture_output=True, text=True)
        if done.returncode and must:
            raise ClusterError(f"`ip link {' '.join(what)}` for the cable of host {host}: {done.stderr.strip()}")

    def _check_host(self, host: int) -> None:
        if not 0 <= host < self.hosts:
            raise ClusterError(f"there is no host {host}; the cluster has the hosts 0 to {self.hosts - 1}")

    def has_link(self, host: int) -> bool:
        """False while the host's cable is cut."""
        self._check_host(host)
        with open(f"/proc/{self._up().hosts[host]}/root/sys/class/net/eth0/carrier", encoding="ascii") as carrier:
            return carrier.read() == "1\n"

    # --- figures ------------------------------------------------------------------------------------------

    def traffic(self) -> list[counters.Traffic]:
        """What each host sent and received since the cluster is up."""
        return counters.traffic(self.host_names, self._up())

    def drops(self) -> dict[str, int]:
        """Frames that each queue dropped since the cluster is up."""
        return counters.drops(self._up())

    def _up(self) -> namespaces.Namespaces:
        if self.namespaces is None:
            raise ClusterError("the cluster is not up; use it inside `with Cluster(...) as cluster:`")
        if not self.namespaces.is_up():
            raise ClusterError(f"the cluster has ended: the process {self.namespaces.holder} that held it is gone; "
                               "make it again")
        return self.namespaces
