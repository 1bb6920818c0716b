"""What an emulated cluster looks like: parsing, words, and the lines that make it with `ip -batch` and `tc -batch`.

Pure: nothing here starts a process. Each host has one interface eth0, a virtual cable to a port of its switch. A switch
is a bridge. Hosts are divided into groups, each with a bridge of its own; several groups are joined by a core switch,
each through a trunk.

  switch            one group; each host has a cable of the rate, both ways at once
  hub               one group whose hosts share one medium of the rate: every port leads through one shaped device
  hub:N             N hosts on a hub, the hubs joined by a switch with cables of the rate; what a hub gets through its
                    cable occupies its medium, too. Where N does not divide the hosts the last hub has fewer.
  segments:K:TRUNK  K switches, each joined to the core by a cable of the rate TRUNK; where K does not divide the hosts,
                    switch k has the hosts i with i * K // hosts = k, so sizes differ by one at most

Queues are `tbf` with the overhead of Ethernet (preamble, gap and checksum: 24 bytes beside the 14 of the header that the
kernel counts itself), so a link of 100 Mbit/s gives TCP 1448 of each 1538 bytes: 94.15 Mbit/s, as a cable does. The
switches and the device of a hub are in one network namespace, the hosts in one each.
"""

import re
from dataclasses import dataclass

MAX_HOSTS = 250  # addresses 10.77.0.1 to 10.77.0.250
BURST_BYTES = 3100  # two frames
HOST_QUEUE, PORT_QUEUE, MEDIUM_QUEUE = "256kb", "128kb", "1mb"  # as tc writes sizes: 1024 bytes each
PAYLOAD_OF_WIRE = 1448 / 1538  # TCP data in a full frame over the bytes that it occupies on the cable
UNITS = {"bit": 1, "kbit": 10**3, "mbit": 10**6, "gbit": 10**9}
SETTINGS = {  # of each host, under /proc/sys/net/ipv4
    "tcp_no_metrics_save": "1",
    "tcp_wmem": "4096 16384 131072",
    "tcp_rmem": "4096 87380 174760",
    "tcp_retries2": "5",  # a host that is cut off is lost after some 15 s, by Linux' own default after 15 minutes
}
NETWORK = "10.77.0.0/24"


class ClusterError(Exception):
    """Something that an emulated cluster cannot do, with the remedy."""


def parse_rate(text: str) -> int:
    """Bits per second of a rate as tc writes it: 800kbit, 10mbit, 1gbit, 2.5gbit."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(bit|kbit|mbit|gbit)", text)
    if not match:
        raise ClusterError(f"'{text}' is not a rate; give bits per second as in 800kbit, 10mbit or 1gbit")
    bits = round(float(match[1]) * UNITS[match[2]])
    if not 10_000 <= bits <= 40 * 10**9:
        raise ClusterError(f"the rate {text} cannot be emulated; give 10kbit to 40gbit")
    return bits


def address(host: int) -> str:
    """The Internet address of a host (counted from 0)."""
    return f"10.77.0.{host + 1}"


def hardware_address(host: int) -> str:
    """The Ethernet address of a host (counted from 0)."""
    return f"02:00:0a:4d:00:{host + 1:02x}"


def tbf(device: str, bits: int, queue: str) -> str:
    """The line for tc that lets a device send `bits` per second, with this much room for what waits."""
    burst = max(BURST_BYTES, bits // 8 // 20_000)  # 50 us of the rate: above 500 Mbit/s timers are not finer
    return (f"qdisc add dev {device} root tbf rate {bits}bit burst {burst} limit {queue} overhead 24 "
            "linklayer ethernet")


@dataclass(frozen=True)
class Topology:
    """Hosts, their groups, and the rates between them (see the head of this file)."""

    text: str  # as given: switch, hub, hub:N, segments:K:TRUNK
    rate_bits: int  # of each host's cable, or of a hub's medium
    groups: tuple[tuple[int, ...], ...]  # hosts of each switch or hub
    hubs: bool  # a group shares one medium
    trunk_bits: int  # between a group and the core; unused where there is one group

    @property
    def n_hosts(self) -> int:
        return sum(map(len, self.groups))

    def group_of(self, host: int) -> int:
        return next(k for k, group in enumerate(self.groups) if host in group)

    def words(self) -> str:
        """One line that says what is joined to what."""
        rate = rate_words(self.rate_bits)
        sizes = "+".join(str(len(group)) for group in self.groups)
        if len(self.groups) == 1:
            return f"{self.n_hosts} hosts on one hub, a shared medium of {rate}" if self.hubs else (
                f"{self.n_hosts} hosts on one switch, each with a cable of {rate}")
        kind = f"hubs of {rate}" if self.hubs else f"switches with cables of {rate}"
        return f"{self.n_hosts} hosts on {len(self.groups)} {kind} ({sizes}), joined by a switch with cables of " \
               f"{rate_words(self.trunk_bits)}"

    def cable(self, host: int, pid: int) -> list[str]:
        """Lines for `ip -batch` where the switches are: the cable of a host, to the network of the process pid."""
        return [f"link add port{host} type veth peer name eth0 netns {pid}",
                f"link set port{host} master switch{self.group_of(host)} up"]

    def port_queue(self, host: int) -> list[str]:
        """Lines for `tc -batch` where the switches are: the queue of that cable, or its way through the medium of its hub."""
        if self.hubs:
            return through(f"port{host}", self.group_of(host))
        return [tbf(f"port{host}", self.rate_bits, PORT_QUEUE)]

    def switch_links(self, host_pids: list[int]) -> list[str]:
        """Lines for `ip -batch` where the switches are; host i gets its end in the network of process host_pids[i]."""
        lines = []
        for k, group in enumerate(self.groups):
            lines += bridge(f"switch{k}")
            for host in group:
                lines += self.cable(host, host_pids[host])
            if self.hubs:
                lines += [f"link add medium{k} type ifb", f"link set medium{k} up"]
        if len(self.groups) > 1:
            lines += bridge("core")
            for k in range(len(self.groups)):
                lines += [f"link add trunk{k} type veth peer name core{k}", f"link set trunk{k} master switch{k} up",
                          f"link set core{k} master core up"]
        return lines

    def switch_queues(self) -> list[str]:
        """Lines for `tc -batch` where the switches are: each port's queue, or its way through the medium of its hub."""
        lines = []
        for k, group in enumerate(self.groups):
            if self.hubs:
                lines.append(tbf(f"medium{k}", self.rate_bits, MEDIUM_QUEUE))
            for host in group:
                lines += self.port_queue(host)
            if len(self.groups) > 1:
                lines += through(f"trunk{k}", k) if self.hubs else [tbf(f"trunk{k}", self.trunk_bits, PORT_QUEUE)]
                lines.append(tbf(f"core{k}", self.trunk_bits, PORT_QUEUE))
        return lines

    def host_links(self, host: int) -> list[str]:
        """Lines for `ip -batch` on a host: frames of 1500 bytes, and neighbours that nobody has to ask for."""
        return [
            "link set lo up",
            # Else the kernel hands several frames to the queue as one, which it would send as one.
            f"link set eth0 address {hardware_address(host)} gso_max_segs 1",
            f"addr add {address(host)}/24 dev eth0",
            "link set eth0 up",
            *(f"neigh replace {address(other)} lladdr {hardware_address(other)} dev eth0 nud permanent"
              for other in range(self.n_hosts) if other != host),
        ]

    def host_congestion(self, host: int) -> list[str]:
        """The line for `ip -batch` that has TCP use Reno, of which every kernel has the same."""
        return [f"route replace {NETWORK} dev eth0 src {address(host)} proto kernel scope link congctl reno"]

    def host_queues(self) -> list[str]:
        """Lines for `tc -batch` on a host."""
        return [tbf("eth0", self.rate_bits, HOST_QUEUE)]


