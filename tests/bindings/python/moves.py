"""Redistributions, scatter and gather: every element says where it is."""

import numpy as np
import weft
from mpi4py import MPI
from support import assert_raises_on_all, comm, index_values, rank, size

SHAPE = (7, 6, 5)


def layouts():
    blocks = [0] * size
    blocks[0], blocks[-1] = 2, 5 if size > 1 else 7
    all_ = [weft.Layout(SHAPE, size, axis) for axis in range(3)] + [weft.Layout(SHAPE, size, 0, {0: blocks})]
    return all_ + ([weft.Layout(SHAPE, (2, 2), (2, 0))] if size == 4 else [])


def test_redistributions_move_every_element_to_its_place():
    for dtype in ("float32", "float64", "complex64", "complex128"):
        of_all = index_values(SHAPE, dtype)
        for from_ in layouts():
            for to in layouts():
                with weft.redistribution(from_, to, dtype=dtype) as plan:
                    a = plan.points()
                    a[...] = of_all[from_.slices(rank)]
                    b = plan.forward(a)
                    assert b.dtype == dtype and b.layout == to and np.array_equal(b, of_all[to.slices(rank)])
                    assert np.array_equal(plan.backward(b), a)


def test_scatter_and_gather_of_both_sides_at_every_root():
    points = index_values(SHAPE)
    with weft.Plan(SHAPE) as plan:
        modes = index_values(plan.modes_shape, complex) * (1 + 2j)
        for root in range(size):
            for side, of_all, slices in (("points", points, plan.points_slices), ("modes", modes, plan.modes_slices)):
                local = plan.scatter(of_all if rank == root else None, root=root, side=side)
                assert np.array_equal(local, of_all[slices]) and local.slices == slices
                for collected in (plan.gather(local, root=root), plan.gather(np.asarray(local), root=root, side=side)):
                    assert np.array_equal(collected, of_all) if rank == root else collected is None
        local = plan.scatter(np.asfortranarray(points) if rank == 0 else None)
        assert np.array_equal(local, points[plan.points_slices])
        plan.forward(local)  # a block of the plan like any other


def test_scatter_and_gather_of_arrays_with_gaps():
    """In place, lines of points may have room for modes between them, of some blocks only."""
    for shape in ((8, 6, 5), (5, 4, 3), (9, 7, 6)):
        for memory in ("normal", "low"):
            with weft.Plan(shape, in_place=True, memory=memory) as plan:
                of_all = {"points": index_values(shape), "modes": index_values(plan.modes_shape, complex) * (1 + 2j)}
                for side, array in of_all.items():
                    for root in range(size):
                        local = plan.scatter(array if rank == root else None, root=root, side=side)
                        collected = plan.gather(local, root=root, side=side)
                        assert np.array_equal(collected, array) if rank == root else collected is None
                u = plan.scatter(of_all["points"] if rank == 0 else None)
                collected = plan.gather(plan.forward(u), side="modes")
                if rank == 0:
                    assert np.allclose(collected, np.fft.rfftn(of_all["points"]))


def test_the_patience_of_a_plan_is_that_of_its_moves():
    with weft.Plan(SHAPE, timeout=7) as plan:
        plan.gather(plan.points())
        assert [collector.plan._patience for collector in plan._collectors.values()] == [{"timeout": "7"}]


def test_scatter_and_gather_copy_nothing_on_the_way():
    with weft.Plan(SHAPE) as plan:
        plan.gather(plan.points())
        plan.gather(plan.modes())
        assert len(plan._collectors) == 2
        for collector in plan._collectors.values():
            if size > 1:
                assert [d["copies"] for d in collector.plan.counts().values()] == [0, 0], collector.plan.counts()
        collectors = list(plan._collectors.values())
        plan.gather(plan.points())
        assert list(plan._collectors.values()) == collectors  # made once
    assert all(collector.plan.closed for collector in collectors)


