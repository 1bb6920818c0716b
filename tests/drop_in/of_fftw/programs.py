"""Programs of others that call FFTW's MPI interface: as they are, and on weft's library; what both print is compared.

What is Debian's is installed by apt-get where that is allowed; inputs are in the folder programs/.
"""

import os
import pathlib
import re
import subprocess
import time
from typing import Dict, List, NamedTuple, Sequence

from of_fftw.debian import fetch_source

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("WEFT_BUILD", HERE.parents[2] / "build"))
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+\.\d+(?:[eE][-+]?\d+)?")
TOLD = re.compile(r"^weft: fftw_mpi_plan\S* .*: (weft|FFTW|NULL)\b", re.MULTILINE)


class Program(NamedTuple):
    """What is installed and built, and what runs; in commands {here} is the folder of the inputs."""

    packages: Sequence[str]
    build: Sequence[str]
    commands: Sequence[str]
    processes: Sequence[int] = (1, 2, 4)
    lines: str = ""          # what of the output is compared: lines that contain it
    alike: float = 1e-9      # relative difference of numbers that are alike
    only_weft: Sequence[str] = ()  # commands with which the original crashes
    source: str = ""         # a source package of Debian, {source} in commands


PETSC = "mpicc.openmpi -O1 -I/usr/lib/petscdir/petsc3.18/x86_64-linux-gnu-complex/include"
DEDALUS = ("FFTW_PATH=/usr FFTW_LIBRARY_PATH=/usr/lib/x86_64-linux-gnu FFTW_INCLUDE_PATH=/usr/include MPI_PATH=/usr "
           "MPI_INCLUDE_PATH=/usr/lib/x86_64-linux-gnu/openmpi/include MPI_LIBRARY_PATH=/usr/lib/x86_64-linux-gnu/openmpi/lib")

PROGRAMS: Dict[str, Program] = {
    "mpb": Program(["mpb-mpi"], [], ["mpb-mpi res=32 {here}/sphere.ctl"], lines="freqs:", alike=1e-4),
    "petsc": Program(
        ["libpetsc-complex3.18-dev", "libfftw3-mpi-dev"],
        [f"{PETSC} {{here}}/petsc_fft.c -o petsc_fft -lpetsc_complex -lm",
         f"{PETSC} {{source}}/src/mat/tests/ex143.c -o ex143 -lpetsc_complex -lfftw3_mpi -lfftw3 -lm"],
        [*(f"./petsc_fft -axes {n}" for n in (1, 2, 3, 4)), "./ex143", "./ex143 -use_FFTW_interface NO"], (1, 2, 3, 4),
        only_weft=[f"./petsc_fft -axes {n} -new" for n in (1, 2, 3, 4)], source="petsc"),
    "xmds2": Program(
        ["xmds2", "hdf5-tools"],
        ["xmds2 {here}/schroedinger.xmds",
         "mpic++.openmpi -O2 -DCFLAGS='\"\"' -I/usr/lib/python3/dist-packages/xpdeint/includes -I/usr/include/hdf5/serial schroedinger.cc "
         "-o schroedinger-dynamic -L/usr/lib/x86_64-linux-gnu/hdf5/serial -lhdf5_hl -lhdf5 -lfftw3_mpi -lfftw3 -lm"],  # xmds2 itself links FFTW statically
        ["./schroedinger-dynamic && h5dump -y -w 100000 schroedinger.h5"], (1, 2, 3), "."),
    "dedalus": Program(
        ["libfftw3-dev", "libfftw3-mpi-dev", "libopenmpi-dev"],
        ["python3 -m venv env",
         "CC=mpicc.openmpi env/bin/pip install -q setuptools wheel 'numpy<2.4' 'cython>=3' mpi4py pytest",
         f"{DEDALUS} CC=mpicc.openmpi env/bin/pip install -q --no-build-isolation --no-binary dedalus dedalus==3.0.5"],
        ["env/bin/python {here}/heat.py"], lines="heat:"),
}


def with_tests_of_dedalus(folder: pathlib.Path) -> Program:
    """The tests of Dedalus' repository for several processes, which its package on PyPI has not; on 4 processes, for which they are made."""
    dedalus = PROGRAMS["dedalus"]
    return dedalus._replace(commands=[f"env/bin/python {{here}}/parallel_tests.py {folder.resolve()}"],
                            processes=[4], lines="test:")


