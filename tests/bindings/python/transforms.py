"""Transforms against numpy.fft of the global array, which every process computes for itself."""

import itertools

import numpy as np
import weft
from support import COMPLEX, REAL, assert_close, comm, is_full, rank, size, values

SHAPES = [(12, 10, 8), (7, 5, 9), (4, 3, 2), (6, 5, 4, 3), (13, 8)]


def grids_of(n_axes):
    grids = [size]
    if n_axes > 2 and size == 4:
        grids.append((2, 2))
    return grids


def check(shape, **keywords):
    transform, precision = keywords.get("transform", "r2c"), keywords.get("precision", "double")
    axes = keywords.get("axes") or tuple(range(len(shape)))
    forward, backward = ("rfftn", "irfftn") if transform == "r2c" else ("fftn", "ifftn")
    conjugated = keywords.get("sign", -1) == 1
    norm = keywords.get("norm", "backward")
    points = values(shape, (REAL if transform == "r2c" else COMPLEX)[precision])
    expected = getattr(np.fft, forward)(np.conj(points) if conjugated else points, axes=axes, norm=norm)
    expected = np.conj(expected) if conjugated else expected
    with weft.Plan(shape, comm, **keywords) as plan:
        u = plan.points()
        assert not u.any() and u.dtype == points.dtype
        u[...] = points[plan.points_slices]
        uh = plan.forward(u)
        assert plan.modes_shape == expected.shape and uh.dtype == COMPLEX[precision]
        assert_close(uh, expected[plan.modes_slices], precision)
        again = plan.backward(uh)
        assert_close(again, points[plan.points_slices], precision)
        out = plan.modes()
        assert plan.forward(u, out=out) is out and np.array_equal(out, uh)
        assert np.array_equal(u, points[plan.points_slices]), "the input was changed"
        if keywords.keys() <= {"transform", "precision", "norm", "sign"}:
            assert [direction["copies"] for direction in plan.counts().values()] == [0, 0]


def test_shapes_transforms_and_precisions():
    for shape, transform, precision in itertools.product(SHAPES, ("r2c", "c2c"), ("double", "single")):
        for grid in grids_of(len(shape)):
            check(shape, transform=transform, precision=precision, grid=grid)


def test_one_axis():
    for n, transform, sign in itertools.product((30, 64, 7), ("r2c", "c2c"), (-1, 1)):
        check((n,), transform=transform, sign=sign, grid=size)  # copies at its ends


def test_scrambled_modes_are_those_of_their_wavenumbers():
    for transform, dtype in (("c2c", np.complex128), ("r2c", np.float64)):
        points = values((48,), dtype)
        expected = np.fft.fft(points)
        with weft.Plan((48,), comm, transform=transform, output="scrambled") as plan:
            u = plan.points()
            u[...] = points[plan.points_slices]
            uh = plan.forward(u)
            k = plan.wavenumbers(0)
            assert_close(uh, expected[k], "double")
            assert_close(plan.backward(uh), points[plan.points_slices], "double")
            waves = sum(comm.allgather(k.tolist()), [])
            assert plan.modes_shape == plan.modes_layout.shape == (len(waves),) and set(map(abs, waves)) == set(range(25))
            assert_close(weft.gather(uh, root=None), expected[waves], "double")


def test_axes_dealt_out_in_turns():
    shape = (4 * size, 2 * size, 5)
    for axes in (None, (2, 0, 1)):
        points = values(shape, np.complex128)
        expected = np.fft.fftn(points)
        slope = np.fft.ifftn(expected * np.fft.fftfreq(shape[0], 1 / shape[0])[:, None, None])
        with weft.Plan(shape, comm, transform="c2c", axes=axes, deal="cycles") as plan:
            dealt = points.reshape(plan.points_layout.shape)
            u = plan.points()
            u[...] = dealt[plan.points_slices]
            uh = plan.forward(u)
            assert_close(uh, expected.reshape(plan.modes_layout.shape)[plan.modes_slices], "double")
            assert_close(plan.backward(uh), dealt[plan.points_slices], "double")
            kx, ky, kz = plan.wavenumbers()
            assert np.broadcast_shapes(kx.shape, ky.shape, kz.shape) == uh.shape
            again = plan.backward(kx * uh)
            x, y, z = plan.coordinates()
            assert_close(again, slope[x, y, z], "double")
            assert np.prod(plan.cycles) == size


