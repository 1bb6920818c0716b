"""Calls that a type checker must find wrong, and others beside them that are right. Never run: test_types.py."""

import numpy as np
import weft

plan = weft.Plan((8, 6), exchange="alltoallw", grid=(2, 1), reproducible=True, timeout=60)
weft.Plan((8, 6), exchnge="alltoallw")  # wrong
weft.Plan((8, 6), transform="r2d")  # wrong
weft.Plan((8, 6), precision="quad")  # wrong
weft.Plan((8, 6), kinds=("fourier", "dct5"))  # wrong
weft.Plan((8, 6), timeout="long")  # wrong
weft.Plan(8.5)  # wrong
weft.describe((8, 6), n_processes=4, rank=0, tune="measure")
weft.describe((8, 6), n_processes=4, rank=0, tuned="measure")  # wrong
rows = weft.Layout((8, 6), 1, 0)
weft.redistribution(rows, rows, n_fields=2)
weft.redistribution(rows, rows, fields=2)  # wrong
u, uh = plan.points(), plan.modes()
one: weft.Array = plan.forward(u)
several: list[weft.Array] = plan.forward([u, u])
buffer: weft.Array = plan.forward(u, out=uh)
plain = np.zeros((8, 4), complex)
plan.forward(u, out=plain).layout  # wrong
plan.forward([u]).layout  # wrong
(2 * u + 1).layout, (-u)[...].slices, np.asarray(u)
np.asarray(u).layout  # wrong
kx = plan.wavenumbers(0)
number: int = kx  # wrong
weft.write_hdf5("u.h5", {"u": u}, compresion=4)  # wrong
weft.Halo(rows, periodic=(True, False), exchange="p2p", timeout=2.5, comm=None)
weft.Halo(rows, exchange="ring")  # wrong
weft.Halo(rows, corner=False)  # wrong
weft.Hdf5Writer("u.h5").write("u", u, "m/s", chunks=(2, 3), compression=4, precision=None)
weft.Hdf5Writer("u.h5").write("u", u, compression="much")  # wrong
weft.Checkpoint("u.weft", check="headers")
weft.Checkpoint("u.weft", check="header")  # wrong
weft.Spectral(plan).dealias(uh, "cubik")  # wrong
weft.Helmholtz(plan, upper="dirichlett")  # wrong
weft.Checkpoint("state.weft", check="nothing")  # wrong
weft.from_dlpack(np.zeros((8, 6)), rows).layout, weft.array_api.sum(u, axis=0).layout
weft.from_dlpack([1.0], rows)  # wrong
u.to_xarray(plan.coordinates(), units="m/s", coordinate_units=("m", "m"))
u.to_xarray(unit="m/s")  # wrong
weft.array_api.sum(u, axes=0)  # wrong
