#!/usr/bin/env python3
"""A step of the channel flow beside one of shenfun's channel solver, in turn, on the same case and machine.

    python3 lab/peers/channel_shenfun.py --python VENV/bin/python --solver FOLDER [--processes 1,2] [CASE ...]
    python3 lab/peers/channel_shenfun.py --table FILE ...      # of raw results, without measuring

FOLDER has demo/ChannelFlow.py of shenfun's sources (class KMM, of Kim, Moin and Moser), which its packages are without.

The case: Re_tau = 180 in a box of 2 pi x 2 x pi, 64 x 65 x 64 points, constant pressure gradient. shenfun takes 64 points
from wall to wall: its solver of the fourth-order equation gives no numbers with an odd number of them. It begins with
weft's flow, and after the timed steps must have weft's flow of that step: else nothing is reported.

Taken for the best speed of shenfun: FFTW with MEASURE and one thread (its default), slabs (what KMM has), numba instead of
its default cython, which is a row of its own. Only the calls of a step are timed, and of them the median; of weft it is all
steps of `weft run`, with the first one and the Courant number, as it comes: nothing tuned.

The ratio is the median over rounds of shenfun's time over weft's. Per step is fair where both schemes have as many stages:
IMEXRK3 and rk3 are third order in three stages, with the same explicit coefficients. IMEXRK222 takes two for second order
and cnab2 one; per stage is then what one evaluation of the right-hand side and one solution cost. The rotational forms of both
make the same 6 + 3 transforms a stage.
"""

import argparse
import hashlib
import math
import pathlib
import statistics
import sys
import tempfile
from dataclasses import asdict, dataclass

import beside
from beside import ROOT, Failure

POINTS, PEER_POINTS = [64, 65, 64], [64, 64, 64]
BOX = {"length_x": 2 * math.pi, "length_z": math.pi}
VISCOSITY, STEP = 1 / 180, 4e-4
WARM_UP, PEER_STEPS, STEPS = 5, 15, 60
STAGES = {"cnab2": 1, "rk3": 3}  # of weft's schemes
MOST_DIFFERENCE = 0.01  # of two flows, as a part of what has changed in them
PACKAGES = "shenfun numba h5py sympy pyyaml 'numpy<2.4'"


@dataclass(frozen=True)
class Case:
    """What both do."""

    peer_scheme: str
    convection: int  # of KMM: 0 convective, 1 rotational
    optimization: str  # of shenfun
    scheme: str
    form: str


CASES = {
    "rk3": Case("IMEXRK3", 1, "numba", "rk3", "rotational"),
    "rk3-cython": Case("IMEXRK3", 1, "cython", "rk3", "rotational"),
    "second-order": Case("IMEXRK222", 1, "numba", "cnab2", "rotational"),
}


def settings(case, folder, n_steps, snapshot_every=0):
    """The settings of `weft run`."""
    nx, ny, nz = POINTS
    lengths = "".join(f"{key} = {value!r}\n" for key, value in BOX.items())
    return (f'program = "channel"\n[domain]\n{lengths}'
            f'[grid]\nnx = {nx}\nny = {ny}\nnz = {nz}\npadding = false\n'
            f'[flow]\nviscosity = {VISCOSITY!r}\nforcing = "pressure"\npressure_gradient = 1\nbulk_velocity = 15.68\n'
            f'frame = 0\nform = "{case.form}"\n[time]\nstep = {STEP!r}\nscheme = "{case.scheme}"\n'
            f'[run]\nuntil = 1000\nmost_steps = {n_steps}\n[output]\nname = "{folder}/flow"\nhistory_every = 0\n'
            f'statistics_every = 0\ncheckpoint_every = 0\nsnapshot_every = {snapshot_every}\n'
            'snapshot_precision = "double"\n')


def peer_case(case, folder, solver, processes):
    """What shenfun_steps.py is told."""
    return {**BOX, "solver": str(solver), "start": f"{folder}/flow.000000.h5", "after": f"{folder}/flow.000001.h5",
            "processes": processes, "points": PEER_POINTS, "viscosity": VISCOSITY, "step": STEP, "warm_up": WARM_UP,
            "steps": PEER_STEPS, "scheme": case.peer_scheme, "convection": case.convection,
            "optimization": case.optimization}


def run_weft(build, case, processes, n_steps, folder, snapshot_every=0):
    return beside.run_weft(build, processes, settings(case, folder, n_steps, snapshot_every), folder)


def run_peer(build, python, solver, case, processes, folder):
    report = beside.run_peer(build, processes, python, "shenfun_steps.py", peer_case(case, folder, solver, processes))
    check_difference(report["difference"])
    return report


