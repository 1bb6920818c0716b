#!/usr/bin/env python3
"""Compiles and runs every program of a tutorial: tutorial.py FILE.md

A block ```fortran begins with `! on N processes`; the block ```text after it is what the program prints. Started by
ctest, which sets WEFT_BUILD and WEFT_MPIFORT.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = re.compile(r"```fortran\n(! on (\d+) processes\n.*?)```\n```text\n(.*?)```", re.DOTALL)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"tutorial: {' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def main():
    build = pathlib.Path(os.environ["WEFT_BUILD"])
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    programs = PROGRAM.findall(text)
    if not programs or len(programs) != text.count("```fortran"):
        sys.exit(f"tutorial: {text.count('```fortran')} blocks, of which {len(programs)} have processes and an output")
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder) / "program.f90", pathlib.Path(folder) / "program"
        libraries = [f"-L{build / 'lib'}", "-lweft_fortran", "-lweft", f"-Wl,-rpath,{build / 'lib'}"]
        for code, n_processes, expected in programs:
            source.write_text(code)
            modules = f"-I{build / 'include/weft/fortran'}"
            run(os.environ["WEFT_MPIFORT"], "-std=f2018", "-Wall", "-Wno-maybe-uninitialized", "-Werror", modules,
                source, "-o", program, *libraries)
            printed = run(build / "weft-run", "-n", n_processes, program)
            if printed != expected:
                sys.exit(f"tutorial: the program\n{code}\nprinted\n{printed}\ninstead of\n{expected}")
    print(f"tutorial: {len(programs)} programs print what they should")


if __name__ == "__main__":
    main()
