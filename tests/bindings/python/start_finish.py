"""Calls in two parts: the bits of one call, arrays that live until finish, errors, and timers."""

import gc
import warnings
import weakref

import numpy as np
import weft
from mpi4py import MPI
from support import assert_raises_here, assert_raises_on_all, comm, rank, size, values

SHAPE = (8, 6, 5)
GRIDS = [(size,)] + ([(2, size // 2)] if size % 2 == 0 else [])
invalid = weft.InvalidArgumentError


def filled(plan, seed=1):
    u = plan.points()
    u[...] = values(SHAPE, u.dtype, seed)[plan.points_slices]
    return u


def same(a, b):
    return np.array_equal(np.asarray(a), np.asarray(b)) and a.layout == b.layout


def test_the_bits_are_those_of_one_call():
    for grid in GRIDS:
        for exchange in ("window-pull", "alltoallv", "alltoallw"):
            with weft.Plan(SHAPE, exchange=exchange, grid=grid) as plan:
                u = filled(plan)
                expected = plan.forward(u)
                assert plan.forward_start(u) is None
                while not plan.progress():
                    pass
                uh = plan.forward_finish()
                u[...] = -1
                assert same(uh, expected), (exchange, grid)
                back = plan.points()
                plan.backward_start(uh, out=back, check=False)
                assert plan.backward_finish() is back
                assert same(back, plan.backward(expected))


def test_several_fields_and_in_place():
    with weft.Plan(SHAPE, n_fields=2) as plan:
        fields = [filled(plan, seed) for seed in (1, 2)]
        expected = plan.forward(fields)
        plan.forward_start(fields)
        result = plan.forward_finish()
        assert type(result) is list and all(same(a, b) for a, b in zip(result, expected))
        out = (plan.modes(), plan.modes())
        plan.forward_start(fields, out=out)
        assert plan.forward_finish() is out and all(same(a, b) for a, b in zip(out, expected))
    with weft.Plan(SHAPE, in_place=True) as plan:
        expected = np.array(plan.forward(filled(plan)))
        u = filled(plan)
        plan.forward_start(u)
        uh = plan.forward_finish()
        assert np.array_equal(uh, expected) and np.shares_memory(uh, u) == (u.size > 0 and uh.size > 0)


def test_two_plans_end_in_either_order():
    with weft.Plan(SHAPE) as first, weft.Plan(SHAPE, exchange="alltoallw") as second:
        for order in ((first, second), (second, first)):
            arrays = {first: filled(first, 3), second: filled(second, 4)}
            expected = {plan: plan.forward(u) for plan, u in arrays.items()}
            for plan in (first, second):
                plan.forward_start(arrays[plan])
            for plan in order:
                assert same(plan.forward_finish(), expected[plan])


def test_arrays_in_flight_are_not_collected():
    with weft.Plan(SHAPE) as plan:
        u = filled(plan)
        expected, out = plan.forward(u), plan.modes()
        alive = [weakref.ref(u), weakref.ref(out)]
        plan.forward_start(u, out=out)
        del u, out
        gc.collect()
        [plan.modes() for _ in range(3)]  # would lie in the same memory
        assert all(reference() is not None for reference in alive)
        assert same(plan.forward_finish(), expected)
        gc.collect()
        assert all(reference() is None for reference in alive), "the plan holds them after finish"


def test_misuse_is_an_error_here_and_the_call_goes_on():
    with weft.Plan(SHAPE) as plan:
        u = filled(plan)
        expected, other = plan.forward(u), plan.modes()
        assert plan.progress()
        assert_raises_here(invalid, ["no call forward is under way", "forward_start"], plan.forward_finish)
        plan.forward_start(u)
        busy = ["a call forward of this plan is under way", "forward_finish"]
        for call in (lambda: plan.forward_start(u, out=other), lambda: plan.forward(u), lambda: plan.backward(expected),
                     lambda: plan.gather(u, side="points"), lambda: plan.timers(gather=True)):
            assert_raises_here(invalid, busy, call)
        assert_raises_here(invalid, ["no call backward is under way"], plan.backward_finish)
        uh = plan.forward_finish()
        assert uh is not other and same(uh, expected)
        for odd in range(size):
            wrong = np.zeros((1,)) if rank == odd else u
            assert_raises_on_all(invalid, ["input", "shape"], lambda: plan.forward_start(wrong))
        assert same(plan.forward(u), expected)


def test_close_finishes_the_call():
    plan = weft.Plan(SHAPE)
    u, out = filled(plan), plan.modes()
    expected = plan.forward(u)
    plan.forward_start(u, out=out)
    plan.close()
    assert same(out, expected)
    assert_raises_here(invalid, ["closed"], plan.forward_finish)


def test_a_plan_may_be_forgotten_with_a_call_under_way():
    """Of several processes it keeps the arrays; nobody waits, and others go on."""
    for communicator in (MPI.COMM_WORLD, MPI.COMM_SELF):
        plan = weft.Plan(SHAPE, communicator, exchange="alltoallw")
        out = plan.modes()
        reference = weakref.ref(out)
        plan.forward_start(plan.points(), out=out)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)
            del plan, out
            gc.collect()
        assert (reference() is not None) == (communicator is MPI.COMM_WORLD and size > 1)
    comm.Barrier()
    with weft.Plan(SHAPE) as plan:
        plan.forward(plan.points())


def test_timers():
    for barriers in (False, True):
        with weft.Plan(SHAPE, barriers=barriers) as plan:
            u = filled(plan)
            plan.forward(plan.backward(plan.forward(u)))
            own, every = plan.timers(), plan.timers(gather=True)
            assert [t[:5] for t in own] == [t[:5] for t in every]
            for t, all_of_it in zip(own, every):
                assert t.n_calls == (2 if t.direction == "forward" else 1)
                assert t.min_seconds == t.mean_seconds == t.max_seconds == t.seconds
                assert all_of_it.max_seconds == comm.allreduce(t.seconds, MPI.MAX)
                assert all_of_it.min_seconds == comm.allreduce(t.seconds, MPI.MIN)
                assert all_of_it.min_seconds <= all_of_it.mean_seconds <= all_of_it.max_seconds
            assert sum(t.seconds for t in own) > 0
            kinds = {t.kind for t in own}
            assert kinds <= {"sweep", "waiting", "sending", "receiving", "barrier"}
            assert ("barrier" in kinds) == (barriers and size > 1)
            plan.reset_timers()
            assert all(t.n_calls == 0 and t.seconds == 0 for t in plan.timers())
            plan.forward_start(u)
            assert all(t.n_calls == 0 for t in plan.timers())
            plan.forward_finish()
            assert {t.n_calls for t in plan.timers() if t.direction == "forward"} == {1}
