"""The derivative of a field along x, by its spectrum: the same program, and the same bits, in every language.

    weft-run -n 2 python derivative.py

u = sin(x) cos(2y) + cos(3z) sin(x) on 24 x 20 x 18 points of a periodic box of length 2 pi. Forward, each mode
times i kx, backward; du/dx is compared with cos(x) cos(2y) + cos(3z) cos(x).

Prints the largest error and a checksum of the spectrum and of the derivative: the exclusive or of the bits of
all numbers of all processes, which depends neither on their order nor on the number of processes. The tables
are computed with the C library's sine and cosine (math, not numpy), so that all languages have the same.
"""

import math
import sys

import numpy as np
from mpi4py import MPI

import weft

SHAPE = (24, 20, 18)


def table(function, n, k):
    """function(k x) at the n points of an axis."""
    if k == 1:
        return np.array([function(2 * math.pi * i / n) for i in range(n)])
    return np.array([function(k * (2 * math.pi * i / n)) for i in range(n)])


def checksum(comm, values):
    """The exclusive or of the bits of all numbers of all processes; + 0.0 makes -0 and 0 the same."""
    numbers = (np.ascontiguousarray(values).view(np.float64) + 0.0).view(np.uint64)
    mine = np.bitwise_xor.reduce(numbers, axis=None, initial=np.uint64(0), dtype=np.uint64)
    bits = np.array(mine, dtype=np.uint64)
    comm.Allreduce(MPI.IN_PLACE, bits, MPI.BXOR)
    return f"{int(bits):016x}"


def main():
    comm = MPI.COMM_WORLD
    with weft.Plan(SHAPE, comm) as plan:
        i, j, k = plan.coordinates()
        sx, cx = table(math.sin, 24, 1)[i], table(math.cos, 24, 1)[i]
        cy, cz = table(math.cos, 20, 2)[j], table(math.cos, 18, 3)[k]
        u = plan.points()
        u[...] = sx * cy + cz * sx
        exact = cx * cy + cz * cx

        uh = plan.forward(u)
        modes = checksum(comm, uh)
        kx = plan.wavenumbers(0)
        kx = np.where(kx == -12, 0, kx)  # the Nyquist mode has no derivative
        uh *= 1j * kx
        du = plan.backward(uh)

        error = comm.allreduce(float(np.max(np.abs(du - exact), initial=0)), MPI.MAX)
        derivative = checksum(comm, du)
    if comm.Get_rank() == 0:
        print(f"max error {error:.3e}\nmodes {modes}\nderivative {derivative}")
    return 1 if error > 1e-12 else 0


if __name__ == "__main__":
    sys.exit(main())