class Result(NamedTuple):
    """What a run came to."""

    status: int
    seconds: float
    numbers: List[float]
    words: List[str]
    told: List[str]  # who computed each plan


def install(packages: Sequence[str]) -> bool:
    """Are these packages of Debian there, now at the latest?"""
    missing = [name for name in packages if subprocess.run(["dpkg", "-s", name], capture_output=True, check=False).returncode]
    if missing and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], check=False, stdout=subprocess.DEVNULL,
                       env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
        missing = [name for name in missing if subprocess.run(["dpkg", "-s", name], capture_output=True, check=False).returncode]
    if missing:
        print(f"missing: sudo apt-get install {' '.join(missing)}")
    return not missing


def run(program: Program, command: str, n_processes: int, folder: pathlib.Path, with_weft: bool) -> Result:
    """One command, on FFTW or on weft."""
    environment = {**os.environ, "WEFT_FFTW_VERBOSE": "1", "OMP_NUM_THREADS": "1"}
    launched, *others = command.format(here=HERE / "programs").split(" && ")
    preload = f"env LD_PRELOAD={BUILD / 'lib/libweft_fftw3_mpi.so'} " if with_weft else ""
    start = time.time()
    job = subprocess.run(f"{BUILD / 'weft-run'} -n {n_processes} {preload}{launched}", shell=True, cwd=folder, env=environment, text=True, capture_output=True,
                         check=False)
    seconds, status, output = time.time() - start, job.returncode, job.stdout
    for other in others:
        after = subprocess.run(other, shell=True, cwd=folder, text=True, capture_output=True, check=False)
        status, output = status or after.returncode, output + after.stdout
    lines = [line for line in output.splitlines() if program.lines in line]
    name = re.sub(r"\W+", "-", f"{command[:40]}-{n_processes}-{'weft' if with_weft else 'fftw'}")
    (folder / f"{name}.log").write_text(job.stdout + job.stderr, encoding="utf-8")
    return Result(status, seconds, [float(number) for line in lines for number in NUMBER.findall(line)],
                  [NUMBER.sub("#", line) for line in lines], TOLD.findall(job.stderr))


def difference(program: Program, theirs: Result, ours: Result) -> str:
    """What is wrong; "" if all is alike."""
    if ours.status != 0:
        return f"ends with {ours.status}"
    if theirs.words != ours.words or len(theirs.numbers) != len(ours.numbers) or not ours.words:
        return "other words are printed"
    largest = max((abs(number) for number in theirs.numbers), default=0)
    for one, other in zip(ours.numbers, theirs.numbers):
        if abs(one - other) > program.alike * max(abs(other), 1e-3 * largest):
            return f"{one:g} is printed in place of {other:g}"
    return ""


def compare(name: str, program: Program, scratch: pathlib.Path) -> int:
    """How many runs are worse on weft; prints a table. -1: the packages are not there."""
    folder = scratch / name
    if not install(program.packages):
        return -1
    folder.mkdir(parents=True, exist_ok=True)
    is_built = (folder / "built").exists()
    source = fetch_source(program.source, folder / "source") if program.source and not is_built else ""
    for command in () if is_built else program.build:
        built = subprocess.run(command.format(here=HERE / "programs", source=source), shell=True, cwd=folder, text=True, capture_output=True, check=False)
        if built.returncode:
            raise RuntimeError(f"{command}: {built.stderr[-1000:]}")
    (folder / "built").touch()
    worse = 0
    print(f"\n**{name}**\n\n| command | processes | FFTW, s | weft, s | plans by weft | |\n|---|---|---|---|---|---|")
    for command in [*program.commands, *program.only_weft]:
        for n_processes in program.processes:
            ours = run(program, command, n_processes, folder, True)
            theirs = run(program, command, n_processes, folder, False)
            crashes = command in program.only_weft and theirs.status != 0
            wrong = ("" if ours.status == 0 and ours.words and not any("WRONG" in line for line in ours.words) else "wrong") if crashes else \
                difference(program, theirs, ours)
            worse += bool(wrong)
            taken = f"{ours.told.count('weft')} of {len(ours.told)}"
            before = "crashes" if crashes else f"{theirs.seconds:.1f}"
            print(f"| {command.split(' && ')[0].format(here='.')} | {n_processes} | {before} | {ours.seconds:.1f} | {taken} | {wrong or ('right' if crashes else 'alike')} |", flush=True)
    return worse
