#!/usr/bin/env python3
"""weft beside FFTW, ducc0, SciPy, pyFFTW and MKL where arrays fit into a cache, and on two processes beside FFTW-MPI.

    python3 bench/in_cache.py                                       all cells: hours, on a machine that does nothing else
    python3 bench/in_cache.py --only 'r2c-double-*^3'               some; --list shows all
    python3 bench/in_cache.py --only r2c-double-16^3 --quick        does it work? no file is written
    python3 bench/in_cache.py --fftw-library FILE --label avx512    with another FFTW than the system's
    python3 bench/in_cache.py --set AVX2 --fftw-library FILE        as on a processor without AVX-512; bench/build_fftw.sh
    python3 bench/in_cache.py --table FILE... [--figure FILE.svg]   of raw results, without measuring

A cell is one transform. In each of five launches all programs are started one after the other, each launch beginning with
another one: `weft bench --peers fftw` (weft and FFTW's own plan, planned with FFTW_PATIENT, both out of place and in
place), the same with the FFTW of pyFFTW's wheel, and a Python process for each package (bench/in_cache_peers.py). Each
launch plans anew, so that a bad plan counts once; only plans of more than 100 000 points are kept from one launch to the
next.

Everything runs on one thread of one processor, pinned; cells on two processes are `weft bench --peers fftw-mpi`. All transform
the same values, in arrays that begin on a page, in batches of at least 0.2 ms, and all results are verified. A time is the
median over launches of the median over rounds, of a pair of forward and backward. weft and FFTW are called from C++,
packages from Python: a call of theirs costs about a microsecond more, which counts in cells of a few microseconds. The least
time of all rounds is kept as well: where it gives another ratio, the machine was not quiet.

Packages come from PyPI into a virtual environment that is made in the folder --venv. Raw results go to
bench/results/in-cache/. Above 1 a ratio says that the faster one of weft's two ways is faster than the best of
all peers. A cell is marked if its ratio of medians is below its target, which depends on the instruction set
(bench/in_cache_cells.py).
"""

import argparse
import ctypes
import datetime
import json
import math
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

from in_cache_cells import all_cells, chosen, target_of
from in_cache_table import HEAD, Failure, draw, print_summary, read_tables, row_of, show
from launch_weft import HIGHWAY, MANY_POINTS, PIN, Weft, counts, instructions_of, output_of, words_of

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

PACKAGES = {"scipy": "scipy", "ducc0": "ducc0", "pyfftw": "pyfftw", "mkl_fft": "mkl-fft"}  # peer: its name on PyPI
MKL_SETS = {"AVX-512": "AVX512", "AVX2": "AVX2", "SSE4": "SSE4_2"}
WITHOUT = {"dtfft": "PyPI has its sources only, which need the library dtFFT, a Fortran compiler and MPI to be built"}


# --- what is compared -------------------------------------------------------------------------------------------------


def make_environment(folder):
    """The interpreter of a virtual environment with what can be had of the packages, and why the others cannot."""
    python, missing = folder / "bin/python", {}
    if not python.exists():
        print(f"making a virtual environment in {folder}", flush=True)
        output_of([sys.executable, "-m", "venv", folder])
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    for package in ("numpy", *PACKAGES.values(), "mkl-service"):
        module = "mkl" if package == "mkl-service" else package.replace("-", "_")
        if subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            continue
        try:
            output_of([*pip, "install", "--only-binary", ":all:", package])
        except Failure as failure:
            if package == "numpy":
                raise
            missing[module] = f"{package} cannot be installed from PyPI here ({failure})"
    return python, missing


def library_version(path, prefix):
    """What an FFTW says it is; nothing if the file is none of that precision."""
    try:
        text = (ctypes.c_char * 128).in_dll(ctypes.CDLL(str(path)), f"{prefix}_version")
    except (OSError, ValueError):
        return ""
    return text.value.decode()


def single_of(path):
    """The single-precision library that lies beside a double-precision one, or None."""
    for file in sorted(path.parent.glob("libfftw3f*.so*")):
        if library_version(file, "fftwf"):
            return file
    return None


class Fftw:
    """A build of FFTW: its files by precision; None where it is the one that weft has."""

    def __init__(self, name, double=None):
        self.name = name
        self.files = {"double": double, "single": single_of(double) if double else None}


