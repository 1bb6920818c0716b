"""weft.fft: the functions of scipy.fft against numpy.fft and against the sums of cosines and sines, without MPI."""

import itertools
import os
import subprocess
import sys
import threading
import types
import unittest
import unittest.mock

import job

sys.path.insert(0, str(job.BUILD / "python"))
import numpy as np  # noqa: E402
import weft  # noqa: E402
import weft.fft as fft  # noqa: E402
from weft.bench import cells, packages, results, rounds  # noqa: E402

LINES = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
WAVES = ("dct", "idct", "dst", "idst")
NORMS = (None, "backward", "ortho", "forward")
RNG = np.random.default_rng(5)


def numbers(shape, dtype):
    values = RNG.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * RNG.standard_normal(shape)
    return values.astype(dtype)


def takes_real(name):
    return name.rstrip("2n") in ("rfft", "ihfft")


def opposite(norm):
    return {"forward": "backward", "ortho": "ortho"}.get(norm, "forward")


def expected_many(name, x, s=None, axes=None, norm=None):
    """What numpy.fft says; it has no hfftn."""
    base = name.rstrip("2n")
    if axes is None:
        axes = tuple(range(x.ndim))[-len(s):] if s is not None else tuple(range(x.ndim))
    s = [x.shape[a] for a in axes] if s is None else list(s)
    if base == "hfft":
        return np.fft.irfftn(np.conj(x), s if s[-1:] != [x.shape[axes[-1]]] else [*s[:-1], 2 * (s[-1] - 1)], axes, opposite(norm))
    if base == "ihfft":
        return np.conj(np.fft.rfftn(x, s, axes, opposite(norm)))
    if base == "irfft" and s[-1] == x.shape[axes[-1]]:
        s[-1] = 2 * (s[-1] - 1)
    return getattr(np.fft, base + "n")(x, s, axes, norm)


def matrix_of_waves(name, kind, n, orthogonal):
    """The transform of type `kind` without factor, from the sums of scipy.fft's manual."""
    j = np.arange(n)
    k = j[:, None]
    if "dct" in name:
        if kind == 1:
            m = 2 * np.cos(np.pi * j * k / (n - 1))
            m[:, [0, -1]] /= 2
            if orthogonal:
                m[:, [0, -1]] *= np.sqrt(2)
                m[[0, -1]] /= np.sqrt(2)
            return m
        m = 2 * np.cos(np.pi * {2: k * (j + 0.5), 3: (k + 0.5) * j, 4: (k + 0.5) * (j + 0.5)}[kind] / n)
        if kind == 3:
            m[:, 0] /= np.sqrt(2) if orthogonal else 2
        if kind == 2 and orthogonal:
            m[0] /= np.sqrt(2)
        return m
    if kind == 1:
        return 2 * np.sin(np.pi * (j + 1) * (k + 1) / (n + 1))
    m = 2 * np.sin(np.pi * {2: (k + 1) * (j + 0.5), 3: (k + 0.5) * (j + 1), 4: (k + 0.5) * (j + 0.5)}[kind] / n)
    if kind == 3:
        m[:, -1] /= np.sqrt(2) if orthogonal else 2
    if kind == 2 and orthogonal:
        m[-1] /= np.sqrt(2)
    return m


def expected_waves(name, x, kind, axis, norm, orthogonal):
    n = x.shape[axis]
    inverse = name.startswith("i")
    matrix = matrix_of_waves(name, {2: 3, 3: 2}.get(kind, kind) if inverse else kind, n, orthogonal)
    period = 2 * ((n - 1 if "dct" in name else n + 1) if kind == 1 else n)
    divided = 1 if norm == "ortho" else 2 * ((norm == "forward") != inverse)
    return np.moveaxis(np.tensordot(matrix, x, (1, axis)), 0, axis) / period ** (divided / 2)


class Close(unittest.TestCase):
    def assert_close(self, found, expected, dtype, what=None):
        single = np.dtype(dtype) in (np.float16, np.float32, np.complex64)
        self.assertEqual((found.shape, found.dtype.kind), (expected.shape, expected.dtype.kind), what)
        self.assertEqual(found.dtype, {"f": ("f8", "f4"), "c": ("c16", "c8")}[found.dtype.kind][single], what)
        self.assertTrue(found.flags.c_contiguous, what)
        error = np.linalg.norm((found - expected).ravel()) / max(np.linalg.norm(expected.ravel()), 1e-30)
        self.assertLess(error, 2e-6 if single else 4e-15, what)


