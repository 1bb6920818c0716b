"""DLPack: blocks to other libraries and from them, without a copy, and who keeps the memory."""

import gc
import weakref

import numpy as np
import weft
from mpi4py import MPI
from support import assert_raises_here, assert_raises_on_all, comm, rank, size, values

HAS_FLAGS = tuple(int(n) for n in np.__version__.split(".")[:2]) >= (2, 1)
DTYPES = ("float32", "float64", "complex64", "complex128")


class Theirs:
    """An array of another library: NumPy's memory, which NumPy itself does not see."""

    def __init__(self, array, device=(1, 0), keywords=True):
        self.array, self.device, self.keywords = array, device, keywords

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **keywords):
        if keywords and not self.keywords:
            raise TypeError("__dlpack__() got an unexpected keyword argument")
        return self.array.__dlpack__(**keywords)


def address(array):
    return array.__array_interface__["data"][0]


def same_memory(a, b):
    """The same address, and strides wherever they are used."""
    return address(a) == address(b) and all(n == 1 or s == t for n, s, t in zip(a.shape, a.strides, b.strides))


def test_blocks_of_other_libraries():
    for layout in (weft.Layout((5, 4), size, 0), weft.Layout((5, 4), size, 1, ghosts=1), weft.Layout((2, 3), size, 0)):
        shape = layout.memory_shape(rank)
        for dtype in DTYPES:
            whole = values((*shape, 2), dtype, rank)
            for mine in (whole[..., 0].copy(), np.asfortranarray(whole[..., 0]), whole[..., 1]):
                for producer in (mine, Theirs(mine), Theirs(mine, keywords=False)):  # the last one is of an older version
                    u = weft.from_dlpack(producer, layout, comm)
                    assert type(u) is weft.Array and u.layout == layout and u.dtype == dtype and u.flags.writeable
                    assert np.array_equal(u, mine) and (u.size == 0 or same_memory(u, mine))
                    again = weft.from_dlpack(producer, layout, comm, copy=True)
                    assert np.array_equal(again, mine) and (u.size == 0 or address(again) != address(mine))
                    if mine.size:
                        u[0, 0] = 7
                        assert mine[0, 0] == 7
    layout = weft.Layout((6, 4), size, 0)
    u = weft.from_dlpack(np.ones(layout.local_shape(rank)), layout)
    assert weft.sum(u) == 24 and weft.sum(u.redistribute(1)) == 24


def test_blocks_for_other_libraries():
    with weft.Plan((8, 6, 5)) as plan:
        for u in (plan.points(), plan.modes(), plan.modes().real, weft.zeros(weft.Layout((5, 4), size, 0, ghosts=1), "f4", order="F"),
                  weft.zeros(weft.Layout((5, 4), size, 0)) > 0, weft.zeros(weft.Layout((5, 4), size, 0)).astype(np.int16)):
            if u.dtype == bool and not HAS_FLAGS:
                continue  # older versions of NumPy have no bools there
            found = np.from_dlpack(u)
            assert type(found) is np.ndarray and found.dtype == u.dtype and found.shape == u.shape
            assert u.size == 0 or same_memory(found, u)
            u[...] = 1
            assert np.array_equal(found, np.asarray(u)) and u.__dlpack_device__() == (1, 0)
            for keywords in ({"max_version": (1, 0)}, {"max_version": (0, 8)}, {"dl_device": (1, 0)}, {"copy": False}, {"stream": None},
                             {"max_version": (1, 1), "copy": True}, {"copy": True}):
                text = repr(u.__dlpack__(**keywords))
                has_flags = HAS_FLAGS and keywords.get("max_version", (0, 0)) >= (1, 0)
                assert ("dltensor_versioned" in text) == has_flags and "dltensor" in text, (keywords, text)
    copied = np.from_dlpack(Copy(u))
    assert np.array_equal(copied, np.asarray(u)) and not np.shares_memory(copied, u)
    assert_raises_here(BufferError, ["(2, 0)", "processor"], lambda: u.__dlpack__(dl_device=(2, 0)))
    assert_raises_here(BufferError, ["stream", "7"], lambda: u.__dlpack__(stream=7))
    u.flags.writeable = False
    assert_raises_here(BufferError, ["read-only", "u.copy()"], lambda: u.__dlpack__())
    if HAS_FLAGS:
        assert not np.from_dlpack(u).flags.writeable


