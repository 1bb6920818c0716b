#!/usr/bin/env python3
"""Checks rules about the sources that no compiler knows. Run by ctest as `structure`.

  - includes between folders of src/ follow the arrows of src/CMakeLists.txt;
  - mpi.h appears only where a folder may call MPI, and in no public header but the main ones;
  - no file of src/, include/, cli/, apps/, bindings/ or tests/bindings/ is longer than 400 lines;
  - no notes about work left to do;
  - every public header compiles on its own, without the MPI include path where it needs no MPI.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAX_LINES = 400
# Public headers that include mpi.h.
MPI_HEADERS = {"array_file.hpp", "array_functions.hpp", "array_templates.hpp", "calibration.hpp", "checkpoint.hpp",
               "columns.hpp", "distribution.hpp", "halo.hpp", "hdf5_file.hpp", "machine.hpp", "report.hpp",
               "snapshots.hpp", "solvers.hpp", "spectral.hpp", "tuning.hpp", "weft.h", "weft.hpp", "weft_arrays.h",
               "weft_checkpoint.h", "weft_files.h", "weft_halo.h", "weft_spectral.h"}
UNFINISHED = re.compile(r"\b(?:%s)\b" % "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X")))
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)


def text_files(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix not in {".npy", ".png"} and "__pycache__" not in path.parts:
                yield path, path.read_text(encoding="utf-8")


def check_arrows(uses, pure):
    for folder, allowed in uses.items():
        for path, text in text_files(f"src/{folder}"):
            for include in INCLUDE.findall(text):
                other = include.split("/")[0]
                if other in uses and other not in allowed:
                    yield f"{path}: includes {include}, but src/{folder} may only use {', '.join(allowed)}"
            if folder in pure and "mpi.h" in text:
                yield f"{path}: names mpi.h, but src/{folder} must not know MPI"


def check_mpi_free_headers():
    for path, text in text_files("include/weft"):
        if path.name not in MPI_HEADERS and "mpi.h" in text:
            yield f"{path}: names mpi.h; only {', '.join(sorted(MPI_HEADERS))} may"


def check_lengths():
    for path, text in text_files("src", "include", "cli", "apps", "bindings", "tests/bindings"):
        n_lines = text.count("\n")
        if n_lines > MAX_LINES:
            yield f"{path}: {n_lines} lines, at most {MAX_LINES} are allowed; split it by subject"


def check_unfinished():
    for path, text in text_files("src", "include", "bindings", "cli", "apps", "tests", "examples", "scripts", "cmake"):
        for number, line in enumerate(text.splitlines(), 1):
            if UNFINISHED.search(line):
                yield f"{path}:{number}: unfinished work: {line.strip()}"


def check_headers_compile(compiler, includes, mpi_includes):
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((ROOT / "include/weft").glob("*.h*")):
            source = pathlib.Path(folder) / "one_header.cpp"
            # Twice: the guard is tested too.
            source.write_text(f"#include <weft/{path.name}>\n" * 2)
            command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}"]
            command += [f"-I{i}" for i in includes]
            if path.name in MPI_HEADERS:
                command += ["-isystem" + i for i in mpi_includes]
            run = subprocess.run([*command, str(source)], capture_output=True, text=True)
            if run.returncode:
                yield f"{path}: does not compile on its own:\n{run.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", action="append", default=[], help="include folder, repeatable")
    parser.add_argument("--mpi-include", action="append", default=[], help="include folder of MPI, repeatable")
    parser.add_argument("--folder", action="append", default=[], help="NAME=FOLDERS that it may use, itself included")
    parser.add_argument("--pure", action="append", default=[], help="folder that must not know MPI")
    arguments = parser.parse_args()

    uses = {name: allowed.split(",") for name, allowed in (f.split("=") for f in arguments.folder)}
    problems = [
        f"src/{path.name} is not in src/CMakeLists.txt"
        for path in (ROOT / "src").iterdir()
        if path.is_dir() and path.name not in uses
    ]
    problems += check_arrows(uses, arguments.pure)
    problems += check_mpi_free_headers()
    problems += check_lengths()
    problems += check_unfinished()
    problems += check_headers_compile(arguments.compiler, arguments.include, arguments.mpi_include)
    for problem in problems:
        print(problem.replace(f"{ROOT}/", ""))
    print(f"structure: {len(problems)} problems" if problems else "structure: all rules hold")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