class Values(Close):
    def test_one_axis_in_every_precision_and_norm(self):
        for name, dtype, norm, (shape, axis) in itertools.product(
                LINES, ("f8", "f4", "c16", "c8"), NORMS, (((9,), -1), ((4, 6), 0), ((5, 3, 8), 1), ((3, 97), -1), ((2, 3, 2, 2, 3, 5, 2, 2), 5))):
            if takes_real(name) and dtype.startswith("c"):
                continue
            x = numbers(shape, dtype)
            for n in (None, 1, 4, 17):
                expected = getattr(np.fft, name)(x.astype("c16" if x.dtype.kind == "c" else "f8"), n, axis, norm)
                self.assert_close(getattr(fft, name)(x, n, axis, norm), expected, dtype, (name, dtype, norm, shape, n))

    def test_any_axes_in_any_order(self):
        for name, dtype in itertools.product(LINES, ("f8", "c16", "f4")):
            if takes_real(name) and dtype == "c16":
                continue
            x = numbers((4, 5, 2, 6), dtype)
            for r in (1, 2, 3, 4):
                for axes in itertools.permutations(range(4), r):
                    self.assert_close(getattr(fft, name + "n")(x, axes=axes), expected_many(name, x, axes=axes), dtype, (name, axes))
                    self.assert_close(getattr(fft, name + "2")(x, axes=axes, norm="ortho"), expected_many(name, x, axes=axes, norm="ortho"),
                                      dtype, (name, axes))
            self.assert_close(getattr(fft, name + "2")(x), expected_many(name, x, axes=(2, 3)), dtype, name)
            for s in ((7, 9), (3, 4), (2, 11)):
                self.assert_close(getattr(fft, name + "n")(x, s, axes=(3, 1)), expected_many(name, x, s, (3, 1)), dtype, (name, s))

    def test_more_axes_than_a_plan_has(self):
        for name, dtype in (("fftn", "c16"), ("fftn", "f8"), ("rfftn", "f8"), ("irfftn", "c16"), ("ihfftn", "f8")):
            x = numbers((2, 3, 2, 2, 3, 2, 2, 3, 2), dtype)
            for axes in ((0, 2, 4, 6), tuple(range(9)), (8, 1, 6, 3, 5)):
                self.assert_close(getattr(fft, name)(x, axes=axes), expected_many(name, x, axes=axes), dtype, (name, axes))

    def test_cosines_and_sines(self):
        for name, dtype, norm, kind, orthogonal in itertools.product(WAVES, ("f8", "c16", "f4"), NORMS, (1, 2, 3, 4), (None, False, True)):
            x = numbers((5, 6, 3), dtype)
            is_orthogonal = norm == "ortho" if orthogonal is None or dtype == "c16" else orthogonal  # as scipy
            for axis in (0, 1, 2):
                expected = expected_waves(name, x, kind, axis, norm, is_orthogonal)
                what = (name, dtype, norm, kind, orthogonal, axis)
                self.assert_close(getattr(fft, name)(x, kind, axis=axis, norm=norm, orthogonalize=orthogonal), expected, dtype, what)
            twice = expected_waves(name, expected_waves(name, x, kind, 2, norm, is_orthogonal), kind, 0, norm, is_orthogonal)
            self.assert_close(getattr(fft, name + "n")(x, kind, axes=(2, 0), norm=norm, orthogonalize=orthogonal), twice, dtype, what)
        x = numbers((4, 7), "f8")
        padded = np.pad(x, ((0, 2), (0, 0)))[:, :5]
        np.testing.assert_allclose(fft.dctn(x, s=(6, 5)), fft.dctn(padded), atol=1e-14)

    def test_the_same_bits_however_the_numbers_lie(self):
        dense = numbers((12, 10, 14), "f8")
        for dtype in ("f8", "c16", "f4"):
            x = dense.astype(dtype)
            many = np.zeros((24, 30, 14), dtype)
            many[::2, ::3] = x
            unaligned = np.frombuffer(b" " + x.tobytes(), "u1")[1:].view(dtype).reshape(x.shape)
            for name in ("fftn", "irfftn", "dctn"):
                expected = getattr(fft, name)(x)
                for lying in (np.asfortranarray(x), many[::2, ::3], x[::-1].copy()[::-1], x.astype(x.dtype.newbyteorder()), unaligned):
                    self.assertTrue(np.array_equal(getattr(fft, name)(lying), expected), (name, dtype, lying.strides))
        big = numbers((70, 90, 33), "f8")
        self.assertTrue(np.array_equal(fft.fftn(big.transpose(2, 0, 1)), fft.fftn(np.ascontiguousarray(big.transpose(2, 0, 1)))))
        spread = np.broadcast_to(numbers(8, "f8"), (5, 8))
        self.assert_close(fft.fft(spread), np.fft.fft(spread), "f8")

    def test_what_is_no_array_of_floats(self):
        for x in ([1, 2, 3], [[1, 2], [3, 4]], np.arange(6), np.arange(6) > 2, np.arange(6, dtype="u1"), np.ones((2, 3)).astype(object),
                  np.ma.masked_array([1.0, 2.0])):
            self.assert_close(fft.fft(x), np.fft.fft(np.asarray(x, float)), "f8")
        self.assert_close(fft.rfft(np.ones(4, "f2")), np.fft.rfft(np.ones(4)), "f2")
        self.assert_close(fft.fft([1, 2j]), np.fft.fft([1, 2j]), "c16")

    def test_threads_change_no_bit(self):
        for name in ("fftn", "rfftn", "dctn"):
            x = numbers((48, 40, 36), "f8")
            for workers in (2, -1, 1000):
                self.assertTrue(np.array_equal(getattr(fft, name)(x, workers=workers), getattr(fft, name)(x)), name)

    def test_arrays_are_not_changed(self):
        for x in (numbers((6, 8), "c16"), numbers((6, 8), "f8")):
            before = x.copy()
            for name in ("fft", "fftn", "dct", "irfftn"):
                result = getattr(fft, name)(x, overwrite_x=True)
                self.assertTrue(np.array_equal(x, before) and not np.shares_memory(result, x), name)

    def test_empty_arrays(self):
        self.assertEqual(fft.fft(np.zeros((0, 4))).shape, (0, 4))
        self.assertEqual(fft.irfftn(np.zeros((3, 0, 4)), axes=(0, 2)).shape, (3, 0, 6))
        x = numbers((3, 4), "f8")
        self.assertIs(fft.fftn(x, axes=()), x)
        self.assertEqual(fft.dctn([1, 2], axes=()), [1, 2])


