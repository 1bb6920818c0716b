#!/usr/bin/env python3
"""A step of turbulence in a box beside the same step written with mpi4py-fft and NumPy, in turn, on the same machine.

    python3 lab/peers/turbulence_mpi4py_fft.py --python VENV/bin/python [--processes 1,2] [--points 128] [CASE ...]
    python3 lab/peers/turbulence_mpi4py_fft.py --table FILE ...      # of raw results, without measuring

The case: the vortices of Taylor and Green at Re = 1600, with a scalar whose mean has a gradient; Adams-Bashforth 2, one
stage a step; 13 transforms of n^3 points with the 2/3 rule. Both compute the same numbers: after the timed steps energy,
enstrophy and the variance of the scalar agree to 1e-10, in every round, else nothing is reported.

The peer is lab/peers/mpi4py_fft_steps.py, which says what was done for its speed. It has FFTW with MEASURE and one thread
(the default of mpi4py-fft); a trial of slabs, pencils, mask and padding comes first, and the fastest is what takes part.
Only the calls of a step are timed, and of them the median. Of weft it is all steps of `weft run`, with the first one and
the Courant number, as it comes: nothing tuned. A CASE is whose kernels weft has: its own (native), those of FFTW with the
same effort (fftw), or of MKL (mkl), which is measured where it is asked for, and found as doc/tuning.md says (WEFT_MKL=FILE).

The ratio is the median over rounds of the peer's time over weft's.
"""

import argparse
import csv
import pathlib
import statistics
import sys
import tempfile

import beside
from beside import Failure

VISCOSITY = 1 / 1600
WARM_UP, PEER_STEPS, TRIAL_STEPS, STEPS = 3, 12, 5, 30
MOST_DIFFERENCE = 1e-10  # relative
MEASURES = ("energy", "enstrophy", "scalar_0_variance")
BACKENDS = {"native": "native", "fftw": "fftw:measure", "mkl": "mkl"}
MEASURED = ("native", "fftw")  # where no case is given
# How PFFT cuts the arrays, and whether it transforms several axes at once; pencils are its default, slabs on 2 and 3
# processes. With a mask all modes are there, with padding those of the 2/3 rule, which PFFT adds and cuts off axis by axis.
VARIANTS = {
    "mask-slab": {"grid": [-1], "collapse": True},
    "mask-slab-y": {"grid": [1, -1], "axes": [[0, 1], [2]]},
    "mask-pencil": {},
    "padding-slab": {"grid": [-1]},
    "padding-slab-y": {"grid": [1, -1]},
    "padding-pencil": {},
}


