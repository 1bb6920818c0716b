"""Command lines that start an MPI job on the hosts of an emulated cluster.

The launcher runs on the first host and starts its helper on the others by agent.sh, as it would by ssh. Messages
between hosts go through TCP on eth0, and nothing else; processes of one host share memory. All hosts have one kernel,
so what tells hosts apart by the kernel must be switched off (UCX: memory copied between processes).

Both libraries move large messages by asking the receiver first. On a slow link that question waits behind the data of
the other direction, and an exchange takes up to twice as long. "tuned" has them send at once; "default" changes
nothing.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from topology import ClusterError, NETWORK, address

AGENT = str(Path(__file__).resolve().parent / "agent.sh")
PROTOCOLS = ("tuned", "default")


def slots(n: int, per_host: int) -> list[str]:
    """HOST:PROCESSES for n processes that fill host after host."""
    return [f"{address(i)}:{min(per_host, n - start)}" for i, start in enumerate(range(0, n, per_host))]


def openmpi(launcher: str, n: int, per_host: int, protocol: str) -> list[str]:
    options = {
        "plm": "rsh", "plm_rsh_agent": AGENT, "plm_rsh_no_tree_spawn": "1", "oob_tcp_if_include": NETWORK,
        "orte_keep_fqdn_hostnames": "1",
        # A host that is cut off ends the job; by default mpirun waits for it for eight minutes.
        "oob_tcp_keepalive_time": "5", "oob_tcp_keepalive_intvl": "2", "oob_tcp_keepalive_probes": "3",
        "orte_tmpdir_base": "/dev/shm",  # each host's own, which goes with it
        "pml": "ob1", "btl": "tcp,vader,self", "btl_tcp_if_include": NETWORK, "mtl": "^ofi,psm,psm2", "osc": "^ucx",
        "mpi_yield_when_idle": "1",
        **({"btl_tcp_flags": "1"} if protocol == "tuned" else {}),
    }
    return [launcher, "--allow-run-as-root", "--host", ",".join(slots(n, per_host)), "-np", str(n), "--map-by", "slot",
            "--bind-to", "none", *(word for key, value in options.items() for word in ("--mca", key, value))]


def mpich(launcher: str, n: int, per_host: int, protocol: str) -> list[str]:
    variables = {
        "UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "eth0", "UCX_WARN_UNUSED_ENV_VARS": "n",
        **({"UCX_RNDV_THRESH": "inf"} if protocol == "tuned" else {}),
    }
    return [launcher, "-launcher", "ssh", "-launcher-exec", AGENT, "-hosts", ",".join(slots(n, per_host)),
            "-localhost", address(0), "-iface", "eth0", "-np", str(n),
            *(word for key, value in variables.items() for word in ("-genv", key, value))]


@dataclass(frozen=True)
class Library:
    """An MPI library: its launchers' names, what their --version says, Debian's package, its command line."""

    launchers: tuple[str, ...]
    says: str
    package: str
    command: Callable[[str, int, int, str], list[str]]


LIBRARIES = {
    "openmpi": Library(("mpirun.openmpi", "mpirun"), "Open MPI", "openmpi-bin", openmpi),
    "mpich": Library(("mpirun.mpich", "mpiexec.hydra", "mpirun"), "HYDRA", "mpich", mpich),
}


def find_launcher(mpi: str) -> str:
    """The path of the library's launcher. ClusterError if it is not known or not installed."""
    if mpi not in LIBRARIES:
        raise ClusterError(f"the MPI library '{mpi}' is not known; use {' or '.join(LIBRARIES)}")
    library = LIBRARIES[mpi]
    for name in library.launchers:
        path = shutil.which(name)
        if path:
            version = subprocess.run([path, "--version"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if library.says in version.stdout:
                return path
    raise ClusterError(f"no launcher of {mpi} in PATH ({', '.join(library.launchers)}); install it "
                       f"(apt-get install {library.package}), or choose another library with --mpi")


def job(mpi: str, n: int, per_host: int, protocol: str) -> list[str]:
    """The beginning of the command that starts n processes; agent.sh wants CLUSTER_HOSTS, see there."""
    if protocol not in PROTOCOLS:
        raise ClusterError(f"the protocol '{protocol}' is not known; use {' or '.join(PROTOCOLS)}")
    return LIBRARIES[mpi].command(find_launcher(mpi), n, per_host, protocol)
