"""Kernel FT of the NAS benchmarks on a cluster of workstations: what direct transfer, overlap and scheduling gain, where
the time goes, 10 against 100 Mbit/s, and independent transforms on separate segments of the network.

On a node class A (256 x 256 x 128 points, 6 iterations), where copies count; over links class W (128 x 128 x 32), with
processors that are slowed until calculation is the share that the paper had of the time on eight of its workstations
(15 %, on an Ethernet of 10 Mbit/s that all shared). Where links and processors are both ten times as fast, times are
multiplied by ten.
"""

import figure
from study import (NAMES, Part, Recorder, Series, Study, conditions, markdown, median, payload)

NAME = "kernel-ft"
SLOW = "WEFT_SECONDS_PER_FLOP"
FLOP = 175e-9  # seconds of an operation on a workstation of the paper, by its share of calculation
CLASS = ["npb", "ft", "--class", "W"]
ON_A_NODE = "alltoallv,alltoall,p2p,alltoallw,window-pull,window-push"
OVER_LINKS = "p2p,pairwise,cyclic,pipelined:p2p:1,pipelined:pairwise:1,pipelined:alltoallv:1"


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
        recorder.launch(f"{segments}", [*CLASS, "--compare", "p2p", "--repeats", "3", "--segments", str(segments)],
                        hosts=hosts, rate="50mbit", topology="hub:8", env=pace(5), faster=5, segments=segments)


# --- what came out ------------------------------------------------------------------------------------------


def seconds_of(row: dict) -> list[float]:
    return [turn["seconds"] for turn in row["rounds"]]


def share(row: dict, name: str) -> str:
    return f"{median([turn['shares'][name]['percent'] for turn in row['rounds']]):.0f} %"


def gain_rows(launch: dict, faster: float = 1) -> list[list[str]]:
    """Saved: of the time of the first exchange in the same round, the share; median over the rounds."""
    rows = launch["report"]["compare"]
    base = seconds_of(rows[0])
    found = []
    for row in rows:
        saved = median([1 - mine / its for mine, its in zip(seconds_of(row), base)])
        found.append([f"`{row['exchange']}`", f"{median(seconds_of(row)) * faster:.4g}",
                      "" if row is rows[0] else f"{saved * 100:+.1f} %", share(row, "calculation"), share(row, "sending"),
                      share(row, "idle")])
    return found


HEAD = ["exchange", "seconds", "saved", "calculation", "sending", "idle"]


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
                         f"{sent / 1e6:.2f}", f"{payload(launch) / 1e6:.2f}", f"{payload(launch) / sent:.4f}"])
        found["rates"] = markdown(["network", "links", "seconds", "calculation", "sending", "idle", "MB by formula",
                                   "MB on the interfaces", "ratio"], rows, conditions(raw["rates"]))
    if "segments" in raw:
        rows, first = [], None
        for launch in raw["segments"]:
            row = launch["report"]["compare"][0]
            seconds = median(seconds_of(row)) * launch["faster"]
            first = first or seconds
            parts = [median([turn["segments"][key] for turn in row["rounds"]]) * launch["faster"]
                     for key in ("forward_seconds", "transform_seconds")]
            rows.append([launch["segments"], launch["emulation"]["processes"], f"{seconds:.2f}",
                         f"{first / seconds:.2f}", f"{7 / (1 + -(-6 // launch['segments'])):.2f}", *(f"{part:.2f}" for part in parts)])
        found["segments"] = markdown(["segments", "hosts", "seconds", "speedup", "by count", "forward, s", "inverse, s"], rows,
                                     conditions(raw["segments"]))
    return found


def figures(raw: dict[str, list], folder) -> None:
    if "segments" in raw:
        line, ideal = Series("weft"), Series("=7 transforms over 1 + 6 / segments, rounded up")
        seconds = [median(seconds_of(launch["report"]["compare"][0])) for launch in raw["segments"]]
        for launch, value in zip(raw["segments"], seconds):
            line.add(launch["segments"], seconds[0] / value)
            n = launch["segments"]
            ideal.add(n, 7 / (1 + -(-6 // n)))  # each forward, and its share of six back
        figure.draw(folder / f"{NAME}-segments.svg", [("8 hosts on each segment", [line, ideal])], "segments", "speedup",
                    log=False, change=lambda axes: axes.set_xticks(line.x))


STUDY = Study(NAME, "Kernel FT: overlap, scheduling and segments",
              [Part("node", "direct transfer: messages against memory that is shared, on this machine", 2, run_node),
               Part("gains", "overlap and scheduling on eight hosts, hub and switch", 8, run_gains),
               Part("rates", "10 and 100 Mbit/s, hub and switch; volume by formula and on the interfaces", 5, run_rates),
               Part("segments", "1 to 4 segments of eight hosts", 5, run_segments)],
              tables, figures)
