"""Distributed arrays without a plan: making them, ghost cells, what they say of themselves."""

import numpy as np
import weft
from mpi4py import MPI
from support import assert_raises_on_all, comm, index_values, rank, size, values

DTYPES = ("float32", "float64", "complex64", "complex128")


def layouts(shape):
    """Slabs, bricks, uneven blocks, and all data on the last process."""
    yield weft.Layout(shape, size, 0)
    yield weft.Layout(shape, (1, size), (0, 1))
    yield weft.Layout(shape, size, len(shape) - 1)
    sizes = [0] * (size - 1) + [shape[0]]
    yield weft.Layout(shape, size, 0, {0: sizes})
    if size in (4, 6):
        yield weft.Layout(shape, (2, size // 2), (1, 0))


def test_new_arrays_know_their_distribution():
    for layout in layouts((5, 4, 3)):
        for dtype in DTYPES:
            for order in (None, "C", "F", (1, 2, 0)):
                u = weft.zeros(layout, dtype, comm, order)
                axes = {None: (0, 1, 2), "C": (0, 1, 2), "F": (2, 1, 0)}.get(order, order)
                assert u.layout == layout and u.shape == layout.local_shape(rank) and u.dtype == dtype
                assert u.global_shape == (5, 4, 3) and u.rank == rank and u.comm is comm and not u.any()
                assert np.asarray(u).transpose(axes).flags.c_contiguous
                d = u.distribution
                assert d.dtype == dtype and d.rank == rank and d.box == layout.box(rank) and d.shape == u.shape
                assert d.first == 0 and d.memory_elements == u.size and u.distribution is d
                if u.size and min(u.shape) > 1:
                    assert tuple(s * u.itemsize for s in d.strides) == u.strides
        u = weft.full(layout, 2.5, comm=comm)
        assert u.dtype == float and (np.asarray(u) == 2.5).all() and weft.full(layout, 1j).dtype == complex


def test_plans_arrays_know_their_distribution():
    with weft.Plan((8, 6, 5)) as plan:
        for u, layout in ((plan.points(), plan.points_layout), (plan.modes(), plan.modes_layout)):
            d = u.distribution
            assert d.box == layout.box(rank) and d.dtype == u.dtype.name and weft.Layout._of(d.layout) == layout
            assert u.comm is plan.comm
            real = u.real
            assert real.distribution.dtype == "float64" and real.distribution.box == d.box
            if u.size and min(u.shape) > 1:
                assert tuple(s * 8 for s in real.distribution.strides) == real.strides
        assert u[1:].distribution is None and u[1:].comm is None
        try:
            (u == u).distribution
        except weft.InvalidArgumentError as error:
            assert "bool" in str(error) and "complex64" in str(error)
        else:
            raise AssertionError


def test_functions_of_global_indices():
    shape = (5, 4, 3)
    expected = index_values(shape)
    for layout in layouts(shape):
        for dtype in DTYPES:
            u = weft.fromfunction(lambda i, j, k: (i * 4 + j) * 3 + k, layout, dtype, comm, "F")
            assert np.array_equal(u, expected[layout.slices(rank)].astype(dtype)) and u.dtype == dtype
    line = weft.fromfunction(np.sqrt, weft.Layout((7,), size, 0))
    assert np.array_equal(line, np.sqrt(np.arange(7.0))[line.slices])


def test_ghost_cells():
    layout = weft.Layout((7, 4, 3), size, 0, ghosts=(2, 1, 0))
    plain = layout.with_ghosts(None)
    u = weft.fromfunction(lambda i, j, k: (i * 4 + j) * 3 + k + 1, layout, comm=comm, order=(2, 0, 1))
    assert u.shape == layout.memory_shape(rank) and u.box == plain.box(rank) == u.owned.box
    assert np.array_equal(u.owned, index_values((7, 4, 3))[u.slices] + 1)
    assert u.owned.layout == plain and u.owned.distribution.box == u.distribution.box
    assert float(np.asarray(u).sum()) == float(np.asarray(u.owned).sum())  # ghost cells are 0
    d = u.distribution
    if u.size:
        assert u.shape[0] == plain.local_shape(rank)[0] + 4
        corner = np.asarray(u).reshape(-1, order="A").base  # the memory as it lies
        assert np.shares_memory(u, u.owned) and corner is not None
        strides = np.array(d.strides)
        assert d.first == int(strides @ (2, 1, 0)) and d.shape == u.owned.shape
        assert [s * 8 for s in d.strides] == list(u.strides) == list(u.owned.strides)
    v = u * 2 + u
    assert v.layout == layout and np.array_equal(v.owned, u.owned * 3)
    u.owned[...] = 5
    assert comm.allreduce(float(np.asarray(u).sum())) == 7 * 4 * 3 * 5
    assert layout != plain and hash(layout) != hash(plain) and eval(repr(layout)) == layout
    assert layout.box_with_ghosts(rank) == tuple(
        (b - g, e + g) for (b, e), g in zip(plain.box(rank), (2, 1, 0))) or plain.box(rank)[0][0] == plain.box(rank)[0][1]


def test_blocks_that_a_program_has():
    layout = weft.Layout((5, 4), size, 0)
    whole = values((5, 4), complex)
    for mine in (whole[layout.slices(rank)].copy(), np.asfortranarray(whole[layout.slices(rank)]),
                 whole.real[layout.slices(rank)], np.repeat(whole, 3, 1)[layout.slices(rank)[0]][:, ::3]):
        u = weft.array(mine, layout, comm)
        assert np.array_equal(u, mine) and u.layout == layout and u.strides == mine.strides
        assert u.distribution.dtype == mine.dtype.name
        copied = weft.array(mine, layout, comm, copy=True)
        assert np.array_equal(copied, mine) and not np.shares_memory(copied, mine)
        assert u.size == 0 or np.shares_memory(u, mine)


def test_bad_arguments():
    right = weft.Layout((5, 4), size, 0)
    invalid, mismatch = weft.InvalidArgumentError, weft.MismatchError
    mine = np.zeros(right.local_shape(rank))
    zeros, function = lambda: weft.zeros(right), lambda: weft.fromfunction(lambda i, j: i + j, right)
    array = lambda: weft.array(mine, right)  # noqa: E731
    bad = [
        (zeros, ["weft.Layout"], lambda: weft.zeros((5, 4))),
        (zeros, ["int64", "complex64"], lambda: weft.zeros(right, int)),
        (zeros, ["order", "0,2"], lambda: weft.zeros(right, order=(0, 2))),
        (zeros, ["order", "'A'"], lambda: weft.zeros(right, order="A")),
        (zeros, ["[1, 2]", "one number"], lambda: weft.full(right, [1, 2])),
        (zeros, ["'a'", "one number"], lambda: weft.full(right, "a")),
        (zeros, ["1j", "complex", "float64"], lambda: weft.full(right, 1j, float)),
        (function, ["function of global indices failed", "no"], lambda: weft.fromfunction(refuse, right)),
        (function, ["indices failed", "broadcast"], lambda: weft.fromfunction(lambda i, j: np.zeros(17), right)),
        (array, ["shape (3, 17)", "memory_shape"], lambda: weft.array(np.zeros((3, 17)), right)),
        (array, ["type list"], lambda: weft.array([[1.0]], right)),
        (array, ["int64"], lambda: weft.array(mine.astype(int), right)),
        (array, ["byte order"], lambda: weft.array(mine.astype(">f8"), right)),
    ]
    for _, fragments, call in bad:
        assert_raises_on_all(invalid, fragments, call)
    many = weft.Layout((5, 4), size + 1, 0)
    for call in (lambda: weft.zeros(many), lambda: weft.array(mine, many)):
        assert_raises_on_all(invalid, [f"{size + 1} processes", f"communicator has {size}"], call)
    for odd in range(size if size > 1 else 0):
        for good, fragments, call in bad:
            assert_raises_on_all(invalid, fragments, call if rank == odd else good)
        other = weft.Layout((5, 4), size, 1)
        assert_raises_on_all(mismatch, ["process 0"], lambda: weft.zeros(other if rank == odd else right))
        assert_raises_on_all(mismatch, ["element type"], lambda: weft.zeros(right, "f4" if rank == odd else "f8"))


def refuse(*indices):
    raise RuntimeError("no")


def test_arrays_of_part_of_the_processes():
    half = MPI.COMM_WORLD.Split(rank % 2, -rank)
    u = weft.full(weft.Layout((5, 3), half.size, 0), rank % 2 + 1, comm=half)
    assert u.rank == half.rank and half.allreduce(float(u.sum())) == 15 * (rank % 2 + 1)
    half.Free()  # the array keeps what it needs
    assert u.distribution.rank == u.rank and weft.sum(u) == 15 * (rank % 2 + 1)
    turned = u.redistribute(1)
    assert weft.sum(turned) == weft.sum(u)
    assert_raises_on_all(weft.InvalidArgumentError, ["MPI_COMM_NULL"], lambda: weft.look.spectrum(turned))


def test_communicators_that_carry_no_arrays():
    layout, null = weft.Layout((5, 3), 1, 0), MPI.COMM_NULL
    mine = np.zeros((5, 3))
    for call in (lambda: weft.zeros(layout, comm=null), lambda: weft.array(mine, layout, null),
                 lambda: weft.scatter(mine, layout, null), lambda: weft.look.spectrum("u.npy", comm=null)):
        assert_raises_on_all(weft.InvalidArgumentError, ["MPI_COMM_NULL"], call)
    assert_raises_on_all(weft.InvalidArgumentError, ["type str", "mpi4py"], lambda: weft.zeros(layout, comm="world"))
