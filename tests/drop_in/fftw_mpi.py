"""FFTW's own test of its MPI interface, mpi-bench with its random checks, unchanged, on weft's libfftw3_mpi.

    python3 tests/drop_in/fftw_mpi.py [--seeds 1 2 3 4 5] [--count 100] [--max-size 60000] [--processes 1 2 3 4] [--precisions double single]
                                      [--folder FOLDER] [--effort measure]
    python3 tests/drop_in/fftw_mpi.py --only mpb petsc xmds2

Fetches Debian's source package of FFTW into --folder (a scratch folder that is kept) and makes mpi-bench of it, linked with Debian's libraries. Its
check.pl draws problems after each seed, --count of r2r and as many geometries of the others; 100 and 60000 are what FFTW calls bigcheck. mpi-bench
verifies each by linearity, impulses and shifts (libbench2), with weft's library preloaded. WEFT_FFTW_VERBOSE tells who computed it.

Prints a table of kinds of problems: how many were right, and how many weft took over. Ends with 1 if one was wrong or if weft took over less than 95 %, with
77 (skipped) if the package cannot be fetched.

--speed: its speed mode, FFTW beside weft; LD_LIBRARY_PATH with the folder of another build of FFTW puts that one below both.
--only: in place of it, other programs of Debian that call FFTW's MPI interface (of_fftw/programs.py), on FFTW and on weft: the numbers that they print, and times.
"""

import argparse
import collections
import itertools
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Counter, Dict, List, NamedTuple, Tuple

from of_fftw import programs
from of_fftw.debian import make_bench

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("WEFT_BUILD", HERE.parents[1] / "build"))
LIBRARIES = {"double": "libweft_fftw3_mpi.so", "single": "libweft_fftw3f_mpi.so"}
LEAST_TAKEN = 0.95
# "weft: fftw_mpi_plan_many_dft 8x9, forward, in place, MEASURE, on 2 processes: weft, 2 native window-pull"
TOLD = re.compile(r"^weft: fftwf?_mpi_plan_many_(\w+) (\S+), (.*), on \d+ process(?:es)?: (weft|FFTW|NULL)\b")
VERIFIED = re.compile(r"^(\S+) +(\S+) +(\S+) +(\S+)$")


class Outcome(NamedTuple):
    """What came of the problems of one seed."""

    right: Counter[str]
    taken: Counter[str]
    wrong: List[str]


def kinds_of(problem: str) -> List[str]:
    """The kinds to which a problem of mpi-bench belongs: "ofrd]8x10v2" is out of place, forward, real, destroys, transposed out, howmany 2."""
    head, tail = re.match(r"^([a-z\[\]]*)(.*)$", problem).groups()
    sizes = tail.split("v")[0]
    transform = "r2r" if "k" in head else "c2c" if "c" in head else "r2c" if "f" in head else "c2r"
    kinds = ["all", f"{min(sizes.count('x') + 1, 4)}-D", transform, "in place" if head[0] == "i" else "out of place"]
    kinds += [name for sign, name in (("[", "transposed in"), ("]", "transposed out"), ("d", "destroys its input")) if sign in head]
    if "v" in tail:
        kinds.append("howmany")
    return kinds


def draw(sources: pathlib.Path, seed: int, arguments: argparse.Namespace) -> List[str]:
    """The problems that check.pl draws."""
    with tempfile.TemporaryDirectory() as folder:
        list_file = pathlib.Path(folder) / "problems"
        lister = pathlib.Path(folder) / "list.sh"
        lister.write_text(f'#!/bin/sh\nfor word; do [ "$last" = --verify ] && echo "$word" >> {list_file}; last=$word; done; exit 0\n', encoding="utf-8")
        lister.chmod(0o755)
        perl = f'srand({seed}); do "./check.pl"; die $@ if $@;'
        subprocess.run(["perl", "-e", perl, "--", "--random", f"--maxsize={arguments.max_size}", f"-c={arguments.count}", "--mpi", str(lister)],
                       cwd=sources / "tests", check=True, stdout=subprocess.DEVNULL)
        return list_file.read_text(encoding="utf-8").split()


