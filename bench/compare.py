"""Measures weft beside FFTW-MPI over sizes, kinds and ways, and keeps the raw results.

Each case is one call of `weft bench`, in which both libraries take turns; its JSON file goes to the folder of
results, named by date, case and label. bench/plot_ratios.py draws the ratios of such files.

    python3 bench/compare.py                                     all cases
    python3 bench/compare.py r2c-256-p2 c2c-256-p2               some
    python3 bench/compare.py --fftw-library FILE --label avx512  with another FFTW for both libraries
"""
import argparse
import datetime
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Name: processes, arguments of weft bench.
CASES = {
    "r2c-32-p2": (2, "--shape 32x32x32 --repeats 30 --inner 200"),
    "r2c-64-p2": (2, "--shape 64x64x64 --repeats 30 --inner 40"),
    "r2c-128-p2": (2, "--shape 128x128x128 --repeats 30 --inner 8"),
    "r2c-256-p2": (2, "--shape 256x256x256 --repeats 12"),
    "r2c-384-p2": (2, "--shape 384x384x384 --repeats 7"),
    "r2c-512-p2": (2, "--shape 512x512x512 --repeats 5 --inner 1"),
    "c2c-256-p2": (2, "--shape 256x256x256 --transform c2c --repeats 9"),
    "r2c-256-single-p2": (2, "--shape 256x256x256 --precision single --repeats 12"),
    "r2c-256-messages-p2": (2, "--shape 256x256x256 --exchange alltoallv --repeats 9"),
    "r2c-256-low-memory-p2": (2, "--shape 256x256x256 --set in_place=yes --set memory=low --repeats 9"),
    "r2c-350-p2": (2, "--shape 350x350x350 --repeats 7"),
    "r2c-243x250x256-p2": (2, "--shape 243x250x256 --repeats 9"),
    "r2c-257-p2": (2, "--shape 257x257x257 --repeats 9"),
    "r2c-64-p1": (1, "--shape 64x64x64 --repeats 30 --inner 40"),
    "r2c-128-p1": (1, "--shape 128x128x128 --repeats 15 --inner 8"),
    "r2c-256-p1": (1, "--shape 256x256x256 --repeats 7"),
}


def command_of(case, arguments, out):
    processes, words = CASES[case]
    name = "-".join(filter(None, [f"{datetime.date.today():%Y%m%d}", case, arguments.label]))
    command = ["build/weft-run", "-n", str(processes), "build/weft", "bench", *words.split(), "--peers", "fftw-mpi"]
    if arguments.fftw_library:
        command += ["--fftw-library", arguments.fftw_library]
    if arguments.backend:
        command += ["--backend", arguments.backend]
    return command + ["--json", os.path.relpath(out / f"{name}.json", ROOT)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--fftw-library", metavar="FILE", help="libfftw3.so for both libraries")
    parser.add_argument("--backend", help="backend of weft")
    parser.add_argument("--label", default="", help="end of the names of the files")
    parser.add_argument("--out", default=ROOT / "bench" / "results", type=pathlib.Path, help="folder of results")
    arguments = parser.parse_args()
    unknown = [case for case in arguments.cases if case not in CASES]
    if unknown:
        parser.error(f"there is no case {', '.join(unknown)}; the cases are {', '.join(CASES)}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    for case in arguments.cases or CASES:
        command = command_of(case, arguments, arguments.out)
        print(f"\n$ {shlex.join(command)}", flush=True)
        status = subprocess.run(command, cwd=ROOT).returncode
        if status != 0:
            sys.exit(status)


if __name__ == "__main__":
    main()