def builds_of_fftw(given, python):
    """The one that was given or the system's, and the one in pyFFTW's wheel: each is the faster one of some transforms."""
    builds = [Fftw("fftw")]
    if given:
        path = given.resolve()
        if not library_version(path, "fftw"):
            raise Failure(f"--fftw-library: {given} is no FFTW of double precision; give the path of a libfftw3.so")
        builds = [Fftw("fftw", path)]
    folder = output_of([python, "-c", "import importlib.util as u; s = u.find_spec('pyfftw'); "
                                      "print(s.submodule_search_locations[0] if s else '')"]).strip()
    bundled = sorted(pathlib.Path(folder + ".libs").glob("libfftw3-*.so*")) if folder else []
    return builds + [Fftw("fftw-of-pyfftw", file) for file in bundled[:1]]


class Launches:
    """Starts programs on a cell; each returns {name: {"median", "min", "error", "version"}}."""

    def __init__(self, arguments, python, folder):
        self.ours, self.python, self.quick = Weft(arguments.build, folder, arguments.set), python, arguments.quick
        self.folder, self.words = folder, shlex.split(arguments.weft)

    def wisdom(self, problem, fftw):
        """The file for plans that are kept in this run, or nothing."""
        if math.prod(problem["shape"]) < MANY_POINTS:
            return ""
        return str(pathlib.Path(self.folder, f"{fftw}-{problem['precision']}.wisdom"))

    def weft(self, problem, fftw):
        """weft with its peers in one run."""
        words = [*words_of(problem, self.quick), *self.words]
        processes = problem["processes"]
        peers = ["--peers", "fftw-mpi"]
        if processes == 1:
            peers = ["--peers", "fftw", "--fftw-wisdom", self.wisdom(problem, fftw.name)]
        file = fftw.files[problem["precision"]]
        if file:
            peers += ["--fftw-library", file]
        ours = self.ours.bench([*words, *peers], processes)
        found = {"weft": {**ours["pair"], "error": ours["error"], "version": None}}
        for peer in ours["peers"]:
            name = peer["name"].replace("fftw-serial", fftw.name)
            found[name] = {"median": peer["median_seconds"], "min": peer["min_seconds"], "error": peer["error"],
                           "version": peer["version"]}
        if fftw.name != "fftw":
            del found["weft"]  # counted once
        elif processes == 1:
            ours = self.ours.bench([*words, "--set", "in_place=yes"])
            found["weft-inplace"] = {**ours["pair"], "error": ours["error"], "version": None}
        return found

    def mkl(self):
        """The variable that keeps MKL to the same instruction set."""
        word = MKL_SETS.get(self.ours.instructions)
        return {"MKL_ENABLE_INSTRUCTIONS": word} if word else {}

    def package(self, problem, peer):
        rounds, pairs = counts(problem, self.quick)
        asked = {**problem, "peer": peer, "rounds": rounds, "least_pairs": pairs, "wisdom": self.wisdom(problem, peer)}
        text = output_of([*PIN, self.python, HERE / "in_cache_peers.py", json.dumps(asked)], OMP_NUM_THREADS="1",
                         MKL_NUM_THREADS="1", PYTHONPATH=str(self.ours.build / "python"), **self.mkl())
        return {peer: json.loads(text.splitlines()[-1])}


def programs_of(problem, launches, builds, packages):
    """The calls that make up a launch."""
    if problem["processes"] > 1:
        return [lambda: launches.weft(problem, builds[0])]
    return [lambda build=build: launches.weft(problem, build) for build in builds] + \
        [lambda peer=peer: launches.package(problem, peer) for peer in packages]


def error_limit(problem):
    epsilon = 2**-23 if problem["precision"] == "single" else 2**-52
    return 30 * epsilon * math.sqrt(math.log2(math.prod(problem["shape"])))


def measure(problem, programs, n_launches, versions):
    """The cell with the median and the least seconds of each program in each launch, and the largest errors. Failures of
    peers are noted."""
    seconds, least, errors, failures = {}, {}, {}, {}
    for launch in range(n_launches):
        for i in range(len(programs)):
            number = (launch + i) % len(programs)
            try:
                found = programs[number]()
            except Failure as failure:
                if number == 0:
                    raise
                failures[str(number)] = str(failure)
                continue
            for name, one in found.items():
                seconds.setdefault(name, []).append(one["median"])
                least.setdefault(name, []).append(one["min"])
                errors[name] = max(errors.get(name, 0.0), one["error"])
                if not name.startswith("weft") and one["version"]:
                    versions[name] = one["version"]
    wrong = [f"{name} ({error:.1e})" for name, error in errors.items() if not error < error_limit(problem)]
    if wrong:
        raise Failure(f"the result is wrong: {', '.join(wrong)}; the limit is {error_limit(problem):.1e}")
    return {**problem, "seconds": seconds, "least": least, "errors": errors, "failures": list(failures.values())}


