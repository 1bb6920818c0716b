#!/usr/bin/env python3
"""The example of every language computes the same derivative, to the last bit, on 1, 2 and 3 processes.

    same_bits.py LANGUAGE...    of c, cpp, fortran, python

With reproducible=yes (WEFT_OPTIONS) a line is transformed by the same arithmetic whatever the blocks are; so all lines
that the programs print must be equal over languages and process counts. ctest sets WEFT_BUILD, WEFT_SOURCE and WEFT_PYTHON.
"""

import os
import pathlib
import re
import subprocess
import sys

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
SOURCE = pathlib.Path(os.environ["WEFT_SOURCE"])


def command_of(language):
    if language == "python":
        return [os.environ["WEFT_PYTHON"], str(SOURCE / "examples/python/derivative.py")]
    return [str(BUILD / "examples" / f"example_{language}")]


def output_of(language, n_processes):
    command = [str(BUILD / "weft-run"), "-n", str(n_processes), *command_of(language)]
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "WEFT_OPTIONS": "reproducible=yes"})
    assert run.returncode == 0, f"{language} on {n_processes} processes: status {run.returncode}\n{run.stdout}{run.stderr}"
    pattern = r"max error (\d\.\d{3}e-\d\d)\nmodes [0-9a-f]{16}\nderivative [0-9a-f]{16}\n"
    match = re.fullmatch(pattern, run.stdout)
    assert match, f"{language} on {n_processes} processes prints:\n{run.stdout}{run.stderr}"
    assert 0 < float(match[1]) < 1e-12, run.stdout
    return run.stdout


def main():
    outputs = {(language, p): output_of(language, p) for language in sys.argv[1:] for p in (1, 2, 3)}
    assert outputs, "no languages were given"
    first = next(iter(outputs.values()))
    different = {name: output for name, output in outputs.items() if output != first}
    for (language, p), output in different.items():
        print(f"{language} on {p} processes differs:\n{output}from:\n{first}")
    print(f"{len(outputs)} programs, {len(different)} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
