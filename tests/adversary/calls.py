"""The table of the collective calls of the Python package, one row each: for tests of what one process does wrong.

A State has what the calls work on, on a communicator of its own. A row's call is the right one, made by all processes
alike; `other` is the same call with other arguments, as one process alone may make it. Which calls belong to which object
(`of`) says what a call of another kind can meet: calls of one plan, of one halo, or of a communicator.
"""

import collections

import numpy
import weft

SHAPE = (12, 8, 6)

Call = collections.namedtuple("Call", "name of call other")


class State:
    """Objects of all kinds, made together by the processes of `comm`; files in `folder`."""

    def __init__(self, comm, folder, exchange="auto", timeout=2):
        n, self.comm, self.folder = comm.size, comm, folder
        self.options = {"timeout": timeout, "exchange": exchange}
        self.plan = weft.Plan(SHAPE, comm, convolve=True, **self.options)
        self.other_plan = weft.Plan(SHAPE, comm, **self.options)
        self.spare = weft.Plan(SHAPE, comm, **self.options)
        self.spare_halo = weft.Halo(weft.Layout(SHAPE, n, 0, ghosts=(1, 1, 1)), comm=comm, timeout=timeout)
        self.u = self.plan.points()
        self.u[...] = 1 + comm.rank
        self.uh = self.plan.forward(self.u)
        self.layout, self.columns = weft.Layout(SHAPE, n, 0), weft.Layout(SHAPE, n, 1)
        self.a = weft.fromfunction(lambda i, j, k: i + 10 * j + 100 * k, self.layout, comm=comm)
        self.b = weft.redistribute(self.a, self.columns)
        self.halo = weft.Halo(weft.Layout(SHAPE, n, 0, ghosts=(1, 1, 1)), comm=comm, timeout=timeout)
        self.g = self.halo.allocate()
        self.spectral = weft.Spectral(self.plan)
        self.walls = weft.Plan(SHAPE, comm, transform="r2r", kinds=("dct1", "dct1", "dct1"), timeout=timeout)
        self.solver = weft.Helmholtz(self.walls, shift=1.0)
        self.f = self.walls.modes()
        self.f[...] = 0
        self.whole = numpy.zeros(SHAPE)
        weft.write_npy(self.path("old.npy"), self.a)
        weft.write_hdf5(self.path("old.h5"), {"a": self.a, "b": self.b})
        weft.write_checkpoint(self.path("old.weft"), {"a": self.a}, {"step": 1}, comm=comm)
        self.reader = weft.Hdf5Reader(self.path("old.h5"), comm)
        self.checkpoint = weft.Checkpoint(self.path("old.weft"), comm)
        self.series = weft.Series(self.path("series"), comm)

    def path(self, name):
        return f"{self.folder}/{name}"


def closed_halo(s):
    return s.spare_halo.close()


