"""The packages on one transform, in turns."""

from __future__ import annotations

import gc
import math
import random
import statistics
from typing import Any, Dict, List, Sequence

from . import packages
from .cells import Cell

LEAST_BATCH = 200e-6  # seconds of a batch: two readings of the clock are nothing beside it
BUDGET, LEAST_ROUNDS, MOST_ROUNDS = 1.0, 3, 25  # seconds of a package, without warming up
ARRAYS = 8  # of the size of the modes, that a cell needs at a time


class WrongResult(Exception):
    """A package computed something else than numpy.fft."""


def error_limit(cell: Cell) -> float:
    epsilon = 2.0**-23 if cell.precision == "single" else 2.0**-52
    return float(30 * epsilon * math.sqrt(math.log2(max(cell.points, 2))))


def free_bytes() -> int:
    """Memory that programs can have, as Linux tells it."""
    with open("/proc/meminfo", encoding="ascii") as file:
        rows = dict(line.split(":") for line in file)
    return 1024 * int(rows["MemAvailable"].split()[0])


def measure(cell: Cell, names: Sequence[str], quick: bool) -> Dict[str, Any]:
    """The cell with the seconds of a pair in each round, by package; without packages whose result is wrong. WrongResult if that is
    weft's, or all others are."""
    p = packages.Problem(cell.shape, cell.axes, cell.transform, cell.precision, cell.workers)
    calls = {name: packages.calls_of(name, p) for name in names}
    expected = packages.expected_modes(p)
    errors = {name: packages.error_of(p, calls[name], expected) for name in names}
    del expected
    wrong = {name: error for name, error in errors.items() if not error < error_limit(cell)}
    if "weft" in wrong or len(wrong) == len(names) - 1:
        found = ", ".join(f"{name} ({error:.1e})" for name, error in wrong.items())
        raise WrongResult(f"the result is wrong: {found}; the limit is {error_limit(cell):.1e}")
    names = [name for name in names if name not in wrong]
    pairs = {name: packages.pairs_of(p, calls[name], 1, LEAST_BATCH) for name in names}
    longest = max(pairs[name] * packages.batch_seconds(p, calls[name], pairs[name]) for name in names)
    n_rounds = LEAST_ROUNDS if quick else max(LEAST_ROUNDS, min(MOST_ROUNDS, int(BUDGET / longest)))
    seconds: Dict[str, List[float]] = {name: [] for name in names}
    gc.collect()
    for i in range(n_rounds):
        for name in random.Random(i).sample(names, len(names)):  # threads of a package wait actively for a while after its calls
            seconds[name].append(packages.batch_seconds(p, calls[name], pairs[name]))
    return {**cell._asdict(), "pairs": pairs, "errors": errors, "wrong": list(wrong), "seconds": seconds,
            "median": {name: statistics.median(times) for name, times in seconds.items()}}
