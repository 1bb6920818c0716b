"""Wrong arguments: an error in words on all processes, whoever is wrong; never a hang."""

import os

import numpy as np
import weft
from mpi4py import MPI
from support import assert_raises_here, assert_raises_on_all, comm, error_on_all, rank, size

SHAPE = (8, 6, 5)
invalid, mismatch = weft.InvalidArgumentError, weft.MismatchError


def make(*arguments, **keywords):
    """A plan that is wrong, and if it is made after all, kept."""
    kept.append(weft.Plan(*arguments, **keywords))


kept = []

# What is wrong with the arguments of a plan, and what the message says.
ARGUMENTS = [
    (dict(shape=(8, 6.5)), ["6.5", "whole number"]),
    (dict(shape="8x6"), ["8x6", "(64, 64)"]),
    (dict(shape=(8, None)), ["None", "whole number"]),
    (dict(shape=(8, 2**70)), ["64 bits"]),
    (dict(shape=(8, True)), ["True"]),
    (dict(shape=()), ["0 axes", "1 to 6"]),
    (dict(shape=(2,) * 7), ["7 axes", "1 to 6"]),
    (dict(shape=(8, 0, 5)), ["axis 1", "0 points", "at least 1"]),
    (dict(shape=(8, 6, -5)), ["axis 2", "-5 points"]),
    (dict(axes=(0, 3)), ["axis 3", "0 to 2", "-3 to -1"]),
    (dict(axes=-4), ["axis -4", "0 to 2"]),
    (dict(axes=(1, 2, 1)), ["axis 1", "twice"]),
    (dict(axes=(0, -3)), ["axis 0", "twice"]),
    (dict(axes=()), ["axes is empty"]),
    (dict(axes="all axes"), ["axes", "whole numbers"]),
    (dict(transform="c2d"), ["c2d", "c2c"]),
    (dict(transform="c2r"), ["c2r", "the nearest is 'r2c', whose backward transform it is"]),
    (dict(precision="float32"), ["float32", "the nearest is 'single'"]),
    (dict(dtype=float), ["'dtype'", "transform='r2c'", "precision='single' or 'double'"]),
    (dict(padding=(1.5, 1.5, 1.5)), ["'padding'", "kept"]),
    (dict(slab=True), ["'slab'", "grid=(n,)"]),
    (dict(kinds="dct5"), ["dct5", "dct"]),
    (dict(kinds=("dct1", "fourier")), ["2 kinds", "3 transformed axes"]),
    (dict(transform="r2r"), ["axis 0", "Fourier axis", "r2r", "kinds"]),
    (dict(transform="r2r", kinds=("dct2", "dct2", "fourier")), ["axis 2", "Fourier axis", "r2r"]),
    (dict(kinds=("dct2", "dct2", "dst4")), ["r2c", "none of its axes", "r2r"]),
    (dict(shape=(8, 1, 5), kinds=("fourier", "chebyshev", "fourier")), ["axis 1", "1 point", "chebyshev", "at least 2"]),
    (dict(kinds=("dht", "fourier", "fourier"), kept=(4, 6, 5)), ["axis 0", "dht", "4 of 8 points", "keep all 8"]),
    (dict(precision="duoble"), ["duoble", "double"]),
    (dict(norm="orthogonal"), ["orthogonal", "ortho"]),
    (dict(sign=2), ["sign", "2", "-1 or +1"]),
    (dict(sign="minus"), ["sign", "minus"]),
    (dict(n_fields=0), ["n_fields", "0", "at least 1"]),
    (dict(n_fields=1.5), ["n_fields", "1.5"]),
    (dict(output="first"), ["first", "last"]),
    (dict(order="F"), ["F", "fast"]),
    (dict(real_elements=True), ["real_elements", "r2c"]),
    (dict(points=(2, 2)), ["points", "weft.Layout"]),
    (dict(points=weft.Layout((8, 6, 4), size, 0)), ["points", "8x6x4", "8x6x5"]),
    (dict(modes=weft.Layout((8, 6, 5), size, 1)), ["modes", "8x6x5", "8x6x3"]),
    (dict(points=weft.Layout((8, 6, 5), size + 2, 0)), ["points", str(size + 2)]),
    (dict(exchnage="alltoallw"), ["exchnage", "exchange"]),
    (dict(transfrom="c2c"), ["transfrom", "transform"]),
    (dict(axis=0), ["'axis'", "axes"]),
    (dict(exchange="alltoalw"), ["alltoalw", "alltoallw"]),
    (dict(backend="fftv"), ["fftv", "fftw"]),
    (dict(in_place="perhaps"), ["in_place", "perhaps"]),
    (dict(timeout=0), ["timeout", "0"]),
    (dict(grid=(size + 1,)), [f"grid {size + 1}", "product"]),
]