CALLS = (
    Call("forward", "plan", lambda s: s.plan.forward(s.u), lambda s: s.plan.forward(s.u[:1])),
    Call("backward", "plan", lambda s: s.plan.backward(s.uh), lambda s: s.plan.backward(s.u)),
    Call("forward and finish", "plan", lambda s: (s.plan.forward_start(s.u), s.plan.forward_finish()),
         lambda s: (s.plan.forward_start(None), s.plan.forward_finish())),
    Call("convolve", "plan", lambda s: s.plan.convolve([s.uh], 1, square),
         lambda s: s.plan.convolve([s.uh], 2, square)),
    Call("gather of a plan", "plan", lambda s: s.plan.gather(s.u), lambda s: s.plan.gather(s.u, 1)),
    Call("scatter of a plan", "plan", lambda s: s.plan.scatter(s.whole), lambda s: s.plan.scatter(s.whole, 1)),
    Call("timers of all", "plan", lambda s: s.plan.timers(gather=True), None),
    Call("forward of another plan", "other plan", lambda s: s.other_plan.forward(s.u),
         lambda s: s.other_plan.forward(7)),
    Call("close a plan", "spare plan", lambda s: s.spare.close(), None),
    Call("halo exchange", "halo", lambda s: s.halo.exchange(s.g), lambda s: s.halo.exchange(s.a)),
    Call("halo accumulate", "halo", lambda s: s.halo.accumulate(s.g), lambda s: s.halo.accumulate([s.g, s.g])),
    Call("allocate of a halo", "halo", lambda s: s.halo.allocate(), None),
    Call("close a halo", "spare halo", closed_halo, None),
    Call("make a plan", "comm", lambda s: weft.Plan(SHAPE, s.comm, **s.options),
         lambda s: weft.Plan((6, 8, 6), s.comm, **s.options)),
    Call("make a redistribution", "comm", lambda s: weft.redistribution(s.layout, s.columns, s.comm, timeout=2),
         lambda s: weft.redistribution(s.columns, s.layout, s.comm, timeout=2)),
    Call("make a halo", "comm", lambda s: weft.Halo(weft.Layout(SHAPE, s.comm.size, 0, ghosts=(1, 0, 0)), comm=s.comm,
                                                    timeout=2),
         lambda s: weft.Halo(weft.Layout(SHAPE, s.comm.size, 0, ghosts=(2, 0, 0)), comm=s.comm, timeout=2)),
    Call("make a solver", "walls", lambda s: weft.Helmholtz(s.walls, shift=2.0), lambda s: weft.Helmholtz(s.walls, shift=3.0)),
    Call("solve", "walls", lambda s: s.solver.solve(s.f), lambda s: s.solver.solve(s.f[:1])),
    Call("zeros", "comm", lambda s: weft.zeros(s.layout, comm=s.comm), lambda s: weft.zeros(s.columns, comm=s.comm)),
    Call("fromfunction", "comm", lambda s: weft.fromfunction(lambda i, j, k: i, s.layout, comm=s.comm),
         lambda s: weft.fromfunction(lambda i, j, k: 1 / 0, s.layout, comm=s.comm)),
    Call("array", "comm", lambda s: weft.array(numpy.zeros(s.layout.local_shape(s.comm.rank)), s.layout, s.comm),
         lambda s: weft.array(numpy.zeros(3), s.layout, s.comm)),
    Call("random_uniform", "comm", lambda s: weft.random_uniform(s.layout, 1, comm=s.comm),
         lambda s: weft.random_uniform(s.layout, 2, comm=s.comm)),
    Call("random_normal", "comm", lambda s: weft.random_normal(s.layout, 1, comm=s.comm),
         lambda s: weft.random_normal(s.layout, 1, deviation=-1, comm=s.comm)),
    Call("sum", "comm", lambda s: weft.sum(s.a), lambda s: weft.sum(numpy.zeros(3))),
    Call("mean", "comm", lambda s: weft.mean(s.a), lambda s: weft.mean(s.b)),
    Call("dot", "comm", lambda s: weft.dot(s.a, s.a), lambda s: weft.dot(s.a, s.b)),
    Call("norm", "comm", lambda s: weft.norm(s.a), lambda s: weft.norm(s.a, 1)),
    Call("maximum", "comm", lambda s: weft.maximum(s.a), lambda s: weft.maximum(None)),
    Call("minimum", "comm", lambda s: weft.minimum(s.a), lambda s: weft.minimum(s.b)),
    Call("redistribute", "comm", lambda s: weft.redistribute(s.a, s.columns), lambda s: weft.redistribute(s.b, s.layout)),
    Call("gather", "comm", lambda s: weft.gather(s.a), lambda s: weft.gather(s.a, 1)),
    Call("scatter", "comm", lambda s: weft.scatter(s.whole, s.layout, s.comm),
         lambda s: weft.scatter(s.whole, s.columns, s.comm)),
    Call("part of an array", "comm", lambda s: s.a.global_[2:4], lambda s: s.a.global_[2:5]),
    Call("inner product", "plan", lambda s: s.spectral.inner_product(s.uh, s.uh),
         lambda s: s.spectral.inner_product(s.uh, s.u)),
    Call("energy spectrum", "plan", lambda s: s.spectral.energy_spectrum(s.uh),
         lambda s: s.spectral.energy_spectrum(s.uh, 2.0)),
    Call("measure rates", "comm", lambda s: weft.measure_rates(s.comm, timeout=2), None),
    Call("write npy", "comm", lambda s: weft.write_npy(s.path("new.npy"), s.a),
         lambda s: weft.write_npy(s.path("else.npy"), s.a)),
    Call("read npy", "comm", lambda s: weft.read_npy(s.path("old.npy"), comm=s.comm),
         lambda s: weft.read_npy(s.path("none.npy"), comm=s.comm)),
    Call("write hdf5", "comm", lambda s: weft.write_hdf5(s.path("new.h5"), {"a": s.a}),
         lambda s: weft.write_hdf5(s.path("new.h5"), {"b": s.a})),
    Call("open hdf5", "comm", lambda s: weft.Hdf5Reader(s.path("old.h5"), s.comm),
         lambda s: weft.Hdf5Reader(s.path("none.h5"), s.comm)),
    Call("read hdf5", "reader", lambda s: s.reader.read("a", s.layout), lambda s: s.reader.read("b", s.layout)),
    Call("write checkpoint", "comm", lambda s: weft.write_checkpoint(s.path("new.weft"), {"a": s.a}, comm=s.comm),
         lambda s: weft.write_checkpoint(s.path("new.weft"), {"c": s.a}, comm=s.comm)),
    Call("open checkpoint", "comm", lambda s: weft.Checkpoint(s.path("old.weft"), s.comm),
         lambda s: weft.Checkpoint(s.path("none.weft"), s.comm)),
    Call("read checkpoint", "checkpoint", lambda s: s.checkpoint.read("a", s.layout), lambda s: s.checkpoint.read("c", s.layout)),
    Call("verify checkpoint", "checkpoint", lambda s: s.checkpoint.verify(), None),
    Call("append to a series", "series", lambda s: s.series.append(1.0, 1, {"a": s.a}),
         lambda s: s.series.append(2.0, 1, {"a": s.a})),
    Call("write a slice", "comm", lambda s: weft.write_vtk_slice(s.path("new.vtk"), s.a, 0),
         lambda s: weft.write_vtk_slice(s.path("new.vtk"), s.a, 1)),
    Call("spectrum", "comm", lambda s: weft.look.spectrum(s.path("old.npy"), comm=s.comm),
         lambda s: weft.look.spectrum(s.path("old.npy"), width=2, comm=s.comm)),
    Call("slice", "comm", lambda s: weft.look.slice(s.path("old.npy"), 0, comm=s.comm),
         lambda s: weft.look.slice(s.path("old.npy"), 1, comm=s.comm)),
)


def square(block):
    numpy.multiply(block.inputs[0], block.inputs[0], out=block.outputs[0])


def call_named(name):
    return next(call for call in CALLS if call.name == name)
