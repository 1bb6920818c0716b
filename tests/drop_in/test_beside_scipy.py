"""Calls that are drawn at random, right ones and wrong ones, by weft and by scipy: the same kind of array with the same numbers,
or the same class of error. Run by tests/drop_in/scipy_fft.py, where scipy is."""

import warnings

import numpy as np
import pytest
import scipy.fft

import weft

FOURIER = [base + end for base in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft") for end in ("", "2", "n")]
WAVES = [name + end for name in ("dct", "idct", "dst", "idst") for end in ("", "n")]
DTYPES = ["f2", "f4", "f8", "c8", "c16", "i4", "u1", "?", "g", "G", ">f8", ">c8"]


def drawn_array(rng):
    shape = tuple(rng.integers(1, 9, rng.integers(1, 5)))
    dtype = np.dtype(str(rng.choice(DTYPES)))
    x = 4 * rng.standard_normal(shape)
    x = (np.abs(x) if dtype.kind in "u?" else x + 1j * rng.standard_normal(shape) if dtype.kind == "c" else x).astype(dtype)
    if rng.random() < 0.4:
        x = x[tuple(slice(None, None, int(rng.choice([1, 1, 2, -1]))) for _ in shape)]
    if rng.random() < 0.3:
        x = x.T
    return x.tolist() if rng.random() < 0.1 and dtype not in ("g", "G") else x


def drawn_call(rng):
    """The name of a function, and its arguments, which are right."""
    name = str(rng.choice(FOURIER + WAVES))
    x = drawn_array(rng)
    while name.rstrip("2n") in ("rfft", "ihfft") and np.iscomplexobj(x):
        x = drawn_array(rng)
    n_axes, kwargs = np.ndim(x), {}
    if rng.random() < 0.5:
        kwargs["norm"] = [None, "backward", "ortho", "forward"][rng.integers(4)]
    if rng.random() < 0.2:
        kwargs["workers"] = [1, 2, -1, None][rng.integers(4)]
    if rng.random() < 0.1:
        kwargs["overwrite_x"] = False
    if name in WAVES:
        if rng.random() < 0.7:
            kwargs["type"] = int(rng.integers(1, 5))
        if rng.random() < 0.3:
            kwargs["orthogonalize"] = bool(rng.random() < 0.5)
    if not name.endswith(("2", "n")):
        if rng.random() < 0.5:
            kwargs["axis"] = int(rng.integers(-n_axes, n_axes))
        if rng.random() < 0.4 or np.shape(x)[kwargs.get("axis", -1)] == 1:  # of one point hfft has none
            kwargs["n"] = int(rng.integers(2, 14))
        return name, x, kwargs
    some = rng.permutation(n_axes)[: rng.integers(0 if rng.random() < 0.1 and name in WAVES else 1, n_axes + 1)]
    if rng.random() < 0.5 or name.endswith("2"):
        kwargs["axes"] = [int(a) - n_axes * int(rng.random() < 0.5) for a in some]
        if len(some) == 1 and rng.random() < 0.3:
            kwargs["axes"] = kwargs["axes"][0]
    if rng.random() < 0.4:
        kwargs["s"] = [int(n) if n else -1 for n in rng.integers(0, 11, len(some))]
    return name, x, kwargs


def spoiled(rng, name, x, kwargs):
    """The same call with one mistake."""
    several = name.endswith(("2", "n"))
    if [] in (kwargs.get("axes"), kwargs.get("s")):
        kwargs = {}
    mistakes = [(x, {**kwargs, "norm": "none"}), (x, {**kwargs, "workers": 0}), (x, {**kwargs, "workers": -10**6}),
                (x, {**kwargs, "workers": "two"}), (x, {**kwargs, "nothing": 1}), (["a", "b"], {}), ({}, {})]
    if several:
        mistakes += [(x, {**kwargs, "s": None, "axes": [7]}), (x, {**kwargs, "s": None, "axes": [0, 0]}), (x, {**kwargs, "s": [0], "axes": [0]}),
                     (x, {**kwargs, "s": [2, 3], "axes": [0]}), (x, {**kwargs, "s": [1] * 7, "axes": None}),
                     (x, {**kwargs, "s": [2.5], "axes": [0]}), (x, {**kwargs, "s": None, "axes": 0.5})]
    else:
        mistakes += [(x, {**kwargs, "axis": 7}), (x, {**kwargs, "axis": -9}), (x, {**kwargs, "n": -3}),
                     (x, {**kwargs, "n": 2.5}), (np.zeros(()), {}), (np.zeros((0, 3)), {"axis": 0}), (x, {**kwargs, "axis": None})]
    if name in WAVES:
        mistakes += [(x, {**kwargs, "type": 5}), (x, {**kwargs, "type": 0}), (x, {**kwargs, "type": None}), (x, {**kwargs, "plan": None})]
    else:
        mistakes += [(x, {**kwargs, "plan": "one"}), (x, {**kwargs, "type": 2})]
    if name in ("fft", "rfft", "dct"):  # scipy's irfft and hfft give one point
        mistakes.append((x, {**kwargs, "n": 0}))
    if name.rstrip("2n") in ("rfft", "ihfft"):
        mistakes.append((np.ones((3, 4), complex), {}))
    return mistakes[rng.integers(len(mistakes))]


def outcome(function, x, kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return function(x, **kwargs)
        except Exception as error:
            return error


@pytest.mark.parametrize("seed", range(100))
def test_calls_drawn_at_random(seed):
    rng = np.random.default_rng(seed)
    for _ in range(100):
        name, x, kwargs = drawn_call(rng)
        if rng.random() < 0.3:
            x, kwargs = spoiled(rng, name, x, kwargs)
        what = f"{name}({getattr(x, 'dtype', 'list')} {np.shape(x)}, {kwargs})"
        with scipy.fft.set_backend("scipy", only=True):
            expected = outcome(getattr(scipy.fft, name), x, kwargs)
        with scipy.fft.set_backend(weft.scipy_backend, only=True):
            found = outcome(getattr(scipy.fft, name), x, kwargs)
        direct = outcome(getattr(weft.fft, name), x, kwargs)
        for one in (found, direct):
            if isinstance(expected, Exception):
                assert isinstance(one, type(expected)), f"{what}: {expected!r}, but {one!r}"
                continue
            assert not isinstance(one, Exception), f"{what}: {one!r}"
            if [] in (kwargs.get("axes"), kwargs.get("s")):  # nothing is transformed
                assert np.array_equal(one, x), what
                continue
            assert (one.shape, one.dtype) == (expected.shape, expected.dtype), what
            scale = max(np.max(np.abs(expected), initial=0), 1e-30)
            tolerance = 5e-6 if expected.dtype in ("f4", "c8") else 1e-14
            assert np.max(np.abs(one - expected), initial=0) <= tolerance * scale, what
