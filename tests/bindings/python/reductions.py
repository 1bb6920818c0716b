"""Sums, norms, extremes, random fields and moves of distributed arrays: NumPy on the whole array says what is right."""

import numpy as np
import weft
from distributed import DTYPES, layouts
from support import assert_raises_here, assert_raises_on_all, comm, index_values, rank, size, values

SHAPE = (5, 4, 3)


def whole_and_array(layout, dtype, order=None, seed=3):
    whole = values(layout.shape, dtype, seed)
    u = weft.zeros(layout, dtype, comm, order)
    u.owned[...] = whole[u.slices]
    if any(layout.ghosts):
        np.asarray(u)[np.asarray(u) == 0] = 1e30  # ghost cells count nowhere
    return whole, u


def all_layouts():
    yield from layouts(SHAPE)
    yield weft.Layout(SHAPE, size, 0, ghosts=(1, 0, 2))


def test_sums_means_norms_and_products():
    for layout in all_layouts():
        for dtype in DTYPES:
            whole, u = whole_and_array(layout, dtype)
            other, v = whole_and_array(layout, dtype, "F", 4)
            wide = whole.astype(complex if whole.dtype.kind == "c" else float)
            for found, expected in ((weft.sum(u), wide.sum()), (weft.mean(u), wide.mean()),
                                    (weft.dot(u, v), np.vdot(wide, other)), (weft.norm(u), np.linalg.norm(wide)),
                                    (weft.norm(u, 1), abs(wide).sum()), (weft.norm(u, np.inf), abs(wide).max())):
                assert abs(found - expected) < 1e-13 * (1 + abs(expected)) * (1 if dtype in DTYPES[1::2] else 1e6)
                assert type(found) is (complex if type(expected) is np.complex128 else float)
                assert len(set(comm.allgather(found))) == 1
    counted = weft.sum(weft.fromfunction(lambda i, j, k: i, weft.Layout(SHAPE, size, 1)) > 2)
    assert counted == 2 * 4 * 3
    part = weft.zeros(weft.Layout(SHAPE, size, 0), complex).real
    part[...] = 2
    assert weft.sum(part) == 120 and weft.dot(part, part + 0) == 240  # strides of two elements, and of one


def test_count_outside():
    for layout in all_layouts():
        for dtype in DTYPES:
            whole, u = whole_and_array(layout, dtype)
            assert weft.count_outside(u, 0.5) == np.count_nonzero(abs(whole) >= 0.5) > 0
            u.owned[u.owned.real < 0] = np.nan
            assert weft.count_outside(u, np.inf) == np.count_nonzero(whole.real < 0)
    assert weft.count_outside(u > 2, 1) == weft.sum(u > 2)
    assert_raises_on_all(weft.InvalidArgumentError, ["bound is 'x'; give a number"], lambda: weft.count_outside(u, "x"))
    bound = 0 if rank == 0 else 1
    with_other = weft.MismatchError if size > 1 else weft.InvalidArgumentError
    assert_raises_on_all(with_other, ["bound"], lambda: weft.count_outside(u, bound))


def test_methods_of_numpy_stay_local():
    u = weft.full(weft.Layout((8 * size, 2), size, 0), 1.0, comm=comm)
    assert u.sum() == 16 == np.sum(u) and weft.sum(u) == 16 * size


def test_extremes_know_where_they_are():
    for layout in all_layouts():
        for dtype in DTYPES[:2]:
            whole, u = whole_and_array(layout, dtype, "F")
            low, high = weft.minimum(u), weft.maximum(u)
            assert low == whole.min() and low.index == np.unravel_index(whole.argmin(), SHAPE)
            assert high == whole.max() and high.index == np.unravel_index(whole.argmax(), SHAPE)
            assert isinstance(low, float) and low < high
    whole, u = whole_and_array(weft.Layout(SHAPE, size, 1), complex)
    assert_raises_on_all(weft.InvalidArgumentError, ["complex"], lambda: weft.minimum(u))


