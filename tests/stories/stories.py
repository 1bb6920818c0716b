#!/usr/bin/env python3
"""Is a change as small as CONTRIBUTING.md promises? Applies each story, a patch, to a clone of this repository, generates what follows
from the sources, builds the library with its interfaces, and runs the story's programs in C, Fortran and Python.

    stories.py [--check] [NAME ...]    # --check: only whether every patch applies and edits no more files than it may

NAME.patch begins with two lines: `Story: what is added` and `Files: N, why`, the most files that it may edit. The folder NAME
has main.c, main.f90 and main.py, which use what was added and print the same lines; expected.txt has the beginnings of these.
Started by ctest, which sets WEFT_BUILD; the clone, build-stories beside it, is kept.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
sys.path.insert(0, str(SOURCE / "scripts"))
from test_faults import Clone, Fault, complaints_about  # noqa: E402

BUILD = pathlib.Path(os.environ.get("WEFT_BUILD", SOURCE / "build"))
TARGETS = ["weft", "launcher", "weft_fortran", "_core"]


def most_files(story):
    return int(re.search(r"^Files: (\d+), \S+", story.path.read_text(), re.MULTILINE)[1])


def check(stories):
    for story in stories:
        yield from complaints_about(story)
        if len(story.files) > most_files(story):
            yield f"{story.name} edits {', '.join(story.files)}, more than {most_files(story)} files"
        for name in ("main.c", "main.f90", "main.py", "expected.txt"):
            if not (HERE / story.name / name).is_file():
                yield f"{story.name} has no {name}"


def cached(name):
    """What the build of the tests was configured with."""
    return re.search(rf"^{name}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)[1]


def programs(story, build):
    """Commands by language, compiled where they must be."""
    folder = build / "stories" / story.name
    folder.mkdir(parents=True, exist_ok=True)
    library = [f"-L{build}/lib", f"-Wl,-rpath,{build}/lib"]
    headers = [f"-I{build.parent}/include", f"-I{build}/include"]
    modules = [f"-I{build}/bindings/fortran/modules"]
    for compiler, suffix, words in (("C", "c", [*headers, *library, "-lweft"]),
                                    ("Fortran", "f90", [*modules, *library, "-lweft_fortran", "-lweft"])):
        program = folder / suffix
        subprocess.run([cached(f"MPI_{compiler}_COMPILER"), HERE / story.name / f"main.{suffix}", "-o", program, *words], check=True)
        yield compiler, [program]
    yield "Python", [sys.executable, HERE / story.name / "main.py"]


def tell(story, build):
    """What is wrong with the story, after it was built."""
    expected = (HERE / story.name / "expected.txt").read_text().splitlines()
    printed = {}
    for language, command in programs(story, build):
        result = subprocess.run([build / "weft-run", "-n", "2", *command], capture_output=True, text=True, timeout=120,
                                env={**os.environ, "PYTHONPATH": str(build / "python")})
        printed[language] = result.stdout.splitlines()
        if result.returncode:
            yield f"{story.name} in {language} ends with {result.returncode}: {result.stdout}{result.stderr}"
    for language, lines in printed.items():
        if lines != printed["C"]:
            yield f"{story.name} in {language} prints {lines}, in C {printed['C']}"
        if len(lines) != len(expected) or not all(line.startswith(begin) for line, begin in zip(lines, expected)):
            yield f"{story.name} in {language} prints {lines}, not {expected}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    stories = [Fault(path) for path in sorted(HERE.glob("*.patch")) if not args.names or path.stem in args.names]
    if not stories:
        sys.exit("stories: error: there is no such story; see tests/stories")
    complaints = list(check(stories))
    if not complaints and not args.check:
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=SOURCE, check=True, capture_output=True, text=True).stdout.strip()
        options = [f"-DWEFT_PYTHON={sys.executable}", "-DWEFT_PYTHON_PATH=OFF"]
        clone = Clone(BUILD.parent / "build-stories", commit, TARGETS, options)
        for story in stories:
            for _ in clone.run(story, [sys.executable, "bindings/generate.py"]):
                complaints += tell(story, clone.tree / "build")
    print("\n".join(complaints) or f"{len(stories)} stories are {'small enough' if args.check else 'true'}")
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main())
