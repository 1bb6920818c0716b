"""Turbulence in a box, and a scalar that it mixes: begun by the vortices of Taylor and Green.

    weft-run -n 2 python turbulence.py [--points 32] [--viscosity 0.02] [--step 0.01] [--steps 20] [--every 5]

du/dt = u x w - grad P + nu laplace u,   w = curl u,   div u = 0,
ds/dt = - div (u s) - u . (0, 0, 1) + nu laplace s,   in a periodic box of length 2 pi: s is what is added to z.

Products of n points keep the modes below n/3, and are exact (the 2/3 rule). In time Adams-Bashforth 2, begun by Euler's
method, with the viscous term exactly. `weft run` does the same with the settings scheme = "ab2", schmidt = [1] and
gradient_z = [1], with more to choose from. Prints step, time, energy, enstrophy and the variance of s.
"""

import argparse

import numpy as np
from mpi4py import MPI

import weft


def products(block):
    """u x w and u s, at points in cache."""
    u, w, s = block.inputs[:3], block.inputs[3:6], block.inputs[6]
    for a, b, c in (0, 1, 2), (1, 2, 0), (2, 0, 1):
        np.subtract(u[b] * w[c], u[c] * w[b], out=block.outputs[a])
        np.multiply(u[a], s, out=block.outputs[3 + a])


def main():
    parser = argparse.ArgumentParser()
    for name, value in {"points": 32, "viscosity": 0.02, "step": 0.01, "steps": 20, "every": 5}.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    asked = parser.parse_args()
    n, dt = asked.points, asked.step
    kept = [2 * ((n - 1) // 3) + 1] * 3
    with weft.Plan((n, n, n), MPI.COMM_WORLD, kept=kept, norm="forward", n_fields=7, convolve=True) as plan:
        spectral = weft.Spectral(plan)
        x, y, z = plan.coordinates(lengths=2 * np.pi)
        start = [plan.points() for _ in range(3)]
        start[0][...], start[1][...] = np.sin(x) * np.cos(y) * np.cos(z), -np.cos(x) * np.sin(y) * np.cos(z)
        u, s = plan.forward(start), plan.modes()
        w, flux, before = ([plan.modes() for _ in range(count)] for count in (3, 3, 4))
        decay = np.exp(asked.viscosity * dt * spectral.laplacian(plan.modes() + 1).real)
        for step in range(asked.steps):
            spectral.curl(u, out=w)
            if step % asked.every == 0:
                measures = [spectral.mean_energy(field) for field in (u, w, s)]
                if plan.rank == 0:
                    print(step, repr(step * dt), *map(repr, measures[:2]), repr(2 * measures[2]), flush=True)
            plan.convolve([*u, *w, s], [*w, *flux], products)  # u x w in the place of w
            rates = [*spectral.project(w, out=w), -spectral.divergence(flux) - u[2]]
            now, then = (1.5, -0.5) if step > 0 else (1, 0)
            for field, rate, last in zip([*u, s], rates, before):
                field[...] = decay * (field + dt * (now * rate + then * last))
                last[...] = decay * rate


if __name__ == "__main__":
    main()