def time_step(points):
    """That of a Courant number of 0.4 of the vortices."""
    return 0.4 / ((points - 1) // 3)


def settings(case, points, folder, n_steps, history_every=0):
    """The settings of `weft run`."""
    return (f'program = "turbulence"\n[grid]\nnx = {points}\ndealiasing = "two-thirds"\n'
            f'[flow]\nviscosity = {VISCOSITY!r}\nbeginning = "taylor-green"\n'
            '[scalars]\nschmidt = [1.0]\ngradient_z = [1.0]\n'
            f'[time]\nstep = {time_step(points)!r}\nscheme = "ab2"\n[plan]\nbackend = "{BACKENDS[case]}"\n'
            f'[run]\nuntil = 1000\nmost_steps = {n_steps}\n'
            f'[output]\nname = "{folder}/flow"\nhistory_every = {history_every}\nstatistics_every = 0\n'
            'checkpoint_every = 0\n')


def last_measures(path):
    """Of the last line of a history, whose columns are named with their units: `energy [U^2]`."""
    with open(path, encoding="utf-8") as file:
        last = list(csv.DictReader(file))[-1]
    values = {name.split()[0]: float(value) for name, value in last.items()}
    return int(values["step"]), {name: values[name] for name in MEASURES}


def measures_of_weft(build, case, points, processes):
    """After the steps that the peer makes."""
    n = WARM_UP + PEER_STEPS
    with tempfile.TemporaryDirectory(prefix="weft-turbulence-") as folder:
        beside.run_weft(build, processes, settings(case, points, folder, n, n), folder)
        step, measures = last_measures(f"{folder}/flow.history.csv")
    if step != n:
        raise Failure(f"the history of weft run ends with step {step}, not {n}")
    return measures


def time_weft(build, case, points, processes):
    """Seconds of a step, and the report."""
    with tempfile.TemporaryDirectory(prefix="weft-turbulence-") as folder:
        report = beside.run_weft(build, processes, settings(case, points, folder, STEPS), folder)
    result = report["results"][0]
    return result["seconds"]["steps"] / result["n_steps"], report


def run_peer(build, python, points, processes, variant, n_steps):
    told = {"points": points, "padding": variant.startswith("padding"), "how": VARIANTS[variant],
            "step": time_step(points), "viscosity": VISCOSITY, "warm_up": WARM_UP, "steps": n_steps,
            "processes": processes}
    return beside.run_peer(build, processes, python, "mpi4py_fft_steps.py", told)


def difference(ours, theirs):
    """The largest relative one. Not a number, if one is none."""
    return max((abs(theirs[name] / ours[name] - 1) for name in MEASURES), key=lambda value: (value != value, value))


def check_difference(value):
    """The same flow? Not a number is none."""
    if not value <= MOST_DIFFERENCE:
        raise Failure(f"the flows differ by {value:.2g} of energy, enstrophy or variance, more than {MOST_DIFFERENCE}: "
                      "these are not the same steps")


def try_variants(build, python, points, processes):
    """The least seconds of a step of each."""
    return {variant: min(run_peer(build, python, points, processes, variant, TRIAL_STEPS)["seconds"])
            for variant in VARIANTS}


def measure(build, python, points, cases, processes, n_rounds):
    ours = {case: measures_of_weft(build, case, points, processes) for case in cases}
    trials = try_variants(build, python, points, processes)
    best = min(trials, key=trials.get)
    rounds, differences = [], []
    for _ in range(n_rounds):
        peer = run_peer(build, python, points, processes, best, PEER_STEPS)
        differences.append({case: difference(ours[case], peer["measures"]) for case in cases})
        for value in differences[-1].values():
            check_difference(value)
        times = {case: time_weft(build, case, points, processes) for case in cases}
        rounds.append({"mpi4py-fft": peer["seconds"], "weft": {case: seconds for case, (seconds, _) in times.items()}})
    row = {"points": points, "processes": processes, "variant": best, "trials": trials, "differences": differences,
           "rounds": rounds}
    return row, times[cases[-1]][1], peer["versions"]


def summary(row, case):
    """Seconds of a step and ratios, medians over rounds."""
    peer = [statistics.median(one["mpi4py-fft"]) for one in row["rounds"]]
    ours = [one["weft"][case] for one in row["rounds"]]
    ratios = [a / b for a, b in zip(peer, ours)]
    return {"mpi4py-fft": statistics.median(peer), "weft": statistics.median(ours), "ratio": statistics.median(ratios),
            "least": min(ratios), "most": max(ratios)}


HEAD = ["points", "processes", "mpi4py-fft", "ms", "weft", "ms", "ratio"]


def table(rows):
    """Markdown."""
    lines = []
    for row in rows:
        for case in row["rounds"][0]["weft"]:
            found = summary(row, case)
            lines.append([f"{row['points']}^3", row["processes"], row["variant"], f"{1e3 * found['mpi4py-fft']:.1f}", case,
                          f"{1e3 * found['weft']:.1f}",
                          f"{found['ratio']:.2f} ({found['least']:.2f} to {found['most']:.2f})"])
    return beside.markdown(HEAD, lines)


def compare(asked):
    beside.check_imports(asked.python, "mpi4py_fft, mpi4py, numpy", "mpi4py-fft numpy")
    rows, report, versions = [], {}, {}
    for processes in map(int, asked.processes.split(",")):
        row, report, versions = measure(asked.build, asked.python, asked.points, asked.cases or MEASURED, processes,
                                        asked.rounds)
        rows.append(row)
        print("\n".join(table([row]).splitlines()[2:]), flush=True)
    words = " ".join(["--processes", asked.processes, "--points", str(asked.points), "--rounds", str(asked.rounds),
                      *asked.cases])
    beside.write_record(asked.json, f"python3 lab/peers/turbulence_mpi4py_fft.py --python PYTHON {words}", report, versions,
                        steps=STEPS, peer_steps=PEER_STEPS, warm_up=WARM_UP, viscosity=VISCOSITY,
                        step=time_step(asked.points), results=rows)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(BACKENDS))
    parser.add_argument("--python", help="interpreter that has mpi4py-fft")
    parser.add_argument("--processes", default="1,2")
    parser.add_argument("--points", type=int, default=128, help="along each axis")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--build", type=pathlib.Path, default=beside.ROOT / "build")
    parser.add_argument("--json", type=pathlib.Path, default=beside.default_file("turbulence-mpi4py-fft"))
    parser.add_argument("--table", nargs="+", type=pathlib.Path, metavar="FILE")
    asked = parser.parse_args()
    unknown = [case for case in asked.cases if case not in BACKENDS]
    if unknown:
        parser.error(f"there is no case {', '.join(unknown)}; the cases are {', '.join(BACKENDS)}")
    if not asked.table and not asked.python:
        parser.error("give --python, or --table")
    try:
        print(table(beside.read_rows(asked.table, table) if asked.table else compare(asked)))
    except Failure as failure:
        sys.exit(f"turbulence_mpi4py_fft.py: error: {failure}")


if __name__ == "__main__":
    main()