def test_arguments_that_are_wrong_everywhere():
    for keywords, fragments in ARGUMENTS:
        assert_raises_on_all(invalid, fragments, lambda: make(**{"shape": SHAPE, **keywords}))


# The library compares the arguments before it looks deeper: a wrong one is told as such, or as different.
def test_arguments_that_are_wrong_on_one_process():
    for odd in range(size if size > 1 else 0):
        for keywords, fragments in ARGUMENTS:
            text = error_on_all(lambda: make(**{"shape": SHAPE, **(keywords if rank == odd else {})}))
            if text.startswith("MismatchError"):
                fragments = ["on process 0", "on process"]
            assert all(fragment in text for fragment in fragments), (fragments, text)


def test_the_shape_comes_before_the_communicator():
    assert_raises_on_all(invalid, ["type tuple", "the order is shape, comm"], lambda: make(MPI.COMM_WORLD, SHAPE))


def test_arguments_that_differ():
    if size == 1:
        return
    for odd in range(size):
        for keywords in (dict(shape=(8, 6, 4)), dict(transform="c2c"), dict(precision="single"), dict(axes=(0, 1)),
                         dict(norm="ortho"), dict(sign=1), dict(n_fields=2), dict(order="C"), dict(in_place=True),
                         dict(exchange="alltoallw"), dict(points=weft.Layout(SHAPE, size, 1))):
            mine = {"shape": SHAPE, **(keywords if rank == odd else {})}
            assert_raises_on_all(mismatch, ["process 0", next(iter(keywords))], lambda: make(**mine))
        os.environ.update({"WEFT_OPTIONS": "exchange=alltoallw"} if rank == odd else {})
        assert_raises_on_all(mismatch, ["exchange", "alltoallw"], lambda: make(SHAPE))
        os.environ.pop("WEFT_OPTIONS", None)


def test_the_environment_sets_options():
    os.environ["WEFT_OPTIONS"] = "exchange=alltoallw; in_place=yes"
    with weft.Plan(SHAPE) as plan:
        assert plan.in_place and (size == 1 or "alltoallw" in plan.choice)
        u = plan.points()
        assert plan.forward(u).__array_interface__["data"][0] == u.__array_interface__["data"][0]
    os.environ["WEFT_OPTIONS"] = "exchagne=alltoallw"
    assert_raises_on_all(invalid, ["WEFT_OPTIONS", "exchange"], lambda: make(SHAPE))
    del os.environ["WEFT_OPTIONS"]


