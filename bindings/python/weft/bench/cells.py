"""The transforms on which weft.fft is compared."""

from __future__ import annotations

import fnmatch
import itertools
import math
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

TOGETHER = 2**18  # points of a batch of lines


class Cell(NamedTuple):
    """A transform: group and size are its place in the figure."""

    group: str
    size: int
    shape: Tuple[int, ...]
    axes: Tuple[int, ...]
    transform: str
    precision: str
    workers: int

    @property
    def points(self) -> int:
        return math.prod(self.shape)

    @property
    def bytes(self) -> int:
        """Of the modes."""
        return self.points * (8 if self.precision == "single" else 16) // (2 if self.transform == "r2c" else 1)


def _lengths(powers: Sequence[int], smooth: Sequence[int], primes: Sequence[int]) -> List[int]:
    return sorted([*powers, *smooth, *primes])


# Powers of two; 3- and 5-smooth lengths; primes.
LINES = _lengths([8, 16, 32, 64, 128, 256, 512, 1024, 4096, 2**14, 2**16, 2**18], [27, 100, 243, 1000, 2187, 3125, 10_000, 59_049, 10**5],
                 [31, 127, 257, 1009, 8191, 65_537])
SQUARES = _lengths([256, 512, 1024, 2048, 4096], [243, 500, 729, 1000, 2187, 3125], [257, 509, 1009])
CUBES = _lengths([16, 32, 64, 128, 256, 512], [27, 48, 81, 100, 125, 200, 243, 384], [17, 31, 61, 127, 257])


def _shapes() -> List[Tuple[str, int, Tuple[int, ...], Tuple[int, ...]]]:
    rows: List[Tuple[str, int, Tuple[int, ...], Tuple[int, ...]]] = []
    rows += [("one line", n, (n,), (0,)) for n in LINES]
    rows += [("lines", n, (max(TOGETHER // n, 1), n), (1,)) for n in LINES]
    rows += [("lines along axis 0", n, (n, max(TOGETHER // n, 1)), (0,)) for n in LINES if n < TOGETHER]
    rows += [("2-D", n, (n, n), (0, 1)) for n in SQUARES]
    rows += [("3-D", n, (n, n, n), (0, 1, 2)) for n in CUBES]
    return rows


def all_cells() -> Dict[str, Cell]:
    """By names like 3-D-64-r2c-double-2: the last number is that of workers."""
    cells = {}
    for (group, size, shape, axes), transform, precision, workers in itertools.product(
            _shapes(), ("r2c", "c2c"), ("double", "single"), (1, 2)):
        name = f"{group.replace(' ', '-')}-{size}-{transform}-{precision}-{workers}"
        cells[name] = Cell(group, size, shape, axes, transform, precision, workers)
    return cells


def chosen(patterns: Optional[str], most_points: Optional[int]) -> Dict[str, Cell]:
    """Those whose names match one of the patterns, which commas separate, and that have no more points."""
    return {name: cell for name, cell in all_cells().items()
            if (not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns.split(",")))
            and (most_points is None or cell.points <= most_points)}
