"""Arrays that know their layout, memory that is used again, and nothing that is copied."""

import copy
import gc
import pickle

import numpy as np
import weft
from mpi4py import MPI
from support import assert_raises_here, comm, rank, values


def address(array):
    return array.__array_interface__["data"][0]


def test_arrays_know_their_block():
    with weft.Plan((8, 6, 5)) as plan:
        for array, layout in ((plan.points(), plan.points_layout), (plan.modes(), plan.modes_layout),
                              (plan.forward(plan.points()), plan.modes_layout)):
            assert type(array) is weft.Array and array.layout == layout and array.rank == rank
            assert array.slices == layout.slices(rank) and array.box == layout.box(rank)
            assert array.shape == layout.local_shape(rank)


def test_results_keep_the_layout_where_it_is_right():
    with weft.Plan((6, 6, 6), comm=MPI.COMM_SELF) as plan:
        u, v = plan.points(), plan.points()
        for same in (u + v, 2 * u, np.sin(u), np.add(u, v), u.copy(), u[...], u[:], u.astype("f4"), u > 0,
                     np.zeros_like(u), copy.copy(u), copy.deepcopy(u), plan.modes().real, plan.modes().conj(),
                     u + np.zeros(u.shape), u * np.arange(6)):
            assert same.layout is not None and same.slices == same.layout.slices(0), type(same)
        same = u
        same += 1
        assert same is u and u.layout == plan.points_layout
        assert np.add(u, v, out=v) is v


def test_elementwise_results_lie_in_memory_as_the_plan_wants_them():
    shape = (7, 6, 5)
    for keywords in (dict(), dict(transform="c2c"), dict(axes=(2, 1, 0)), dict(order="C")):
        with weft.Plan(shape, **keywords) as plan:
            uh, strides = plan.modes(), plan.modes().strides
            uh[...] = values(plan.modes_shape, complex)[plan.modes_slices]
            plain = np.array(uh)
            kx, ky, kz = plan.wavenumbers()
            row = np.arange(uh.shape[2])
            for result, expected in (
                    (1j * kx * uh, 1j * kx * plain), (uh * (kx**2 + ky**2 + kz**2), plain * (kx**2 + ky**2 + kz**2)),
                    (uh + row, plain + row), (row * uh, row * plain), (-uh, -plain), (np.abs(uh), np.abs(plain)),
                    (uh / 2 + uh * ky, plain / 2 + plain * ky),
                    (np.where(kx > 0, 1, 0) * uh, np.where(kx > 0, plain, 0)),
                    (uh.real * kz, plain.real * kz), (np.multiply(uh, kx, dtype="c16"), plain * kx)):
                assert np.array_equal(result, expected) and result.layout == uh.layout
                ratio = result.itemsize / 16
                assert result.strides == tuple(int(s * ratio) for s in strides) or result.size <= max(result.shape)
            plan.backward(1j * kx * uh)
            whole, part = np.modf(plan.points().real + 1.5)  # a ufunc with two results
            assert whole.layout == part.layout == plan.points_layout


def test_functions_of_several_kinds_of_arrays_are_numpys():
    with weft.Plan((6, 6, 6), comm=MPI.COMM_SELF) as plan:
        u = plan.points()
        u[...] = np.arange(216).reshape(u.shape)
        plain = np.array(u)
        masked = np.ma.masked_array(plain, plain > 5)
        assert type(u + masked) is np.ma.MaskedArray or type(np.ma.add(u, masked)) is np.ma.MaskedArray
        assert np.add.reduce(u, axis=None) == plain.sum()
        assert np.array_equal(np.add.accumulate(u), np.add.accumulate(plain))
        assert np.array_equal(np.matmul(u, u), plain @ plain) and np.array_equal(u @ u, plain @ plain)
        assert (u + u.reshape(1, 6, 6, 6)).shape == (1, 6, 6, 6)
        assert np.array_equal(np.add(u, 1, where=u > 3, out=u.copy()), np.where(plain > 3, plain + 1, plain))
        assert np.array_equal(u + [1, 2, 3, 4, 5, 6], plain + np.arange(1, 7))
        assert np.add.outer(u[0, 0], u[0, 0]).shape == (6, 6)
        out = np.empty(u.shape)
        assert np.sin(u, out=out) is out and np.array_equal(out, np.sin(plain))
        assert (u == plain).all() and np.mean(u) == plain.mean() and np.linalg.norm(u) > 0


