#!/usr/bin/env python3
"""The types of the Python package: mypy --strict passes on the package and on the programs of README.md and doc/*.md, and
finds the mistakes of mistakes.py. So does pyright, with WEFT_TEST_FULL=1 and where it is installed. Ends with 77, which
ctest counts as skipped, without mypy. What mypy learns about NumPy is kept in the build folder: 11 seconds the first time,
half a second after it. ctest sets the WEFT_... variables."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import test_examples

SOURCE, BUILD = test_examples.SOURCE, test_examples.BUILD
MISTAKES = SOURCE / "tests/docs/mistakes.py"


def write_programs(folder):
    """The programs of the pages as files. The blocks of the tutorial are one program."""
    for name, language, text, _ in test_examples.markdown_programs():
        if language == "python":
            (folder / (re.sub(r"\W", "_", name) + ".py")).write_text(text, encoding="utf-8")
    tutorial = (SOURCE / "doc/tutorial-python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", tutorial, re.MULTILINE | re.DOTALL)
    (folder / "tutorial.py").write_text("\n".join(blocks), encoding="utf-8")
    (folder / MISTAKES.name).write_text(MISTAKES.read_text(encoding="utf-8"), encoding="utf-8")


def wanted_mistakes():
    """The lines that end in "# wrong"."""
    return {n for n, line in enumerate(MISTAKES.read_text(encoding="utf-8").splitlines(), 1) if line.endswith("# wrong")}


def judged(found, name):
    """What is wrong with the errors of a checker, (file, line, text) each: 0 or 1."""
    missed = wanted_mistakes() - {line for file, line, _ in found if file == MISTAKES.name}
    others = [f"{file}:{line}: {text}" for file, line, text in found
              if file != MISTAKES.name or line not in wanted_mistakes()]
    for line in sorted(missed):
        print(f"{name} did not find the mistake in {MISTAKES.name}:{line}")
    print("\n".join(others) + f"\n{name}: {len(others)} errors, {len(missed)} mistakes not found")
    return 1 if missed or others else 0


def mypy(folder):
    command = [sys.executable, "-m", "mypy", "--config-file", SOURCE / "pyproject.toml", "--cache-dir", BUILD / "mypy",
               *sorted(folder.glob("*.py"))]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder,
                         env={**os.environ, "MYPYPATH": str(BUILD / "python")})
    found = re.findall(r"^(.*?):(\d+): error: (.*)$", run.stdout, re.MULTILINE)
    if run.returncode not in (0, 1) or (run.returncode == 1) != bool(found):
        print(run.stdout + run.stderr)
        return 1
    return judged([(os.path.basename(file) if "/" not in file else file, int(line), text) for file, line, text in found], "mypy")


def pyright(folder):
    settings = {"typeCheckingMode": "standard", "extraPaths": [str(BUILD / "python")], "include": ["."]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    said = json.loads(subprocess.run(command, capture_output=True, text=True, cwd=folder).stdout)
    return judged([(os.path.basename(one["file"]), one["range"]["start"]["line"] + 1, one["message"])
                   for one in said["generalDiagnostics"] if one["severity"] == "error"], "pyright")


def main():
    if importlib.util.find_spec("mypy") is None:
        print(f"{sys.executable} has no mypy; pip install mypy")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_programs(folder)
        status = mypy(folder)
        if os.environ.get("WEFT_TEST_FULL") == "1":
            if importlib.util.find_spec("pyright") is None:
                print("pyright is not tried: it is not installed")
            else:
                status |= pyright(folder)
    return status


if __name__ == "__main__":
    sys.exit(main())
