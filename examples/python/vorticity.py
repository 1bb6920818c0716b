"""Two-dimensional flow in a periodic square: the vorticity equation, pseudospectral, RK4.

    weft-run -n 2 python vorticity.py

dw/dt + u . grad w = nu laplace w, laplace psi = w, u = (-psi_y, psi_x). Products are formed at the points, and modes above
a third of the points are left out (the 2/3 rule), so they are exact. Two runs, each with a check:
  - a Taylor-Green vortex that a wind carries: w = 2 cos(x - a t) cos(y - b t) exp(-2 nu t) solves the equation;
  - a double shear layer without viscosity: energy and enstrophy do not change.
"""

import sys

import numpy as np
from mpi4py import MPI

import weft

N = 64
RUNGE_KUTTA = ((0.5, 1 / 6), (0.5, 1 / 3), (1, 1 / 3), (0, 1 / 6))


class Flow:
    def __init__(self, plan, viscosity, wind=(0, 0)):
        self.plan, self.nu, self.wind = plan, viscosity, wind
        self.poisson = weft.Helmholtz(plan)
        self.x, self.y = plan.coordinates(lengths=2 * np.pi)
        self.kx, self.ky = plan.wavenumbers()
        self.square = self.kx**2 + self.ky**2
        self.kept = (3 * np.abs(self.kx) < N) & (3 * np.abs(self.ky) < N)
        self.time = 0.0

    def start(self, vorticity):
        field = self.plan.points()
        field[...] = vorticity(self.x, self.y)
        self.w = self.plan.forward(field) * self.kept

    def rate(self, w):
        """nu laplace w - u . grad w"""
        psi = self.poisson.solve(w)
        modes = [-1j * self.ky * psi, 1j * self.kx * psi, 1j * self.kx * w, 1j * self.ky * w]
        u, v, wx, wy = self.plan.backward(modes)  # in the same messages
        advection = -(u + self.wind[0]) * wx - (v + self.wind[1]) * wy
        return self.plan.forward(advection) * self.kept - self.nu * self.square * w

    def step(self, dt):
        """The classical Runge-Kutta method."""
        stage, after = self.w, self.w.copy()
        for c, b in RUNGE_KUTTA:
            rate = self.rate(stage)
            after += b * dt * rate
            stage = self.w + c * dt * rate
        self.w = after
        self.time += dt

    def energy_and_enstrophy(self):
        """Means over the square of u^2/2 and w^2/2. A mode of r2c stands for its mirror image, too."""
        weight = np.where(self.ky == 0, 0.5, 1) / N**4
        psi = self.poisson.solve(self.w)
        sums = [np.sum(weight * self.square * np.abs(psi) ** 2), np.sum(weight * np.abs(self.w) ** 2)]
        return self.plan.comm.allreduce(np.array(sums))

    def error(self, vorticity):
        difference = self.plan.backward(self.w) - vorticity(self.x, self.y)
        return self.plan.comm.allreduce(float(np.max(np.abs(difference), initial=0)), MPI.MAX)


def report(plan, text):
    if plan.rank == 0:
        print(text, flush=True)


def taylor_green(plan):
    nu, wind = 0.05, (1, 0.5)
    flow = Flow(plan, nu, wind)

    def exact(x, y):
        t = flow.time
        return 2 * np.cos(x - wind[0] * t) * np.cos(y - wind[1] * t) * np.exp(-2 * nu * t)

    flow.start(exact)
    for _ in range(100):
        flow.step(0.01)
    error = flow.error(exact)
    report(plan, f"Taylor-Green vortex at t = 1: largest error {error:.1e}")
    return error < 1e-8


def shear_layers(x, y):
    lower, upper = np.cosh(4 * (y - np.pi / 2)), np.cosh(4 * (y - 3 * np.pi / 2))
    return 0.05 * np.cos(x) - 4 / lower**2 + 4 / upper**2


def shear_layer(plan):
    flow = Flow(plan, viscosity=0)
    flow.start(shear_layers)
    before = flow.energy_and_enstrophy()
    for _ in range(150):
        flow.step(0.02)
    after = flow.energy_and_enstrophy()
    energy, enstrophy = abs(after / before - 1)
    report(plan, f"shear layers at t = 3: energy {after[0]:.6f} and enstrophy {after[1]:.6f} "
                 f"changed by {energy:.0e} and {enstrophy:.0e}")
    return energy < 1e-6 and enstrophy < 1e-6


def main():
    with weft.Plan((N, N), n_fields=4) as plan:
        is_right = [taylor_green(plan), shear_layer(plan)]
    return 0 if all(is_right) else 1


if __name__ == "__main__":
    sys.exit(main())
