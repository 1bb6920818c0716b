"""Which results may stand in one report: those of one problem on one machine.

The lengths may differ in one way: as many points for each process everywhere, which is weak scaling, beside one problem
on several process counts. Anything else is an error that says which files differ in what; `--only` chooses among them,
`--several` draws a line for each where that makes sense. Predictions may be of any machine: that is what they are for.
"""

import math
from typing import Dict, Iterable, List, Sequence

from ..words import FigureError, check_word
from .values import Row

# Points per process are equal if they differ by less than this part: lengths seldom divide evenly.
SAME_POINTS = 0.05

KEYS = {
    "shape": lambda row: row.shape_text,
    "transform": lambda row: row.transform,
    "precision": lambda row: row.precision,
    "fields": lambda row: str(row.fields),
    "processes": lambda row: str(row.processes),
    "exchange": lambda row: row.exchange,
    "choice": lambda row: row.choice,
    "machine": lambda row: row.source.machine,
    "launch": lambda row: row.source.name,
    "file": lambda row: row.source.file,
}
# Where results of different values cannot be compared.
PROBLEM_KEYS = ("transform", "precision", "fields")
EXTRA_KEYS = ("axes", "kinds", "kept")


def keep_only(rows: List[Row], conditions: Sequence[str]) -> List[Row]:
    """The rows that meet all conditions, each as typed: "shape=64x64x64,128x128x128". FigureError."""
    for condition in conditions:
        key, equals, text = condition.partition("=")
        if not equals or not text:
            raise FigureError(f"--only {condition}: write it like --only shape=64x64x64")
        check_word("--only", key, KEYS)
        value_of = KEYS[key]
        there = sorted({value_of(row) for row in rows})
        wanted = {text} if text in there else set(text.split(","))
        missing = sorted(wanted - set(there))
        if missing:
            raise FigureError(f"--only {condition}: no result has {key}={missing[0]}; there are {some(there)}")
        rows = [row for row in rows if value_of(row) in wanted]
    return rows


def check(rows: List[Row]) -> None:
    """FigureError if the rows are of different problems or machines."""
    differences = [_difference(key, KEYS[key], rows) for key in PROBLEM_KEYS]
    differences += [_difference(key, lambda row, k=key: row.extras.get(k, "the usual"), rows) for key in EXTRA_KEYS]
    measured = [row for row in rows if not row.source.is_model]
    if len({row.source.machine_key for row in measured}) > 1:
        differences.append(_difference("machine", KEYS["machine"], measured))
    if not any(differences) and not _shapes_belong_together(rows):
        differences.append(_difference("shape", KEYS["shape"], rows))
    differences = [words for words in differences if words]
    if differences:
        raise FigureError(f"the results are of different problems or machines, which one report cannot compare: "
                          f"{'; '.join(differences)}; choose with --only KEY=VALUE, write a report for each, or give "
                          "--several for a line of each")


def _difference(key: str, value_of, rows: List[Row]) -> str:
    """"precision is double in a.json and single in b.json", or nothing."""
    files: Dict[str, List[str]] = {}
    for row in rows:
        names = files.setdefault(value_of(row), [])
        if row.source.label not in names:
            names.append(row.source.label)
    if len(files) < 2:
        return ""
    paths = {row.source.file for row in rows}
    parts = [value if len(paths) == 1 else f"{value} in {some(names, 1)}" for value, names in files.items()]
    if len(parts) > 4:
        parts = parts[:3] + [f"{len(parts) - 3} others"]
    between = "; " if any("," in part for part in parts) else ", "
    where = f" in {paths.pop()}" if len(paths) == 1 else ""
    return f"{key} is {between.join(parts[:-1])} and {parts[-1]}{where}"


def some(names: Iterable[str], most: int = 4, between: str = ", ") -> str:
    """"a, b and 3 more"."""
    names = list(names)
    if len(names) <= most:
        return between.join(names)
    return f"{between.join(names[:most])} and {len(names) - most} more"


def are_same_points(a: float, b: float) -> bool:
    return abs(math.log(a / b)) < SAME_POINTS


def points_per_process(row: Row) -> float:
    return row.points / row.processes


def _shapes_belong_together(rows: List[Row]) -> bool:
    """One shape; or a series of weak scaling; or that beside one of its shapes on several process counts."""
    shapes = {row.shape for row in rows}
    if len(shapes) == 1 or _is_weak_series(rows):
        return True
    for shape in shapes:
        others = [row for row in rows if row.shape != shape]
        first = points_per_process(others[0])
        own = [row for row in rows if row.shape == shape and are_same_points(points_per_process(row), first)]
        if own and _is_weak_series(own + others):
            return True
    return False


def _is_weak_series(rows: List[Row]) -> bool:
    """As many points for each process everywhere, and one shape for each number of processes."""
    first = points_per_process(rows[0])
    pairs = {(row.processes, row.shape) for row in rows}
    return all(are_same_points(points_per_process(row), first) for row in rows) and \
        len(pairs) == len({processes for processes, _ in pairs})
