"""What the studies of the papers are made of: parts that run jobs on emulated clusters and keep raw results, and
tables and figures that are drawn from these files alone.

Numbers that the text of a page takes from them are claims: fragments of its sentences, computed from the same files.

A part is a function that launches jobs through a Recorder. Its raw file, PAPER/results/STUDY-PART.json, holds every
launch: what the emulator counted (lab/cluster) and the whole report that weft wrote (--json).
"""

from __future__ import annotations

import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Callable, Iterable

LAB = pathlib.Path(__file__).resolve().parent
ROOT = LAB.parent
sys.path.append(str(LAB / "cluster"))

from cluster import Cluster, ClusterError  # noqa: E402

BUILD = {"openmpi": "build", "mpich": "build-mpich"}
NAMES = {"openmpi": "Open MPI", "mpich": "MPICH"}
MAX_ATTEMPTS = 4  # at a launch that something else disturbed


@dataclass(frozen=True)
class Part:
    """One measurement of a study."""

    name: str
    meaning: str
    minutes: float  # that it takes, about
    run: Callable[[Recorder], None]


@dataclass(frozen=True)
class Study:
    """One page: its parts, and what is drawn from their raw files, which are given as {part: launches}."""

    folder: pathlib.Path  # of the page, its figures and, in results/, its raw files
    name: str
    paper: str
    parts: list[Part]
    tables: Callable[[dict[str, list]], dict[str, str]]  # Markdown, by the names that the page uses
    figures: Callable[[dict[str, list], pathlib.Path], None]
    recorder: type | None = None  # that launches its jobs; None: Recorder
    claims: Callable[[dict[str, list]], list[str]] = lambda raw: []  # fragments that must stand in the text of the page

    @property
    def page(self) -> pathlib.Path:
        return self.folder / f"{self.name}.md"

    def file(self, part: str) -> pathlib.Path:
        """The raw file of a part."""
        return self.folder / "results" / f"{self.name}-{part}.json"

    def kept(self) -> dict[str, list]:
        """The launches of the parts whose raw files are there."""
        files = {part.name: self.file(part.name) for part in self.parts}
        return {part: json.loads(path.read_text())["launches"] for part, path in files.items() if path.exists()}


