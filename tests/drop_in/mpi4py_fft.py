"""Tests and demos of mpi4py-fft and of packages that use it, unchanged, with mpi4py-fft itself and with weft in its place; and the times of both.

    python3 tests/drop_in/mpi4py_fft.py [--only shenfun ...] [--clones FOLDER] [--folder FOLDER] [--processes 1 2 4] [--files test_io ...]
    python3 tests/drop_in/mpi4py_fft.py --only shenfun --clones FOLDER --files NavierStokes --processes 2 --times 5
    python3 tests/drop_in/mpi4py_fft.py --speed [128 ...]

Makes an environment for each package of of_mpi4py_fft/packages.py in --folder, which is kept: from PyPI, with mpi4py-fft compiled against Debian's FFTW and
h5py for MPI against libhdf5-openmpi-dev. Tests that PyPI does not have come from --clones, a folder with clones of the repositories: mpi4py-fft
(its examples), shenfun, spectralDNS, pylops-mpi; a package whose clone is not there is left out, in words. Nothing of theirs is in this repository.

Both libraries run the same file one after the other; with weft after `weft.compat.mpi4py_fft.install()`. Prints a table; ends with 1 if something fails with weft that
passes with mpi4py-fft, prints other numbers, or makes another number of transforms in single or double precision, with 77 (skipped) if packages cannot be
fetched. All that was printed is kept in FOLDER/PACKAGE/logs.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tarfile
import time
from typing import Dict, List, NamedTuple, Optional

from of_mpi4py_fft.packages import PACKAGES, Case, Package

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("WEFT_BUILD", HERE.parents[1] / "build"))
LIBRARIES = ("mpi4py-fft", "weft")
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?(?!\d)")  # a line of another process may begin right behind
CLOCK = re.compile(r"(comput\w*|cpu|wall|elapsed) time|^\s*time\s*[=:]?\s*[\d.e+-]+\s*$|fastest|slowest|second|fps|profile|\bMB\b", re.IGNORECASE)
ALIKE = 1e-5     # relative; printed are 6 digits or so
ROUNDING = 1e-9  # numbers below are alike
SMALL = 1e-6     # what shenfun's demos take for no error: amplified rounding, which may be twice as large with another FFT
LIMIT_S = 3600


class Place:
    """Where a package lives: its environment, its files, and what runs print."""

    def __init__(self, folder: pathlib.Path, name: str, clone: Optional[pathlib.Path]):
        self.name, self.package, self.clone = name, PACKAGES[name], clone
        self.root = folder / name
        self.python = self.root / "env/bin/python"
        self.sources = self.root / "sources"

    def make(self, below: Optional["Place"]) -> bool:
        """Installs and copies what is not there yet. False if something cannot be fetched or compiled."""
        if not (self.root / "installed").exists():
            self.root.mkdir(parents=True, exist_ok=True)
            subprocess.run([sys.executable, "-m", "venv", *(["--without-pip"] if below else []), self.root / "env"], check=True)
            if below is not None:
                [here], paths = self.root.glob("env/lib/python*/site-packages"), []
                for lower in below.chain():
                    paths += map(str, lower.root.glob("env/lib/python*/site-packages"))
                (here / "below.pth").write_text("\n".join(paths) + "\n")
            if not all(self._pip(list(step), environment) for step, environment in self.package.steps):
                return False
            (self.root / "installed").touch()
        if not self.sources.exists():
            self._copy()
        return True

    def chain(self) -> List["Place"]:
        """This place and those whose environments it sees."""
        over = self.package.over
        return [self] + (Place(self.root.parent, over, None).chain() if over else [])

    def _pip(self, arguments: List[str], environment: Dict[str, str]) -> bool:
        if "{clone}" in arguments:
            shutil.copytree(str(self.clone), self.root / "clone", dirs_exist_ok=True, ignore=shutil.ignore_patterns(".git"))
        command = [self.python, "-m", "pip", "--quiet", "--disable-pip-version-check",
                   *(str(self.root / "clone") if argument == "{clone}" else argument for argument in arguments)]
        return subprocess.run(command, env={**os.environ, "CC": "mpicc.openmpi", **environment}, cwd=self.root, check=False).returncode == 0

    def _copy(self) -> None:
        """The files that run: of the clone, then those that PyPI has."""
        part = self.root / "sources.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        for top in sorted({pathlib.PurePath(file).parts[0] for case in self.package.cases for file in case.files}):
            if self.clone is not None and (self.clone / top).is_dir():
                shutil.copytree(self.clone / top, part / top)
        if not self.package.clone_only and self._pip(["download", "--no-deps", "--no-binary", ":all:", self.name], {}):
            [archive] = self.root.glob("*.tar.gz")
            with tarfile.open(archive) as tar:
                tar.extractall(self.root / "sdist", filter="data")
            [unpacked] = (self.root / "sdist").iterdir()
            shutil.copytree(unpacked / "tests", part / "tests", dirs_exist_ok=True)
        part.rename(self.sources)


class Result(NamedTuple):
    """What one run came to."""

    status: int
    seconds: float
    numbers: List[float]
    made: Dict[str, int]
    tests: Dict[str, str]
    last: str

    def words(self) -> str:
        if self.tests:
            outcomes = collections.Counter(self.tests.values())
            return f"{', '.join(f'{outcomes[one]} {one}' for one in sorted(outcomes, reverse=True))}, {self.seconds:.0f} s"
        return f"{'passes' if self.status == 0 else 'fails: ' + self.last[:100]}, {self.seconds:.0f} s"


def run(place: Place, library: str, case: Case, file: str, n_processes: int) -> Result:
    """One file with one library."""
    command = [BUILD / "weft-run", "-n", str(n_processes), place.python, HERE / "of_mpi4py_fft/start.py", library,
               "pytest" if case.how == "pytest" else "script", file, *case.arguments]
    environment = {**os.environ, "PYTHONPATH": str(BUILD / "python"), "MPLBACKEND": "Agg",
                   "pytest": "True", "pytest ": "True"}  # shenfun's demos assert where these are set, four of them by the second name
    begin = time.time()
    try:
        job = subprocess.run(command, env=environment, cwd=place.sources / case.folder, text=True, timeout=LIMIT_S, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, check=False)
        status, text = job.returncode, job.stdout
    except subprocess.TimeoutExpired as error:
        status, text = 124, str(error.stdout or "") + f"\nstopped after {LIMIT_S} s"
    seconds = time.time() - begin
    logs = place.root / "logs"
    logs.mkdir(exist_ok=True)
    (logs / f"{pathlib.PurePath(file).stem}-{n_processes}-{library}.txt").write_text(text)
    report, numbers, lines = {"made": {}, "tests": {}}, [], []
    for line in text.splitlines():
        if line.startswith("REPORT "):
            report = json.loads(line.removeprefix("REPORT "))
        elif line.strip() and not line.startswith("weft-run"):
            lines.append(line.strip())
            if not CLOCK.search(line):
                numbers += [float(number) for number in NUMBER.findall(line)]
    return Result(status, seconds, numbers, report["made"], report["tests"], lines[-1] if lines else "")


def difference(ours: List[float], theirs: List[float]) -> str:
    """What is wrong with the numbers that were printed; "" if they are alike."""
    if len(ours) != len(theirs):
        return f"{len(ours)} numbers in place of {len(theirs)} are printed"
    for one, other in zip(ours, theirs):
        is_small = max(abs(one), abs(other)) < SMALL and abs(one) < 2 * abs(other)
        if not is_small and abs(one - other) > max(ROUNDING, ALIKE * abs(other)):
            return f"{one:g} is printed in place of {other:g}"
    return ""


def complaints(case: Case, theirs: Result, ours: Result) -> List[str]:
    """What is worse with weft."""
    found = [f"{test} {ours.tests.get(test, 'did not run')}" for test, outcome in theirs.tests.items()
             if outcome == "passed" and ours.tests.get(test) != "passed"]
    if theirs.status != 0:
        return found
    if ours.status != 0:
        return [*found, f"fails: {ours.last[:200]}"]
    if case.how == "demo" and (wrong := difference(ours.numbers, theirs.numbers)):
        found.append(wrong)
    for precision in ("single", "double"):
        if not found and ours.made.get(precision, 0) != theirs.made.get(precision, 0):
            found.append(f"{ours.made.get(precision, 0)} in place of {theirs.made.get(precision, 0)} transforms in {precision} precision")
    return found


def printed(numbers: List[float]) -> str:
    """How many numbers, for the table."""
    return f"{len(numbers)} numbers alike" if numbers else ""


def in_turns(place: Place, case: Case, file: str, n_processes: int, n_times: int) -> List[Result]:
    """The last run with either library, with the median of the seconds of all."""
    results: Dict[str, List[Result]] = {library: [] for library in LIBRARIES}
    for i in range(n_times):
        for library in LIBRARIES[::-1 if i % 2 else 1]:
            results[library].append(run(place, library, case, file, n_processes))
    return [runs[-1]._replace(seconds=statistics.median(one.seconds for one in runs)) for runs in results.values()]


def compare(place: Place, counts: List[int], files: List[str], n_times: int) -> int:
    """How many cases are worse with weft."""
    worse = 0
    print(f"\n**{place.name}**\n\n| file | processes | mpi4py-fft | weft | transforms: single, double, long double | |\n|---|---|---|---|---|---|")
    for case in place.package.cases:
        for file in case.files:
            if files and pathlib.PurePath(file).stem not in files:
                continue
            if not (place.sources / case.folder / file).exists():
                print(f"| {file} | | left out: it is in the repository of {place.name} only: --clones | | | |")
                continue
            for n_processes in [count for count in case.processes if count in counts]:
                theirs, ours = in_turns(place, case, file, n_processes, n_times)
                wrong = complaints(case, theirs, ours)
                worse += bool(wrong)
                made = " / ".join(", ".join(str(result.made.get(precision, 0)) for precision in ("single", "double", "long double"))
                                  for result in (theirs, ours))
                say = "**" + "; ".join(wrong) + "**" if wrong else printed(theirs.numbers) if case.how == "demo" and theirs.status == 0 else ""
                print(f"| {pathlib.PurePath(file).stem} | {n_processes} | {theirs.words()} | {ours.words()} | {made} | {say} |", flush=True)
    return worse


def measure(place: Place, arguments: List[str]) -> int:
    """The times of both libraries in the same two processes."""
    command = [BUILD / "weft-run", "-n", "2", place.python, HERE / "of_mpi4py_fft/speed.py", *arguments]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": str(BUILD / "python")}, cwd=place.root, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=list(PACKAGES), default=list(PACKAGES), help="packages")
    parser.add_argument("--folder", type=pathlib.Path, default=BUILD / "drop_in" / "mpi4py_fft")
    parser.add_argument("--clones", type=pathlib.Path, help="folder with clones of the packages' repositories")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--files", nargs="+", default=[], help="names of files without .py; all if none is given")
    parser.add_argument("--times", type=int, default=1, help="run each file so often with either library, in turns, and print the median time")
    parser.add_argument("--speed", nargs="*", metavar="CASE", help="times of both on 2 processes, in turns; cases: see speed.py")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    places: Dict[str, Place] = {}
    worse = 0
    for name in PACKAGES:  # in the order of their environments
        clone = arguments.clones.resolve() / name if arguments.clones and (arguments.clones / name).is_dir() else None
        place = places[name] = Place(folder, name, clone)
        if not any(name == one or PACKAGES[one].over == name for one in arguments.only):
            continue
        if place.package.clone_only and clone is None:
            print(f"{name} is left out: PyPI does not have its tests; name a folder with a clone of its repository: --clones FOLDER")
            continue
        if not place.make(places.get(place.package.over)):
            print(f"{name}: the packages could not be fetched and compiled; that of h5py needs libhdf5-openmpi-dev")
            return 77
        if arguments.speed is not None:
            return measure(place, arguments.speed)
        if name in arguments.only:
            worse += compare(place, arguments.processes, arguments.files, arguments.times)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
