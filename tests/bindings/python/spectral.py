"""Operators on modes, beside NumPy on the global array."""

import gc

import numpy as np
import weft
from mpi4py import MPI
from support import assert_close, assert_raises_here, assert_raises_on_all, comm, rank, size, values

SHAPE = (9, 8, 10)
LENGTHS = (3.0, 7.0, 5.0)
invalid, cannot = weft.InvalidArgumentError, weft.NotApplicableError


def wavenumbers(odd):
    """Of rfftn of SHAPE in LENGTHS; with `odd` 0 where there is no sign."""
    numbers = [np.fft.fftfreq(n) * n for n in SHAPE]
    numbers[2] = np.arange(SHAPE[2] // 2 + 1.0)
    for n, k in zip(SHAPE, numbers):
        if odd:
            k[2 * np.abs(k) == n] = 0
    return [(2 * np.pi / length * k).reshape([-1 if a == i else 1 for i in range(3)])
            for a, (k, length) in enumerate(zip(numbers, LENGTHS))]


def fields(plan, n=3):
    """Global modes and this process's blocks of n random fields."""
    of_all, blocks = [], []
    for seed in range(n):
        u = values(SHAPE, np.float64, seed)
        of_all.append(np.fft.rfftn(u))
        blocks.append(plan.forward(plan.scatter(u)))
    return of_all, blocks


def close(plan, block, expected):
    assert isinstance(block, weft.Array) and block.layout == plan.modes_layout
    assert_close(block, expected[plan.modes_slices])


def test_operators_do_what_numpy_does():
    k, odd = wavenumbers(False), wavenumbers(True)
    k2 = sum(one**2 for one in k)
    odd2 = sum(one**2 for one in odd)
    for keys in ({}, {"order": "C"}, {"output": "input"}):
        with weft.Plan(SHAPE, **keys) as plan:
            spectral = weft.Spectral(plan, LENGTHS)
            (u, v, w), blocks = fields(plan)
            b = blocks[0]
            for axis in (0, 1, 2, -1):
                close(plan, spectral.derivative(b, axis), 1j * odd[axis] * u)
                close(plan, spectral.derivative(b, axis, 2), -k[axis] ** 2 * u)
                close(plan, spectral.derivative(b, axis, order=3), -1j * odd[axis] ** 3 * u)
            close(plan, spectral.laplacian(b), -k2 * u)
            close(plan, spectral.inverse_laplacian(b), -u * np.where(k2 > 0, 1 / np.maximum(k2, 1e-30), 0))
            for got, one in zip(spectral.gradient(b), odd):
                close(plan, got, 1j * one * u)
            dot = odd[0] * u + odd[1] * v + odd[2] * w
            close(plan, spectral.divergence(blocks), 1j * dot)
            curl = [1j * (odd[1] * w - odd[2] * v), 1j * (odd[2] * u - odd[0] * w), 1j * (odd[0] * v - odd[1] * u)]
            for got, expected in zip(spectral.curl(tuple(blocks)), curl):
                close(plan, got, expected)
            for got, one, q in zip(spectral.project(blocks), (u, v, w), odd):
                close(plan, got, one - q * dot / np.where(odd2 > 0, odd2, 1))
            waves = [one * length / (2 * np.pi) for one, length in zip(k, LENGTHS)]
            kept = np.ones(u.shape, bool)
            for one, n in zip(waves, SHAPE):
                kept &= 3 * np.abs(np.rint(one)) < n
            close(plan, spectral.dealias(b), u * kept)
            sphere = sum((np.rint(one) / n) ** 2 for one, n in zip(waves, SHAPE)) < 2 / 9 - 1e-9
            close(plan, spectral.dealias(b, "spherical"), u * sphere)
            moved = spectral.shift(b, spectral.half_cell())
            phase = 1
            for one, q, h in zip(k, odd, (3 / 18, 7 / 16, 5 / 20)):
                phase = phase * np.where(q == one, np.exp(1j * one * h), np.cos(one * h))
            close(plan, moved, u * phase)
            assert [a.shape for a in spectral.wavenumbers()] == [a.shape for a in plan.wavenumbers()]
            for axis in range(3):
                assert np.allclose(spectral.wavenumbers(axis), plan.wavenumbers(axis, LENGTHS), rtol=1e-15)
            assert spectral.lengths == LENGTHS


def test_energies_are_those_of_the_points():
    u = [values(SHAPE, np.float64, seed) for seed in range(3)]
    energy = 0.5 * sum(np.mean(one**2) for one in u)
    for norm in ("backward", "ortho", "forward"):
        with weft.Plan(SHAPE, norm=norm) as plan:
            blocks = [plan.forward(plan.scatter(one)) for one in u]
            spectral = weft.Spectral(plan)
            assert abs(spectral.mean_energy(blocks) - energy) < 1e-14
            assert abs(spectral.mean_energy(blocks[0]) - 0.5 * np.mean(u[0] ** 2)) < 1e-14
            assert abs(spectral.inner_product(blocks[0], blocks[1]) - np.mean(u[0] * u[1])) < 1e-14
            k, e = spectral.energy_spectrum(blocks)
            assert abs(e.sum() - energy) < 1e-14 and np.array_equal(k, np.arange(len(e)))
            assert np.array_equal(comm.bcast(e), e)
            modes = np.fft.fftn(u[0], norm="forward")
            numbers = np.meshgrid(*(np.fft.fftfreq(n) * n for n in SHAPE), indexing="ij")
            shells = np.floor(np.sqrt(sum(one**2 for one in numbers)) / 2 + 0.5).astype(int).ravel()
            expected = np.bincount(shells, 0.5 * np.abs(modes).ravel() ** 2)
            k, e = spectral.energy_spectrum(blocks[0], width=2)
            assert np.allclose(e, expected, rtol=1e-13, atol=0) and k[1] == 2


def test_out_is_written_and_may_be_the_input():
    with weft.Plan(SHAPE) as plan:
        spectral = weft.Spectral(plan)
        _, blocks = fields(plan)
        out, vectors = plan.modes(), [plan.modes() for _ in range(3)]
        expected = spectral.derivative(blocks[0], 1)
        assert spectral.derivative(blocks[0], 1, out=out) is out and np.array_equal(out, expected)
        assert np.array_equal(spectral.divergence(blocks, out=out), spectral.divergence(blocks))
        expected = spectral.curl(blocks)
        assert spectral.curl(blocks, out=vectors) is vectors
        assert all(np.array_equal(a, b) for a, b in zip(expected, vectors))
        assert spectral.curl(blocks, out=blocks) is blocks
        assert all(np.array_equal(a, b) for a, b in zip(expected, blocks))
        expected = spectral.shift(out, (0.1, 0.2, 0.3))
        assert np.array_equal(spectral.shift(out, (0.1, 0.2, 0.3), out=out), expected)


def test_polynomials_and_vorticity_are_exact():
    with weft.Plan((17, 6), transform="r2r", kinds=("chebyshev", "dct2"), modes=weft.Layout((17, 6), size, 1)) as plan:
        x = np.cos(np.pi * np.arange(17) / 16).reshape(-1, 1)
        y = np.pi * (np.arange(6) + 0.5).reshape(1, -1) / 6
        uh = plan.forward(plan.scatter((x**5 - x) * np.cos(2 * y)))
        spectral = weft.Spectral(plan)
        for result, expected in (
            (spectral.derivative(uh, 0), (5 * x**4 - 1) * np.cos(2 * y)),
            (spectral.derivative(uh, 0, 2), 20 * x**3 * np.cos(2 * y)),
            (spectral.derivative(uh, 1, 2), -4 * (x**5 - x) * np.cos(2 * y)),
            (spectral.laplacian(uh), (20 * x**3 - 4 * (x**5 - x)) * np.cos(2 * y)),
        ):
            assert_close(plan.backward(result), expected[plan.points_slices])
        assert_raises_on_all(cannot, ["axis 1", "dct2", "even order"], lambda: spectral.derivative(uh, 1))
        assert_raises_on_all(cannot, ["Chebyshev", "orthogonal"], lambda: spectral.mean_energy(uh))
    with weft.Plan((8, 6), transform="c2c", precision="single") as plan:
        x, y = plan.coordinates(lengths=2 * np.pi)
        u, v = plan.points(), plan.points()
        u[...], v[...] = 2 * np.sin(x) * np.sin(2 * y), np.cos(x) * np.cos(2 * y)
        vorticity = weft.Spectral(plan).curl([plan.forward(u), plan.forward(v)])
        assert vorticity.dtype == np.complex64
        assert np.allclose(plan.backward(vorticity), -5 * np.sin(x) * np.cos(2 * y), atol=1e-5)


def test_operators_keep_their_plan_and_outlive_its_closing():
    plan = weft.Plan(SHAPE)
    spectral = weft.Spectral(plan)
    uh = plan.modes()
    plan.close()
    del plan
    gc.collect()
    spectral.laplacian(uh, out=uh)
    assert_raises_on_all(invalid, ["plan is closed"], lambda: spectral.mean_energy(uh))
    alone = weft.Spectral(weft.Plan((4, 4), comm=MPI.COMM_SELF))
    gc.collect()
    assert alone.mean_energy(alone.plan.modes()) == 0
    alone.plan.close()


def test_wrong_arguments_are_errors():
    with weft.Plan(SHAPE) as plan:
        spectral = weft.Spectral(plan)
        u, uh = plan.points(), plan.modes()
        for kind, words, call in (
            (invalid, ["weft.Plan", "int"], lambda: weft.Spectral(3)),
            (invalid, ["2 lengths", "3 axes"], lambda: weft.Spectral(plan, (1, 2))),
            (invalid, ["'x'", "number"], lambda: weft.Spectral(plan, (1, 2, "x"))),
            (invalid, ["axis 0", "positive"], lambda: weft.Spectral(plan, -1)),
            (invalid, ["axis 1", "positive"], lambda: weft.Spectral(plan, (1, float("nan"), 1))),
            (invalid, ["axis 3"], lambda: spectral.derivative(uh, 3)),
            (invalid, ["order -1"], lambda: spectral.derivative(uh, 0, -1)),
            (invalid, ["order", "1.5"], lambda: spectral.derivative(uh, 0, 1.5)),
            (invalid, ["2 components", "3 transformed"], lambda: spectral.divergence([uh, uh])),
            (invalid, ["list of arrays"], lambda: spectral.divergence(uh)),
            (invalid, ["2 components"], lambda: spectral.gradient(uh, out=[plan.modes(), plan.modes()])),
            (invalid, ["'square'", "'cubic'"], lambda: spectral.dealias(uh, "square")),
            (invalid, ["2 numbers", "3 axes"], lambda: spectral.shift(uh, (1, 2))),
            (invalid, ["type list"], lambda: spectral.laplacian([uh])),
            (invalid, ["dtype complex64"], lambda: spectral.laplacian(np.zeros(uh.shape, np.complex64))),
        ):
            assert_raises_here(kind, words, call)
        if uh.size and size > 1:
            assert_raises_here(invalid, ["other side"], lambda: spectral.laplacian(u))
        if uh.size:
            assert_raises_here(invalid, ["two outputs overlap"], lambda: spectral.gradient(uh, out=[uh, uh, uh]))
            memory = np.zeros(2 * uh.nbytes, np.uint8)
            shifted = [np.ndarray(uh.shape, uh.dtype, memory, at, uh.strides) for at in (0, 16)]
            assert_raises_here(invalid, ["overlaps an input"], lambda: spectral.laplacian(shifted[0], out=shifted[1]))
            frozen = plan.modes()
            frozen.flags.writeable = False
            assert_raises_here(invalid, ["read-only"], lambda: spectral.laplacian(uh, out=frozen))
        wrong = np.zeros(uh.shape, np.complex64) if rank == size - 1 else uh
        assert_raises_on_all(invalid, ["dtype complex64"], lambda: spectral.mean_energy(wrong))
        other = "x" if rank == size - 1 else 1
        assert_raises_on_all(invalid, ["the width is 'x'"], lambda: spectral.energy_spectrum(uh, other))
        assert_raises_on_all(invalid, ["width of shells is 0"], lambda: spectral.energy_spectrum(uh, 0))
        assert_raises_on_all(invalid, ["1 and 2 fields"], lambda: spectral.inner_product(uh, [uh, uh]))
        if size > 1:
            several = [uh, uh] if rank == size - 1 else [uh]
            assert_raises_on_all(weft.MismatchError, ["number of fields"], lambda: spectral.mean_energy(several))
    with weft.redistribution(weft.Layout(SHAPE, size, 0), weft.Layout(SHAPE, size, 1)) as plan:
        assert_raises_on_all(cannot, ["transforms no axis"], lambda: weft.Spectral(plan))
