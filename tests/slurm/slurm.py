"""A Slurm cluster of emulated hosts: those of lab/cluster, with munged and slurmctld or slurmd on each of them.

    with Slurm(hosts=4, work=Path("build/slurm")) as cluster:
        print(cluster.run("srun -N4 hostname").stdout)

The first host is the login node with slurmctld; the others are the nodes. A host has its own network, name, /dev/shm, /tmp, /run
and /sys, and shares all other files, of which /etc/slurm and /etc/hosts are bound from the folder `work`. All of it is in
namespaces that end with this process, however this process ends.
"""

import os
import pathlib
import shlex
import subprocess
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "lab/cluster"))

from cluster import Cluster
from topology import address

NAME = "weft"
PATIENCE = 120  # seconds, of a machine that has other work
# Tasks are bound where srun's --cpu-bind says so, and else not: all nodes share the processors of this machine. The state of
# a job stays readable for an hour, as there is no accounting; a requeued job may begin after cred_expire + 1 s. Slurm's plugin
# for cgroups is named for slurmd, which ends without it where there is no systemd; no other plugin uses it.
CONFIGURATION = """\
ClusterName=weft
SlurmctldHost={head}
SlurmUser=root
AuthInfo=cred_expire=5
StateSaveLocation=/run/slurm/state
SlurmdSpoolDir=/run/slurm/spool
SlurmctldPidFile=/run/slurm/slurmctld.pid
SlurmdPidFile=/run/slurm/slurmd.pid
SlurmctldLogFile={work}/log/slurmctld
SlurmdLogFile={work}/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin={task}
TaskPluginParam=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
DefMemPerCPU=500
MpiDefault=none
PropagateResourceLimits=NONE
ReturnToService=2
SlurmdParameters=config_overrides
SlurmdTimeout=10
MinJobAge=3600
KillWait=5
SchedulerParameters=sched_interval=2,batch_sched_delay=0,bf_interval=2
JobRequeue=1
NodeName={nodes} CPUs={cpus} RealMemory=4000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE OverSubscribe=NO
"""
# What is to be seen by all hosts although it lies in /tmp or /run is bound into the new ones first.
FOLDERS = """\
umask 022
ulimit -c 0
mkdir -p /dev/shm/new/run /dev/shm/new/tmp
mount -t tmpfs -o mode=755 tmpfs /dev/shm/new/run
mount -t tmpfs -o mode=1777 tmpfs /dev/shm/new/tmp
for kept in {kept}; do mkdir -p /dev/shm/new$kept; mount --bind $kept /dev/shm/new$kept; done
mount -n --move /dev/shm/new/run /run
mount -n --move /dev/shm/new/tmp /tmp
rm -r /dev/shm/new
mkdir -p /run/munge /run/slurm/state /run/slurm/spool
install -m 600 {work}/munge.key /run/munge/key
mount --bind {work}/etc /etc/slurm
mount --bind {work}/hosts /etc/hosts
"""
MUNGED = ("munged --key-file=/run/munge/key --socket=/run/munge/munge.socket.2 --pid-file=/run/munge/pid"
          " --log-file={work}/log/munged.$(hostname) --seed-file=/run/munge/seed --num-threads=2 -f 2>/dev/null\n")
NEEDED = {"slurmctld": "slurmctld", "slurmd": "slurmd", "munged": "munge", "srun": "slurm-client"}


