"""Dedalus 3: the heat equation in a periodic box, whose transposes are FFTW-MPI's. Prints the error against exp(-6 t)."""

import dedalus.public as d3
import numpy as np

coordinates = d3.CartesianCoordinates("x", "y", "z")
distributor = d3.Distributor(coordinates, dtype=np.float64)
bases = [d3.RealFourier(coordinates[axis], size=32, bounds=(0, 2 * np.pi), dealias=3 / 2) for axis in "xyz"]
u = distributor.Field(name="u", bases=bases)
x, y, z = distributor.local_grids(*bases)
u["g"] = np.sin(x) * np.cos(2 * y) * np.sin(z)
problem = d3.IVP([u], namespace={"u": u})
problem.add_equation("dt(u) - lap(u) = 1e-300*u*u")
solver = problem.build_solver(d3.RK222)
for _ in range(20):
    solver.step(1e-3)
u.change_scales(1)
exact = np.sin(x) * np.cos(2 * y) * np.sin(z) * np.exp(-6 * solver.sim_time)
error = np.abs(u["g"] - exact).max() if u["g"].size else 0
error = distributor.comm.allreduce(error, max)
if distributor.comm.rank == 0:
    print(f"heat: error {error:.9f}, of {distributor.comm.size} processes")
