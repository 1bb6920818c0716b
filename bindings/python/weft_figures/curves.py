"""Numbers of curves given by points, peaks and values between the points, and the published curves of data/."""

import bisect
import importlib.resources
import math
from typing import NamedTuple

import numpy as np


class Peak(NamedTuple):
    value: float
    place: float


def _polynomial_at(x: float, xs, fs, n_points: int) -> float:
    """The value of the polynomial through the n_points points around x."""
    first = min(max(bisect.bisect_right(xs, x) - n_points // 2, 0), len(xs) - n_points)
    near = range(first, first + n_points)
    return sum(fs[i] * math.prod((x - xs[j]) / (xs[i] - xs[j]) for j in near if j != i) for i in near)


def interpolated(xs, fs, places) -> np.ndarray:
    """By the cubic through the four points around each place; xs ascending, at least four."""
    xs, fs = list(xs), list(fs)
    return np.array([_polynomial_at(x, xs, fs, 4) for x in places], float)


def peak_of(xs, fs) -> Peak:
    """The largest value, of the polynomial through the eight points around it (or all, where there are fewer): grids of
    spectral methods are too coarse for parabolas. xs ascending, at least one point.

    >>> x = [0, 1, 2, 3, 4]
    >>> [round(number, 9) for number in peak_of(x, [5 - (place - 2.25) ** 2 for place in x])]
    [5.0, 2.25]
    """
    xs, fs = [float(x) for x in xs], [float(f) for f in fs]
    i = max(range(len(fs)), key=fs.__getitem__)
    if i in (0, len(fs) - 1):
        return Peak(fs[i], xs[i])

    def at(place):
        return _polynomial_at(place, xs, fs, min(8, len(xs)))

    place, step = xs[i], min(xs[i] - xs[i - 1], xs[i + 1] - xs[i])
    for _ in range(6):  # parabolas through three places, nearer and nearer
        left, right = at(place - step), at(place + step)
        bend = left - 2 * at(place) + right
        if not bend < 0:
            break
        place = min(max(place + step * (left - right) / (2 * bend), xs[i - 1]), xs[i + 1])
        step /= 3
    return Peak(at(place), place)


def published(name: str) -> dict:
    """The columns of data/NAME.csv by their names."""
    text = (importlib.resources.files(__package__) / "data" / f"{name}.csv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return dict(zip(lines[0].split(","), np.loadtxt(lines[1:], delimiter=",", unpack=True)))