class Copy:
    """A consumer that asks for a copy."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**{**keywords, "copy": True})


def test_the_memory_lives_as_long_as_one_of_both():
    layout = weft.Layout((6 * size, 4), size, 0)
    # From another library: the array keeps what it was made of.
    for keywords in (True, False):
        mine = np.full(layout.local_shape(rank), 3.5)
        gone = weakref.ref(mine)
        u = weft.from_dlpack(Theirs(mine, keywords=keywords), layout)
        del mine
        gc.collect()
        view, _ = (u + 0)[:2], np.empty(layout.local_shape(rank))
        assert gone() is not None and (np.asarray(u) == 3.5).all() and weft.sum(u) == 3.5 * 24 * size
        part = u[1:]
        del u
        gc.collect()
        assert gone() is not None and (np.asarray(part) == 3.5).all()
        del part
        gc.collect()
        assert gone() is None and (view == 3.5).all()
    # To another library: the memory of a plan goes back to it only when that lets it go.
    with weft.Plan((8 * size, 6), comm=comm) as plan:
        u = plan.forward(plan.points())
        place = address(u)
        theirs = np.from_dlpack(u)
        u[...] = 2 + rank
        del u
        gc.collect()
        many = [plan.forward(plan.points()) for _ in range(4)]
        assert all(address(one) != place for one in many) and (theirs == 2 + rank).all()
    del plan, many
    gc.collect()
    assert (theirs == 2 + rank).all()
    capsule = weft.zeros(layout).__dlpack__()  # of a temporary, and never taken
    del capsule


def test_memory_in_shared_windows():
    with weft.Plan((8, 6, 4), arrays="shared", comm=comm) as plan:
        u = plan.points()
        found = np.from_dlpack(u)
        u[...] = 1
        assert comm.allreduce(float(found.sum())) == 192
    del u
    assert found.size == 0 or found.min() == 1


def test_what_is_refused_is_one_error_on_all():
    layout = weft.Layout((5, 4), size, 0)
    shape = layout.local_shape(rank)
    mine, frozen = np.zeros(shape), np.zeros((5, 4))[layout.slices(rank)]
    frozen.flags.writeable = False

    def broken(**keywords):
        raise RuntimeError("Can't export tensors that require gradient")

    gradient = Theirs(mine)
    gradient.__class__ = type("Tensor", (Theirs,), {"__dlpack__": lambda self, **keywords: broken()})
    bad = [
        (["another device", "CUDA", "x.cpu()"], Theirs(mine, (2, 0))),
        (["device type 99"], Theirs(mine, (99, 0))),
        (["int64", "complex64"], mine.astype(np.int64)),
        (["shape (3, 17)", "memory_shape"], np.zeros((3, 17))),
        (["type list", "__dlpack__"], [1.0]),
        (["Tensor", "require gradient"], gradient),
    ]
    if HAS_FLAGS:
        bad.append((["read-only", "copy=True", "weft.array"], frozen))
        again = weft.from_dlpack(frozen, layout, copy=True)
        assert again.flags.writeable and weft.sum(again) == 0
    for fragments, producer in bad:
        for odd in range(size):
            assert_raises_on_all(weft.InvalidArgumentError, fragments, lambda: weft.from_dlpack(producer, layout))
            assert_raises_on_all(weft.InvalidArgumentError, fragments,
                                 lambda: weft.from_dlpack(producer if rank == odd else mine, layout))
    assert_raises_on_all(weft.InvalidArgumentError, ["weft.Layout"], lambda: weft.from_dlpack(mine, (5, 4)))
    assert_raises_on_all(weft.InvalidArgumentError, [f"{size + 1} processes"], lambda: weft.from_dlpack(mine, weft.Layout((5, 4), size + 1, 0)))
    assert_raises_on_all(weft.InvalidArgumentError, ["MPI_COMM_NULL"], lambda: weft.from_dlpack(mine, layout, MPI.COMM_NULL))
    if size > 1:
        assert_raises_on_all(weft.MismatchError, ["element type"], lambda: weft.from_dlpack(mine.astype("f4") if rank else mine, layout))
