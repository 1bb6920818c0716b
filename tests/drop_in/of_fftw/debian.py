"""Debian's source packages, fetched without a change of the system's sources, and FFTW's mpi-bench made of one of them.

Nothing of FFTW is in this repository: mpi-bench and check.pl are FFTW's own, unchanged, and linked with Debian's libraries.
"""

import os
import pathlib
import subprocess
import sys
import tarfile
from typing import List

CONFIGURE = ["--quiet", "--enable-shared", "--enable-threads", "--enable-mpi", "--enable-sse2", "--enable-avx", "--disable-fortran"]
PRECISIONS = {"double": ("fftw3", []), "single": ("fftw3f", ["-DBENCHFFT_SINGLE", "-DFFTW_SINGLE"])}


def run(command: List[object], folder: pathlib.Path, log: pathlib.Path) -> bool:
    """Runs a command in a folder; what it prints ends in the log."""
    with open(log, "a", encoding="utf-8") as file:
        return subprocess.run([str(word) for word in command], cwd=folder, stdout=file, stderr=file, check=False).returncode == 0


def sources_of_apt(folder: pathlib.Path) -> List[str]:
    """Options of apt-get by which it knows the source packages of the system's archives, and keeps what it knows in the folder."""
    parts = folder / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    (folder / "lists/partial").mkdir(parents=True, exist_ok=True)
    for file in [pathlib.Path("/etc/apt/sources.list"), *pathlib.Path("/etc/apt/sources.list.d").glob("*")]:
        if file.suffix == ".sources":
            text = file.read_text(encoding="utf-8").replace("Types: deb\n", "Types: deb-src\n")
        elif file.suffix == ".list" and file.exists():
            text = "".join("deb-src" + line[3:] + "\n" for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("deb "))
        else:
            continue
        (parts / file.name).write_text(text, encoding="utf-8")
    return ["-o", "Dir::Etc::SourceList=/dev/null", "-o", f"Dir::Etc::SourceParts={parts}", "-o", f"Dir::State::lists={folder}/lists"]


def fetch_source(package: str, folder: pathlib.Path) -> pathlib.Path:
    """The folder with the unpacked upstream sources of a Debian package. FileNotFoundError if it cannot be fetched."""
    folder.mkdir(parents=True, exist_ok=True)
    options = sources_of_apt(folder)
    if not list(folder.glob("*.orig.tar.*")):
        log = folder / "fetch.log"
        if not run(["apt-get", *options, "update", "-qq"], folder, log):
            raise FileNotFoundError(f"apt-get update failed: {log}")
        if not run(["apt-get", *options, "source", "--download-only", "-qq", package], folder, log):
            raise FileNotFoundError(f"apt-get source {package} failed: {log}")
    [archive] = folder.glob("*.orig.tar.*")
    with tarfile.open(archive) as tar:
        tar.extractall(folder / "sources", filter="data")
    [unpacked] = (folder / "sources").iterdir()
    return unpacked


def make_bench(folder: pathlib.Path, precision: str) -> pathlib.Path:
    """The program mpi-bench of a precision. FileNotFoundError if something cannot be fetched, RuntimeError if it does not compile."""
    place = folder / precision
    program = place / "mpi-bench"
    if program.exists():
        return program
    sources = place / "sources"
    sources = next(iter(sources.iterdir())) if sources.is_dir() else fetch_source("fftw3", place)
    library, defines = PRECISIONS[precision]
    log = place / "make.log"
    compiler = os.environ.get("WEFT_MPICC", "mpicc.openmpi")
    steps = [
        ["./configure", *CONFIGURE, *(["--enable-single"] if precision == "single" else []), f"MPICC={compiler}"],
        ["make", "-s", "-C", "libbench2"],
        [compiler, "-O2", "-pthread", "-DHAVE_CONFIG_H", *defines, "-I.", "-Iapi", "-Impi", "-Ilibbench2", "mpi/mpi-bench.c",
         "tests/fftw-bench.c", "tests/hook.c", "libbench2/libbench2.a", "-o", program,
         *(f"-l:lib{library}{part}.so.3" for part in ("_mpi", "_threads", "")), "-lm"],
    ]
    for step in steps:
        print(f"{precision}: {step[0]} ...", file=sys.stderr, flush=True)
        if not run(step, sources, log):
            raise RuntimeError(f"{step[0]} failed: {log}")
    return program