# --- a run -------------------------------------------------------------------------------------------------------------


def shortened(value):
    """The same with four digits of each number."""
    if isinstance(value, dict):
        return {key: shortened(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [shortened(one) for one in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


def result_file(arguments):
    """Where the raw results go; None with --quick, unless a file is named."""
    if arguments.out:
        return arguments.out
    if arguments.quick:
        return None
    name = "-".join(filter(None, [f"{datetime.date.today():%Y%m%d}", arguments.label])) + ".json"
    path = HERE / "results/in-cache" / name
    if path.exists():
        raise Failure(f"{path} is there already; give another --label, or --out FILE")
    path.parent.mkdir(exist_ok=True)
    return path


def measure_all(problems, arguments, launches, builds, packages, left_out, out):
    """The measured cells, which are printed and written as they come."""
    cells, versions = {}, {"python": sys.version.split()[0]}
    n_launches = arguments.launches or (1 if arguments.quick else 5)
    print(HEAD, flush=True)
    for name, problem in problems.items():
        measured = measure(problem, programs_of(problem, launches, builds, packages), n_launches, versions)
        report = launches.ours.report
        cells[name] = {**measured, "target": target_of(name, instructions_of(report))}
        print(row_of(name, cells[name]), flush=True)
        for failure in cells[name]["failures"]:
            print(f"  without: {failure}", flush=True)
        if out:
            versions.update(report["versions"])
            command = shlex.join(["python3", "bench/in_cache.py", *sys.argv[1:]])
            record = {"command": command, "machine": report["machine"], "versions": versions,
                      "load": os.getloadavg(), "launches": n_launches, "left_out": left_out, "cells": cells}
            out.write_text(json.dumps(shortened(record), separators=(",", ":")) + "\n", encoding="utf-8")
    return cells


def run(arguments):
    if arguments.table:
        return show(read_tables(arguments.table), arguments.figure)
    problems = chosen(all_cells(), arguments.only)
    if arguments.list:
        return print("\n".join(problems))
    out = result_file(arguments)
    arguments.venv = arguments.venv.resolve()
    arguments.venv.parent.mkdir(parents=True, exist_ok=True)
    python, missing = make_environment(arguments.venv)
    packages = [peer for peer in PACKAGES if peer not in missing]
    left_out = {**missing, **WITHOUT}
    for name, reason in left_out.items():
        print(f"left out: {name}: {reason}")
    builds = builds_of_fftw(arguments.fftw_library, python)
    with tempfile.TemporaryDirectory() as folder:
        cells = measure_all(problems, arguments, Launches(arguments, python, folder), builds, packages, left_out, out)
    print_summary(cells)
    if out:
        print(out)
    if arguments.figure:
        draw(cells, arguments.figure)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="*", metavar="PATTERN,...", help="names of cells, with * and ?")
    parser.add_argument("--list", action="store_true", help="print the names of the cells")
    parser.add_argument("--launches", type=int, metavar="N", help="of each program (5)")
    parser.add_argument("--quick", action="store_true", help="one launch, three rounds, no file of results")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", metavar="FOLDER", help="of weft")
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / "build/in-cache", metavar="FOLDER",
                        help="of the virtual environment, made if it is not there (1.3 GB)")
    parser.add_argument("--fftw-library", type=pathlib.Path, metavar="FILE",
                        help="libfftw3.so in place of the system's; a libfftw3f.so beside it is taken for single precision")
    parser.add_argument("--set", choices=HIGHWAY, metavar="SET", help="instruction set of weft and MKL: " + ", ".join(HIGHWAY))
    parser.add_argument("--weft", default="", metavar="WORDS", help="more options of weft bench, as '--set order=C'")
    parser.add_argument("--label", default="", help="end of the name of the file of results")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE",
                        help="of results, in place of bench/results/in-cache/DATE.json")
    parser.add_argument("--table", nargs="+", type=pathlib.Path, metavar="FILE", help="show results, measure nothing")
    parser.add_argument("--figure", type=pathlib.Path, metavar="FILE", help="draw the ratios: .png, .pdf or .svg")
    try:
        run(parser.parse_args())
    except Failure as failure:
        sys.exit(f"in_cache.py: {failure}")


if __name__ == "__main__":
    main()