def test_results_lose_the_layout_where_it_would_be_wrong():
    with weft.Plan((6, 6, 6), comm=MPI.COMM_SELF) as plan:
        u = plan.points()
        for other in (u[1:], u[::-1], u.T, np.flip(u), u.swapaxes(0, 1), u[[1, 0, 2, 3, 4, 5]],
                      u.sum(axis=0), u.ravel(),
                      u.reshape(36, 6), u[0], u[:, None], u.take([5, 4, 3, 2, 1, 0], axis=0), u + u.T, u[u > -1]):
            assert other.layout is None and other.slices is None, other.shape
        assert isinstance(u.sum(), float) and isinstance(u[0, 0, 0], float)
        assert (u + plan.modes()[:, :, :1]).layout is None


def test_copies_keep_values_layout_and_strides():
    with weft.Plan((6, 5, 4)) as plan:
        uh = plan.modes()
        uh[...] = values((6, 5, 3), complex)[plan.modes_slices]
        for again in (copy.copy(uh), copy.deepcopy(uh), uh.copy(), copy.deepcopy([uh])[0]):
            assert np.array_equal(again, uh) and again.layout == uh.layout and again.rank == rank
            assert address(again) != address(uh) or uh.size == 0
            plan.backward(again)  # has the plan's strides


def test_pickling_is_refused_in_words():
    with weft.Plan((6, 5, 4)) as plan:
        uh = plan.modes()
        for call in (lambda: pickle.dumps(uh), lambda: MPI.pickle.dumps(uh), lambda: uh.dumps(),
                     lambda: pickle.dumps({"u": uh}, protocol=5)):
            assert_raises_here(TypeError, ["not pickled", "weft.gather", "numpy.asarray"], call)
        part = pickle.loads(pickle.dumps(uh[1:]))  # has no layout: a local array like any other
        assert type(part) is np.ndarray and np.array_equal(part, uh[1:])
        assert np.array_equal(pickle.loads(pickle.dumps(np.asarray(uh))), uh)


def test_results_are_never_the_memory_of_a_living_array():
    with weft.Plan((8, 6, 5)) as plan:
        u = plan.points()
        alive = [plan.forward(u) for _ in range(6)] + [plan.modes()]
        views = [plan.forward(u)[...] for _ in range(3)]  # the arrays themselves are gone
        places = [address(a) for a in alive + views if a.size]
        assert len(set(places)) == len(places)


def test_thrown_away_results_are_used_again_and_two_are_kept():
    with weft.Plan((8, 6, 5)) as plan:
        u = plan.points()
        for _ in range(50):
            uh = plan.forward(u)  # the old one dies after the new one is made
        assert plan._modes.pool.n_taken_and_allocated == (50, 2)
        many = [plan.forward(u) for _ in range(5)]
        del many, uh
        gc.collect()
        _, before = plan._modes.pool.n_taken_and_allocated
        many = [plan.forward(u) for _ in range(5)]
        assert plan._modes.pool.n_taken_and_allocated[1] == before + 3
        assert not plan.modes().any()


def test_results_outlive_the_plan():
    with weft.Plan((8, 6, 5)) as plan:
        u = plan.points()
        u[...] = 1
        uh = plan.forward(u)
    del plan
    gc.collect()
    total = comm.allreduce(complex(np.asarray(uh).sum()))
    assert abs(total - 240) < 1e-10


def test_calls_with_out_make_no_array():
    import tracemalloc

    with weft.Plan((8, 6, 5)) as plan:
        u, uh = plan.points(), plan.modes()
        plan.forward(u, out=uh)
        taken = plan._modes.pool.n_taken_and_allocated
        tracemalloc.start()
        for _ in range(20):
            plan.forward(u, out=uh)
            plan.backward(uh, out=u)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert plan._modes.pool.n_taken_and_allocated == taken
        assert peak < 4000, peak  # frames and tuples, no array