class BadInput(unittest.TestCase):
    def test_wrong_arguments_are_told(self):
        x = numbers((4, 6), "c16")
        for error, words, call in [
                (ValueError, "data points (0)", lambda: fft.fft(x, 0)),
                (ValueError, "data points (-2)", lambda: fft.rfft(x.real, -2)),
                (ValueError, "data points", lambda: fft.fft(np.zeros((4, 0)))),
                (ValueError, "data points (0)", lambda: fft.irfft([1.0])),
                (ValueError, "'else'", lambda: fft.fft(x, norm="else")),
                (TypeError, "real sequence", lambda: fft.rfft(x)),
                (TypeError, "real sequence", lambda: fft.ihfftn(x)),
                (IndexError, "axis 2", lambda: fft.fft(x, axis=2)),
                (ValueError, "axis -3", lambda: fft.fft(x, axis=-3)),
                (IndexError, "axis -1", lambda: fft.fft(3.0)),
                (ValueError, "exceeds", lambda: fft.fftn(x, axes=(0, 2))),
                (ValueError, "unique", lambda: fft.fftn(x, axes=(0, -2))),
                (ValueError, "same length", lambda: fft.fftn(x, (4,), (0, 1))),
                (ValueError, "more axes", lambda: fft.fftn(x, (4, 4, 4))),
                (ValueError, "integers", lambda: fft.fftn(x, axes=0.5)),
                (ValueError, "integers", lambda: fft.fftn(x, s=(1.5, 2))),
                (ValueError, "at least 1 axis", lambda: fft.rfftn(x.real, axes=())),
                (ValueError, "zero", lambda: fft.fft(x, workers=0)),
                (ValueError, "-100000", lambda: fft.fft(x, workers=-100000)),
                (TypeError, "", lambda: fft.fft(x, workers=1.5)),
                (TypeError, "", lambda: fft.fft(x, n=2.5)),
                (NotImplementedError, "plan", lambda: fft.fft(x, plan=object())),
                (ValueError, "(5)", lambda: fft.dct(x, 5)),
                (RuntimeError, "2 points", lambda: fft.dct([1.0], 1)),
                (ValueError, "'a'", lambda: fft.fft(["a", "b"])),
                (TypeError, "cut", lambda: fft.fft(x, cut=3)),
                (ValueError, "-1 bytes", lambda: fft.set_cache_limit(-1))]:
            with self.assertRaises(error) as caught:
                call()
            self.assertIn(words, str(caught.exception))

    def test_long_double_without_scipy_is_told(self):
        text = ("import sys; sys.modules['scipy'] = sys.modules['scipy.fft'] = None\nimport numpy, weft.fft\n"
                "try: weft.fft.fft(numpy.ones(4, 'g'))\nexcept ImportError as error: print('told:', error)\n")
        self.assertIn("pip install scipy", alone(text))


