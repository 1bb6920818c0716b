"""The numbers of the figures that show scaling: rows put into lines, with speedup and efficiency.

A line is what one curve needs: for each number of processes the fastest choice, the fastest of each exchange, the
fastest peer, and what is predicted. Of several measurements of the same, the smaller median counts; all are in the
tables of the page.
"""

import math
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

from .compare import EXTRA_KEYS, PROBLEM_KEYS, KEYS, are_same_points, points_per_process
from .values import Row


@dataclass
class Line:
    """Results over the number of processes, of one problem (strong scaling) or of as many points each (weak)."""

    label: str  # what differs from the other lines; empty if it is the only one
    rows: List[Row]
    best: Dict[int, Row] = field(default_factory=dict)  # measured, by number of processes
    exchanges: Dict[str, Dict[int, Row]] = field(default_factory=dict)
    peers: Dict[int, Tuple[str, float]] = field(default_factory=dict)  # the fastest: name, seconds
    models: Dict[str, Dict[int, Row]] = field(default_factory=dict)  # by the machine they are for

    @property
    def processes(self) -> List[int]:
        """Those that were measured."""
        return sorted(self.best)

    @property
    def all_processes(self) -> List[int]:
        return sorted(set(self.best).union(*self.models.values()))


def line_of(label: str, rows: List[Row]) -> Line:
    line = Line(label, rows)
    for row in rows:
        if not row.applies:
            continue
        if row.pair is not None:
            _keep_fastest(line.best, row, row.pair)
            _keep_fastest(line.exchanges.setdefault(row.exchange, {}), row, row.pair)
            for peer in row.peers:
                seconds = peer["median_seconds"]
                if row.processes not in line.peers or seconds < line.peers[row.processes][1]:
                    line.peers[row.processes] = peer["name"], seconds
        if row.predicted is not None:
            _keep_fastest(line.models.setdefault(model_name(row), {}), row, row.predicted["pair"], True)
    return line


def model_name(row: Row) -> str:
    """The machine for which it was predicted."""
    return str(row.predicted.get("machine") or row.source.machine)


def _keep_fastest(best: Dict[int, Row], row: Row, seconds: float, is_model: bool = False) -> None:
    there = best.get(row.processes)
    if there is None or seconds < (there.predicted["pair"] if is_model else there.pair):
        best[row.processes] = row


def problem_of(row: Row) -> Tuple:
    """What must be equal for two times to be comparable, beside the shape and the machine."""
    return tuple(KEYS[key](row) for key in PROBLEM_KEYS) + tuple(row.extras.get(key, "") for key in EXTRA_KEYS)


def _groups(rows: List[Row], key_of) -> List[Tuple[Tuple, List[Row]]]:
    groups: Dict[Tuple, List[Row]] = {}
    for row in rows:
        groups.setdefault(key_of(row), []).append(row)
    return list(groups.items())


def _with_models(rows: List[Row], key_of) -> List[Tuple[Tuple, List[Row]]]:
    """Groups by problem and machine; rows of a model belong to each machine's group of their problem."""
    measured = [row for row in rows if not row.source.is_model]
    models = _groups([row for row in rows if row.source.is_model], key_of)
    groups = _groups(measured, lambda row: (key_of(row), row.source.machine_key))
    joined = [(key + (machine,), own + [r for other, more in models if other == key for r in more])
              for (key, machine), own in groups]
    return joined + [(key + ("",), more) for key, more in models if all(key != other for (other, _), _ in groups)]


def _labels(keys: List[Tuple]) -> List[str]:
    """Of each key the parts in which keys differ."""
    differing = [i for i in range(len(keys[0]))
                 if len({key[i] for key in keys}) > 1] if len(keys) > 1 else []
    return [", ".join(str(key[i]) for i in differing if key[i]) for key in keys]


def by_problem(rows: List[Row]) -> List[Line]:
    """A line for each shape, problem and machine, the smallest first."""
    return _lines(_with_models(rows, lambda row: (row.shape_text,) + problem_of(row)))


def _lines(groups: List[Tuple[Tuple, List[Row]]]) -> List[Line]:
    groups.sort(key=lambda group: group[1][0].points)
    keys = [key[:-1] + (_machine_words(group),) for key, group in groups]
    return [line_of(label, group) for label, (_, group) in zip(_labels(keys), groups)] if groups else []


def _machine_words(rows: List[Row]) -> str:
    return next((row.source.machine for row in rows if not row.source.is_model), "")


def strong(rows: List[Row]) -> List[Line]:
    """Lines of one shape on at least two process counts."""
    groups = _with_models(rows, lambda row: (row.shape_text,) + problem_of(row))
    return _lines([(key, group) for key, group in groups if len({row.processes for row in group if row.applies}) > 1])


def weak(rows: List[Row]) -> List[Line]:
    """Lines of as many points for each process on at least two process counts with different shapes."""
    sizes: List[float] = []
    for row in rows:
        if not any(are_same_points(points_per_process(row), size) for size in sizes):
            sizes.append(points_per_process(row))

    def size_of(row):
        return next(size for size in sizes if are_same_points(points_per_process(row), size))

    groups = _with_models(rows, lambda row: (f"{size_of(row):.6g} points a process",) + problem_of(row))
    groups = [(key, _without_lone_models(group)) for key, group in groups]
    return _lines([(key, group) for key, group in groups
                   if len({row.processes for row in group if row.applies}) > 1 and len({row.shape for row in group}) > 1])


def _without_lone_models(rows: List[Row]) -> List[Row]:
    """Without models of one number of processes: they are of a shape on many, of which one happens to fit."""
    counts: Dict[str, set] = {}
    for row in rows:
        if row.predicted is not None:
            counts.setdefault(model_name(row), set()).add(row.processes)
    return [row for row in rows if not row.source.is_model or row.predicted is None or len(counts[model_name(row)]) > 1]


# --- numbers ------------------------------------------------------------------------------------------------


def interval(row: Row) -> Tuple[float, float]:
    """The 95 % interval of the median of the rounds (order statistics of a binomial distribution); with fewer than six
    rounds there is none, and these are the extremes."""
    times = sorted(row.rounds)
    if not times or row.pair is None:
        return row.pair, row.pair
    n, below, k = len(times), 0.0, 0
    while k < n // 2 and below + math.comb(n, k) / 2**n <= 0.025:
        below += math.comb(n, k) / 2**n
        k += 1
    k = max(k, 1)
    return min(times[k - 1], row.pair), max(times[n - k], row.pair)


def speedup(first: Tuple[int, float], processes: int, seconds: float) -> float:
    """Against the smallest number of processes, which counts as many."""
    return first[0] * first[1] / seconds


def strong_efficiency(first: Tuple[int, float], processes: int, seconds: float) -> float:
    return speedup(first, processes, seconds) / processes


def weak_efficiency(first: Tuple[int, float], processes: int, seconds: float) -> float:
    return first[1] / seconds


def model_seconds(line: Line, processes: int) -> Optional[float]:
    """Of the first model that predicts this number of processes."""
    for rows in line.models.values():
        if processes in rows:
            return rows[processes].predicted["pair"]
    return None
