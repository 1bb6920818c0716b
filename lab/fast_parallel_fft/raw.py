"""What the raw results of fast-parallel-fft say: numbers that the tables of the page and its text share."""

from typing import NamedTuple

from fast_parallel_fft import dragonfly

DRAGONFLY = "dragonfly"
ROWS = ("alltoallw", "alltoallv")  # the paper's, and what it is compared with
ALL_ROWS = ("alltoallw", "alltoallv", "alltoall", "pairwise", "cyclic", "p2p", "persistent")
IN_ROUNDS = ("alltoall", "pairwise", "cyclic")  # one peer at a time
UNSHARED = ("aries-switch", "fat-tree-100g")  # networks without links that many hosts share
LIMIT = 0.2  # of a difference between simulation and model that the page explains


def unit(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds >= 1 else f"{1e3 * seconds:.3g} ms"


def ratio(report: dict) -> float:
    """Of the simulation to the model."""
    return report["pair"] / report["predicted"]["pair"]


class Case(NamedTuple):
    """A problem with the reports of both rows, the paper's first."""

    kind: str
    processes: int
    grid: str
    w: dict
    v: dict


def cases(launches: list[dict]) -> list[Case]:
    by_case: dict[tuple, dict[str, dict]] = {}
    for launch in launches:
        report = launch["report"]
        key = (launch.get("kind", ""), report["processes"], report["shape"], report["choice"].split()[0])
        by_case.setdefault(key, {})[launch["exchange"]] = report
    return [Case(kind, processes, grid, *(found[name] for name in ROWS))
            for (kind, processes, _, grid), found in by_case.items() if set(ROWS) <= set(found)]  # else not run yet


def by_processes(launches: list[dict], kind: str = "") -> dict[int, Case]:
    return {case.processes: case for case in cases(launches) if case.kind == kind}


def behind(case: Case) -> float:
    """What alltoallw takes longer, as a share of alltoallv."""
    return case.w["pair"] / case.v["pair"] - 1


def folded_and_not(launches: list[dict]) -> dict[tuple, dict[bool, dict]]:
    """The reports with data (True) and with folded memory (False) of each case."""
    pairs: dict[tuple, dict[bool, dict]] = {}
    for launch in launches:
        report = launch["report"]
        key = (launch["kind"], report["processes"], report["shape"], launch["exchange"])
        pairs.setdefault(key, {})[report["data"]] = report
    return pairs


def all_rows(launches: list[dict], processes: int) -> dict[str, dict[str, dict]]:
    """The reports of every row, by network."""
    found: dict[str, dict[str, dict]] = {}
    for launch in launches:
        report = launch["report"]
        if report["processes"] == processes:
            found.setdefault(report["platform"], {})[launch["exchange"]] = report
    return found


class Beside(NamedTuple):
    """A case on the dragonfly, from the other parts, and without shared links, by platform."""

    figure: str
    exchange: str
    shared: dict
    unshared: dict[str, dict]

    @property
    def grid(self) -> str:
        return self.shared["choice"].split()[0]

    @property
    def busiest(self) -> float:
        """Seconds of the busiest links of the dragonfly."""
        return dragonfly.pair_seconds(numbers(self.shared["shape"]), numbers(self.grid))


def numbers(shape: str) -> tuple[int, ...]:
    return tuple(map(int, shape.split("x")))


def without_links(raw: dict[str, list]) -> list[Beside]:
    def key(launch: dict) -> tuple:
        return tuple(launch["words"]), launch["report"]["processes"], launch["report"]["processes_per_node"]

    on_dragonfly = {key(launch): launch["report"] for part in raw if part != "links" for launch in raw[part]
                    if launch["report"]["platform"] == DRAGONFLY}
    found: dict[tuple, Beside] = {}
    for launch in raw["links"]:
        new = Beside(launch["case"], launch["exchange"], on_dragonfly[key(launch)], {})
        found.setdefault(key(launch), new).unshared[launch["report"]["platform"]] = launch["report"]
    return list(found.values())