def check(program: pathlib.Path, precision: str, n_processes: int, problems: List[str], effort: str, log: pathlib.Path) -> Outcome:
    """Verifies problems in one job."""
    options = ["--verbose=1", *([] if effort == "measure" else ["-o", effort])]
    command = [BUILD / "weft-run", "-n", str(n_processes), "env", f"LD_PRELOAD={BUILD / 'lib' / LIBRARIES[precision]}", program, *options]
    for problem in problems:
        command += ["--verify", problem]
    job = subprocess.run(command, env={**os.environ, "WEFT_FFTW_VERBOSE": "1"}, text=True, capture_output=True, check=False)
    with open(log, "a", encoding="utf-8") as file:
        file.write(job.stdout + job.stderr)
    # Problems that can be planned at all are planned twice, to try and to verify: the second plan counts.
    computed = [match.group(4) for match in map(TOLD.match, job.stderr.splitlines()) if match][1::2]
    verified = [match.group(1) for match in map(VERIFIED.match, job.stdout.splitlines()) if match]
    outcome = Outcome(collections.Counter(), collections.Counter(), [])
    for i, problem in enumerate(problems):
        if i >= len(verified) or i >= len(computed):
            outcome.wrong.append(f"{problem}: {(job.stderr or job.stdout).strip().splitlines()[-1][:300]}")
            break
        outcome.right.update(kinds_of(problem))
        if computed[i] == "weft":
            outcome.taken.update(kinds_of(problem))
    return outcome


def check_all(arguments: argparse.Namespace, benches: Dict[str, pathlib.Path]) -> Tuple[Dict[str, Outcome], float]:
    """Every seed, precision and number of processes."""
    outcomes, start = {}, time.time()
    for precision, program in benches.items():
        for n_processes in arguments.processes:
            total = Outcome(collections.Counter(), collections.Counter(), [])
            for seed in arguments.seeds:
                problems = draw(next(iter((program.parent / "sources").iterdir())), seed, arguments)
                for i in range(0, len(problems), 40):
                    part = check(program, precision, n_processes, problems[i:i + 40], arguments.effort, arguments.folder / "log.txt")
                    total.right.update(part.right)
                    total.taken.update(part.taken)
                    total.wrong.extend(part.wrong)
            outcomes[f"{precision}, {n_processes}"] = total
            print(f"{precision}, {n_processes} processes: {total.right['all']} right, {len(total.wrong)} wrong, {total.taken['all']} taken over, "
                  f"{time.time() - start:.0f} s since the start", file=sys.stderr, flush=True)
    return outcomes, time.time() - start


def seconds_of(program: pathlib.Path, n_processes: int, problem: str, by_weft: bool) -> Tuple[float, float]:
    """Planning and a transform, as mpi-bench times them."""
    preload = ["env", f"LD_PRELOAD={BUILD / 'lib' / LIBRARIES['double']}"] if by_weft else []
    job = subprocess.run([BUILD / "weft-run", "-n", str(n_processes), *preload, program, "-s", problem], text=True, capture_output=True, check=True)
    units = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
    setup, run = re.findall(r"(?:setup|time): ([\d.]+) (\w+)", job.stdout)
    return float(setup[0]) * units[setup[1]], float(run[0]) * units[run[1]]


