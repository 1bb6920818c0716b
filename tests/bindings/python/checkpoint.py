"""Checkpoints from Python: read on other layouts, dtypes and processes; h5py reads them; damage; wrong arguments."""

import os
import shutil
import tempfile

import h5py
import numpy as np
import weft
from mpi4py import MPI
from support import assert_raises_on_all, comm, index_values, rank, size, values


class Folder:
    """A folder that all processes see, removed at the end."""

    def __enter__(self):
        self.path = comm.bcast(tempfile.mkdtemp(prefix="weft-test-") if rank == 0 else None)
        return self

    def __exit__(self, error, *_):
        if error is None:  # else the others do not come
            comm.Barrier()
        if rank == 0:
            shutil.rmtree(self.path)

    def __truediv__(self, name):
        return os.path.join(self.path, name)


def block_of(layout, whole, order=None, dtype=None):
    u = weft.zeros(layout, dtype or whole.dtype, comm, order)
    u.owned[...] = whole[layout.slices(rank)]
    return u


def layouts(shape):
    yield weft.Layout(shape, size, 0), None
    yield weft.Layout(shape, size, len(shape) - 1), "F"
    yield weft.Layout(shape, size, 1, ghosts=(1, 0, 2)), (1, 2, 0)


def test_fields_are_read_in_other_layouts_and_dtypes():
    shape = (5, 4, 3)
    with Folder() as folder:
        path = folder / "state.weft"
        for dtype, other in (("float64", "float32"), ("complex64", "complex128")):
            whole = index_values(shape, dtype)
            for layout, order in layouts(shape):
                weft.write_checkpoint(path, {"u": block_of(layout, whole, order)}, comm=comm)
                checkpoint = weft.Checkpoint(path, comm)
                assert checkpoint.fields["u"].dtype == dtype and checkpoint.fields["u"].shape == shape
                for target, memory in layouts(shape):
                    for wanted in (dtype, other):
                        like = weft.zeros(target, wanted, comm, memory)
                        u = checkpoint.read("u", like)
                        assert u.dtype == wanted and u.layout == target and u.strides == like.strides
                        assert (u.owned == whole[target.slices(rank)]).all() and not like.any()
                        like[...] = -1
                        assert checkpoint.read("u", out=like) is like
                        n_ghosts = like.size - like.owned.size
                        assert (like.owned == u.owned).all() and (like == -1).sum() >= n_ghosts
                    u = checkpoint.read("u", weft.Layout(shape, size, 1))
                    assert u.dtype == dtype and (u == whole[u.slices]).all()
                assert (checkpoint.read("u") == whole[weft.Layout(shape, size, 0).slices(rank)]).all()


def test_metadata_is_a_mapping():
    metadata = {"step": 120, "time": 0.1, "title": "ä b", "lengths": [1.0, 2.5], "n": [1, 2], "names": ["a", "b c"]}
    given = {**metadata, "step": np.int32(120), "lengths": np.array([1, 2.5]), "n": (1, np.int64(2))}
    with Folder() as folder:
        path = folder / "state.weft"
        weft.write_checkpoint(path, metadata=given, comm=comm)
        checkpoint = weft.Checkpoint(path, comm)
        assert dict(checkpoint) == metadata and len(checkpoint) == 6 and "time" in checkpoint
        assert checkpoint.get("nothing", 7) == 7 and type(checkpoint["step"]) is int
        try:
            checkpoint["tme"]
        except KeyError as error:
            assert "'time'" in str(error)
        else:
            raise AssertionError
        assert checkpoint.path == path and checkpoint.note == "" and "step" in repr(checkpoint)


def test_h5py_reads_what_was_written():
    whole = values((6, 5), "complex128")
    with Folder() as folder:
        path = folder / "state.weft"
        u = block_of(weft.Layout((6, 5), size, 1), whole, "F")
        weft.write_checkpoint(path, {"u": u, "v": u.real.copy()}, {"time": 0.5, "names": ["a", "b"]}, units={"u": "m/s"}, comm=comm)
        with h5py.File(path, "r") as file:
            assert (file["fields/u"][...] == whole).all() and (file["fields/v"][...] == whole.real).all()
            assert file["fields/u"].attrs["units"] == "m/s" and file["metadata"].attrs["time"] == 0.5
            assert list(file["metadata"].attrs["names"]) == ["a", "b"]
        comm.Barrier()
        # Whoever changes it with another program makes another file of it, and weft says so.
        if rank == 0:
            with h5py.File(path, "r+") as file:
                file["metadata"].attrs["time"] = 0.75
        comm.Barrier()
        assert_raises_on_all(weft.InvalidArgumentError, ("no checkpoint can be read", path), lambda: weft.Checkpoint(path, comm))


def test_the_previous_one_is_used_where_the_newest_is_damaged():
    whole = index_values((6, 5))
    layout = weft.Layout((6, 5), size, 0)
    with Folder() as folder:
        path = folder / "state.weft"
        for step in (1, 2, 3):
            weft.write_checkpoint(path, {"u": block_of(layout, step * whole)}, {"step": step}, comm=comm)
        assert weft.Checkpoint(path, comm)["step"] == 3
        with h5py.File(path, "r") as file:
            begin = file["fields/u"].id.get_offset()
        comm.Barrier()
        if rank == 0:
            with open(path, "r+b") as file:
                file.seek(begin + 8 * 17)
                byte = file.read(1)
                file.seek(begin + 8 * 17)
                file.write(bytes([byte[0] ^ 64]))
        comm.Barrier()
        checkpoint = weft.Checkpoint(path, comm)
        assert checkpoint["step"] == 2 and checkpoint.path == path + ".previous" and "'u'" in checkpoint.note
        assert (checkpoint.read("u", layout) == 2 * whole[layout.slices(rank)]).all()
        newest = weft.Checkpoint(path, comm, check="headers")
        assert newest["step"] == 3 and newest.note == ""
        assert_raises_on_all(weft.InvalidArgumentError, ("'u'", "damaged", ".previous"), lambda: newest.read("u"))
        assert_raises_on_all(weft.InvalidArgumentError, ("'u' is damaged",), newest.verify)
        comm.Barrier()


