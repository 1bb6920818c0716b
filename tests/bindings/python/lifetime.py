"""Plans that are closed, forgotten, or alive at the end: nothing leaks, nothing waits."""

import gc
import os
import warnings

import numpy as np
import weft
from mpi4py import MPI
from support import assert_close, comm, is_full, rank, size, values

# Three processes on two cores wait for each other by the millisecond (MPICH).
N_PLANS = 10_000 if is_full else 500 if size <= 2 else 100


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def make_and_close(n, **keywords):
    for _ in range(n):
        plan = weft.Plan((6, 5, 4), comm, **keywords)
        plan.close()


def test_plans_made_and_closed_leak_nothing():
    for exchange in ("window-pull", "alltoallw"):
        make_and_close(N_PLANS // 5 if not is_full else 100, exchange=exchange)
        before = resident_bytes()
        make_and_close(N_PLANS // 2, exchange=exchange)
        grown = comm.allreduce(resident_bytes() - before, MPI.MAX)
        assert grown < 2_000_000, f"{grown / N_PLANS * 2:.0f} bytes for each plan ({exchange})"


def test_plans_use_up_no_communicators():
    """More plans on one communicator than an MPI library has communicators."""
    mine = MPI.COMM_WORLD.Dup()
    for _ in range(N_PLANS // 10):
        weft.Plan((6, 5, 4), mine).close()
    for _ in range(N_PLANS // 50):  # and a new communicator each time
        other = MPI.COMM_WORLD.Dup()
        weft.Plan((6, 5, 4), other).close()
        other.Free()
    mine.Free()


def test_arrays_leak_nothing():
    with weft.Plan((32, 32, 32)) as plan:
        u = plan.points()
        for _ in range(20):
            plan.backward(plan.forward(u))
        before = resident_bytes()
        for _ in range(300):
            plan.backward(plan.forward(u))
            plan.points(), plan.modes()
        assert resident_bytes() - before < 4 * u.nbytes + 1_000_000


def n_shared_files_mapped():
    with open("/proc/self/maps") as maps:
        return sum("/weft-" in line for line in maps)


def test_shared_arrays_leak_nothing():
    """Each process drops its arrays when it likes; what all have dropped is used again."""
    with weft.Plan((32, 32, 32), output="input", arrays="shared") as plan:
        before = n_shared_files_mapped()  # of communicators
        kept = []
        for step in range(100):
            u = plan.points()
            plan.forward(u, out=plan.modes())
            kept = [u] if step % (rank + 2) == 0 else kept
        n_mapped = n_shared_files_mapped() - before
        assert n_mapped <= 8, f"{n_mapped} arrays are mapped"


def test_a_plan_is_closed_by_with_and_collected_alone():
    with weft.Plan((6, 5, 4), MPI.COMM_SELF) as plan:
        pass
    assert plan.closed
    gc.collect()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        plan = weft.Plan((6, 5, 4))
        u = plan.points()
        if rank == 0:
            del plan  # on one process only: nobody waits
        gc.collect()
        u += 1
    told = [w for w in seen if w.category is ResourceWarning and "never closed" in str(w.message)]
    assert len(told) == (1 if rank == 0 and size > 1 else 0)


def test_halos_live_as_plans_do():
    layout = weft.Layout((8, 4), size, 0, ghosts=(1, 0))
    with weft.Halo(layout, comm=comm) as halo:
        pass
    assert halo.closed
    alone = weft.Halo(weft.Layout((8, 4), 1, 0, ghosts=(1, 0)), comm=MPI.COMM_SELF)
    try:
        with alone:
            raise KeyError  # nobody else has to come
    except KeyError:
        assert alone.closed
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        halo = weft.Halo(layout, comm=comm)
        del halo
        gc.collect()
    told = [w for w in seen if w.category is ResourceWarning and "weft.Halo" in str(w.message)]
    assert len(told) == (1 if size > 1 else 0)


def test_forgotten_plans_do_not_disturb_the_others():
    points = values((6, 5, 4), float)
    with weft.Plan((6, 5, 4)) as plan:
        for i in range(10):
            forgotten = weft.Plan((6, 5, 4))
            if i % size == rank:
                forgotten = None
                gc.collect()
            u = plan.points()
            u[...] = points[plan.points_slices]
            assert_close(plan.forward(u), np.fft.rfftn(points)[plan.modes_slices])
        del forgotten


def test_leaving_with_by_an_exception_does_not_wait():
    plan = weft.Plan((6, 5, 4))
    try:
        if rank == 0:  # the others have more to do
            with plan:
                raise KeyError("here only")
    except KeyError:
        assert plan.closed == (size == 1)
    comm.Barrier()
    plan.close()


alive = []


def test_plans_may_be_alive_at_the_end():
    alive.append(weft.Plan((6, 5, 4)))
    alive.append(weft.Plan((6, 5, 4), MPI.COMM_SELF))
    alive.append(alive[0].forward(alive[0].points()))
