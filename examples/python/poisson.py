"""Poisson's equation in a channel with three kinds of sides.

    weft-run -n 2 python poisson.py

laplace u = f on [0, 1] x [0, 2] x [0, 2 pi), u = 0 at x = 0 and 1, du/dy = 0 at y = 0 and 2, periodic in z. The kinds of
the axes say all of this: sines in x, cosines in y, Fourier in z. The solution is known, u = sin(pi x) cos(pi y)
exp(sin z), so the program prints the error and fails if it is large.
"""

import sys

import numpy as np
from mpi4py import MPI

import weft

LENGTHS = (1, 2, 2 * np.pi)


def main():
    comm = MPI.COMM_WORLD
    with weft.Plan((15, 18, 32), comm, kinds=("dst2", "dct2", "fourier")) as plan:
        poisson = weft.Helmholtz(plan, LENGTHS)
        x, y, z = plan.coordinates(lengths=LENGTHS)
        exact = np.sin(np.pi * x) * np.cos(np.pi * y) * np.exp(np.sin(z))
        f = plan.points()
        f[...] = exact * (np.cos(z) ** 2 - np.sin(z) - 2 * np.pi**2)

        u = plan.backward(poisson.solve(plan.forward(f)))

        error = comm.allreduce(float(np.max(np.abs(u - exact), initial=0)), MPI.MAX)
    if comm.Get_rank() == 0:
        print(f"poisson: largest error {error:.1e}")
    return 0 if error < 1e-12 else 1


if __name__ == "__main__":
    sys.exit(main())