class Recorder:
    """Launches the jobs of a part one after the other and keeps what they tell."""

    def __init__(self, study: Study, part: str) -> None:
        self.study, self.part, self.path, self.launches = study.name, part, study.file(part), []

    def launch(self, name: str, command: list[str], *, hosts: int = 0, mpi: str = "openmpi", timeout: float = 1800,
               env: dict[str, str] | None = None, n: int | None = None, protocol: str = "tuned", program: str = "weft-lab",
               **labels) -> dict:
        """Runs `weft-lab COMMAND --json ...`, or another program of the build folder, and returns its report.

        hosts, and of `labels` processes, rate and topology, make the cluster; 0 hosts: n processes on this machine by
        weft-run. What else is in `labels` is kept beside the report, for the tables.
        """
        shape = {key: labels.pop(key) for key in ("processes", "rate", "topology") if key in labels}
        print(f"{time.strftime('%H:%M:%S')} {self.study} {self.part}: {name}", flush=True)
        with tempfile.TemporaryDirectory(prefix="weft-study-") as folder:
            path = pathlib.Path(folder) / "report.json"
            line = [str(ROOT / BUILD[mpi] / program), *command, "--json", str(path)]
            if hosts:
                told, report = self._on_cluster(line, hosts, shape, n, mpi, protocol, env or {}, timeout)
            else:
                told = self._on_this_machine(line, n or 1, mpi, env or {}, timeout)
                report = json.loads(path.read_text())
        self.launches.append({"name": name, "command": [program, *command], "mpi": mpi, "protocol": protocol,
                              "env": env or {}, **labels, "emulation": told, "report": report})
        return report

    @staticmethod
    def _on_cluster(line, hosts, shape, n, mpi, protocol, env, timeout) -> tuple[dict, dict]:
        """What the emulator and weft tell; of launches that something disturbed, those of the least disturbed."""
        path, least = pathlib.Path(line[-1]), None
        for attempt in range(1, MAX_ATTEMPTS + 1):
            path.unlink(missing_ok=True)
            with Cluster(hosts=hosts, name="study", **shape) as cluster:
                job = cluster.start(line, n=n, mpi=mpi, protocol=protocol, env=env, on_loaded="wait")
                result = job.wait(timeout, is_done=path.exists)
            if result.status:
                raise ClusterError(f"{' '.join(line)} ended with status {result.status}:\n{result.output[-2000:]}")
            if least is None or result.load.others < least[0].load.others:
                least = result, json.loads(path.read_text())
            if not result.loaded:
                break
            print(f"         something else used the processors ({result.load.others:.0%})"
                  + ("; again" if attempt < MAX_ATTEMPTS else ""), flush=True)
        told = least[0].to_json()
        told["command"] = [pathlib.Path(line[0]).name, *line[1:-2]]
        return {**told, "attempts": attempt}, least[1]

    @staticmethod
    def _on_this_machine(line, n, mpi, env, timeout) -> dict:
        launcher = [str(ROOT / BUILD[mpi] / "weft-run"), "-n", str(n)]
        start = time.monotonic()
        done = subprocess.run([*launcher, *line], env={**os.environ, **env}, timeout=timeout, capture_output=True,
                              text=True)
        if done.returncode:
            raise ClusterError(f"{' '.join(line)} ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
        return {"cluster": None, "processes": n, "seconds": round(time.monotonic() - start, 3)}

    def save(self) -> pathlib.Path:
        self.path.parent.mkdir(exist_ok=True)
        aside = self.path.with_suffix(".tmp")
        about = {"study": self.study, "part": self.part, "date": time.strftime("%Y-%m-%d"),
                 "command": f"python3 lab run {self.study} {self.part}", "launches": self.launches}
        aside.write_text(json.dumps(about, separators=(",", ":")) + "\n")
        os.replace(aside, self.path)
        return self.path


# --- figures of raw results ---------------------------------------------------------------------------------


def median(values: list[float]) -> float:
    return statistics.median(values)


def results_beside_weft(launches: list[dict]) -> list[dict]:
    """Those of programs of the build folder other than weft."""
    return [result for launch in launches if launch["command"][0] not in ("weft", "weft-lab")
            for result in launch["report"]["results"]]


def medians_beside_weft(launches: list[dict]) -> list[dict]:
    """The same, with the median in the place of every list of rounds."""
    return [{name: median(value) if isinstance(value, list) else value for name, value in result.items()}
            for result in results_beside_weft(launches)]


def spread(values: list[float]) -> str:
    """ "1.008 (1.006 to 1.012)": median, least and most."""
    return f"{median(values):.3f} ({min(values):.3f} to {max(values):.3f})"


def payload(launch: dict) -> int:
    """Bytes of payload that all hosts of a launch sent."""
    return sum(host["payload_bytes"] for host in launch["emulation"]["hosts"])


def lowest_to_highest(values: Iterable[float], form: str) -> str:
    """ "1.2 to 1.4": least and most, formatted; one number where both are written alike."""
    values = list(values)
    least, most = f"{min(values):{form}}", f"{max(values):{form}}"
    return least if least == most else f"{least} to {most}"


def percent(*shares: float, form: str = ".0f") -> str:
    """ "3 to 36 %" of 0.03, 0.2 and 0.36."""
    return lowest_to_highest([100 * share for share in shares], form) + " %"


def within(ratios: Iterable[float], digits: int = 0) -> str:
    """ "4 %" of 0.97 and 1.031: none of them is further from 1. Rounded up."""
    unit = 10 ** digits
    return f"{math.ceil(100 * unit * max(abs(ratio - 1) for ratio in ratios)) / unit:.{digits}f} %"


def wire_seconds(n_bytes: float, rate: str) -> float:
    """The time of so many bytes of payload on one cable: 1448 of the 1538 bytes of a frame are payload."""
    number, unit = re.fullmatch(r"([\d.]+)(\w+)", rate).groups()
    return n_bytes * 8 / (float(number) * {"kbit": 1e3, "mbit": 1e6, "gbit": 1e9}[unit] * 1448 / 1538)


def markdown(head: list[str], rows: list[list], note: str = "") -> str:
    """A table; numbers are to be texts by now."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + ("\n\n" + note if note else "")


def conditions(launches: list[dict]) -> str:
    """One line on what else happened: drops, retransmissions and load of these launches."""
    emulated = [launch["emulation"] for launch in launches if launch["emulation"].get("hosts")]
    if not emulated:
        return ""
    drops = sum(sum(told["drops"].values()) for told in emulated)
    resent = sum(told["retransmissions"] for told in emulated)
    busy = max(told["load"]["busy"] for told in emulated)
    others = max(told["load"]["others"] for told in emulated)
    days = sorted({told["date"][:10] for told in emulated})
    loaded = sum(told["loaded"] for told in emulated)
    return (f"{len(emulated)} launches on {' and '.join(days)}: {drops} frames dropped, {resent} segments sent again; "
            f"processors in use at most {busy:.0%}, by others at most {others:.0%}"
            + (f" (above 10 % in {loaded})." if loaded else "."))


@dataclass
class Series:
    """A line of a figure."""

    label: str
    x: list[float] = field(default_factory=list)
    y: list[float] = field(default_factory=list)

    def add(self, x: float, y: float) -> None:
        self.x.append(x)
        self.y.append(y)