def test_plans_come_back():
    with Folder() as folder:
        path = folder / "state.weft"
        with weft.Plan((12, 10, 8), comm, norm="ortho", exchange="alltoallw") as plan:
            u = plan.points()
            u[...] = values((12, 10, 8), "float64")[u.slices]
            uh = plan.forward(u)
            weft.write_checkpoint(path, {"u": u, "uh": uh}, plan=plan, comm=comm)
            choice = plan.choice
        checkpoint = weft.Checkpoint(path, comm)
        assert checkpoint.has_plan and checkpoint.choice == choice
        with checkpoint.make_plan(timeout=60) as plan:
            assert plan.choice == choice and checkpoint.note == ""
            assert (plan.forward(checkpoint.read("u", plan.points())) == checkpoint.read("uh", plan.modes())).all()
        alone = weft.Checkpoint(path, MPI.COMM_SELF)
        with alone.make_plan() as plan:
            back = plan.backward(alone.read("uh", plan.modes()))
            assert np.abs(back - values((12, 10, 8), "float64")).max() < 1e-12
        assert ("is left out" in alone.note) == (size > 1)
        assert_raises_on_all(weft.InvalidArgumentError, ("unknown keyword",), lambda: checkpoint.make_plan(exchnge="x"))
        comm.Barrier()


def test_wrong_arguments_are_errors_on_all_processes():
    layout = weft.Layout((6, 5), size, 0)
    last = rank == size - 1
    wrong = weft.InvalidArgumentError
    with Folder() as folder:
        path = folder / "state.weft"
        u = weft.zeros(layout, comm=comm)
        weft.write_checkpoint(path, {"u": u}, {"step": 1}, comm=comm)

        def write(*arguments, **keywords):
            return lambda: weft.write_checkpoint(path, *arguments, **keywords, comm=comm)

        assert_raises_on_all(wrong, ("weft.Array",), write({"u": np.zeros(3) if last else u}))
        assert_raises_on_all(wrong, ("without a layout",), write({"u": u[1:] if last else u}))
        assert_raises_on_all(wrong, ("'a/b'",), write({"a/b": u}))
        assert_raises_on_all(wrong, ("'x'", "texts, numbers"), write({}, {"x": None if last else 1}))
        assert_raises_on_all(wrong, ("64 bits",), write({}, {"x": 2**63}))
        assert_raises_on_all(wrong, ("dicts",), write(5 if last else {}))
        assert_raises_on_all(wrong, ("'w'", "no fields"), write({"u": u}, units={"w": "m"}))
        assert_raises_on_all(wrong, ("weft.Plan",), write({}, plan=u))
        assert_raises_on_all(wrong, ("path",), lambda: weft.write_checkpoint(5 if last else path, comm=comm))
        assert_raises_on_all(weft.ResourceError, ("does not exist",), lambda: weft.write_checkpoint(folder / "x/y", comm=comm))
        if size > 1:
            assert_raises_on_all(weft.MismatchError, ("fields",), write({"v" if last else "u": u}))
            assert_raises_on_all(weft.MismatchError, ("value 'x'",), write({}, {"x": rank}))
        checkpoint = weft.Checkpoint(path, comm)
        assert checkpoint["step"] == 1 and sorted(comm.bcast(os.listdir(folder.path))) == ["state.weft"]
        assert_raises_on_all(wrong, ("no field 'v'",), lambda: checkpoint.read("v"))
        assert_raises_on_all(wrong, ("6x5", "6x4"), lambda: checkpoint.read("u", weft.Layout((6, 4), size, 0)))
        assert_raises_on_all(wrong, ("real",), lambda: checkpoint.read("u", weft.zeros(layout, complex, comm)))
        assert_raises_on_all(wrong, ("weft.Layout",), lambda: checkpoint.read("u", "C" if last else u))
        assert_raises_on_all(wrong, ("no plan",), checkpoint.make_plan)
        assert_raises_on_all(wrong, ("checkpoint option check does not take 'all'",),
                             lambda: weft.Checkpoint(path, comm, check="all" if last else "headers"))
        assert_raises_on_all(wrong, ("checkpoint option 'chek' is unknown; the nearest is 'check'",),
                             lambda: weft.Checkpoint(path, comm, **{"chek" if last else "check": "headers"}))
        assert_raises_on_all(weft.ResourceError, ("no such file",), lambda: weft.Checkpoint(folder / "none", comm))
        if size > 1:
            like = layout if last else u
            assert_raises_on_all(weft.MismatchError, ("some processes",), lambda: checkpoint.read("u", like))
        read_only = weft.zeros(layout, comm=comm)
        read_only.flags.writeable = False
        assert_raises_on_all(wrong, ("read-only",), lambda: checkpoint.read("u", out=read_only))
        comm.Barrier()