def test_random_fields_are_those_of_numpys_philox():
    generator = np.random.Generator(np.random.Philox(key=2**63 + 5))
    expected = generator.random(SHAPE)
    normal = None
    for layout in all_layouts():
        for order in (None, "F"):
            u = weft.random_uniform(layout, 2**63 + 5, comm=comm, order=order)
            assert np.array_equal(u.owned, expected[u.slices])
            v = weft.random_normal(u, 11, 3, 0.5)
            assert v.layout == layout and v.strides == u.strides
            found = weft.gather(v, None)
            normal = found if normal is None else normal
            assert np.array_equal(found, normal)
    u = weft.random_uniform(weft.Layout((40, 40), size, 0), 1, -2, 4, "complex64", comm)
    assert u.dtype == np.complex64 and abs(weft.mean(u) - (1 + 1j)) < 0.2
    assert -2 <= weft.minimum(u.real) < -1.9 and 3.9 < weft.maximum(u.imag) < 4
    right = weft.Layout(SHAPE, size, 0)
    for seed in (-1, 2**64, 1.5, "a", True):
        assert_raises_on_all(weft.InvalidArgumentError, [repr(seed), "2^64"], lambda: weft.random_uniform(right, seed))
    assert_raises_on_all(weft.InvalidArgumentError, ["low", "'x'"], lambda: weft.random_uniform(right, 1, "x"))
    assert_raises_on_all(weft.InvalidArgumentError, ["deviation"], lambda: weft.random_normal(right, 1, 0, -1))
    if size > 1:
        assert_raises_on_all(weft.MismatchError, ["seed"], lambda: weft.random_uniform(right, 7 + (rank == size - 1)))


def test_gather_and_scatter():
    for layout in all_layouts():
        for dtype in DTYPES[1:3]:
            whole = values(SHAPE, dtype)
            for root in (0, size - 1):
                given = np.asfortranarray(whole) if rank == root else None
                u = weft.scatter(given, layout, comm, root, order=(1, 0, 2))
                assert np.array_equal(u.owned, whole[u.slices]) and u.dtype == dtype
                assert u.size == u.owned.size or not np.asarray(u)[0].any()
                back = weft.gather(u, root)
                assert np.array_equal(back, whole) and back.flags.c_contiguous if rank == root else back is None
            assert np.array_equal(u.gather(None), whole)