def test_arrays_lie_as_the_problem_says():
    shape = (6, 5, 8, 3)
    points = values(shape, np.float64)
    expected = np.fft.rfftn(points, axes=(0, 1, 2))
    with weft.Plan(shape, comm, transform="r2c", axes=(0, 1, 2), points_padding=(0, 0, 2, 0), modes_order=(1, 0, 2, 3)) as plan:
        u = plan.points()
        assert u.size == 0 or u.strides == tuple(8 * stride for stride in (5 * 10 * 3, 10 * 3, 3, 1))
        u[...] = points[plan.points_slices]
        uh = plan.forward(u)
        n0, _, n2, n3 = uh.shape
        assert uh.size == 0 or uh.strides == tuple(16 * stride for stride in (n2 * n3, n0 * n2 * n3, n3, 1))
        assert_close(uh, expected[plan.modes_slices], "double")


WHOLE_WAVES = ("r2hc", "hc2r", "dht")


def matrix(kind, n, forward, norm):
    """The definition of scipy.fft, or of FFTW for what that has not, with its factors: row k times a line is result k."""
    inverse = {"dct2": "dct3", "dct3": "dct2", "dst2": "dst3", "dst3": "dst2", "r2hc": "hc2r", "hc2r": "r2hc"}
    if kind == "fourier":
        return (np.fft.fft if forward else np.fft.ifft)(np.eye(n), axis=0, norm=norm)
    k, j = np.ogrid[:n, :n]
    if kind.startswith("chebyshev"):
        at = np.pi * (2 * np.arange(n) + 1) / (2 * n) if kind.endswith("gauss") else np.pi * np.arange(n) / (n - 1)
        values_of = np.cos(np.outer(at, np.arange(n)))  # T_k at the points
        return np.linalg.inv(values_of) if forward else values_of
    length = n if kind in WHOLE_WAVES else 2 * {"dct1": n - 1, "dst1": n + 1}.get(kind, n)
    if not forward:
        kind = inverse.get(kind, kind)
    if kind in WHOLE_WAVES:
        modes, imaginary = np.fft.fft(np.eye(n), axis=0), np.arange(n) > n / 2
        halfcomplex = np.where(imaginary[:, np.newaxis], -modes.imag, modes.real)
        by = {"r2hc": halfcomplex, "hc2r": n * np.linalg.inv(halfcomplex), "dht": modes.real - modes.imag}[kind]
        return by / (np.sqrt(length) if norm == "ortho" else length if (norm == "backward") != forward else 1)
    waves = {"dct1": np.cos(np.pi * j * k / max(n - 1, 1)), "dct2": np.cos(np.pi * (2 * j + 1) * k / (2 * n)),
             "dct3": np.cos(np.pi * j * (2 * k + 1) / (2 * n)), "dct4": np.cos(np.pi * (2 * j + 1) * (2 * k + 1) / (4 * n)),
             "dst1": np.sin(np.pi * (j + 1) * (k + 1) / (n + 1)), "dst2": np.sin(np.pi * (2 * j + 1) * (k + 1) / (2 * n)),
             "dst3": np.sin(np.pi * (j + 1) * (2 * k + 1) / (2 * n)),
             "dst4": np.sin(np.pi * (2 * j + 1) * (2 * k + 1) / (4 * n))}[kind]
    once = {"dct1": [0, n - 1], "dct3": [0], "dst3": [n - 1]}.get(kind, [])
    if norm != "ortho":
        weights = 2 * waves
        weights[:, once] /= 2
        return weights / (length if (norm == "backward") != forward else 1)
    weights = 2 * waves / np.sqrt(length)
    weights[:, once] /= np.sqrt(2)
    weights[{"dct1": [0, n - 1], "dct2": [0], "dst2": [n - 1]}.get(kind, [])] /= np.sqrt(2)
    return weights


