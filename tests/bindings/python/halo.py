"""Halos: ghost cells beside numpy.pad and cell-by-cell sums, and what is refused."""

import numpy as np
import weft
from support import assert_raises_on_all, comm, rank, size
from weft import _core

SHAPE, GHOSTS = (6, 5, 4), (2, 1, 3)


def layouts():
    yield weft.Layout(SHAPE, size, 0, ghosts=GHOSTS)
    yield weft.Layout(SHAPE, (1, size), (1, 2), ghosts=GHOSTS)
    yield weft.Layout(SHAPE, size, 1, {1: [0] * (size - 1) + [5]}, ghosts=GHOSTS)


def whole(dtype=float):
    return (np.arange(6 * 5 * 4) + 1).reshape(SHAPE).astype(dtype)


def with_ghosts(array, layout, periodic):
    """This process's block of a whole array, with its ghost cells; those beyond the array are -1."""
    padded = array
    for axis, (width, wraps) in enumerate(zip(GHOSTS, periodic)):
        pad = [(width, width) if a == axis else (0, 0) for a in range(3)]
        padded = np.pad(padded, pad, mode="wrap") if wraps else np.pad(padded, pad, constant_values=-1)
    if 0 in layout.local_shape(rank):
        return np.zeros(layout.memory_shape(rank), array.dtype)
    return padded[tuple(slice(b, e + 2 * g) for (b, e), g in zip(layout.box(rank), GHOSTS))]


def test_exchange_fills_ghost_cells():
    for layout in layouts():
        for exchange in ("auto",) + weft.halo_exchange_names():
            for periodic in (True, (True, False, True)):
                flags = (True,) * 3 if periodic is True else periodic
                with weft.Halo(layout, periodic, exchange, comm=comm) as halo:
                    u = halo.allocate()
                    u[...] = -1
                    u.owned[...] = whole()[layout.slices(rank)]
                    assert halo.exchange(u) is None
                    assert np.array_equal(np.asarray(u), with_ghosts(whole(), layout, flags)), (layout, exchange)
                    assert halo.periodic == flags and u.layout == layout


def test_accumulate_adds_every_ghost_cell_once():
    for layout in layouts():
        with weft.Halo(layout, comm=comm) as halo:
            u = halo.allocate()
            u[...] = rank + 1
            mine = np.full(u.shape, rank + 1.0)
            halo.accumulate(u)
            sums = np.zeros(SHAPE)
            begins = [b - g for (b, e), g in zip(layout.box(rank), GHOSTS)]
            for index in np.ndindex(*u.shape):
                sums[tuple((b + i) % n for b, i, n in zip(begins, index, SHAPE))] += mine[index]
            sums = comm.allreduce(sums)
            assert np.array_equal(np.asarray(u.owned), sums[layout.slices(rank)])
            assert np.asarray(u).sum() == np.asarray(u.owned).sum()


def test_several_arrays_in_any_order_and_in_two_parts():
    layout = next(layouts())
    for dtype, order in (("float32", "F"), ("complex128", (1, 2, 0))):
        u, v = (weft.zeros(layout, dtype, comm, order) for _ in range(2))
        with weft.Halo(u, n_fields=2) as halo:
            assert halo.dtype == dtype and halo.layout == layout
            for factor, array in ((1, u), (2, v)):
                array.owned[...] = factor * whole()[layout.slices(rank)]
            halo.exchange_start([u, v])
            halo.progress()
            halo.exchange_finish()
            for factor, array in ((1, u), (2, v)):
                assert np.array_equal(np.asarray(array), factor * with_ghosts(whole(dtype), layout, (True,) * 3))
            halo.exchange(np.asarray(u), check=False)


def test_corners_may_be_left_out():
    layout = next(layouts())
    with weft.Halo(layout, corners=False, comm=comm) as halo:
        u = halo.allocate()
        u[...] = -1
        u.owned[...] = whole()[layout.slices(rank)]
        halo.exchange(u)
        if u.size:
            full = with_ghosts(whole(), layout, (True,) * 3)
            assert u[0, 0, 5] == -1 and u[0, 1, 3] == full[0, 1, 3] and u[2, 0, 3] == full[2, 0, 3]