def bridge(name: str) -> list[str]:
    return [f"link add {name} type bridge stp_state 0 mcast_snooping 0", f"link set {name} up"]


def through(device: str, group: int) -> list[str]:
    """What comes in at the device goes through the medium of its hub first."""
    return [f"qdisc add dev {device} ingress",
            f"filter add dev {device} parent ffff: protocol all u32 match u32 0 0 action mirred egress redirect "
            f"dev medium{group}"]


def rate_words(bits: int) -> str:
    for unit, factor in (("Gbit/s", 10**9), ("Mbit/s", 10**6), ("kbit/s", 10**3)):
        if bits >= factor:
            return f"{bits / factor:g} {unit}"
    return f"{bits} bit/s"


def parse_topology(text: str, hosts: int, rate: str) -> Topology:
    """The topology of these words, number of hosts and rate of a host's cable. ClusterError if there is none such."""
    bits = parse_rate(rate)
    if not 1 <= hosts <= MAX_HOSTS:
        raise ClusterError(f"{hosts} hosts cannot be emulated; give 1 to {MAX_HOSTS}")
    everyone = range(hosts)
    kind, *details = text.split(":")
    if text in ("switch", "hub"):
        return Topology(text, bits, (tuple(everyone),), kind == "hub", bits)
    if kind == "hub" and len(details) == 1:
        size = count(details[0], f"topology {text}: hosts on a hub", 1, hosts)
        groups = (tuple(everyone[start:start + size]) for start in range(0, hosts, size))
        return Topology(text, bits, tuple(groups), True, bits)
    if kind == "segments" and len(details) == 2:
        n = count(details[0], f"topology {text}: switches", 2, hosts)
        groups = (tuple(i for i in everyone if i * n // hosts == k) for k in range(n))
        return Topology(text, bits, tuple(groups), False, parse_rate(details[1]))
    raise ClusterError(f"the topology '{text}' is not known; use switch, hub, hub:N (hosts on a hub) or "
                       "segments:K:TRUNK (switches and the rate of their trunks, as in segments:2:10mbit)")


def count(text: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[1-9]\d{0,5}", text) or not least <= int(text) <= most:
        raise ClusterError(f"{what}: '{text}' given; use a number from {least} to {most}, the number of hosts, or the "
                           "topology switch" + (" or hub" if least == 1 else ""))
    return int(text)
