"""The numbers of the other figures: stages, ratios to peers, bounds, and predictions beside measurements.

Where several process counts or problems were measured, the fastest choice of each stands for it; where there is one
only, its choices stand beside each other.
"""

import math
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from .values import Row, processes_text
from .series import by_problem, model_name, problem_of

EQUAL = 1.15  # a ratio below this is called equal
NEAR_BOUND = 70  # per cent of the bound, from which the bound explains the time
TARGET_MEDIAN, TARGET_WORST, TARGET_BEST_ROW = 0.15, 0.35, 0.10  # what is asked of predictions
MOST_BARS = 16
DIRECTIONS = ("forward", "backward")


def shown_rows(rows: List[Row], has) -> List[Tuple[str, Row]]:
    """(label, row) of the rows that figures of single choices show, of those for which has(row)."""
    chosen: List[Tuple[str, Row]] = []
    models = models_of(rows)
    for line in by_problem(rows):
        good = [row for row in line.rows if row.applies and has(row)]
        counts = sorted({row.processes for row in good})
        for n in counts:
            best = min((row for row in good if row.processes == n), key=lambda row: (
                row.pair is None, row.pair is None and models.index(model_name(row)), seconds_of(row)))
            name = processes_text(n)
            if best.pair is None and len(models) > 1:
                name += f", {model_name(best).split(',')[0]}"
            chosen.append((f"{line.label}, {name}" if line.label else name, best))
    if len(chosen) == 1:
        row = chosen[0][1]
        same = [r for r in rows if r.applies and has(r) and r.shape == row.shape and r.processes == row.processes]
        names = [r.exchange for r in same]
        if len(same) > 1:
            same.sort(key=seconds_of)
            chosen = [(r.exchange if names.count(r.exchange) == 1 else r.choice, r) for r in same]
    return chosen


def models_of(rows: List[Row]) -> List[str]:
    """Machines for which there are predictions, those that were measured as well before the others."""
    predicted = sorted((row for row in rows if row.predicted), key=lambda row: row.pair is None)
    return list(dict.fromkeys(map(model_name, predicted)))


def seconds_of(row: Row) -> float:
    return row.pair if row.pair is not None else row.predicted["pair"]


# --- stages ----------------------------------------------------------------------------------------------


@dataclass
class Bar:
    """A call in one direction, in seconds: its sweeps in their order, all its exchanges, and the rest."""

    label: str
    direction: str
    sweeps: List[Tuple[str, float]]
    exchanges: float
    total: float  # of the stages
    is_predicted: bool
    row: Row


def bars(rows: List[Row]) -> List[Bar]:
    result = []
    for label, row in shown_rows(rows, lambda r: r.timers or r.stages or (r.predicted or {}).get("stages")):
        for direction in DIRECTIONS:
            if row.timers or row.stages:
                result.append(_bar(label, direction, measured_stages(row, direction), False, row))
            if row.predicted and row.predicted.get("stages"):
                stages = [(s["stage"], s["seconds"]) for s in row.predicted["stages"] if s["direction"] == direction]
                result.append(_bar(label, direction, stages, True, row))
    return [bar for bar in result if bar.total > 0]


def measured_stages(row: Row, direction: str) -> List[Tuple[str, float]]:
    """(name, seconds of a call): means over all processes where the file has timers, else those of process 0."""
    if row.timers:
        return [(t["stage"] if t["kind"] == "sweep" else f"{t['stage']}: {t['kind']}", t["mean"])
                for t in row.timers if t["direction"] == direction]
    return [(s["name"], s["seconds"]) for s in row.stages.get(direction) or []]


def _bar(label: str, direction: str, stages: List[Tuple[str, float]], is_predicted: bool, row: Row) -> Bar:
    sweeps = [(name, seconds) for name, seconds in stages if name.startswith(("sweep", "copy"))]
    others = sum(seconds for name, seconds in stages if not name.startswith(("sweep", "copy")))
    return Bar(label, direction, sweeps, others, sum(s for _, s in stages), is_predicted, row)


# --- peers -----------------------------------------------------------------------------------------------


@dataclass
class Ratio:
    """Time of a peer over that of weft, medians over interleaved rounds."""

    label: str
    peer: str
    ratio: float
    low: Optional[float]  # 95 % interval
    high: Optional[float]
    row: Row
    seconds: float


def ratios(rows: List[Row]) -> List[Ratio]:
    """Of the fastest choice for each number of processes."""
    result = []
    for line in by_problem(rows):
        for n in line.processes:
            with_peers = [row for row in line.rows if row.processes == n and row.pair is not None and row.peers]
            if not with_peers:
                continue
            best = min(with_peers, key=seconds_of)
            name = processes_text(n)
            label = f"{line.label}, {name}" if line.label else name
            for peer in best.peers:
                low, high = peer.get("ratio_95_percent") or (None, None)
                result.append(Ratio(label, peer["name"], peer["ratio"], low, high, best, peer["median_seconds"]))
    return result


