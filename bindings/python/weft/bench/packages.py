"""One transform by each Python package of FFTs, as a pair of calls, forward and backward.

A call takes the array and returns another one. All packages transform the same values, those of `weft bench`
(cli/bench/test_data.hpp), in an array that begins on a page. Results are compared with numpy.fft in double precision.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import pathlib
import pickle
import time
from typing import Any, Callable, Dict, NamedTuple, Sequence, Tuple

import numpy as np

os.environ.setdefault("KMP_BLOCKTIME", "0")  # MKL's threads would wait actively for 0.2 s, while others are measured
LONGEST_PLAN = 100  # seconds, as in cli/bench/peer_fftw.cpp
PAGE = 4096
Call = Callable[[Any], Any]


class Problem:
    """A transform of an array along some of its axes.

    into: whether packages that can write their results into arrays that are there do so. Else each call makes a new one.
    """

    def __init__(self, shape: Sequence[int], axes: Sequence[int], transform: str, precision: str, threads: int = 1,
                 into: bool = False, wisdom: str = ""):
        self.shape, self.axes, self.is_real = tuple(shape), tuple(axes), transform == "r2c"
        self.threads, self.into, self.wisdom = threads, into, wisdom
        self.real = np.dtype(np.float32 if precision == "single" else np.float64)
        self.complex = np.dtype(np.complex64 if precision == "single" else np.complex128)
        self.last = self.shape[self.axes[-1]]
        self.lengths = [self.shape[axis] for axis in self.axes]
        modes = list(self.shape)
        if self.is_real:
            modes[self.axes[-1]] = self.last // 2 + 1
        self.modes_shape = tuple(modes)
        self.points = on_a_page(self.shape, self.real if self.is_real else self.complex)
        self.values = values(self.points)

    def fill(self) -> None:
        self.points[...] = self.values


def on_a_page(shape: Sequence[int], kind: Any) -> Any:
    """A new array that begins on a page."""
    n_bytes = int(np.prod(shape)) * kind.itemsize
    memory = np.zeros(n_bytes + PAGE, np.uint8)
    begin = -memory.ctypes.data % PAGE
    return memory[begin:begin + n_bytes].view(kind).reshape(shape)


def values(array: Any) -> Any:
    """The points of `weft bench`: splitmix64 of the index, as a number in [-1/2, 1/2)."""
    real = np.zeros(0, array.dtype).real.dtype
    digits = np.finfo(real).nmant + 1
    n = array.size * (array.itemsize // real.itemsize)
    z = np.arange(n, dtype=np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    numbers = (z >> np.uint64(64 - digits)).astype(real) * real.type(2.0**-digits) - real.type(0.5)
    return numbers.view(array.dtype).reshape(array.shape)


class Calls(NamedTuple):
    """A pair of calls; factor: of the points after both, where the package does not divide."""

    forward: Call
    backward: Call
    factor: float = 1.0


def _like_scipy(name: str, p: Problem) -> Calls:
    fft = importlib.import_module(name)
    options: Dict[str, Any] = {"axes": p.axes, "workers": p.threads}
    if p.is_real:
        return Calls(lambda x: fft.rfftn(x, **options), lambda y: fft.irfftn(y, s=p.lengths, **options))
    return Calls(lambda x: fft.fftn(x, **options), lambda y: fft.ifftn(y, **options))


def _ducc0(p: Problem) -> Calls:
    fft = importlib.import_module("ducc0").fft
    options = {"axes": p.axes, "nthreads": p.threads}
    to_modes = {"out": on_a_page(p.modes_shape, p.complex)} if p.into else {}
    to_points = {"out": p.points} if p.into else {}
    if p.is_real:
        return Calls(lambda x: fft.r2c(x, **to_modes, **options),
                     lambda y: fft.c2r(y, lastsize=p.last, forward=False, inorm=2, allow_overwriting_input=True, **to_points, **options))
    return Calls(lambda x: fft.c2c(x, **to_modes, **options), lambda y: fft.c2c(y, forward=False, inorm=2, **to_points, **options))


def _mkl_fft(p: Problem) -> Calls:
    fft = importlib.import_module("mkl_fft")
    importlib.import_module("mkl").set_num_threads(p.threads)
    to_modes = {"out": on_a_page(p.modes_shape, p.complex)} if p.into else {}
    to_points = {"out": p.points} if p.into else {}
    if p.is_real:
        s = p.lengths if p.last % 2 else None  # without s it takes half the time
        return Calls(lambda x: fft.rfftn(x, axes=p.axes, **to_modes), lambda y: fft.irfftn(y, s=s, axes=p.axes, **to_points))
    return Calls(lambda x: fft.fftn(x, axes=p.axes, **to_modes), lambda y: fft.ifftn(y, axes=p.axes, **to_points))


def _pyfftw(p: Problem) -> Calls:
    """pyfftw's functions of scipy.fft, with its cache of plans on; for arrays that stay, FFTW's own plans between them."""
    pyfftw = importlib.import_module("pyfftw")
    if p.into:
        return _fftw_plans(pyfftw, p)
    importlib.import_module("pyfftw.interfaces.cache").enable()
    fft = importlib.import_module("pyfftw.interfaces.scipy_fft")
    options: Dict[str, Any] = {"axes": p.axes, "workers": p.threads, "planner_effort": "FFTW_MEASURE"}
    if p.is_real:
        return Calls(lambda x: fft.rfftn(x, **options), lambda y: fft.irfftn(y, s=p.lengths, **options))
    return Calls(lambda x: fft.fftn(x, **options), lambda y: fft.ifftn(y, **options))


def _fftw_plans(pyfftw: Any, p: Problem) -> Calls:
    """Plans of earlier calls are in the file `wisdom`, if there is one."""
    file = pathlib.Path(p.wisdom)
    if file.is_file():
        pyfftw.import_wisdom(pickle.loads(file.read_bytes()))
    modes = on_a_page(p.modes_shape, p.complex)
    options = {"axes": p.axes, "flags": ("FFTW_PATIENT",), "threads": p.threads, "planning_timelimit": LONGEST_PLAN}
    forward = pyfftw.FFTW(p.points, modes, direction="FFTW_FORWARD", **options)
    backward = pyfftw.FFTW(modes, p.points, direction="FFTW_BACKWARD", **options)
    if p.wisdom:
        file.write_bytes(pickle.dumps(pyfftw.export_wisdom()))

    def run(plan: Any, result: Any) -> Any:
        plan.execute()
        return result

    return Calls(lambda _: run(forward, modes), lambda _: run(backward, p.points), 1 / float(np.prod(p.lengths)))


PACKAGES: Dict[str, Tuple[str, Callable[[Problem], Calls]]] = {  # its name on PyPI, and its calls
    "weft": ("weft-fft", lambda p: _like_scipy("weft.fft", p)),
    "scipy": ("scipy", lambda p: _like_scipy("scipy.fft", p)),
    "ducc0": ("ducc0", _ducc0),
    "pyfftw": ("pyFFTW", _pyfftw),
    "mkl_fft": ("mkl-fft", _mkl_fft),
}


def calls_of(package: str, p: Problem) -> Calls:
    """ImportError if it is not installed."""
    return PACKAGES[package][1](p)


def version_of(package: str) -> str:
    """Of an installed package."""
    if package == "weft":
        return str(importlib.import_module("weft").__version__)
    return importlib.metadata.version(PACKAGES[package][0])


def relative_l2(a: Any, b: Any) -> float:
    return float(np.linalg.norm((a - b).ravel()) / np.linalg.norm(b.ravel()))


def expected_modes(p: Problem) -> Any:
    """By numpy.fft, in double precision."""
    exact = p.values.astype(np.float64 if p.is_real else np.complex128)
    return np.fft.rfftn(exact, axes=p.axes) if p.is_real else np.fft.fftn(exact, axes=p.axes)


def error_of(p: Problem, calls: Calls, expected: Any) -> float:
    """The larger one of two relative l2 errors: of the modes of a call on fresh points, and of the points after the way back."""
    p.fill()
    modes = calls.forward(p.points)
    error = relative_l2(modes, expected)
    return max(error, relative_l2(calls.backward(modes) * calls.factor, p.values))


def batch_seconds(p: Problem, calls: Calls, n_pairs: int) -> float:
    """Seconds of a pair, each call on what the last one gave."""
    p.fill()
    points = p.points
    with np.errstate(all="ignore"):  # a package that does not divide ends in infinities
        start = time.perf_counter()
        for _ in range(n_pairs):
            points = calls.backward(calls.forward(points))
        return (time.perf_counter() - start) / n_pairs


def pairs_of(p: Problem, calls: Calls, least: int, least_batch: float) -> int:
    """How many pairs make a batch of so many seconds, and as many pairs at least."""
    n_pairs = least
    while True:
        seconds = batch_seconds(p, calls, n_pairs)
        if n_pairs * seconds >= least_batch:
            return n_pairs
        n_pairs = max(2 * n_pairs, int(1.1 * least_batch / seconds) + 1)
