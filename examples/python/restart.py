"""A simulation that stops and goes on from a checkpoint: the Allen-Cahn equation in a periodic square.

    weft-run -n 2 python restart.py

du/dt = e^2 laplace u + u - u^3, Fourier in space; in time the Laplacian is implicit and the rest explicit. The program
runs 40 steps, writing a checkpoint after 20, then goes on from it as a program that was started again would: on the
same processes the result has the same bits, and on one process alone it is the same to rounding.
"""

import sys

import numpy as np
from mpi4py import MPI

import weft

N, STEP_SIZE, WIDTH = 48, 0.1, 0.1
PATH = "restart.weft"


class Simulation:
    """The state, and the step that it is at: from the beginning, or from a checkpoint."""

    def __init__(self, checkpoint=None):
        if checkpoint is None:
            self.plan, self.step = weft.Plan((N, N)), 0
            self.u = self.plan.points()
            x, y = self.plan.coordinates(lengths=2 * np.pi)
            self.u[...] = np.sin(x) * np.cos(2 * y) + 0.1 * np.cos(3 * x)
        else:
            self.plan, self.step = checkpoint.make_plan(), checkpoint["step"]
            self.u = checkpoint.read("u", self.plan.points())

    def write(self):
        weft.write_checkpoint(PATH, {"u": self.u}, {"step": self.step, "time": self.step * STEP_SIZE}, self.plan)

    def run(self, until):
        kx, ky = self.plan.wavenumbers()
        implicit = 1 + STEP_SIZE * WIDTH**2 * (kx**2 + ky**2)
        while self.step < until:
            modes = self.plan.forward(self.u + STEP_SIZE * (self.u - self.u**3))
            self.u = self.plan.backward(modes / implicit)
            self.step += 1


def main():
    world = MPI.COMM_WORLD
    simulation = Simulation()
    simulation.run(20)
    simulation.write()
    simulation.run(40)
    u = simulation.u
    mean = world.allreduce(float(np.sum(np.square(u)))) / N**2

    again = Simulation(weft.Checkpoint(PATH))
    again.run(40)
    is_same = world.allreduce(bool((again.u == u).all()), MPI.LAND)

    # Each process for itself, as a job of one process.
    whole = Simulation(weft.Checkpoint(PATH, MPI.COMM_SELF))
    whole.run(40)
    difference = np.abs(np.asarray(u) - np.asarray(whole.u)[u.slices])
    error = world.allreduce(float(difference.max(initial=0)), MPI.MAX)
    if world.rank == 0:
        print(f"step {simulation.step}: mean square {mean:.6f}\n"
              f"from the checkpoint of step 20: {'the same' if is_same else 'other'} bits\n"
              f"from it on one process: largest difference {error:.0e}", flush=True)
    for one in (simulation, again, whole):
        one.plan.close()
    return 0 if is_same and error < 1e-12 else 1


if __name__ == "__main__":
    sys.exit(main())
