#!/usr/bin/env python3
"""Compiles and runs the examples of the documentation: programs in *.md, examples in the C++ headers.

In Markdown every block that begins with ```cpp run, ```c run, ```fortran run or ```python run is a program; it must
end with status 0 on two processes, or on N if its first line says "on N processes". A block ```text right after it is
what it prints. In the headers the lines under "// Example:" are statements; all of them are put into
one program. ctest sets the WEFT_... variables.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["WEFT_SOURCE"])
BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
INCLUDES = [f"-I{SOURCE / 'include'}", f"-I{BUILD / 'include'}"]
LINK = [f"-L{BUILD / 'lib'}", "-lweft", f"-Wl,-rpath,{BUILD / 'lib'}", "-lm"]
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
FORTRAN = ["-std=f2018", "-Wall", "-Wno-maybe-uninitialized", "-Werror", f"-I{BUILD / 'bindings/fortran/modules'}"]
COMPILERS = {
    "cpp": ("WEFT_MPICXX", ".cpp", ["-std=c++20", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", *WARNINGS, *INCLUDES], LINK),
    "c": ("WEFT_MPICC", ".c", ["-std=c11", *WARNINGS, *INCLUDES], LINK),
    "fortran": ("WEFT_MPIFORT", ".f90", FORTRAN, ["-lweft_fortran", *LINK]),
}


def markdown_programs():
    """(name, language, text, output or None) of each program in the Markdown files."""
    for path in [SOURCE / "README.md", *sorted((SOURCE / "doc").glob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        for n, block in enumerate(re.finditer(r"^```(\w+) run\n(.*?)^```\n(?:```text\n(.*?)^```)?", text, re.MULTILINE | re.DOTALL), 1):
            yield f"{path.relative_to(SOURCE)} program {n}", block[1], block[2], block[3]


def header_program():
    """The examples of all headers, each in a block of its own, as one C++ program."""
    blocks = []
    for path in sorted((SOURCE / "include/weft").glob("*.hpp")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if line.strip() != "// Example:":
                continue
            statements = []
            for following in lines[number + 1 :]:
                statement = re.match(r"\s*//   (.*)", following)
                if not statement:
                    break
                statements.append(statement[1])
            assert statements, f"{path}:{number + 1}: an example without statements"
            blocks.append(f'{{\n#line {number + 2} "{path.name}"\n' + "\n".join(statements) + "\n}")
    assert len(blocks) >= 20, f"only {len(blocks)} examples in the headers"
    return (
        "#undef NDEBUG\n#include <cassert>\n#include <cmath>\n#include <cstdio>\n#include <weft/array_file.hpp>\n"
        "#include <weft/array_functions.hpp>\n#include <weft/checkpoint.hpp>\n#include <weft/columns.hpp>\n#include <weft/halo.hpp>\n#include <weft/hdf5_file.hpp>\n#include <weft/snapshots.hpp>\n"
        "#include <weft/solvers.hpp>\n#include <weft/spectral.hpp>\n#include <weft/weft.hpp>\n"
        "int main(int argc, char** argv) {\n  MPI_Init(&argc, &argv);\n" + "\n".join(blocks) + "\n  MPI_Finalize();\n}\n"
    )


def failure(language, text, output, folder):
    """What went wrong when the program was compiled and run; "" if nothing."""
    stated = re.search(r"\bon (\d+) processes", text.splitlines()[0])
    n_processes = stated[1] if stated else "2"
    if language == "python":
        program = folder / "program.py"
        program.write_text(text, encoding="utf-8")
        command = [os.environ["WEFT_PYTHON"], str(program)]
    else:
        variable, suffix, flags, link = COMPILERS[language]
        source, program = folder / f"program{suffix}", folder / "program"
        source.write_text(text, encoding="utf-8")
        build = subprocess.run(
            [os.environ[variable], *flags, str(source), "-o", str(program), *link], capture_output=True, text=True
        )
        if build.returncode:
            return build.stderr
        command = [str(program)]
    run = subprocess.run(
        [str(BUILD / "weft-run"), "-n", n_processes, *command], capture_output=True, text=True, timeout=100, cwd=folder
    )
    right = run.returncode == 0 and output in (None, run.stdout)
    return "" if right else f"status {run.returncode}\n{run.stdout}{run.stderr}"


def main():
    programs = list(markdown_programs()) + [("examples of the headers", "cpp", header_program(), None)]
    if os.environ["WEFT_FORTRAN"] != "ON":
        programs = [program for program in programs if program[1] != "fortran"]
    languages = {language for _, language, *_ in programs}
    unknown = languages - {*COMPILERS, "python"}
    assert not unknown, f"programs in unknown languages: {unknown}"
    failed = 0
    for name, language, text, output in programs:
        with tempfile.TemporaryDirectory() as folder:
            problem = failure(language, text, output, pathlib.Path(folder))
        if problem:
            failed += 1
            print(f"FAILED {name} ({language}):\n{problem}")
    print(f"{len(programs)} programs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
