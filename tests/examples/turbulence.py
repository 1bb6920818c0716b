#!/usr/bin/env python3
"""examples/python/turbulence.py computes what theory and `weft run` do, on any number of processes.

Theory: the vortices' series in time (Taylor and Green, Proc. R. Soc. A 158, 1937, 499), to the fourth power. Two lengths
of the step, extrapolated to 0, differ from it by the fifth: 6e-8 of the enstrophy at time 0.1. `weft run` has the same
scheme, and every number to rounding. ctest sets WEFT_BUILD, WEFT_SOURCE and WEFT_PYTHON.
"""

import csv
import os
import pathlib
import subprocess
import tempfile

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
EXAMPLE = pathlib.Path(os.environ["WEFT_SOURCE"]) / "examples/python/turbulence.py"
VISCOSITY = 0.02
SETTINGS = """program = "turbulence"
[grid]
nx = {points}
[flow]
viscosity = {viscosity}
beginning = "taylor-green"
[scalars]
schmidt = [1.0]
gradient_z = [1.0]
[time]
step = {step}
scheme = "ab2"
[run]
until = 1000
most_steps = {steps}
[output]
name = "{folder}/flow"
history_every = {every}
statistics_every = 0
"""
COLUMNS = ("step", "time", "energy", "enstrophy", "scalar_0_variance")


def job(n_processes, *command):
    environment = {**os.environ, "PYTHONPATH": str(BUILD / "python")}
    done = subprocess.run([str(word) for word in (BUILD / "weft-run", "-n", n_processes, *command)], env=environment,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def example(n_processes, **asked):
    words = [word for name, value in asked.items() for word in (f"--{name}", value)]
    lines = job(n_processes, os.environ["WEFT_PYTHON"], EXAMPLE, "--viscosity", VISCOSITY, *words).splitlines()
    return [[float(word) for word in line.split()] for line in lines]


def weft_run(n_processes, **asked):
    with tempfile.TemporaryDirectory() as folder:
        settings = pathlib.Path(folder, "box.toml")
        settings.write_text(SETTINGS.format(folder=folder, viscosity=VISCOSITY, **asked))
        job(n_processes, BUILD / "weft", "run", settings)
        with open(f"{folder}/flow.history.csv", encoding="utf-8") as file:
            head, *rows = csv.reader(file)
    names = [name.split()[0] for name in head]
    return [[float(row[names.index(name)]) for name in COLUMNS] for row in rows]


def series(time, nu):
    """The enstrophy."""
    factors = (1, -6 * nu, 5 / 48 + 18 * nu**2, -(5 / 3 + 36 * nu**2) * nu,
               25 / 3168 + 1835 / 144 * nu**2 + 54 * nu**4)
    return 3 / 8 * sum(factor * time**power for power, factor in enumerate(factors))


def check_series():
    coarse, fine = (example(2, points=32, step=0.1 / n, steps=n + 1, every=n)[1][3] for n in (10, 20))
    error = ((4 * fine - coarse) / 3) / series(0.1, VISCOSITY) - 1
    assert abs(error) < 7e-8, (coarse, fine, error)


def check_beside_weft_run(points):
    asked = {"points": points, "step": 0.04, "steps": 21, "every": 4}
    right = weft_run(2, **asked)
    assert [row[0] for row in right] == [0, 4, 8, 12, 16, 20] and right[-1][4] > 1e-4, right
    for n_processes in (1, 2, 3):
        found = example(n_processes, **asked)
        assert len(found) == len(right)
        for one, other in zip(found, right):
            assert all(abs(a - b) <= 1e-12 * abs(b) for a, b in zip(one, other)), (points, n_processes, one, other)


def main():
    check_series()
    for points in (32, 21):
        check_beside_weft_run(points)
    print("the example is right")


if __name__ == "__main__":
    main()
