"""Kernel FT of the NAS benchmarks on a cluster of workstations: what direct transfer, overlap and scheduling gain, where
the time goes, 10 against 100 Mbit/s, and independent transforms on separate segments of the network.

On a node class A (256 x 256 x 128 points, 6 iterations), where copies count; over links class W (128 x 128 x 32), with
processors that are slowed until calculation is the share that the paper had of the time on eight of its workstations
(15 %, on an Ethernet of 10 Mbit/s that all shared). Where links and processors are both ten times as fast, times are
multiplied by ten.
"""

import pathlib

import figure
from study import NAMES, Part, Recorder, Series, Study, conditions, markdown, median, payload, percent, within

NAME = "kernel-ft"
SLOW = "WEFT_SECONDS_PER_FLOP"
FLOP = 175e-9  # seconds of an operation on a workstation of the paper, by its share of calculation
CLASS = ["npb", "ft", "--class", "W"]
ON_A_NODE = "alltoallv,alltoall,p2p,alltoallw,window-pull,window-push"
OVER_LINKS = ("p2p,p2p+overlap,pairwise,pairwise+overlap,cyclic,pipelined:p2p:1,pipelined:p2p:1+overlap,pipelined:pairwise:1,"
              "pipelined:alltoallv:1")


def pace(faster: float) -> dict[str, str]:
    return {SLOW: f"{FLOP / faster:.4g}"}


def run_node(recorder: Recorder) -> None:
    for n in (2, 4):
        for mpi in NAMES:
            recorder.launch(f"{n} processes, {mpi}", ["npb", "ft", "--class", "A", "--compare", ON_A_NODE, "--repeats", "5"],
                            n=n, mpi=mpi)


def run_gains(recorder: Recorder) -> None:
    for topology, rate, faster in (("hub", "100mbit", 10), ("switch", "40mbit", 4)):
        recorder.launch(topology, [*CLASS, "--compare", OVER_LINKS, "--repeats", "3"], hosts=8, rate=rate,
                        topology=topology, env=pace(faster), faster=faster)


def run_rates(recorder: Recorder) -> None:
    for topology, rate in (("hub", "10mbit"), ("hub", "100mbit"), ("switch", "10mbit"), ("switch", "100mbit")):
        recorder.launch(f"{topology} {rate}", [*CLASS, "--exchange", "pairwise"], hosts=8, rate=rate, topology=topology,
                        env=pace(1))


def run_segments(recorder: Recorder) -> None:
    for segments in (1, 2, 3, 4):
        hosts = 8 * segments
        words = ["kernel-ft", *CLASS[2:], "--compare", "p2p", "--repeats", "3", "--segments", str(segments)]
        recorder.launch(f"{segments}", words, hosts=hosts, rate="50mbit", topology="hub:8", env=pace(5), faster=5,
                        segments=segments)


# --- what came out ------------------------------------------------------------------------------------------


def seconds_of(row: dict) -> list[float]:
    return [turn["seconds"] for turn in row["rounds"]]


def share(row: dict, name: str) -> float:
    return median([turn["shares"][name]["percent"] for turn in row["rounds"]]) / 100


def saved(launch: dict) -> dict[str, float]:
    """By exchange: of the time of the first one in the same round, the share; median over the rounds."""
    rows = launch["report"]["compare"]
    base = seconds_of(rows[0])
    return {row["exchange"]: median([1 - mine / its for mine, its in zip(seconds_of(row), base)]) for row in rows}


def gain_rows(launch: dict, faster: float = 1) -> list[list[str]]:
    rows, gains = launch["report"]["compare"], saved(launch)
    return [[f"`{row['exchange']}`", f"{median(seconds_of(row)) * faster:.4g}",
             "" if row is rows[0] else f"{gains[row['exchange']] * 100:+.1f} %",
             *(percent(share(row, name)) for name in ("calculation", "sending", "idle"))] for row in rows]


HEAD = ["exchange", "seconds", "saved", "calculation", "sending", "idle"]