def in_words(ratio: float) -> str:
    if ratio >= EQUAL:
        return f"{ratio:.2f} times as fast as"
    return "as fast as" if ratio > 1 / EQUAL else f"slower, by a factor of {1 / ratio:.2f}, than"


# --- bound -----------------------------------------------------------------------------------------------


@dataclass
class Bound:
    """How near a direction came to what copies of its bytes would take."""

    label: str
    direction: str
    percent: float  # in all
    steps: List[dict]  # of the file
    seconds: float
    bound: float
    verdict: str
    row: Row


def bounds(rows: List[Row]) -> List[Bound]:
    result = []
    for label, row in shown_rows(rows, lambda r: any(step.get("bound_seconds") for step in r.explain)):
        for direction in DIRECTIONS:
            steps = [step for step in row.explain if step["direction"] == direction]
            seconds, bound = (sum(step.get(key) or 0 for step in steps) for key in ("seconds", "bound_seconds"))
            if seconds > 0 and bound > 0:
                result.append(Bound(label, direction, 100 * bound / seconds, steps, seconds, bound,
                                    verdict(steps, seconds, bound), row))
    return result


def verdict(steps: List[dict], seconds: float, bound: float) -> str:
    """What takes the time, by the rules of the library's own explanation (src/plan/explain.cpp)."""
    if 100 * bound >= NEAR_BOUND * seconds:
        memory = sum(step.get("bound_seconds") or 0 for step in steps if step.get("rate") == "memory")
        return "bound by memory" if 2 * memory >= bound else "bound by copying in cache"
    sweeps = waiting = arithmetic = 0.0
    for step in steps:
        beyond = max(0.0, step["seconds"] - (step.get("bound_seconds") or 0))
        if step["step"].startswith("sweep"):
            sweeps += beyond
        else:
            waiting += beyond
        arithmetic += step.get("arithmetic_seconds") or 0
    if waiting >= sweeps:
        return f"most of the rest is waiting for others, {100 * waiting / seconds:.0f} % of the time"
    if not arithmetic:
        return "most of the rest is in the sweeps: arithmetic, and moving lines in cache"
    share = f"{100 * arithmetic / seconds:.0f} % of the time"
    return f"most of the rest is arithmetic, {share}" if 2 * arithmetic >= sweeps else \
        f"most of the rest is moving lines in the sweeps; arithmetic is {share}"


# --- predictions -----------------------------------------------------------------------------------------


@dataclass
class Comparison:
    """A measurement and its prediction."""

    row: Row

    @property
    def measured(self) -> float:
        return self.row.pair

    @property
    def predicted(self) -> float:
        return self.row.predicted["pair"]

    @property
    def error(self) -> float:
        """Relative, with its sign: above 0 where the prediction is too long."""
        return self.predicted / self.measured - 1


@dataclass
class BestRow:
    """Of one problem on one number of processes: the choice predicted to be best, and the one that was."""

    measured: Row
    predicted: Row
    n_choices: int

    @property
    def loss(self) -> float:
        """By how much the predicted best takes longer than the measured best, relative."""
        return self.predicted.pair / self.measured.pair - 1


def join_models(rows: List[Row]) -> None:
    """Gives measurements without a prediction that of a model's file, for the same row of the same machine."""
    models: Dict[Tuple, dict] = {_same(row) + (model_name(row).split(",")[0],): row.predicted
                                 for row in rows if row.source.is_model and row.applies}
    for row in rows:
        if row.pair is not None and row.predicted is None:
            row.predicted = models.get(_same(row) + (row.source.host,))


def _same(row: Row) -> Tuple:
    return (row.shape, row.processes, row.choice) + problem_of(row)


def comparisons(rows: List[Row]) -> List[Comparison]:
    return [Comparison(row) for row in rows if row.pair is not None and row.predicted is not None]


def best_rows(pairs: List[Comparison]) -> List[BestRow]:
    """For each problem, machine and number of processes with at least two choices."""
    groups: Dict[Tuple, Dict[str, Comparison]] = {}
    for pair in pairs:
        row = pair.row
        group = groups.setdefault((row.shape, row.processes, row.source.machine_key, _launch_of(row)) + problem_of(row),
                                  {})
        if row.choice not in group or pair.measured < group[row.choice].measured:
            group[row.choice] = pair
    return [BestRow(min(group.values(), key=lambda p: p.measured).row, min(group.values(), key=lambda p: p.predicted).row,
                    len(group)) for group in groups.values() if len(group) > 1]


def _launch_of(row: Row) -> str:
    """Choices of one launch were measured in turn; simulations have no turns."""
    return "" if row.source.is_simulated else row.source.name


def median(values: List[float]) -> float:
    ordered = sorted(values)
    n = len(ordered)
    return (ordered[(n - 1) // 2] + ordered[n // 2]) / 2 if n else math.nan