class Slurm:
    def __init__(self, hosts: int, work: pathlib.Path, cpus: int, task: str = "task/none", kept: tuple = ()) -> None:
        """hosts: nodes, beside the login node. cpus: of each, whatever this machine has. kept: folders that all hosts see."""
        self.work = work.resolve()
        self.emulated = Cluster(hosts=hosts + 1, rate="40gbit", name=NAME)
        self.off: set[int] = set()
        self.head, *self.nodes = self.emulated.host_names
        (self.work / "log").mkdir(parents=True, exist_ok=True)
        (self.work / "etc").mkdir(exist_ok=True)
        (self.work / "munge.key").touch(0o600)
        (self.work / "munge.key").write_bytes(os.urandom(128))
        (self.work / "etc/slurm.conf").write_text(CONFIGURATION.format(
            head=self.head, work=self.work, task=task, cpus=cpus, nodes=f"{NAME}-h[1-{hosts}]"))
        (self.work / "etc/cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        (self.work / "hosts").write_text("127.0.0.1 localhost\n" + "".join(
            f"{address(i)} {name}\n" for i, name in enumerate(self.emulated.host_names)))
        within = {str(path.resolve()) for path in (self.work, *kept)}
        self.kept = " ".join(shlex.quote(path) for path in within if path.startswith(("/tmp/", "/run/")))

    def __enter__(self) -> "Slurm":
        self.emulated.__enter__()
        try:
            self.start(*range(len(self.nodes) + 1))
        except BaseException:
            self.emulated.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        self.emulated.__exit__()

    def start(self, *hosts: int) -> None:
        """Starts the daemons of these hosts, counted from the login node, and waits until all nodes are idle."""
        script = "set -e\n" + FOLDERS.format(kept=self.kept, work=self.work) + MUNGED.format(work=self.work)
        started = [(host, subprocess.Popen(self.command(host, "sh", "-c", script + ("slurmctld" if host == 0 else "slurmd")),
                                           stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)) for host in hosts]
        for host, process in started:
            said = process.communicate()[1]
            assert process.returncode == 0, f"the daemons of host {host} do not start: {said}; see {self.work}/log"
        self.wait_for(self.are_idle, "idle nodes")

    def command(self, host: int, *words: str) -> list[str]:
        up = self.emulated.namespaces
        return [*up.enter(up.hosts[host], "mount", "net", "pid", "ipc", "uts"), "env", "-C", os.getcwd(), *words]

    def run(self, line: str, seconds: float = PATIENCE, host: int = 0) -> subprocess.CompletedProcess:
        """A line of the shell on a host; output and errors together in .stdout. Its status is 137 after so many seconds."""
        return subprocess.run(self.command(host, "timeout", "-s", "KILL", str(seconds), "bash", "-c", line), text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")

    def interactive(self, line: str) -> int:
        """The status of a line of the shell on the login node, which reads and writes where this process does."""
        return subprocess.run(self.command(0, "bash", "-c", line)).returncode

    def clear(self) -> None:
        """Ends all jobs, and waits until all nodes are idle."""
        self.run("scancel -f -u root")
        self.power_on()
        self.wait_for(lambda: not self.run("squeue -h").stdout.strip(), "end of all jobs")
        self.wait_for(self.are_idle, "idle nodes")

    def are_idle(self) -> bool:
        return self.run("sinfo -h -N -o %t").stdout.split() == ["idle"] * len(self.nodes)

    def wait_for(self, condition, what: str, seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"no {what} within {seconds} s: {self.run('sinfo -R; squeue -a').stdout}"
            time.sleep(0.1)

    def power_off(self, name: str) -> None:
        """A host has no power any more, and no other host gets a word of it."""
        self.off.add(number := self.emulated.host_names.index(name))
        self.emulated.power_off(number)

    def shut_down(self, name: str) -> None:
        """A host whose system closes all connections."""
        self.off.add(number := self.emulated.host_names.index(name))
        self.emulated.shut_down(number)

    def power_on(self) -> None:
        """All hosts are there again, those that were not with empty /tmp, /dev/shm and /run."""
        for host in sorted(self.off):
            self.emulated.power_on(host)
        self.start(*self.off)
        self.off.clear()


def why_not() -> str:
    """The reason why no cluster can be made here; empty if one can."""
    if os.geteuid() != 0:
        return "Slurm's daemons and mounts need root"
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    lacking = sorted({package for program, package in NEEDED.items() if not any(
        os.access(f"{folder}/{program}", os.X_OK) for folder in os.environ["PATH"].split(":"))})
    return f"the packages {', '.join(lacking)} are not installed" if lacking else ""