def wrong_calls(plan, other):
    """(fragments, call) for each way to call a plan wrongly; None for the call where the block is too small for it.
    The same rows on all processes."""
    u, uh = plan.points(), plan.modes()
    read_only = plan.modes()
    read_only.flags.writeable = False
    shape, forward, backward = u.shape, plan.forward, plan.backward
    room = np.zeros(u.nbytes + uh.nbytes + 64, dtype=np.uint8)
    base = np.ndarray(shape, float, room)
    over = np.ndarray(uh.shape, complex, room, 8 if u.nbytes > 8 else 0, uh.strides)
    unaligned = np.ndarray(shape, float, room, 1)
    rows = [
        (["shape", "process"], lambda: forward(np.zeros((17,) + shape[1:]))),
        (["shape", "(9,)"], lambda: forward(np.zeros(9))),
        (["input", "float32", "float64"], lambda: forward(u.astype("f4"))),
        (["input", "complex128", "float64"], lambda: forward(u.astype("c16"))),  # r2c of complex
        (["input", "int64", "float64"], lambda: forward(u.astype("i8"))),
        (["input", ">f8", "float64"], lambda: forward(u.astype(">f8"))),
        (["input", "object"], lambda: forward(u.astype(object))),
        (["output", "complex64", "complex128"], lambda: forward(u, out=uh.astype("c8"))),
        (["input", "type float"], lambda: forward((1.0, 2.0))),
        (["input", "NoneType"], lambda: forward(None)),
        (["masked"], lambda: forward(np.ma.masked_array(u))),
        (["another plan", "(9, 6, 5)"], lambda: forward(other.points())),
        (["other side"], lambda: backward(u.astype(complex))),
        (["list", "two lists"], lambda: forward([u], out=uh)),
        (["2 fields", "1", "n_fields"], lambda: forward([u, u])),
        (["0 fields"], lambda: forward([])),
        (["1 inputs and 2 outputs"], lambda: forward([u], out=[uh, plan.modes()])),
    ]
    some = u.size > 0 and uh.size > 0
    return rows + [
        (["output", "read-only"], some and (lambda: forward(u, out=read_only))),
        (["overlaps"], some and (lambda: forward(base, out=over))),
        (["aligned to 8"], some and (lambda: forward(unaligned))),
        (["strides", "(8, "], min(shape[:2]) > 1 and (lambda: forward(np.asfortranarray(u)))),
        (["strides", "order='C'"], min(uh.shape[:2]) > 1 and (lambda: backward(np.ascontiguousarray(uh)))),
    ]


def test_wrong_arrays_everywhere():
    with weft.Plan(SHAPE) as plan, weft.Plan((9, 6, 5)) as other:
        for fragments, call in wrong_calls(plan, other):
            if comm.allreduce(bool(call), MPI.LAND):
                assert_raises_on_all(invalid, fragments, call)
        plan.backward(plan.forward(plan.points()))


def test_wrong_arrays_on_one_process_are_an_error_on_all():
    with weft.Plan(SHAPE) as plan, weft.Plan((9, 6, 5)) as other:
        for odd in range(size):
            for fragments, wrong in wrong_calls(plan, other):
                if not comm.bcast(bool(wrong), root=odd):
                    continue
                is_backward = fragments in (["strides", "order='C'"], ["other side"])
                right = (lambda: plan.backward(plan.modes())) if is_backward else (lambda: plan.forward(plan.points()))
                assert_raises_on_all(invalid, fragments, wrong if rank == odd else right)
        u = plan.points()
        u[...] = 1
        assert abs(comm.allreduce(complex(np.asarray(plan.forward(u)).sum())) - 240) < 1e-10


def test_without_agreement_errors_are_raised_here():
    with weft.Plan(SHAPE) as plan:
        wrong = plan.points().astype("f4")
        assert_raises_here(invalid, ["float32", "float64"], lambda: plan.forward(wrong, check=False))
        assert_raises_here(invalid, ["type str"], lambda: plan.forward("u", check=False))
        comm.Barrier()
        plan.forward(plan.points(), check=False)


def test_several_fields():
    with weft.Plan(SHAPE, n_fields=2) as plan:
        u, uh = plan.points(), plan.modes()
        assert_raises_on_all(invalid, ["3 fields", "1 to 2"], lambda: plan.forward([u] * 3))
        if uh.size and size == 1:
            assert_raises_on_all(invalid, ["two outputs overlap"], lambda: plan.forward([u, u], out=[uh, uh]))
        if size > 1:
            assert_raises_on_all(mismatch, ["number of fields", "2", "1"],
                                 lambda: plan.forward([u, u] if rank == size - 1 else [u]))
        assert len(plan.forward([u, u])) == 2


def test_in_place():
    with weft.Plan(SHAPE, in_place=True) as plan:
        small = np.zeros(plan.points().shape)
        if comm.allreduce(int(small.nbytes < plan.in_place_bytes), MPI.MIN):
            assert_raises_on_all(invalid, ["bytes", "in_place"], lambda: plan.forward(small))
        if comm.allreduce(plan.modes().size, MPI.MIN):
            assert_raises_on_all(invalid, ["not the memory of the input"],
                                 lambda: plan.forward(plan.points(), out=plan.modes()))


def test_a_closed_plan():
    plan = weft.Plan(SHAPE)
    u, uh = plan.points(), plan.modes()
    plan.close()
    plan.close()
    assert plan.closed and "closed" in repr(plan) and plan.shape == SHAPE and plan.explain() and plan.counts()
    for call in (lambda: plan.forward(u), lambda: plan.backward(uh), lambda: plan.gather(u),
                 lambda: plan.forward(u, check=False)):
        assert_raises_on_all(invalid, ["closed"], call)