def by_count(segments: int) -> float:
    """Speedup: each segment makes the forward transform, and its share of six back."""
    return 7 / (1 + -(-6 // segments))


def speedups(launches: list[dict]) -> dict[int, float]:
    """By segments."""
    seconds = {launch["segments"]: median(seconds_of(launch["report"]["compare"][0])) for launch in launches}
    return {n: seconds[1] / value for n, value in seconds.items()}


def bytes_over_formula(launch: dict) -> float:
    return payload(launch) / launch["report"]["volume"]["whole_run_bytes"]


def tables(raw: dict[str, list]) -> dict[str, str]:
    found = {}
    for launch in raw.get("node", []):
        found[f"node-{launch['emulation']['processes']}-{launch['mpi']}"] = markdown(HEAD, gain_rows(launch))
    for launch in raw.get("gains", []):
        found[f"gains-{launch['name']}"] = markdown(HEAD, gain_rows(launch, launch["faster"]), conditions([launch]))
    if "rates" in raw:
        rows = []
        for launch in raw["rates"]:
            report, told = launch["report"], launch["emulation"]
            sent = report["volume"]["whole_run_bytes"]
            rows.append([told["cluster"]["topology"], told["cluster"]["rate"], f"{report['seconds']:.2f}",
                         *(f"{report['shares'][name]['percent']:.0f} %" for name in ("calculation", "sending", "idle")),
                         f"{sent / 1e6:.2f}", f"{payload(launch) / 1e6:.2f}", f"{bytes_over_formula(launch):.4f}"])
        found["rates"] = markdown(["network", "links", "seconds", "calculation", "sending", "idle", "MB by formula",
                                   "MB on the interfaces", "ratio"], rows, conditions(raw["rates"]))
    if "segments" in raw:
        rows, faster = [], speedups(raw["segments"])
        for launch in raw["segments"]:
            row = launch["report"]["compare"][0]
            seconds = median(seconds_of(row)) * launch["faster"]
            parts = [median([turn["segments"][key] for turn in row["rounds"]]) * launch["faster"]
                     for key in ("forward_seconds", "transform_seconds")]
            rows.append([launch["segments"], launch["emulation"]["processes"], f"{seconds:.2f}",
                         f"{faster[launch['segments']]:.2f}", f"{by_count(launch['segments']):.2f}",
                         *(f"{part:.2f}" for part in parts)])
        found["segments"] = markdown(["segments", "hosts", "seconds", "speedup", "by count", "forward, s", "inverse, s"], rows,
                                     conditions(raw["segments"]))
    return found


def claims_of_node(launches: list[dict]) -> list[str]:
    by_job = {(launch["mpi"], launch["emulation"]["processes"]): launch for launch in launches}

    def windows(mpi: str, n: int, sign: int = 1) -> str:
        gains = saved(by_job[mpi, n])
        return percent(*(sign * gains[name] for name in ("window-pull", "window-push")), form=".1f")

    idle = {row["exchange"]: share(row, "idle") for row in by_job["openmpi", 2]["report"]["compare"]}
    return [
        f"save {windows('openmpi', 2)} of the time of `alltoallv` on two processes and {windows('openmpi', 4)} on four with Open "
        f"MPI, {windows('mpich', 2)} on two with MPICH",
        f"with Open MPI on two processes {percent(idle['alltoallv'])} of the time is idle with `alltoallv`, "
        f"{percent(idle['window-pull'], idle['window-push'])} with windows",
        f"With MPICH on four processes windows lose {windows('mpich', 4, -1)}"]


def claims(raw: dict[str, list]) -> list[str]:
    hub, switch = (saved(launch) for launch in raw["gains"])
    in_strips = ("pipelined:p2p:1", "pipelined:pairwise:1", "pipelined:alltoallv:1")
    first = raw["gains"][0]["report"]["compare"][0]
    rates = {launch["name"]: launch["report"] for launch in raw["rates"]}
    slow, fast = rates["hub 10mbit"], rates["switch 100mbit"]
    hub_faster, switched, both = (f"{slow['seconds'] / rates[name]['seconds']:.1f}"
                                  for name in ("hub 100mbit", "switch 10mbit", "switch 100mbit"))
    measured = [f"{faster:.2f}" for n, faster in speedups(raw["segments"]).items() if n > 1]
    at_once = ("pipelined:p2p:1", "pipelined:alltoallv:1")
    return [
        *claims_of_node(raw["node"]),
        f"(`pairwise` over `p2p`) saves {percent(hub['pairwise'], switch['pairwise'], form='.1f')}",
        f"Strips save {percent(*(switch[name] for name in at_once))} on the switch",
        f"and {percent(*(hub[name] for name in in_strips))} on the hub",
        f"`p2p+overlap` saves {percent(hub['p2p+overlap'])} on the hub and {percent(switch['p2p+overlap'])} on the switch",
        f"both together {percent(hub['pipelined:p2p:1+overlap'])} and {percent(switch['pipelined:p2p:1+overlap'])}",
        f"the wire is busy {percent(share(first, 'idle'))} of the time, so {percent(share(first, 'calculation'))} is all that "
        f"could be hidden",
        f"{percent(-switch['pipelined:pairwise:1'])} slower than `p2p` on the switch",
        f"`cyclic` is {percent(-switch['cyclic'])} slower there",
        f"brings {hub_faster} times the speed, a switch of 10 Mbit/s {switched} times, both {both}: calculation, "
        f"{fast['shares']['calculation']['seconds']:.1f} s,",
        f"those of the formula to {within(map(bytes_over_formula, raw['rates']), 2)}",
        f"On the hub of 10 Mbit/s calculation is {percent(slow['shares']['calculation']['percent'] / 100)}",
        f"two segments are {by_count(2):.2f} times as fast by count, three {by_count(3):.2f} times",
        f"{measured[0]}, {measured[1]} and {measured[2]} are measured"]


def figures(raw: dict[str, list], folder) -> None:
    if "segments" in raw:
        line, ideal = Series("weft"), Series("=7 transforms over 1 + 6 / segments, rounded up")
        for n, faster in speedups(raw["segments"]).items():
            line.add(n, faster)
            ideal.add(n, by_count(n))
        figure.draw(folder / f"{NAME}-segments.svg", [("8 hosts on each segment", [line, ideal])], "segments", "speedup",
                    log=False, change=lambda axes: axes.set_xticks(line.x))


STUDY = Study(pathlib.Path(__file__).parent, NAME, "Kernel FT: overlap, scheduling and segments",
              [Part("node", "direct transfer: messages against memory that is shared, on this machine", 2, run_node),
               Part("gains", "overlap and scheduling on eight hosts, hub and switch", 8, run_gains),
               Part("rates", "10 and 100 Mbit/s, hub and switch; volume by formula and on the interfaces", 5, run_rates),
               Part("segments", "1 to 4 segments of eight hosts", 5, run_segments)],
              tables, figures, claims=claims)
