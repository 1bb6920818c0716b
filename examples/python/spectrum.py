"""The energy spectrum of a real field in a .npy file.

    weft-run -n 2 python spectrum.py [field.npy]

E(k) is the sum of |u_hat|^2 / 2 over the modes whose |k| rounds to k, so that all E together are the mean of u^2 / 2
(Parseval). Each process maps the file into memory and copies its block of it. Without a file the program writes one,
waves.npy, of waves whose spectrum is known, and fails if it finds another one.
"""

import sys

import numpy as np
from mpi4py import MPI

import weft

# k and amplitude of amplitude * cos(k . x + 1)
WAVES = (((1, 0, 0), 1.0), ((0, 2, 0), 0.7), ((2, -2, 1), 0.5), ((-3, 0, 4), 0.3), ((0, 0, 6), 0.2), ((4, 4, -7), 0.1))


def write_waves(comm, path):
    if comm.Get_rank() == 0:
        x, y, z = (2 * np.pi * np.arange(n) / n for n in (16, 20, 24))
        x, y, z = np.meshgrid(x, y, z, indexing="ij", sparse=True)
        np.save(path, sum(a * np.cos(k[0] * x + k[1] * y + k[2] * z + 1) for k, a in WAVES))
    comm.Barrier()


def spectrum_of(comm, path):
    """By shells, on all processes."""
    file = np.load(path, mmap_mode="r")
    with weft.Plan(file.shape, comm) as plan:
        u = plan.points()
        u[...] = file[plan.points_slices]
        _, energy = weft.Spectral(plan).energy_spectrum(plan.forward(u))
    return energy


def main():
    comm = MPI.COMM_WORLD
    path = sys.argv[1] if len(sys.argv) > 1 else "waves.npy"
    error = 0.0
    if len(sys.argv) == 1:
        write_waves(comm, path)
    energy = spectrum_of(comm, path)
    if len(sys.argv) == 1:
        known = np.zeros_like(energy)
        for k, amplitude in WAVES:
            known[round(np.sqrt(np.dot(k, k)))] += amplitude**2 / 4
        error = np.max(np.abs(energy - known))
    if comm.Get_rank() == 0:
        for k, value in enumerate(energy):
            if value > 1e-20:
                print(f"{k:3d} {value:.6e}")
        if len(sys.argv) == 1:
            print(f"largest error {error:.0e}")
    return 0 if error < 1e-14 else 1


if __name__ == "__main__":
    sys.exit(main())