def test_communicators_that_cannot_carry_a_plan():
    assert_raises_on_all(invalid, ["MPI_COMM_NULL"], lambda: make(SHAPE, MPI.COMM_NULL))
    freed = MPI.COMM_WORLD.Dup()
    freed.Free()
    assert_raises_on_all(invalid, ["MPI_COMM_NULL"], lambda: make(SHAPE, freed))
    assert_raises_on_all(invalid, ["type str", "mpi4py"], lambda: make(SHAPE, "world"))
    assert_raises_on_all(invalid, ["type Info", "MPI.COMM_WORLD"], lambda: make(SHAPE, MPI.INFO_NULL))
    if size > 1:
        half = MPI.COMM_WORLD.Split(rank % 2)
        bridge = half.Create_intercomm(0, MPI.COMM_WORLD, 1 - rank % 2)
        assert_raises_on_all(invalid, ["intercommunicator"], lambda: make(SHAPE, bridge))
        bridge.Free()
        half.Free()


def test_communicators_that_can():
    points = np.random.default_rng(5).random(SHAPE)
    expected = np.fft.rfftn(points)
    duplicate, half = MPI.COMM_WORLD.Dup(), MPI.COMM_WORLD.Split(rank % 2, -rank)
    for mine in (MPI.COMM_SELF, duplicate, half, None):
        plan = weft.Plan(SHAPE, mine)
        if mine in (duplicate, half):
            mine.Free()  # the plan has its own
        u = plan.points()
        u[...] = points[plan.points_slices]
        assert np.allclose(plan.forward(u), expected[plan.modes_slices])
        plan.close()


def test_rates_of_the_machine():
    rates = weft.measure_rates(timeout=60)
    assert set(rates) == {"alone", "together", "n_processes", "cache_bytes"} and rates["n_processes"] == size
    assert MPI.COMM_WORLD.bcast(rates) == rates
    assert_raises_on_all(invalid, ["unknown keyword 'tmieout'"], lambda: weft.measure_rates(tmieout=60))
    assert_raises_on_all(invalid, ["type str", "mpi4py"], lambda: weft.measure_rates("world"))


def test_a_line_over_several_processes():
    if size > 1:
        assert_raises_on_all(weft.NotApplicableError, ["one axis over several processes"], lambda: make(64, transform="r2r", kinds="dct2"))


def test_another_call_beside_one_that_goes_by_mpi4py():
    if size == 1:
        return
    layout = weft.Layout((2 * size, 3), size, 0)
    for words, call in [("to make an array of blocks", lambda mine: weft.array(np.zeros((2, 3)), layout, mine)),
                        ("to look at a field", lambda mine: weft.look.spectrum("no-such-file", comm=mine))]:
        mine = comm.Dup()  # is not freed: its processes are not in step any more
        try:
            call(mine) if rank == size - 1 else weft.zeros(layout, comm=mine)
            text = "no error"
        except weft.CommunicationError as error:
            text = str(error)
        assert all(words in each and "to make an array" in each for each in comm.allgather(text)), text


def test_errors_are_also_what_python_would_raise():
    assert issubclass(invalid, ValueError) and issubclass(mismatch, ValueError)
    assert issubclass(weft.ResourceError, MemoryError) and not issubclass(weft.CommunicationError, ValueError)
    assert all(issubclass(c, weft.Error) for c in (invalid, mismatch, weft.NotApplicableError, weft.ResourceError))
    for call in (lambda: weft.Layout((8, 6), 2, 5), lambda: weft.Layout((8, 6), 2, 0, {0: (5, 5)}),
                 lambda: weft.Layout((8, 6), 0, 0), lambda: weft.Layout((8, 6), 2, 0).box(2),
                 lambda: weft.describe((8, 6), 0, 0), lambda: weft.describe((8, 6), 2, 2),
                 lambda: weft.redistribution(None, None), lambda: weft.redistribution(
                     weft.Layout((8, 6), size, 0), weft.Layout((8, 6), size, 1), dtype="int32")):
        assert_raises_here(invalid, [], call)