def test_every_row_of_every_table_takes_its_default():
    assert weft.option_objects()[:2] == ("plan", "halo") and weft.options() == weft.options("plan")
    for name in weft.option_objects():
        for row in weft.options(name):
            options = _core.Options(name)
            options.set(row["key"], row["default"])
            assert options.get(row["key"]) == row["default"], (name, row)
    assert_raises_on_all(weft.InvalidArgumentError, "nearest is 'halo'", lambda: weft.options("hallo"))


def test_options_are_those_of_the_table():
    layout = next(layouts())
    rows = {row["key"]: row for row in weft.options("halo")}
    assert list(rows)[:2] == ["periodic", "exchange"]
    with weft.Halo(layout, comm=comm, **{key: row["default"] for key, row in rows.items()}) as halo:
        assert halo.periodic == (True,) * 3
    with weft.Halo(layout, comm=comm, periodic=(True, False, np.True_), n_fields=np.int64(2), corners=None) as halo:
        assert halo.periodic == (True, False, True)
    invalid, odd = weft.InvalidArgumentError, rank == size - 1
    assert_raises_on_all(invalid, "halo option 'corner' is unknown; the nearest is 'corners'",
                         lambda: weft.Halo(layout, comm=comm, **({"corner": False} if odd else {})))
    assert_raises_on_all(invalid, "halo option timeout is '-1'; give seconds greater than 0",
                         lambda: weft.Halo(layout, comm=comm, timeout=-1 if odd else 60))
    assert_raises_on_all(invalid, "each of", lambda: weft.Halo(layout, True, comm=comm, periodic=False))


def test_bad_input_is_refused_on_all_processes():
    layout = next(layouts())
    invalid = weft.InvalidArgumentError
    assert_raises_on_all(invalid, "no ghost cells", lambda: weft.Halo(weft.Layout(SHAPE, size, 0), comm=comm))
    assert_raises_on_all(invalid, "a weft.Layout", lambda: weft.Halo(np.zeros(3), comm=comm))
    assert_raises_on_all(invalid, "3 axes", lambda: weft.Halo(layout, (True, False), comm=comm))
    assert_raises_on_all(invalid, "ring", lambda: weft.Halo(layout, exchange="ring", comm=comm))
    assert_raises_on_all(invalid, "n_fields", lambda: weft.Halo(layout, n_fields=1.5, comm=comm))
    halo = weft.Halo(layout, comm=comm)
    u = halo.allocate()
    single = weft.zeros(layout, "float32", comm)
    wrong = single if rank == size - 1 else u
    assert_raises_on_all(invalid, "float32", lambda: halo.exchange(wrong))
    assert_raises_on_all(invalid, "2 arrays", lambda: halo.exchange([u, u]))
    assert_raises_on_all(invalid, "list", lambda: halo.accumulate([[1.0]]))
    assert_raises_on_all(invalid, "block of process", lambda: halo.exchange(weft.zeros(layout.with_ghosts((1, 1, 1)),
                                                                                       comm=comm)))
    halo.exchange_start(u)
    assert_raises_on_all(invalid, "under way", lambda: halo.accumulate(u))
    halo.exchange_finish()
    halo.close()
    halo.close()
    assert halo.closed and "closed" in repr(halo)
    assert_raises_on_all(invalid, "closed", lambda: halo.exchange(u))


def test_says_what_it_costs():
    with weft.Halo(next(layouts()), comm=comm) as halo:
        counts = halo.exchange_counts()
        assert counts["exchange"] == halo.exchange_name == "window-pull" and counts["messages"] == 0
        assert counts["peer_bytes"] <= 8 * halo.n_ghosts and "window-pull" in halo.explain()
        assert halo.accumulate_counts()["messages"] == 0
