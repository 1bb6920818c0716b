#!/usr/bin/env python3
"""Programs of other libraries in the pages of doc/from: a block that begins with "```LANGUAGE LIBRARY", a library of
LIBRARIES, is compiled where that is needed and run with weft-run, and must print what the "```text" block after it says. The
next program on weft of the page ("```LANGUAGE run", run by test_examples.py) is the same one: its "```text" block must say the
same. "```LANGUAGE LIBRARY alone" has no such program.

A library that is not there is left out, in words; where none is there the script ends with 77, which ctest counts as skipped.
A block without "```text" is compiled and run, and nothing is compared. ctest sets the WEFT_... variables; --list names the programs.

FFTW-MPI: Debian's libfftw3-mpi-dev, or CPATH and LIBRARY_PATH with the folders of another one. Python packages: from PyPI, each in a
virtual environment in the folder theirs of the build, which is made once; mpi4py-fft needs libfftw3-dev.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Callable, Dict, Iterator, List, NamedTuple, Optional

import test_examples

SOURCE, BUILD = test_examples.SOURCE, test_examples.BUILD
BLOCK = re.compile(r"^```(\w+) ([\w.+-]+)( alone)?\n(.*?)^```\n(?:```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)


class Missing(Exception):
    """A library is not there; the text says what to do."""


class Program(NamedTuple):
    """One block of a page. `ours` is the output of the same program on weft; None: there is no such program."""

    name: str
    language: str
    library: str
    text: str
    output: Optional[str]
    ours: Optional[str]


# Makes a program of a text in a folder and returns the command that runs it on each process. Raises Missing, or RuntimeError
# with the errors of the compiler.
Maker = Callable[[str, pathlib.Path], List[str]]


class Compiled(NamedTuple):
    """How programs of a library are compiled: the suffix of the source, a line that fails to compile where the library is not there,
    and what to do then."""

    variable: str  # with the compiler of MPI
    suffix: str
    flags: List[str]
    link: List[str]
    probe: str
    remedy: str

    def __call__(self, text: str, folder: pathlib.Path) -> List[str]:
        if self.compile(self.probe, folder / "probe"):
            raise Missing(self.remedy)
        errors = self.compile(text, folder / "program")
        if errors:
            raise RuntimeError(errors)
        return [str(folder / "program")]

    def compile(self, text: str, program: pathlib.Path) -> str:
        """The errors of the compiler; "" if there are none."""
        source = program.with_suffix(self.suffix)
        source.write_text(text, encoding="utf-8")
        command = [os.environ[self.variable], *self.flags, str(source), "-o", str(program), *self.link]
        build = subprocess.run(command, capture_output=True, text=True, check=False)
        return build.stderr if build.returncode else ""


class FromPyPI(NamedTuple):
    """Programs of a Python package, in a virtual environment that the first one makes in the build folder, and that is kept: the
    arguments of pip install, one call for each of `steps`."""

    name: str  # of the folder
    steps: List[List[str]]

    def __call__(self, text: str, folder: pathlib.Path) -> List[str]:
        place = BUILD / "theirs" / self.name
        python, complete = place / "bin/python", place / "complete"
        if not complete.exists() or complete.read_text() != str(self.steps):
            self.install([sys.executable, "-m", "venv", "--clear", str(place)])
            for step in self.steps:
                self.install([str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--retries", "1", *step])
            complete.write_text(str(self.steps))
        (folder / "program.py").write_text(text, encoding="utf-8")
        return [str(python), str(folder / "program.py")]

    def install(self, command: List[str]) -> None:
        """Raises Missing, with what the command says."""
        done = subprocess.run(command, env={**os.environ, "CC": os.environ["WEFT_MPICC"]}, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise Missing(f"it needs python3-venv and PyPI; {' '.join(command[-3:])}: {last}")


# One row for each library and language. More of them: the same here, nothing else.
LIBRARIES: Dict[str, Dict[str, Maker]] = {
    "fftw-mpi": {
        "c": Compiled(
            "WEFT_MPICC", ".c", ["-std=c11", "-O0", "-Wall", "-Wextra", "-Werror"], ["-lfftw3_mpi", "-lfftw3", "-lm"],
            "#include <fftw3-mpi.h>\nint main(void) { fftw_mpi_init(); return 0; }\n", "install libfftw3-mpi-dev of Debian",
        ),
    },
    # Its source is compiled here, against FFTW's three libraries and their headers.
    "mpi4py-fft": {
        "python": FromPyPI("mpi4py-fft", [["numpy", "cython", "setuptools", "wheel", "mpi4py"], ["--no-build-isolation", "mpi4py-fft==2.0.6"]]),
    },
    # Its FFTW is the one of the system.
    "dtfft": {"python": FromPyPI("dtfft", [["dtfft-fftw-openmpi==3.2.0"]])},
    "scipy": {"python": FromPyPI("scipy", [["scipy==1.17.1"]])},
}  # fmt: skip


def programs() -> Iterator[Program]:
    """The programs of other libraries in all pages."""
    for path in sorted((SOURCE / "doc/from").glob("*.md")):
        name = path.relative_to(SOURCE)
        blocks = list(BLOCK.finditer(path.read_text(encoding="utf-8")))
        for at, block in enumerate(blocks):
            language, library, alone, text, output = block.groups()
            if library == "run":
                continue
            number = sum(1 for other in blocks[: at + 1] if other[2] != "run")
            assert language in LIBRARIES.get(library, {}), f"{name}: no row for {language} {library} in LIBRARIES"
            ours = None
            if not alone:
                later = [other[5] for other in blocks[at + 1 :] if other[2] == "run"]
                assert later and later[0] is not None, f"{name}: no program on weft with its output after that of {library}"
                ours = later[0]
            yield Program(f"{name}, program {number} of others", language, library, text, output, ours)


def failure(program: Program) -> str:
    """What is wrong; "" if nothing. Raises Missing."""
    if program.ours is not None and program.ours != program.output:
        return f"the page says that it prints\n{program.output}and that on weft the same program prints\n{program.ours}"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            command = LIBRARIES[program.library][program.language](program.text, folder)
        except RuntimeError as error:
            return str(error)
        launch = [str(BUILD / "weft-run"), "-n", test_examples.process_count(program.text)]
        run = subprocess.run([*launch, *command], capture_output=True, text=True, cwd=folder, check=False)
    right = run.returncode == 0 and program.output in (None, run.stdout)
    return "" if right else f"status {run.returncode}\n{run.stdout}{run.stderr}"


def main() -> int:
    found = list(programs())
    if "--list" in sys.argv:
        print("\n".join(f"{program.library}: {program.name} ({program.language})" for program in found))
        return 0
    failed, missing = 0, {}
    for program in found:
        try:
            problem = failure(program)
        except Missing as error:
            missing[program.library] = str(error)
            continue
        if problem:
            failed += 1
            print(f"FAILED {program.name} ({program.language}, {program.library}):\n{problem}")
    for library, remedy in missing.items():
        print(f"left out: programs of {library}, which is not there: {remedy}")
    left_out = sum(program.library in missing for program in found)
    print(f"{len(found)} programs of other libraries, {left_out} left out, {failed} failed")
    return 1 if failed else 77 if found and left_out == len(found) else 0


if __name__ == "__main__":
    sys.exit(main())
