"""Runs MPI programs on an emulated cluster: hosts, switches and cables of one machine, with counted bytes.

  python3 lab/cluster run --hosts 4 --rate 10mbit build/weft bench --shape 64x64x64
  python3 lab/cluster up --hosts 8 --topology hub; python3 lab/cluster run build/weft doctor;
  python3 lab/cluster down

The cluster of `run --hosts` ends with its command; that of `up` stays until `down`. Exit status: the command's; 2 for
what cannot be had, with the remedy.
"""

import argparse
import signal
import sys
from contextlib import nullcontext
from pathlib import Path

import namespaces
import state
from cluster import Cluster, ClusterError
from launch import LIBRARIES, PROTOCOLS


class Parser(argparse.ArgumentParser):
    def error(self, message):
        print(f"cluster: error: {message}; see `python3 lab/cluster --help`", file=sys.stderr)
        sys.exit(2)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(prog="cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True, metavar="up|run|stat|cut|mend|down")
    add = {name: commands.add_parser(name, help=text, allow_abbrev=False) for name, text in (
        ("up", "make a cluster that stays"), ("run", "run an MPI program on the cluster, or on one of its own"),
        ("stat", "what its hosts sent and received, and what was dropped"), ("cut", "pull a host's cable"),
        ("mend", "put it in again"), ("down", "take the cluster away"))}
    for name, command in add.items():
        command.add_argument("--name", default="weft", help="of the cluster; its hosts are NAME-h0, ... (default: weft)")
    for name in ("up", "run"):
        add[name].add_argument("--hosts", type=int, required=name == "up", help="number of hosts" + (
            "" if name == "up" else ": makes a cluster for this command alone"))
        add[name].add_argument("--processes", type=int, help="places for processes on each host (default: 1)")
        add[name].add_argument("--rate", help="of each host's cable, as 800kbit, 10mbit, 1gbit (default: 10mbit)")
        add[name].add_argument("--topology", help="switch (default), hub, hub:N, segments:K:TRUNK")
    run = add["run"]
    run.add_argument("-n", type=int, help="number of processes, host after host (default: hosts x places)")
    run.add_argument("--mpi", choices=LIBRARIES, default="openmpi", help="(default: openmpi)")
    run.add_argument("--protocol", choices=PROTOCOLS, default="tuned",
                     help="tuned: large messages are sent without asking first (default); default: as the library does")
    run.add_argument("--json", type=Path, metavar="FILE", help="write time, bytes, drops and load there")
    run.add_argument("--loaded", choices=("refuse", "note"), default="refuse",
                     help="where something else uses more than 10 %% of the processors (default: refuse)")
    run.add_argument("--timeout", type=float, metavar="S", help="kill the program after so many seconds")
    run.add_argument("command", nargs=argparse.REMAINDER, metavar="COMMAND...")
    for name in ("cut", "mend"):
        add[name].add_argument("host", type=int, help="counted from 0")
    return parser.parse_args(arguments)


def made(options: argparse.Namespace) -> Cluster:
    given = {key: getattr(options, key) for key in ("processes", "rate", "topology")}
    return Cluster(hosts=options.hosts, name=options.name,
                   **{key: value for key, value in given.items() if value is not None})


def up(options: argparse.Namespace) -> int:
    there = state.find(options.name)
    if there:
        raise ClusterError(f"the cluster {options.name} is up already ({there.shape.words()}); take it away with "
                           "`python3 lab/cluster down`, or make another with --name")
    cluster = made(options)
    cluster.namespaces, unshare = namespaces.hold(cluster.name, cluster.hosts, cluster.rate, cluster.topology,
                                                  stays=True)
    try:
        state.save(cluster)
    except BaseException:
        namespaces.end(unshare)
        raise
    print(f"cluster: {cluster.name} is up: {cluster.shape.words()}")
    return 0


def run(options: argparse.Namespace) -> int:
    if options.hosts is None and (options.processes or options.rate or options.topology):
        raise ClusterError("--processes, --rate and --topology make a cluster, which needs --hosts, too; without them "
                           "the command runs on the cluster that is up")
    if options.json and not options.json.absolute().parent.is_dir():
        raise ClusterError(f"--json {options.json}: there is no folder {options.json.parent}; make it")
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    with (made(options) if options.hosts is not None else nullcontext(state.get(options.name))) as cluster, \
            (nullcontext() if options.hosts is not None else state.only_one(options.name)):
        job = cluster.start(command, options.n, options.mpi, options.protocol, on_loaded=options.loaded, capture=False)
        result = job.wait(options.timeout)
    if options.json:
        state.write_whole(options.json, result.to_json())
    if result.loaded:
        print(f"cluster: note: something else used {max(result.load.others, result.load.before):.0%} of the "
              "processors; the times are worth little", file=sys.stderr)
    return result.status


def stat(options: argparse.Namespace) -> int:
    cluster = state.get(options.name)
    print(f"{cluster.shape.words()}; TCP uses {cluster.namespaces.congestion}")
    print(f"{'host':20} {'cable':>6} {'sent MB':>11} {'payload MB':>11} {'received MB':>11} {'frames':>9} {'resent':>7}")
    for i, host in enumerate(cluster.traffic()):
        print(f"{host.name:20} {'whole' if cluster.has_link(i) else 'cut':>6} {host.sent_bytes / 1e6:11.3f} "
              f"{host.payload_bytes / 1e6:11.3f} {host.received_bytes / 1e6:11.3f} {host.sent_packets:9} "
              f"{host.retransmissions:7}")
    dropped = ", ".join(f"{queue} {n}" for queue, n in cluster.drops().items() if n)
    print(f"frames dropped: {dropped or 'none'}")
    return 0


def down(options: argparse.Namespace) -> int:
    cluster = state.find(options.name)
    if not cluster:
        print(f"cluster: no cluster named {options.name} is up: nothing to take away")
        return 0
    cluster.namespaces.close()
    state.remove(options.name)
    print(f"cluster: {options.name} is gone")
    return 0


def cut(options: argparse.Namespace) -> int:
    state.get(options.name).cut(options.host)
    return 0


def mend(options: argparse.Namespace) -> int:
    state.get(options.name).mend(options.host)
    return 0


def main() -> int:
    options = parse(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        return {"up": up, "run": run, "stat": stat, "cut": cut, "mend": mend, "down": down}[options.what](options)
    except ClusterError as error:
        print(f"cluster: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


if __name__ == "__main__":
    sys.exit(main())
