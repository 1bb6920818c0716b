"""mpi4py-fft's own tests and examples, unchanged, with mpi4py-fft itself and with weft in its place; and the times of both.

    python3 tests/drop_in/mpi4py_fft.py [--folder FOLDER] [--clone FOLDER] [--processes 1 2 4] [--only test_pencil ...] [--speed]

Makes an environment in FOLDER (a scratch folder that is kept): mpi4py, mpi4py-fft compiled against Debian's FFTW, h5py compiled for MPI against
libhdf5-openmpi-dev. All of it, the tests as well, is fetched from PyPI, and nothing of it is in this repository. The examples are not on PyPI: they
run where --clone names a clone of mpi4py-fft's repository. With weft the same file runs after
`weft.compat.mpi4py_fft.install()`. Prints a table; ends with 1 if something fails with weft that passes with mpi4py-fft, with 77
(skipped) if the packages cannot be fetched. test_fftw has a case that compares times of a few milliseconds, which a busy machine may fail.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tarfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("WEFT_BUILD", SOURCE / "build"))
LIBRARIES = "/usr/lib/x86_64-linux-gnu"
ONE_PROCESS = ["test_fftw", "test_libfft"]
FILES = ["test_pencil", "test_darray", "test_io", "test_mpifft"]
EXAMPLES = ["spectral_dns_solver", "darray", "transforms"]
START = """import os, runpy, sys
if sys.argv.pop(1) == "weft":
    import weft.compat.mpi4py_fft
    weft.compat.mpi4py_fft.install()
sys.argv.pop(0)
sys.path.insert(0, os.path.dirname(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def pip(folder, *arguments, **environment):
    command = [folder / "env/bin/python", "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, env={**os.environ, "CC": "mpicc.openmpi", **environment}, cwd=folder, check=False).returncode


def make(folder):
    """The environment, and the sources of mpi4py-fft with its tests. False if something cannot be fetched."""
    if (folder / "complete").exists():
        return True
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
    steps = [
        (["install", "setuptools>=77", "wheel", "cython", "pkgconfig", "numpy", "scipy", "mpi4py"], {}),
        (["install", "mpi4py-fft"], {"FFTW_ROOT": "/usr", "FFTW_LIBRARY_DIR": LIBRARIES, "FFTW_INCLUDE_DIR": "/usr/include"}),
        (["install", "--no-binary", "h5py", "--no-build-isolation", "--no-deps", "h5py"],
         {"HDF5_MPI": "ON", "HDF5_DIR": LIBRARIES + "/hdf5/openmpi"}),
        (["download", "--no-deps", "--no-binary", ":all:", "mpi4py-fft"], {}),
    ]
    if any(pip(folder, *arguments, **environment) for arguments, environment in steps):
        return False
    [archive] = folder.glob("mpi4py*fft-*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(folder, filter="data")
    (folder / "start.py").write_text(START)
    (folder / "complete").touch()
    return True


def run(folder, library, n_processes, file):
    """(exit status, seconds, last line that was printed)."""
    begin = time.time()
    command = [BUILD / "weft-run", "-n", str(n_processes), folder / "env/bin/python", folder / "start.py", library, file]
    job = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(BUILD / "python")}, cwd=folder, text=True, timeout=3600,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    lines = [line for line in job.stdout.splitlines() if line.strip() and not line.startswith("weft-run")]
    return job.returncode, time.time() - begin, lines[-1].strip() if lines else ""


def compare(folder, clone, counts, only):
    """How many cases fail with weft alone."""
    [sources] = [path for path in folder.glob("mpi4py*fft-*") if path.is_dir()]
    worse = 0
    print("| file | processes | mpi4py-fft | weft |\n|---|---|---|---|")
    files = {name: sources / "tests" / f"{name}.py" for name in ONE_PROCESS + FILES}
    files.update((name, clone / "examples" / f"{name}.py") for name in (EXAMPLES if clone else []))
    for name in only or files:
        file = files[name]
        for n_processes in [1] if name in ONE_PROCESS else counts:
            results = [run(folder, library, n_processes, file) for library in ("mpi4py-fft", "weft")]
            words = [f"{'passes' if status == 0 else 'fails: ' + last}, {seconds:.0f} s" for status, seconds, last in results]
            print(f"| {name} | {n_processes} | {' | '.join(words)} |", flush=True)
            worse += results[0][0] == 0 and results[1][0] != 0
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=pathlib.Path, default=BUILD / "drop_in" / "mpi4py_fft")
    parser.add_argument("--clone", type=pathlib.Path, help="of mpi4py-fft's repository, for its examples")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--speed", action="store_true", help="times of both on 2 processes, in turns")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    if not make(folder):
        print("the packages could not be fetched and compiled")
        return 77
    if arguments.speed:
        status, _, last = run(folder, "mpi4py-fft", 2, pathlib.Path(__file__).with_name("mpi4py_fft_speed.py"))
        print(last.replace("; ", "\n"))
        return status
    return 1 if compare(folder, arguments.clone and arguments.clone.resolve(), arguments.processes, arguments.only) else 0


if __name__ == "__main__":
    sys.exit(main())