def fewer(kind, n, m):
    """The matrices that leave modes of n points out, down to those of m, and that put zeros in their place."""
    if kind != "fourier" or m == n:
        return np.eye(m, n), np.eye(n, m)
    wave = np.fft.fftfreq(m, 1 / m).astype(int)
    cut = np.zeros((m, n))
    cut[range(m), wave] = 1
    pad = cut.T.copy()
    if m % 2 == 0:  # the highest mode is that of both signs
        cut[m // 2, m // 2] = 1
        pad[[m // 2, -(m // 2)], m // 2] = 0.5
    return cut, pad


def along(axis, by, array):
    return np.moveaxis(np.tensordot(by, array, (1, axis)), 0, axis)


def check_kinds(shape, kinds, transform, norm="backward", precision="double", kept=None):
    points = values(shape, (COMPLEX if transform == "c2c" else REAL)[precision])
    modes, again = points, points
    for axis, kind in enumerate(kinds):
        n, m = shape[axis], (kept or shape)[axis]
        cut, pad = fewer(kind, n, m)
        modes = along(axis, cut @ matrix(kind, n, True, norm), modes)
        again = along(axis, matrix(kind, n, False, norm) @ pad @ cut @ matrix(kind, n, True, norm), again)
    if transform == "r2c":
        real = max(axis for axis, kind in enumerate(kinds) if kind == "fourier")
        modes, again = np.take(modes, range((kept or shape)[real] // 2 + 1), real), again.real
    with weft.Plan(shape, comm, transform=transform, kinds=kinds, norm=norm, precision=precision, kept=kept) as plan:
        u = plan.points()
        u[...] = points[plan.points_slices]
        uh = plan.forward(u)
        assert plan.modes_shape == modes.shape
        assert uh.dtype == (REAL if transform == "r2r" else COMPLEX)[precision] and u.dtype == points.dtype
        assert_close(uh, modes[plan.modes_slices], precision)
        assert_close(plan.backward(uh), again[plan.points_slices], precision)


# scipy.fft.dct and dst of [1, 2, 4, 8, 16.5], by SciPy 1.17.1 (15 digits).
SCIPY = {
    ("dct1", "backward"): [45.5, -23.9852813742386, 9.5, -7.01471862576143, 5.5],
    ("dct1", "ortho"): [13.1871843353823, -10.75, 5.92157287525381, -4.75, 3.18718433538229],
    ("dct2", "backward"): [63.0, -36.5361750326594, 14.1352549156242, -6.80866462552482, 2.63525491562421],
    ("dct2", "ortho"): [14.0872282582487, -11.5537530093781, 4.46996008404637, -2.15308880408759, 0.833340774852735],
    ("dct3", "backward"): [30.878486871233, -41.0354600209254, 26.0, -15.3039335178203, 4.46090666751266],
    ("dct3", "ortho"): [9.8956207507534, -12.8455660204074, 8.35290774592091, -4.70854287812739, 1.54164837936027],
    ("dct4", "backward"): [23.6224423695965, -34.033803281882, 27.5771644662754, -24.2861819709815, 22.4913720332403],
    ("dct4", "ortho"): [7.470072178399, -10.7624335808861, 8.72066511224918, -7.67996506976189, 7.11239633272517],
    ("dst1", "backward"): [42.8205080756888, -37.2390923627309, 27.0, -16.4544826719043, 8.17949192431123],
    ("dst1", "ortho"): [12.3612159321677, -10.75, 7.79422863405995, -4.75, 2.36121593216773],
    ("dst2", "backward"): [34.9959346906221, -29.6340210166085, 26.4959346906221, -22.4293289776401, 23.0],
    ("dst2", "ortho"): [11.0666862468866, -9.37110026417813, 8.37875023574347, -7.09277659585585, 5.14295634824952],
    ("dst3", "backward"): [41.1582152136418, -18.0101680277495, 10.5, -6.80949208475157, 6.02212467385712],
    ("dst3", "ortho"): [15.1766366367217, -7.85658138747458, 5.48165772964828, -4.31461665614181, 4.0656292187602],
    ("dst4", "backward"): [54.6355048051845, -21.3905781275078, 10.6066017177982, -3.6792521031594, 1.96669418442406],
    ("dst4", "ortho"): [17.2772636297457, -6.76429473507043, 3.35410196624968, -1.16348167319485, 0.621923308378728],
}


def test_cosine_and_sine_transforms_are_those_of_scipy():
    line = np.array([1, 2, 4, 8, 16.5])
    for (kind, norm), expected in SCIPY.items():
        with weft.Plan((3, 5), comm, transform="r2r", axes=(1,), kinds=(kind,), norm=norm) as plan:
            u = plan.points()
            u[...] = line
            assert_close(plan.forward(u), np.broadcast_to(expected, (3, 5))[plan.modes_slices], "double")


REAL_KINDS = [f"{family}{i}" for family in ("dct", "dst") for i in range(1, 5)] + ["chebyshev", "chebyshev-gauss", *WHOLE_WAVES]


def test_transforms_that_keep_real_numbers_real():
    for kind, norm in itertools.product(REAL_KINDS, ("backward", "ortho", "forward")):
        check_kinds((8, 5), (kind, "dct2"), "r2r", norm)
        check_kinds((6, 7, 4), ("fourier", kind, "fourier"), "r2c", norm)
        check_kinds((5, 6), (kind, "fourier"), "c2c", norm)
    check_kinds((4, 9, 6), ("dst1", "chebyshev", "dct4"), "r2r", precision="single")
    check_kinds((6, 5, 4), ("fourier", "fourier", "chebyshev"), "r2c")  # the middle axis is the real one


def test_fewer_modes_than_points():
    fourier = ("fourier",) * 3
    for kept in [(8, 6, 8), (5, 4, 12), (9, 6, 7), (1, 2, 1)]:
        for norm in ("backward", "ortho", "forward"):
            check_kinds((9, 6, 12), fourier, "r2c", norm, kept=kept)
            check_kinds((9, 6, 12), fourier, "c2c", norm, kept=kept)
    check_kinds((9, 8, 6), ("fourier", "chebyshev", "fourier"), "r2c", kept=(6, 5, 4))
    check_kinds((9, 8, 6), ("dct1", "dst2", "chebyshev-gauss"), "r2r", kept=(6, 5, 4), precision="single")


def test_norms_and_signs():
    for norm, sign, transform in itertools.product(("backward", "ortho", "forward"), (-1, 1), ("r2c", "c2c")):
        check((8, 6, 5), transform=transform, norm=norm, sign=sign)


def test_axes_in_any_order_and_counted_from_the_end():
    for axes in [(0, 1, 2), (2, 1, 0), (0, 2), (-1,), (-3, -1), (1, 0)]:
        check((8, 6, 5), axes=axes)
        check((8, 6, 5), transform="c2c", axes=axes)


def test_outputs_and_orders():
    for output, order in itertools.product(("last", "input"), ("fast", "C")):
        check((9, 8, 7), output=output, order=order)
    with weft.Plan((9, 8, 7), order="C") as plan:
        strides = plan.modes().strides
        assert strides == np.empty(plan.modes().shape, complex).strides
    with weft.Plan((9, 8, 7)) as plan:
        assert plan.modes().strides != np.empty(plan.modes().shape, complex).strides or plan.modes().size <= 1


def test_exchanges():
    for exchange in ("window-pull", "window-push", "alltoallv", "alltoallw"):
        check((9, 8, 7), exchange=exchange)
        check((9, 8, 7), exchange=exchange, output="input", arrays="shared")


def test_shared_arrays_beside_private_ones():
    shape = (9, 8, 7)
    points = values(shape, np.float64)
    expected = np.fft.rfftn(points)
    with weft.Plan(shape, output="input", arrays="shared") as plan:
        u, uh, again = plan.points(), plan.modes(), plan.points()
        u[...] = points[plan.points_slices]
        for turn in range(4):
            own = rank % 2 == turn % 2  # memory of its own on half of the processes
            out = np.empty_like(uh) if own else uh
            plan.forward(u, out=out)
            assert_close(out, expected[plan.modes_slices])
            assert_close(plan.backward(out, out=again), points[plan.points_slices])
        assert plan.counts()["forward"]["copies"] == 0 or size == 1
        kept = plan.points()
    kept[...] = 3  # arrays may outlive the plan
    assert kept.size == 0 or kept.max() == 3


def test_more_processes_than_points():
    check((3, 2, 2))
    check((2, 1, 5), transform="c2c")


def test_own_layouts():
    blocks = [0] * size
    blocks[-1] = 8
    layout = weft.Layout((8, 6, 5), size, 0, blocks={0: blocks})
    check((8, 6, 5), points=layout)
    check((8, 6, 5), modes=weft.Layout((8, 6, 3), size, 2))


def test_in_place():
    for shape, transform, memory in itertools.product(SHAPES, ("r2c", "c2c"), ("normal", "low")):
        points = values(shape, REAL["double"] if transform == "r2c" else COMPLEX["double"])
        expected = (np.fft.rfftn if transform == "r2c" else np.fft.fftn)(points)
        with weft.Plan(shape, transform=transform, in_place=True, memory=memory) as plan:
            assert plan.in_place
            u = plan.points()
            u[...] = points[plan.points_slices]
            uh = plan.forward(u)
            assert uh.__array_interface__["data"][0] == u.__array_interface__["data"][0]
            assert_close(uh, expected[plan.modes_slices])
            again = plan.backward(uh)
            assert_close(again, points[plan.points_slices])
            ordinary = np.zeros(plan.in_place_bytes // 8 + 1)  # memory of the user
            mine = np.ndarray(u.shape, u.dtype, ordinary, 0, u.strides)
            mine[...] = points[plan.points_slices]
            assert_close(plan.forward(mine), expected[plan.modes_slices])


def test_several_fields():
    shape = (8, 6, 5)
    for in_place in (False, True):
        with weft.Plan(shape, n_fields=3, in_place=in_place) as plan:
            for n in (1, 2, 3):
                points = [values(shape, float, seed) for seed in range(n)]
                u = [plan.points() for _ in range(n)]
                for array, of_all in zip(u, points):
                    array[...] = of_all[plan.points_slices]
                modes = plan.forward(u)
                assert isinstance(modes, list) and len(modes) == n
                for uh, of_all in zip(modes, points):
                    assert_close(uh, np.fft.rfftn(of_all)[plan.modes_slices])
                for array, of_all in zip(plan.backward(tuple(modes)), points):
                    assert_close(array, of_all[plan.points_slices])
            single = plan.points()
            assert isinstance(plan.forward(single), weft.Array)
            if not in_place:
                out = [plan.modes(), plan.modes()]
                assert plan.forward([single, single], out=out) is out


def test_ordinary_arrays_of_any_origin():
    shape = (8, 6, 5)
    points = values(shape, float)
    with weft.Plan(shape) as plan:
        local = np.ascontiguousarray(points[plan.points_slices])
        local.flags.writeable = False  # the input needs not be writeable
        assert_close(plan.forward(local), np.fft.rfftn(points)[plan.modes_slices])
        room = np.empty(local.size + 1)
        shifted = room[1:].reshape(local.shape)  # aligned to an element only
        shifted[...] = local
        assert_close(plan.forward(shifted), np.fft.rfftn(points)[plan.modes_slices])


def test_wavenumbers_and_coordinates():
    for shape, axes in (((8, 7, 6), None), ((8, 7, 6), (0, 1)), ((5, 4), None)):
        with weft.Plan(shape, axes=axes) as plan:
            transformed = axes or tuple(range(len(shape)))
            numbers = plan.wavenumbers()
            for a, n in enumerate(shape):
                if a not in transformed:
                    assert numbers[a] is None
                    continue
                of_all = np.fft.rfftfreq(n) * n if a == transformed[-1] else np.fft.fftfreq(n) * n
                assert np.array_equal(numbers[a].ravel(), np.rint(of_all)[plan.modes_slices[a]])
                assert np.array_equal(plan.wavenumbers(a - len(shape)), numbers[a])
                assert np.allclose(plan.wavenumbers(a, lengths=3), numbers[a] * (2 * np.pi / 3))
                assert (numbers[a] + plan.modes()).shape == plan.modes().shape
            for a, n in enumerate(shape):
                x = plan.coordinates(a, lengths=[2.0] * len(shape))
                assert np.allclose(x.ravel(), (np.arange(n) * 2.0 / n)[plan.points_slices[a]])
                assert np.array_equal(plan.coordinates(a).ravel(), np.arange(n)[plan.points_slices[a]])


def test_random_problems():
    generator = np.random.default_rng(7)
    for _ in range(200 if is_full else 20):
        n_axes = int(generator.integers(2, 5))
        shape = tuple(int(n) for n in generator.integers(1, 10, n_axes))
        axes = tuple(int(a) for a in generator.permutation(n_axes)[: int(generator.integers(1, n_axes + 1))])
        transform = ("r2c", "c2c")[int(generator.integers(2))]
        try:
            check(shape, transform=transform, axes=axes, order=("fast", "C")[int(generator.integers(2))])
        except weft.NotApplicableError:
            assert size > 1