def test_redistribute():
    whole = index_values(SHAPE)
    several = list(all_layouts())
    for layout in several:
        u = weft.fromfunction(lambda i, j, k: (i * 4 + j) * 3 + k, layout, comm=comm, order=(2, 0, 1))
        for target in several:
            v = weft.redistribute(u, target)
            assert v.layout == target and np.array_equal(v.owned, whole[v.slices])
            if v.size and min(v.shape) > 1:
                assert np.argsort(v.strides).tolist() == [1, 0, 2]
            out = weft.full(target, -1, comm=comm)
            assert weft.redistribute(u, out=out) is out and np.array_equal(out.owned, whole[v.slices])
            assert out.size == out.owned.size or (np.asarray(out) == -1).sum() == out.size - out.owned.size
        for axis in (0, 1, 2, -1):
            v = u.redistribute(axis)
            assert v.owned.shape[axis] == SHAPE[axis] or v.size == 0
            assert v.layout.box(0)[axis] == (0, SHAPE[axis]) or size > 1
            assert np.array_equal(v.owned, whole[v.slices])
    if size in (4, 6):
        brick = weft.Layout(SHAPE, (2, size // 2), (0, 1))
        assert weft.zeros(brick).redistribute(0).layout == weft.Layout(SHAPE, (2, size // 2), (2, 1))
        full = weft.Layout((6, 6), (2, size // 2), (0, 1))
        assert weft.zeros(full).redistribute(1).layout == weft.Layout((6, 6), (2, size // 2), (0, 0))


def test_plans_take_what_was_redistributed():
    whole = values((8, 6, 4), float)
    with weft.Plan((8, 6, 4)) as plan:
        u = weft.zeros(weft.Layout((8, 6, 4), size, 2))
        u[...] = whole[u.slices]
        uh = plan.forward(u.redistribute(out=plan.points()))
        assert np.allclose(weft.gather(uh, None), np.fft.rfftn(whole))
        assert abs(weft.dot(uh, uh) - np.vdot(np.fft.rfftn(whole), np.fft.rfftn(whole))) < 1e-9


def test_bad_arguments():
    invalid, mismatch = weft.InvalidArgumentError, weft.MismatchError
    layout = weft.Layout(SHAPE, size, 0)
    u, v = weft.zeros(layout), weft.zeros(weft.Layout(SHAPE, size, 1))
    frozen = weft.zeros(layout)
    frozen.flags.writeable = False
    bad = [
        (["norm", "3"], lambda: weft.norm(u), lambda: weft.norm(u, 3)),
        (["root", str(size)], lambda: weft.gather(u), lambda: weft.gather(u, size)),
        (["root", "1.5"], lambda: weft.gather(u), lambda: weft.gather(u, 1.5)),
        (["axis 3"], lambda: u.redistribute(1), lambda: u.redistribute(3)),
        (["processes"], lambda: u.redistribute(1), lambda: u.redistribute(weft.Layout(SHAPE, size + 1, 0))),
        (["same shape"], lambda: u.redistribute(1), lambda: u.redistribute(weft.Layout((5, 4, 4), size, 0))),
        (["float32"], lambda: u.redistribute(out=v), lambda: u.redistribute(out=v.astype("f4"))),
        (["read-only"], lambda: u.redistribute(out=v), lambda: u.redistribute(out=frozen)),
        (["the output", "no layout"], lambda: u.redistribute(out=v), lambda: u.redistribute(out=u[1:])),
        (["give one"], lambda: u.redistribute(out=v), lambda: u.redistribute(1, out=v)),
        (["'x'"], lambda: u.redistribute(1), lambda: u.redistribute("x")),
    ]
    for odd in range(size):
        for fragments, right, wrong in bad:
            assert_raises_on_all(invalid, fragments, wrong)
            assert_raises_on_all(invalid, fragments, wrong if rank == odd else right)
    assert_raises_on_all(invalid, ["float32", "astype"], lambda: weft.dot(u, u.astype("f4")))
    if size > 1:
        assert_raises_on_all(invalid, ["different layouts", "weft.redistribute"], lambda: weft.dot(u, v))
        assert_raises_on_all(mismatch, ["root"], lambda: weft.gather(u, rank % 2))
        assert_raises_on_all(mismatch, ["root"], lambda: weft.scatter(np.zeros(SHAPE), layout, comm, rank % 2))
        assert_raises_on_all(mismatch, ["layout"], lambda: u.redistribute(rank % 2))
    for wrong, fragments in ((np.zeros((5, 4)), ["(5, 4)", "(5, 4, 3)"]), ([1], ["type list"]),
                             (np.zeros(SHAPE, int), ["int64"])):
        for root in (0, size - 1):
            assert_raises_on_all(invalid, fragments, lambda: weft.scatter(wrong if rank == root else None, layout, comm, root))
    line = weft.zeros(weft.Layout((7,), size, 0))
    if size > 1:
        assert_raises_on_all(invalid, ["one axis", "gather"], lambda: line.redistribute(0))
    for array, fragments in ((np.zeros(3), ["type ndarray"]), (u[1:], ["no layout"]), (3.0, ["type float"])):
        assert_raises_here(invalid, [*fragments, "weft.zeros"], lambda: weft.sum(array))
    comm.Barrier()
    assert weft.sum(u) == 0