def speed(program: pathlib.Path, arguments: argparse.Namespace) -> str:
    """FFTW beside weft in mpi-bench's speed mode, both planned with MEASURE: medians of three runs in turns."""
    lines = ["| problem | processes | FFTW, ms | weft, ms | FFTW/weft | planning: FFTW, s | weft, s |", "|---|---|---|---|---|---|---|"]
    for n, kind, n_processes in itertools.product(arguments.sizes, ("ofc]", "ifc]", "ofrd]", "ifrd]"), arguments.processes):
        problem = f"{kind}{n}x{n}x{n}"
        runs = [[seconds_of(program, n_processes, problem, by_weft) for by_weft in (False, True)] for _ in range(3)]
        (setup, time_of_fftw), (own_setup, own_time) = ([statistics.median(run[i][j] for run in runs) for j in (0, 1)] for i in (0, 1))
        ratio = statistics.median(run[0][1] / run[1][1] for run in runs)
        lines.append(f"| {problem} | {n_processes} | {1e3 * time_of_fftw:.3g} | {1e3 * own_time:.3g} | {ratio:.2f} | {setup:.2g} | {own_setup:.2g} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def table(outcomes: Dict[str, Outcome]) -> str:
    """Rows are kinds of problems, columns runs: right, and how many of them by weft."""
    order = ["all", "1-D", "2-D", "3-D", "4-D", "c2c", "r2c", "c2r", "r2r", "in place", "out of place", "transposed in", "transposed out",
             "destroys its input", "howmany"]
    lines = ["| problems | " + " | ".join(outcomes) + " |", "|---" * (len(outcomes) + 1) + "|"]
    for kind in order:
        cells = [f"{one.right[kind]}: {100 * one.taken[kind] / one.right[kind]:.1f} %" if one.right[kind] else "" for one in outcomes.values()]
        lines.append(f"| {kind} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--count", type=int, default=100, help="geometries, and problems of r2r, that are drawn for a seed")
    parser.add_argument("--max-size", type=int, default=60000, help="elements of the largest")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 3, 4])
    parser.add_argument("--precisions", nargs="+", choices=list(LIBRARIES), default=list(LIBRARIES))
    parser.add_argument("--effort", choices=["estimate", "measure", "patient"], default="measure", help="of the planner")
    parser.add_argument("--speed", action="store_true", help="mpi-bench's speed mode instead, in double precision, transposed; on a quiet machine")
    parser.add_argument("--sizes", type=int, nargs="+", default=[64, 128, 256], help="of --speed")
    parser.add_argument("--folder", type=pathlib.Path, default=BUILD / "drop_in" / "fftw_mpi")
    parser.add_argument("--dedalus-tests", type=pathlib.Path, metavar="FOLDER", help="with --only dedalus: also dedalus/tests_parallel of its repository")
    parser.add_argument("--only", nargs="+", choices=list(programs.PROGRAMS), help="other programs in place of mpi-bench")
    arguments = parser.parse_args()
    arguments.folder = arguments.folder.resolve()
    if arguments.only:
        chosen = [(name, programs.PROGRAMS[name]) for name in arguments.only]
        if arguments.dedalus_tests and "dedalus" in arguments.only:
            chosen.append(("dedalus", programs.with_tests_of_dedalus(arguments.dedalus_tests)))
        worse = [programs.compare(name, program, arguments.folder) for name, program in chosen]
        return 77 if -1 in worse else 1 if any(worse) else 0
    try:
        benches = {precision: make_bench(arguments.folder, precision) for precision in arguments.precisions}
    except FileNotFoundError as error:
        print(f"FFTW's sources cannot be fetched: {error}")
        return 77
    if arguments.speed:
        print(speed(benches["double"], arguments))
        return 0
    outcomes, seconds = check_all(arguments, benches)
    print(f"Right: by weft (precision, processes; seeds {' '.join(map(str, arguments.seeds))}, {seconds:.0f} s)\n\n{table(outcomes)}")
    wrong = [f"{run}: {problem}" for run, one in outcomes.items() for problem in one.wrong]
    print("\n".join(["", *wrong]) if wrong else "\nAll are right.")
    n_right, n_taken = (sum(getattr(one, what)["all"] for one in outcomes.values()) for what in ("right", "taken"))
    return 1 if wrong or n_taken < LEAST_TAKEN * n_right else 0


if __name__ == "__main__":
    sys.exit(main())
