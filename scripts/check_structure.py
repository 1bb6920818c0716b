#!/usr/bin/env python3
"""Checks rules about the sources that no compiler knows. Run by ctest as `structure`.

  - includes between folders of src/ follow the arrows of src/CMakeLists.txt;
  - programs (cli/, apps/) and bindings include public headers, nothing of src/;
  - src/FOLDER opens namespace weft::FOLDER, and its headers namespace weft only for what is public or part of it;
  - names of src/ have one word per thing (doc/conventions.md, "Words of the code"): those of WORDS are not used;
  - mpi.h appears only where a folder may call MPI, and in no public header but the main ones;
  - no file of src/, include/, alone/, cli/, apps/, bindings/ or tests/bindings/ is longer than 400 lines;
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
# Of folders whose name is that of a public function.
NAMESPACES = {"tune": "tuning"}
UNFINISHED = re.compile(r"\b(?:%s)\b" % "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X")))
# Names that are not used in these folders of src/ (all but some: "!folder"), and the word instead.
WORDS = (
    (("!",), r"(Sweep|Exchange|Halo)Machine|Machines|(n_)?machines_?|machine_of_\w+|make_machine",
     "a machine is what a job runs on; what runs a direction is built, what exchanges a halo an exchange"),
    (("!pass", "!plan", "!tune"), r"\w*[Ss]tages?(_\w*|[A-Z]\w*)?",
     "a stage is a timed part of a call; memory between two sweeps is a buffer, an axis of a sweep a pass"),
    (("plan", "pass"), r"(first_|most_|needs_|with_)stages?(_\w*)?|stage_(bytes|storage|field_stride)",
     "a stage is a timed part of a call; memory between two sweeps is a buffer"),
    (("exchange",), r"(?!(longest_block|block_sizes)\b)\w*[Bb]locks?(_\w*|[A-Z]\w*)?",
     "a block is a box of an array; what goes to a peer is a parcel"),
    (("halo", "direction", "machine"),
     r"\w+Blocks?|Block(List|Setup|Messages)|\w*_(of|in|into)_blocks?|block_(here|there|setup|views|order)|keep_own_block\w*",
     "a block is a box of an array; what goes to a peer is a parcel"),
    (("arrays",), r"(\w*_)?rows?(_\w*)?|\w*Rows?", "a row is one of a table or matrix; elements along an axis are a line"),
    (("exchange", "halo", "plan", "tune"), r"(\w*_)?lanes?(_\w*)?",
     "a lane is a place in a vector register; a process that sends for its node is a carrier"),
)
# What is no name: comments, texts, lines of the preprocessor.
NO_NAME = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|^[ \t]*#[^\n]*', re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)


def text_files(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix not in {".npy", ".png"} and not {"__pycache__", "corpus"} & set(path.parts):
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


def check_programs(uses):
    for path, text in text_files("cli", "apps", "bindings"):
        for include in INCLUDE.findall(text):
            other = include.split("/")[0]
            if other in uses and not (ROOT / "apps" / include).exists():
                yield f"{path}: includes {include}, but programs and bindings use public headers"


def check_namespaces(folders):
    """A header of src/ may say in namespace weft what is WEFT_API or WEFT_HIDDEN (a part of a public class), and any file
    that a class of elsewhere exists. Sources may define in namespace weft what include/weft declares:
    test_exported_symbols.py knows."""
    block = re.compile(r"^namespace (weft[\w: ]*) \{$(.*?)^\}  // namespace \1$", re.MULTILINE | re.DOTALL)
    for folder in folders:
        own = f"weft::inline {NAMESPACES.get(folder, folder)}"
        for path, text in text_files(f"src/{folder}"):
            for name, body in block.findall(text):
                entities = re.findall(r"^[^\s/].*", body, re.MULTILINE)
                allowed = r"class \w+;" + (r"|.*\bWEFT_(API|HIDDEN)\b|\}" if name == "weft" else "")
                if name == own or name.startswith(f"{own}::") or (name == "weft" and path.suffix == ".cpp"):
                    continue
                for wrong in [e for e in entities if not re.match(allowed, e)]:
                    yield f"{path}: {wrong} is in namespace {name}; src/{folder} is {own}"


def check_words(folders):
    for of_folders, pattern, instead in WORDS:
        refused = re.compile(rf"\b(?:{pattern})\b")
        left_out = {name[1:] for name in of_folders if name.startswith("!")}
        for folder in set(folders) - left_out if left_out else of_folders:
            for path, text in text_files(f"src/{folder}"):
                for number, line in enumerate(NO_NAME.sub("", text).splitlines(), 1):
                    if match := refused.search(line):
                        yield f"{path}:{number}: {match[0]} is not a word for this: {instead} (doc/conventions.md)"


def check_mpi_free_headers():
    for path, text in text_files("include/weft"):
        if path.name not in MPI_HEADERS and "mpi.h" in text:
            yield f"{path}: names mpi.h; only {', '.join(sorted(MPI_HEADERS))} may"


def check_lengths():
    for path, text in text_files("src", "include", "alone", "cli", "apps", "bindings", "tests/bindings"):
        n_lines = text.count("\n")
        if n_lines > MAX_LINES:
            yield f"{path}: {n_lines} lines, at most {MAX_LINES} are allowed; split it by subject"


def check_unfinished():
    for path, text in text_files("src", "include", "alone", "bindings", "cli", "apps", "tests", "examples", "scripts", "cmake"):
        for number, line in enumerate(text.splitlines(), 1):
            if UNFINISHED.search(line):
                yield f"{path}:{number}: unfinished work: {line.strip()}"


def reached(name, uses):
    """Names of all that a public header includes, itself or by others."""
    found, todo = set(), [name]
    while todo:
        new = set(uses.get(todo.pop(), ())) - found
        found |= new
        todo += new
    return found


def chains_of(names, includes):
    """Lists of headers, as few as possible, in which each header includes all those before it (a matching of each
    header with the next one in its list, by augmenting paths)."""
    before = {}  # the header before this one

    def give_next(name, seen):
        for other in names:
            if name in includes[other] and other not in seen:
                seen.add(other)
                if other not in before or give_next(before[other], seen):
                    before[other] = name
                    return True
        return False

    for name in names:
        give_next(name, set())
    after = {name: other for other, name in before.items()}
    for name in names:
        if name not in before:
            chain = [name]
            while chain[-1] in after:
                chain.append(after[chain[-1]])
            yield chain


def check_headers_compile(compiler, includes, mpi_includes):
    """Each header compiles alone if the headers that it includes do, and if its own text compiles after what it includes
    and nothing else. So headers of which each includes those before it share one call: those before it hide nothing."""
    headers = sorted((ROOT / "include/weft").glob("*.h*"))
    uses = {f"weft/{path.name}": INCLUDE.findall(path.read_text(encoding="utf-8")) for path in headers}
    includes_of = {name: reached(name, uses) for name in uses}
    # The C++ bindings of MPI libraries include standard headers, which would hide missing ones.
    command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-DOMPI_SKIP_MPICXX",
               "-DMPICH_SKIP_MPICXX", f"-I{ROOT / 'include'}", *(f"-I{i}" for i in includes)]

    def errors_of(names, folder):
        source = pathlib.Path(folder) / "headers.cpp"
        # Twice: the guard is tested too.
        source.write_text("".join(f"#include <{name}>\n" * 2 for name in names))
        with_mpi = ["-isystem" + i for i in mpi_includes if any(name[5:] in MPI_HEADERS for name in names)]
        run = subprocess.run([*command, *with_mpi, str(source)], capture_output=True, text=True)
        return run.stderr if run.returncode else ""

    for name in uses:
        if name[5:] not in MPI_HEADERS and "mpi.h" in includes_of[name]:
            yield f"include/{name}: includes mpi.h by another header; only {', '.join(sorted(MPI_HEADERS))} may"
    with tempfile.TemporaryDirectory() as folder:
        for chain in chains_of(list(uses), includes_of):
            errors = errors_of(chain, folder)
            if errors:
                alone = [(name, text) for name in chain if (text := errors_of([name], folder))]
                for name, text in alone or [(" and ".join(chain), errors)]:
                    yield f"include/{name}: does not compile on its own:\n{text}"


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
    problems += check_programs(uses)
    problems += check_namespaces(list(uses))
    problems += check_words(list(uses))
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