def alone(text, **environment):
    """What a program of this text prints, in a process that is no job."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("WEFT_RUN", "OMPI_", "PMI"))}
    result = subprocess.run([sys.executable, "-W", "error", "-c", text], capture_output=True, text=True, timeout=120,
                            env={**clean, "PYTHONPATH": str(job.BUILD / "python"), **environment})
    if result.returncode != 0 or result.stderr:
        raise AssertionError(result.stderr)
    return result.stdout


class Process(unittest.TestCase):
    def test_mpi_is_neither_loaded_nor_imported(self):
        text = ("import pathlib, sys, weft.fft, weft\nweft.scipy_backend, weft.__version__, dir(weft)\nweft.fft.rfftn([[1.0, 2.0]] * 4, workers=2)\n"
                "maps = pathlib.Path('/proc/self/maps').read_text()\n"
                "print([name for name in ('mpi4py', 'weft._core', 'scipy') if name in sys.modules], 'libmpi' in maps, 'libweft.so' in maps)")
        self.assertEqual(alone(text), "[] False False\n")

    def test_all_else_is_loaded_at_its_first_use(self):
        self.assertEqual(alone("import weft, sys\nprint('mpi4py' in sys.modules)\nfrom weft import Plan\nprint('mpi4py' in sys.modules)"),
                         "False\nTrue\n")

    def test_after_a_fork_plans_with_threads_are_made_anew(self):
        text = ("import os, numpy, weft.fft\nx = numpy.random.default_rng(0).random((64, 64, 32))\ny = weft.fft.fftn(x, workers=2)\nchild = os.fork()\n"
                "if child == 0:\n    os._exit(0 if numpy.array_equal(weft.fft.fftn(x, workers=2), y) else 3)\n"
                "print(os.waitpid(child, 0)[1], numpy.array_equal(weft.fft.fftn(x, workers=2), y))")
        self.assertEqual(alone(text), "0 True\n")

    def test_many_threads_at_once(self):
        cases = [(name, numbers(shape, "f8")) for name in ("fftn", "rfftn", "dctn", "irfftn") for shape in ((16, 16), (40, 50, 9), (7, 64))]
        expected = [getattr(fft, name)(x) for name, x in cases]
        wrong = []

        def work(seed):
            for i in np.random.default_rng(seed).integers(len(cases), size=150):
                name, x = cases[i]
                if not np.array_equal(getattr(fft, name)(x, workers=1 + int(i) % 2), expected[i]):
                    wrong.append(name)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_plans_keep_to_the_limit(self):
        before = fft.cache_info().limit
        try:
            fft.set_cache_limit(1 << 20)
            for n in range(2, 400):
                fft.fft(numbers((4, n), "c16"))
                self.assertLessEqual(fft.cache_info().bytes, 1 << 20)
            self.assertGreater(fft.cache_info().plans, 3)
            fft.set_cache_limit(0)
            fft.fft(numbers(8, "c16"))
            self.assertEqual(fft.cache_info(), (0, 0, 0))
        finally:
            fft.set_cache_limit(before)

    def test_the_bytes_of_plans_are_about_those_that_they_take(self):
        text = ("import pathlib, weft.fft as fft, numpy\nfft.set_cache_limit(2**25)\n"
                "def resident(): return int(pathlib.Path('/proc/self/statm').read_text().split()[1]) * 4096\n"
                "x = numpy.ones((2, 6000), complex)\n"
                "for n in range(10, 400): fft.fft(x[:, :n])\n"
                "first = resident()\nfor n in range(4000, 5500, 9): fft.fft(x[:, :n])\nprint(resident() - first)")
        self.assertLess(int(alone(text)), 2 * 2**25)


# What a test needs of scipy, where scipy need not be installed.
SCIPY = """
import sys, types, contextlib
asked = []
scipy, scipy_fft = types.ModuleType('scipy'), types.ModuleType('scipy.fft')
scipy.fft = scipy_fft
sys.modules.update({'scipy': scipy, 'scipy.fft': scipy_fft})
@contextlib.contextmanager
def set_backend(name, only): asked.append((name, only)); yield
def fft(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None): return ('fft of scipy', x.dtype.char, norm)
def fht(x, dln, mu): return ('fht of scipy', dln, mu)
workers = 1
def get_workers(): asked.append('workers'); return workers
scipy_fft.__dict__.update(set_backend=set_backend, fft=fft, fht=fht, get_workers=get_workers)
import numpy, weft, weft.fft
call = weft.scipy_backend.__ua_function__
"""


class Backend(unittest.TestCase):
    def call(self, name, *args, **kwargs):
        return weft.scipy_backend.__ua_function__(types.SimpleNamespace(__name__=name), args, kwargs)

    def test_arguments_as_a_user_gave_them(self):
        x = numbers((4, 6), "c16")
        for found, expected in [(self.call("fft", x), fft.fft(x)), (self.call("fft", x=x, n=4, axis=0), fft.fft(x, 4, 0)),
                                (self.call("fft2", x[None], axes=None), fft.fftn(x[None])), (self.call("fft2", x[None]), fft.fft2(x[None])),
                                (self.call("dct", x, 3, None, 0, "ortho"), fft.dct(x, 3, axis=0, norm="ortho")),
                                (self.call("dctn", x, s=(3, 3), orthogonalize=True), fft.dctn(x, s=(3, 3), orthogonalize=True)),
                                (self.call("irfftn", x, (5, 5), workers=2, overwrite_x=True), fft.irfftn(x, (5, 5)))]:
            self.assertTrue(np.array_equal(found, expected))

    def test_calls_are_counted(self):
        fft.counts(reset=True)
        self.call("fft", [1.0, 2.0])
        fft.rfft([1.0, 2.0])
        with self.assertRaises(ValueError):
            fft.rfft([1.0], norm="else")
        self.assertEqual(fft.counts()["weft"], {"fft": 1, "rfft": 1})

    def test_what_weft_does_not_compute_is_given_to_scipy_and_counted(self):
        text = SCIPY + ("print(call(fft, (numpy.ones(3, 'g'),), {'norm': 'ortho'}), call(fht, ([1.0], 0.1), {'mu': 2}))\n"
                        "print(weft.fft.fft(numpy.ones(2, 'G')), weft.fft.fht([1.0], 0.1, 0))\n"
                        "call(fft, ([1.0, 2.0],), {})\nprint(weft.fft.counts(), [one for one in asked if one != 'workers'])")
        self.assertEqual(alone(text), "('fft of scipy', 'g', 'ortho') ('fht of scipy', 0.1, 2)\n"
                         "('fft of scipy', 'G', None) ('fht of scipy', 0.1, 0)\n"
                         "{'weft': {'fft': 1}, 'scipy': {'long double': 2, 'fht': 1}} " + str([("scipy", True)] * 3) + "\n")

    def test_workers_that_scipy_was_told_hold(self):
        text = SCIPY + ("import threading, pathlib\nx = numpy.random.default_rng(0).random((64, 64, 64))\n"
                        "def n(): return len(list(pathlib.Path('/proc/self/task').iterdir()))\n"
                        "one = call(fft, (x,), {}); before = n(); workers = 2; two = call(fft, (x,), {})\n"
                        "print(numpy.array_equal(one, two), n() - before, asked)")
        self.assertEqual(alone(text), "True 1 ['workers', 'workers']\n")


class BesideOthers(unittest.TestCase):
    """python -m weft.bench --scipy"""

    def test_a_package_whose_result_is_wrong_is_left_out(self):
        (cell,) = cells.chosen("one-line-8-c2c-double-1", None).values()
        right, wrong = (packages.Calls(lambda x, f=factor: f * np.fft.fft(x), np.fft.ifft) for factor in (1, 2))
        with unittest.mock.patch.dict(packages.PACKAGES, {"right": ("", lambda _: right), "wrong": ("", lambda _: wrong)}):
            measured = rounds.measure(cell, ["weft", "right", "wrong"], quick=True)
            self.assertEqual(sorted(measured["median"]), ["right", "weft"])
            self.assertIn("wrong wrong", results.row("a line", measured))
            with self.assertRaisesRegex(rounds.WrongResult, "wrong .1.0e[+]00."):
                rounds.measure(cell, ["weft", "wrong"], quick=True)


if __name__ == "__main__":
    unittest.main()