def check_difference(difference):
    """The same flow? Not a number is none."""
    if not difference <= MOST_DIFFERENCE:
        raise Failure(f"the flows differ by {difference:.2g} of what has changed, more than {MOST_DIFFERENCE}: these are not "
                      f"the same steps; compare ChannelFlow.py with that of shenfun's version")


def measure(build, python, solver, name, processes, n_rounds):
    case, rounds = CASES[name], []
    with tempfile.TemporaryDirectory(prefix="weft-shenfun-") as folder:
        n_compared = WARM_UP + PEER_STEPS
        run_weft(build, case, 1, n_compared + 1, folder, n_compared)
        for _ in range(n_rounds):
            peer = run_peer(build, python, solver, case, processes, folder)
            with tempfile.TemporaryDirectory(prefix="weft-shenfun-") as other:
                report = run_weft(build, case, processes, STEPS, other)
            rounds.append({"shenfun": peer["seconds"], "weft": report["results"][0]["seconds"]["steps"] / STEPS})
    row = {"name": name, **asdict(case), "processes": processes, "stages": STAGES[case.scheme],
           "peer_stages": peer["stages"], "difference": peer["difference"], "rounds": rounds}
    return row, report, peer["versions"]


def summary(row):
    """Seconds of a step and ratios, medians over rounds."""
    peer = [statistics.median(one["shenfun"]) for one in row["rounds"]]
    ours = [one["weft"] for one in row["rounds"]]
    ratios = [a / b for a, b in zip(peer, ours)]
    return {"shenfun": statistics.median(peer), "weft": statistics.median(ours), "per_step": statistics.median(ratios),
            "least": min(ratios), "most": max(ratios),
            "per_stage": statistics.median(ratios) * row["stages"] / row["peer_stages"]}


HEAD = ["case", "processes", "shenfun, stages", "ms", "weft, stages", "ms", "ratio per step", "per stage"]


def table(rows):
    """Markdown."""
    lines = []
    for row in rows:
        found = summary(row)
        lines.append([row["name"], row["processes"], f"{row['peer_scheme']}, {row['peer_stages']}",
                      f"{1e3 * found['shenfun']:.1f}", f"{row['scheme']} {row['form']}, {row['stages']}",
                      f"{1e3 * found['weft']:.1f}",
                      f"{found['per_step']:.2f} ({found['least']:.2f} to {found['most']:.2f})",
                      f"{found['per_stage']:.2f}"])
    return beside.markdown(HEAD, lines)


def check_peer(python, solver):
    """Raises a Failure with the remedy where shenfun, or its solver, is missing."""
    if not pathlib.Path(solver, "ChannelFlow.py").is_file():
        raise Failure(f"{solver} has no ChannelFlow.py, which packages of shenfun are without; take demo/ChannelFlow.py of the "
                      "same version from shenfun's sources, and give its folder as --solver")
    beside.check_imports(python, "shenfun, numba, h5py, sympy", PACKAGES)


def compare(asked):
    check_peer(asked.python, asked.solver)
    rows, report, versions = [], {}, {}
    for processes in map(int, asked.processes.split(",")):
        for name in asked.cases or CASES:
            row, report, versions = measure(asked.build, asked.python, asked.solver.resolve(), name, processes, asked.rounds)
            rows.append(row)
            print(table([row]).splitlines()[-1], flush=True)
    words = " ".join(["--processes", asked.processes, "--rounds", str(asked.rounds), *asked.cases])
    solver = hashlib.sha256((asked.solver / "ChannelFlow.py").read_bytes()).hexdigest()
    report["versions"]["ChannelFlow.py sha256"] = solver
    beside.write_record(asked.json, f"python3 lab/peers/channel_shenfun.py --python PYTHON --solver FOLDER {words}", report,
                        versions, steps=STEPS, peer_steps=PEER_STEPS, warm_up=WARM_UP, points=POINTS,
                        peer_points=PEER_POINTS, results=rows)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--python", help="interpreter that has shenfun")
    parser.add_argument("--solver", type=pathlib.Path, help="folder with shenfun's ChannelFlow.py")
    parser.add_argument("--processes", default="1,2")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--json", type=pathlib.Path, default=beside.default_file("channel-shenfun"))
    parser.add_argument("--table", nargs="+", type=pathlib.Path, metavar="FILE")
    asked = parser.parse_args()
    unknown = [case for case in asked.cases if case not in CASES]
    if unknown:
        parser.error(f"there is no case {', '.join(unknown)}; the cases are {', '.join(CASES)}")
    if not asked.table and not (asked.python and asked.solver):
        parser.error("give --python and --solver, or --table")
    try:
        print(table(beside.read_rows(asked.table, table) if asked.table else compare(asked)))
    except Failure as failure:
        sys.exit(f"channel_shenfun.py: error: {failure}")


if __name__ == "__main__":
    main()
