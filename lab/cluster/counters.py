"""What the network of an emulated cluster counts: bytes and frames of each host, what queues dropped, what was resent.

Payload is what TCP carried: the bytes that left, less the headers of every frame. The kernel counts a frame with its
Ethernet header (14 bytes) but without checksum, preamble and gap; the headers of the Internet and of TCP with time
stamps have 20 and 32 bytes. A frame that only acknowledges has these 66 bytes and counts as no payload. What is sent
again counts again.
"""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from namespaces import Namespaces
from topology import ClusterError

HEADER_BYTES = 14 + 20 + 32


@dataclass(frozen=True)
class Traffic:
    """What one host sent and received."""

    name: str
    sent_bytes: int  # with headers
    received_bytes: int
    sent_packets: int
    received_packets: int
    retransmissions: int  # segments that TCP sent again

    @property
    def payload_bytes(self) -> int:
        """What it sent without the headers (see the head of this file)."""
        return self.sent_bytes - HEADER_BYTES * self.sent_packets

    def since(self, before: "Traffic") -> "Traffic":
        """What came to it since the earlier figures."""
        return Traffic(self.name, *(getattr(self, f) - getattr(before, f) for f in FIGURES))

    def to_json(self) -> dict:
        return {"name": self.name, **{f: getattr(self, f) for f in (*FIGURES, "payload_bytes")}}


FIGURES = ("sent_bytes", "received_bytes", "sent_packets", "received_packets", "retransmissions")


def host_traffic(name: str, pid: int) -> Traffic:
    """The figures of the host in whose network the process is, from the start of the cluster."""
    lines = Path(f"/proc/{pid}/net/dev").read_text().splitlines()
    field = next(line.split(":")[1] for line in lines if line.split(":")[0].strip() == "eth0").split()
    names, values = (line.split()[1:] for line in Path(f"/proc/{pid}/net/snmp").read_text().splitlines()
                     if line.startswith("Tcp:"))
    resent = int(dict(zip(names, values))["RetransSegs"])
    return Traffic(name, int(field[8]), int(field[0]), int(field[9]), int(field[1]), resent)


def traffic(names: list[str], namespaces: Namespaces) -> list[Traffic]:
    """The figures of all hosts."""
    return [host_traffic(name, pid) for name, pid in zip(names, namespaces.hosts)]


def queue_drops(namespaces: Namespaces, pid: int) -> dict[str, int]:
    """Frames that the shaped queues of one network dropped, by device."""
    done = subprocess.run([*namespaces.enter(pid, "net"), "tc", "-s", "-j", "qdisc", "show"], capture_output=True,
                          text=True)
    if done.returncode:
        raise ClusterError(f"the queues cannot be read: {done.stderr.strip()}; is the cluster still up?")
    return {queue["dev"]: queue["drops"] for queue in json.loads(done.stdout) if queue["kind"] == "tbf"}


def drops(namespaces: Namespaces) -> dict[str, int]:
    """Frames dropped by each queue: host0 (on the host), port0 (the switch's, towards it), trunk0, core0, medium0."""
    with ThreadPoolExecutor(4) as threads:
        hosts = threads.map(lambda pid: queue_drops(namespaces, pid)["eth0"], namespaces.hosts)
        return {**{f"host{i}": n for i, n in enumerate(hosts)}, **queue_drops(namespaces, namespaces.switches)}
