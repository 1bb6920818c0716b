#!/usr/bin/env python3
"""The notebooks of examples/notebooks run on one process, and print what they have as output.

Here their cells are run as a plain program, without Jupyter; a cell that has an output must print exactly that. With
`--nbmake` Jupyter runs them, in an environment of its own beside the build, where nbmake and ipykernel are installed from
PyPI; without a network that is skipped (exit status 77). ctest sets the WEFT_... variables, and PYTHONPATH to the package.
"""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE, BUILD = (pathlib.Path(os.environ[name]) for name in ("WEFT_SOURCE", "WEFT_BUILD"))
NOTEBOOKS = sorted((SOURCE / "examples/notebooks").glob("*.ipynb"))
MOST_BYTES = 20000  # of a file
SKIPPED = 77


def problems_of(path):
    """What is wrong with the file itself."""
    book = json.loads(path.read_text(encoding="utf-8"))
    outputs = [output for cell in book["cells"] for output in cell.get("outputs", ())]
    if any(cell.get("execution_count") is not None for cell in book["cells"]):
        yield "cells have numbers of their execution; clear the outputs"
    if any(output.get("output_type") != "stream" for output in outputs):
        yield "an output is more than printed text; clear the outputs"
    if path.stat().st_size > MOST_BYTES:
        yield f"it has more than {MOST_BYTES} bytes"


def run_cells(path):
    """In this process; what is wrong with what they print."""
    names = {"__name__": "__main__"}
    for cell in json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
        expected = "".join(line for output in cell["outputs"] for line in output["text"])
        if expected and printed.getvalue() != expected:
            print(f"{cell['id']} prints\n{printed.getvalue()}in place of\n{expected}")
            return 1
    return 0


def run_by_jupyter():
    folder = BUILD / "notebooks-venv"
    python = folder / "bin/python"
    if not python.exists():
        subprocess.run([os.environ["WEFT_PYTHON"], "-m", "venv", str(folder)], check=True)
    packages = subprocess.run([os.environ["WEFT_PYTHON"], "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
                              check=True, capture_output=True, text=True).stdout.strip()
    install = [str(python), "-m", "pip", "install", "--quiet", "--retries", "1", "nbmake>=1.5,<2", "ipykernel>=6"]
    if subprocess.run(install).returncode != 0:
        print("skipped: nbmake and ipykernel could not be installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        environment = {**os.environ, "PYTHONPATH": f"{os.environ.get('PYTHONPATH', '')}:{packages}"}
        books = [str(path) for path in NOTEBOOKS]
        return subprocess.run([str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbmake", "--nbmake-kernel=python3", *books],
                              env=environment, cwd=work).returncode


def main():
    if sys.argv[1:] == ["--nbmake"]:
        return run_by_jupyter()
    if sys.argv[1:]:
        return run_cells(sys.argv[1])
    assert NOTEBOOKS, "there are no notebooks"
    n_wrong = 0
    for path in NOTEBOOKS:
        wrong = list(problems_of(path))
        with tempfile.TemporaryDirectory() as work:
            command = [os.environ["WEFT_PYTHON"], str(pathlib.Path(__file__).resolve()), str(path)]
            job = subprocess.run(command, cwd=work, capture_output=True, text=True, env={**os.environ, "MPLBACKEND": "Agg"})
        if job.returncode != 0:
            wrong.append(job.stdout + job.stderr)
        n_wrong += bool(wrong)
        for problem in wrong:
            print(f"FAILED {path.name}: {problem}")
    print(f"{len(NOTEBOOKS)} notebooks, {n_wrong} wrong")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