def test_wrong_arguments_of_scatter_and_gather_are_errors_on_all():
    invalid, mismatch = weft.InvalidArgumentError, weft.MismatchError
    with weft.Plan(SHAPE) as plan:
        u = plan.points()
        g = index_values(SHAPE)
        on_root = lambda array: array if rank == size - 1 else None  # noqa: E731
        rows = [
            (["root is 99", f"0 to {size - 1}"], lambda: plan.gather(u, root=99)),
            (["root is -1"], lambda: plan.scatter(g, root=-1)),
            (["root", "'x'", "whole number"], lambda: plan.scatter(g, root="x")),
            (["side is 'pints'", "'points'"], lambda: plan.scatter(g, side="pints")),
            (["(7, 6)", "(7, 6, 5)"], lambda: plan.scatter(on_root(g[:, :, 0]), root=size - 1)),
            (["float32", "float64"], lambda: plan.scatter(on_root(g.astype("f4")), root=size - 1)),
            (["type list"], lambda: plan.scatter(on_root(g.tolist()), root=size - 1)),
            (["side='points'"], lambda: plan.gather(np.asarray(u))),
            (["type list"], lambda: plan.gather([u], side="points")),
            (["shape", "process"], lambda: plan.gather(np.zeros((1, 1, 1)), side="points")),
        ]
        for fragments, call in rows:
            assert_raises_on_all(invalid, fragments, call)
        if size > 1:
            assert_raises_on_all(mismatch, ["root", "process 1"], lambda: plan.gather(u, root=min(rank, 1)))
            assert_raises_on_all(mismatch, ["root", "process 1"], lambda: plan.scatter(g, root=min(rank, 1)))
            side = "points" if rank == 0 else "modes"
            array = plan.points() if rank == 0 else plan.modes()
            assert_raises_on_all(mismatch, ["points", "modes"], lambda: plan.gather(array, side=side))
        plan.gather(u)  # still works


def test_a_freed_communicator_is_missed_by_the_first_gather_only():
    mine = MPI.COMM_WORLD.Dup()
    plan = weft.Plan(SHAPE, mine)
    u = plan.scatter(index_values(SHAPE) if rank == 0 else None)
    mine.Free()
    collected = plan.gather(plan.backward(plan.forward(u)))
    assert rank != 0 or np.allclose(collected, index_values(SHAPE))
    assert_raises_on_all(weft.InvalidArgumentError, ["freed"], lambda: plan.gather(plan.modes()))
    plan.close()


def test_layouts_are_values():
    a = weft.Layout((6, 4), 2, 0)
    assert a == weft.Layout(np.array([6, 4]), [2], [-2]) and hash(a) == hash(weft.Layout((6, 4), 2, 0))
    assert a != weft.Layout((6, 4), 2, 1) and a != weft.Layout((6, 4), 2, 0, {0: (1, 5)}) and a != "layout"
    assert eval(repr(a)) == a
    b = weft.Layout((6, 4), (2, 2), (0, 1), {1: (0, 4)})
    assert eval(repr(b)) == b and b.blocks == {1: (0, 4)} and b.n_processes == 4
    assert [b.local_shape(r) for r in range(4)] == [(3, 0), (3, 4), (3, 0), (3, 4)]
    whole = np.zeros(b.shape)
    for r in range(4):
        whole[b.slices(r)] += 1
    assert (whole == 1).all()
    assert comm.bcast(b, root=0) == b  # pickled


def test_a_dry_run_says_what_the_plan_is():
    d = weft.describe(SHAPE, size, rank, processes_per_node=size)
    with weft.Plan(SHAPE) as plan:
        assert (d.choice, d.points_layout, d.modes_layout) == (plan.choice, plan.points_layout, plan.modes_layout)
        assert d.counts == plan.counts() and d.modes_shape == plan.modes().shape
        assert tuple(s * 16 for s in d.modes_strides) == plan.modes().strides or plan.modes().size == 0
