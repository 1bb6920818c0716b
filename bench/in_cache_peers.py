"""Times one Python package of FFTs on one problem: what bench/in_cache.py starts, with the interpreter that has the packages.

    python bench/in_cache_peers.py '{"peer": "ducc0", "shape": [16, 16, 16], "axes": [0, 1, 2], "transform": "r2c", ...}'

The array has the values that `weft bench` takes (cli/bench/test_data.hpp) and begins on a page, as there. Forward and backward
calls take turns in batches of at least 0.2 ms, between two readings of the clock; each round begins with the same values.
Before and after the rounds the modes are compared with those of numpy.fft in double precision, and the points with what they
were. The last line printed is JSON: the median of a pair in seconds, the number of pairs in a batch, the errors, versions.
"""

import importlib
import importlib.metadata
import json
import pathlib
import pickle
import statistics
import sys
import time

import numpy as np

LEAST_BATCH = 200e-6  # seconds, as in cli/bench/rounds.cpp
LONGEST_PLAN = 100  # seconds, as in cli/bench/peer_fftw.cpp
PAGE = 4096
PACKAGES = {"scipy": "scipy", "ducc0": "ducc0", "pyfftw": "pyFFTW", "mkl_fft": "mkl-fft"}


class Problem:
    """A transform with its two arrays."""

    def __init__(self, asked):
        self.axes, self.is_real = tuple(asked["axes"]), asked["transform"] == "r2c"
        self.real = np.dtype(np.float32 if asked["precision"] == "single" else np.float64)
        self.complex = np.dtype(np.complex64 if asked["precision"] == "single" else np.complex128)
        self.last = asked["shape"][self.axes[-1]]
        self.lengths = [asked["shape"][axis] for axis in self.axes]
        shape, modes = tuple(asked["shape"]), list(asked["shape"])
        if self.is_real:
            modes[self.axes[-1]] = self.last // 2 + 1
        self.points = on_a_page(shape, self.real if self.is_real else self.complex)
        self.modes = on_a_page(tuple(modes), self.complex)
        self.values = values(self.points)

    def fill(self):
        self.points[...] = self.values


def on_a_page(shape, kind):
    """A new array that begins on a page."""
    n_bytes = int(np.prod(shape)) * kind.itemsize
    memory = np.zeros(n_bytes + PAGE, np.uint8)
    begin = -memory.ctypes.data % PAGE
    return memory[begin:begin + n_bytes].view(kind).reshape(shape)


def values(array):
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


# --- the packages: each gives a forward and a backward call, which return the modes and the points ----------------


def scipy_calls(p, _):
    fft = importlib.import_module("scipy.fft")
    if p.is_real:
        return (lambda x: fft.rfftn(x, axes=p.axes, workers=1),
                lambda y: fft.irfftn(y, s=p.lengths, axes=p.axes, workers=1))
    return lambda x: fft.fftn(x, axes=p.axes, workers=1), lambda y: fft.ifftn(y, axes=p.axes, workers=1)


def ducc0_calls(p, _):
    fft = importlib.import_module("ducc0").fft
    options = {"axes": p.axes, "nthreads": 1}
    if p.is_real:
        return (lambda x: fft.r2c(x, out=p.modes, **options),
                lambda y: fft.c2r(y, lastsize=p.last, forward=False, inorm=2, out=p.points,
                                  allow_overwriting_input=True, **options))
    return (lambda x: fft.c2c(x, out=p.modes, **options),
            lambda y: fft.c2c(y, forward=False, inorm=2, out=p.points, **options))


def mkl_fft_calls(p, _):
    fft = importlib.import_module("mkl_fft")
    if p.is_real:
        s = p.lengths if p.last % 2 else None  # without s it takes half the time
        return (lambda x: fft.rfftn(x, axes=p.axes, out=p.modes),
                lambda y: fft.irfftn(y, s=s, axes=p.axes, out=p.points))
    return lambda x: fft.fftn(x, axes=p.axes, out=p.modes), lambda y: fft.ifftn(y, axes=p.axes, out=p.points)


def pyfftw_calls(p, wisdom):
    """FFTW's own calls, which do not divide by N; plans of earlier launches are in the file `wisdom`, if there is one."""
    pyfftw = importlib.import_module("pyfftw")
    file = pathlib.Path(wisdom)
    if file.is_file():
        pyfftw.import_wisdom(pickle.loads(file.read_bytes()))
    options = {"axes": p.axes, "flags": ("FFTW_PATIENT",), "threads": 1, "planning_timelimit": LONGEST_PLAN}
    forward = pyfftw.FFTW(p.points, p.modes, direction="FFTW_FORWARD", **options)
    backward = pyfftw.FFTW(p.modes, p.points, direction="FFTW_BACKWARD", **options)
    if wisdom:
        file.write_bytes(pickle.dumps(pyfftw.export_wisdom()))

    def run(plan, result):
        plan.execute()
        return result

    return lambda _: run(forward, p.modes), lambda _: run(backward, p.points)


CALLS = {"scipy": scipy_calls, "ducc0": ducc0_calls, "pyfftw": pyfftw_calls, "mkl_fft": mkl_fft_calls}
DIVIDES = {"pyfftw": False}


def relative_l2(a, b):
    return float(np.linalg.norm((a - b).ravel()) / np.linalg.norm(b.ravel()))


def errors(p, forward, backward, scale):
    """Relative l2 errors of the modes of a call on fresh points, and of the points after the way back."""
    exact = p.values.astype(np.float64 if p.is_real else np.complex128)
    p.fill()
    modes = forward(p.points)
    expected = np.fft.rfftn(exact, axes=p.axes) if p.is_real else np.fft.fftn(exact, axes=p.axes)
    error = relative_l2(modes, expected)
    return {"modes": error, "round_trip": relative_l2(backward(modes) * scale, exact)}


def batch_seconds(p, forward, backward, n_pairs):
    """Seconds of a pair."""
    p.fill()
    points = p.points
    start = time.perf_counter()
    for _ in range(n_pairs):
        points = backward(forward(points))
    return (time.perf_counter() - start) / n_pairs


def measure(asked):
    p = Problem(asked)
    forward, backward = CALLS[asked["peer"]](p, asked["wisdom"])
    n = float(np.prod(p.lengths))
    scale = 1.0 if DIVIDES.get(asked["peer"], True) else 1 / n
    all_errors = [errors(p, forward, backward, scale)]
    n_pairs = asked["least_pairs"]
    while True:
        seconds = batch_seconds(p, forward, backward, n_pairs)
        if n_pairs * seconds >= LEAST_BATCH:
            break
        n_pairs = max(2 * n_pairs, int(1.1 * LEAST_BATCH / seconds) + 1)
    with np.errstate(all="ignore"):
        rounds = [batch_seconds(p, forward, backward, n_pairs) for _ in range(asked["rounds"])]
    all_errors.append(errors(p, forward, backward, scale))
    return {"median": statistics.median(rounds), "pairs": n_pairs,
            "error": max(value for some in all_errors for value in some.values()),
            "version": importlib.metadata.version(PACKAGES[asked["peer"]])}


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(sys.argv[1]))))
