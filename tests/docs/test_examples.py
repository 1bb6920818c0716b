#!/usr/bin/env python3
"""Compiles and runs the examples of the documentation: programs in *.md, examples in the headers.

In Markdown every block that begins with ```cpp run, ```c run, ```fortran run or ```python run is a program; it must
end with status 0 on two processes, or on N if its first line says "on N processes". A block ```text right after it is
what it prints. In the headers the indented lines under a line of a comment that ends in "Example:" are statements; those
of all C++ headers are put into one program, those of the C headers into another. Anything else that looks like an example
in a comment is an error: it would not be run. The C++ programs of the pages are compiled in one call and
those in Python run in one job, with WEFT_TEST_FULL=1 each on its own. ctest sets the WEFT_... variables.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["WEFT_SOURCE"])
BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
FULL = os.environ.get("WEFT_TEST_FULL") == "1"
HEADERS = SOURCE / "include/weft"
INCLUDES = [f"-I{SOURCE / 'include'}", f"-I{BUILD / 'include'}"]
LINK = [f"-L{BUILD / 'lib'}", "-lweft", f"-Wl,-rpath,{BUILD / 'lib'}", "-lm"]
WARNINGS = ["-O0", "-Wall", "-Wextra", "-Werror"]
FORTRAN = ["-std=f2018", "-O0", "-Wall", "-Wno-maybe-uninitialized", "-Werror", f"-I{BUILD / 'bindings/fortran/modules'}"]
COMPILERS = {
    "cpp": ("WEFT_MPICXX", ".cpp", ["-std=c++20", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", *WARNINGS, *INCLUDES], LINK),
    "c": ("WEFT_MPICC", ".c", ["-std=c11", *WARNINGS, *INCLUDES], LINK),
    "fortran": ("WEFT_MPIFORT", ".f90", FORTRAN, ["-lweft_fortran", *LINK]),
}
# A line of a comment: its text without the signs, and with the blanks before it.
COMMENT = re.compile(r"\s*(?://|/?\*(?!/))( .*|)$")
INDENTED = re.compile(r" {3}(?=.*\S)")  # of such a text: a statement, a table, a formula
OF_PARAMETER = re.compile(r" {5}(?=\S)")  # what a parameter is goes on
STATEMENT = re.compile(r"[;{}]\s*(?://.*|/\*.*|\*/)?$")  # the end of a line of code
CALL = re.compile(r" *\S.*\);\s*(?://.*|\*/)?$")


def markdown_programs():
    """(name, language, text, output or None) of each program in the Markdown files."""
    for path in [SOURCE / "README.md", *sorted((SOURCE / "doc").glob("*.md")), *sorted((SOURCE / "doc/from").glob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        for n, block in enumerate(re.finditer(r"^```(\w+) run\n(.*?)^```\n(?:```text\n(.*?)^```)?", text, re.MULTILINE | re.DOTALL), 1):
            yield f"{path.relative_to(SOURCE)} program {n}", block[1], block[2], block[3]


def examples_of(name, text):
    """([(line, statements)], [what looks like an example and is none]) of a header."""
    lines = text.splitlines()
    comments = [match[1] if (match := COMMENT.match(line)) else None for line in lines]
    found, problems, number = [], [], 0
    while number < len(lines):
        comment, is_heading = comments[number], re.search(r"(?://|\*) (?:.*\W)?Example:$", lines[number])
        number += 1
        if is_heading:
            first = number
            # Statements, and lines without text between them.
            while number < len(lines) and comments[number] is not None and (
                INDENTED.match(comments[number])
                or (not comments[number].strip() and number + 1 < len(lines) and INDENTED.match(comments[number + 1] or ""))
            ):
                number += 1
            if number == first:
                problems.append(f"{name}:{first}: an example without statements")
            else:
                found.append((first + 1, "\n".join(c[3:] for c in comments[first:number])))
        elif re.search(r"(?://|\*).*\bexamples?\b *:", lines[number - 1], re.IGNORECASE):
            problems.append(f'{name}:{number}: "Example:" must end its line, with the statements in the next ones')
        elif comment and INDENTED.match(comment) and not OF_PARAMETER.match(comment) and STATEMENT.search(comment):
            problems.append(f'{name}:{number}: looks like an example, but no line "Example:" stands before it')
        elif comment and CALL.match(comment) and not OF_PARAMETER.match(comment):
            problems.append(f"{name}:{number}: a statement that is not indented, so not run")
    return found, problems


def check_finds_every_form():
    """examples_of() on forms that an example may have."""
    right = ["// Example:\n//   f();\n", "  // Text. Example:\n  //   f();\n", "/* Example:\n *   f();\n */\n"]
    for text in right:
        assert examples_of("right", text) == ([(2, "f();")], []), text
    two_parts = "// Example:\n//   f();\n//\n//   g();\n// Text.\nint h();\n"
    assert examples_of("right", two_parts) == ([(2, "f();\n\ng();")], []), two_parts
    wrong = ["// Example: f();\n", "// Example: text\n//   f();\n", "int f();  // Example: f();\n", "// Example:\nint f();\n"]
    wrong += ["// Example:\n// f();\n", "// Text.\n//\n//   f();\n", "// For example:\n//   f();\n", "// Examples:\n//   f();\n"]
    wrong += ["/* Text.\n *\n *   f(); */\n", "// Example\n//   if (x) {\n"]
    for text in wrong:
        assert examples_of("wrong", text)[1], text
    for text in ["// Text; more text.\n", "//   a table (1, 2)   of text\n", "int f();  // for instance 3\n", "// n: a number;\n//     or none;\n"]:
        assert examples_of("none", text) == ([], []), text


def header_programs():
    """(name, language, text, None) of the programs of all headers, and the number of examples in them."""
    programs, problems, n_examples = [], [], 0
    for language, suffix in (("cpp", ".hpp"), ("c", ".h")):
        blocks, includes = [], []
        for path in sorted(HEADERS.glob(f"*{suffix}")):
            found, wrong = examples_of(path.name, path.read_text(encoding="utf-8"))
            problems += wrong
            includes.append(f"#include <weft/{path.name}>\n")
            for number, statements in found:
                blocks.append((f"{path.name}:{number}", f'#line {number} "{path.name}"\n{statements}\n'))
        program = cpp_program if language == "cpp" else c_program
        programs.append((f"examples of the headers *{suffix}", language, program("".join(includes), blocks), None))
        n_examples += len(blocks)
    assert not problems, "examples that would not be run:\n" + "\n".join(problems)
    return programs, n_examples


def cpp_program(includes, blocks):
    """Each example is a function, called in turn; what one throws is told with its name. To measure the machine takes seconds: the
    example of calibrate() is compiled always, and run with WEFT_TEST_FULL=1."""
    measure = re.compile(r"weft::calibrate\(")
    if not FULL:
        skipped = [name for name, text in blocks if measure.search(text)]
        assert len(skipped) == 1, f"only one example may be left to the full tier: {skipped}"
    functions = "".join(f"void example_{i}() {{\n{text}}}\n" for i, (_, text) in enumerate(blocks))
    rows = "".join(f'    {{"{name}", example_{i}}},\n' for i, (name, text) in enumerate(blocks)
                   if FULL or not measure.search(text))
    return (
        "#undef NDEBUG\n#include <cassert>\n#include <cmath>\n#include <cstdio>\n" + includes + functions +
        "int main(int argc, char** argv) {\n  MPI_Init(&argc, &argv);\n"
        "  const struct { const char* name; void (*run)(); } examples[] = {\n" + rows + "  };\n"
        "  for (const auto& example : examples) try {\n"
        '    std::fprintf(stderr, "%s\\n", example.name);  // read where it does not end\n'
        "    example.run();\n"
        "  } catch (const std::exception& error) {\n"
        '    std::fprintf(stderr, "%s: %s\\n", example.name, error.what());\n    MPI_Abort(MPI_COMM_WORLD, 1);\n'
        "  }\n  MPI_Finalize();\n}\n"
    )  # fmt: skip


def c_program(includes, blocks):
    """As in C++; no call of an example may have failed."""
    functions = "".join(f"static void example_{i}(void) {{\n{text}}}\n" for i, (_, text) in enumerate(blocks))
    calls = "".join(
        f'  fprintf(stderr, "{name}\\n");\n  example_{i}();\n'
        f'  if (*weft_last_error()) {{ fprintf(stderr, "{name}: %s\\n", weft_last_error()); MPI_Abort(MPI_COMM_WORLD, 1); }}\n'
        for i, (name, _) in enumerate(blocks)
    )
    return (
        "#undef NDEBUG\n#include <assert.h>\n#include <stdio.h>\n" + includes + functions +
        "int main(int argc, char **argv) {\n  MPI_Init(&argc, &argv);\n" + calls + "  MPI_Finalize();\n}\n"
    )  # fmt: skip


def compiled(language, text, program):
    """The errors of the compiler; "" if there are none."""
    variable, suffix, flags, link = COMPILERS[language]
    source = program.with_suffix(suffix)
    source.write_text(text, encoding="utf-8")
    command = [os.environ[variable], *flags, str(source), "-o", str(program), *link]
    build = subprocess.run(command, capture_output=True, text=True)
    return build.stderr if build.returncode else ""


def all_in_one(programs):
    """C++ programs as one, which runs that of the number in its first argument: each in a namespace, what they include
    before them. That an #include is missing in one of them is seen where it is compiled alone."""
    directives, spaces, calls = [], "", ""
    for i, (name, text) in enumerate(programs):
        lines = text.splitlines()
        own = [line for line in lines if line.startswith("#")]
        unknown = [line for line in own if not line.startswith("#include ")]
        assert not unknown, f"{name}: {unknown}: compile this program on its own"
        directives += [line for line in own if line not in directives]
        rest = "\n".join("" if line.startswith("#") else line for line in lines)
        rest, n_mains = re.subn(r"^int main\(", "int run(", rest, flags=re.MULTILINE)
        assert n_mains == 1, f"{name}: {n_mains} lines begin with int main("
        # Of all functions only main() may end without a return.
        rest, n_ends = re.subn(r"^(int run\(.*?^)}", r"\1return 0; }", rest, flags=re.MULTILINE | re.DOTALL)
        assert n_ends == 1, f"{name}: no line begins with the }} of main()"
        takes = "argc, argv" if re.search(r"^int run\([^)]", rest, re.MULTILINE) else ""
        spaces += f'namespace program_{i} {{\n#line 1 "{name}"\n{rest}\n}}\n'
        calls += f"    case {i}: return program_{i}::run({takes});\n"
    return "\n".join(directives) + (
        f'\n#include <cstdlib>\n{spaces}'
        "int main(int argc, char** argv) {\n  const int number = std::atoi(argv[1]);\n  argv[1] = argv[0];\n"
        f"  ++argv, --argc;\n  switch (number) {{\n{calls}  }}\n  return 1;\n}}\n"
    )


PYTHON_PROGRAMS = """
import contextlib, io, os, runpy, sys
from mpi4py import MPI
for folder in sys.argv[1:]:
    os.chdir(folder)
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        runpy.run_path("program.py", run_name="__main__")
    texts = MPI.COMM_WORLD.gather(text.getvalue())
    if texts:
        open("output", "w").write("".join(texts))
"""


def are_right_together(programs):
    """Do these Python programs do what they should one after the other in one job?"""
    with tempfile.TemporaryDirectory() as common:
        driver = pathlib.Path(common) / "driver.py"
        driver.write_text(PYTHON_PROGRAMS, encoding="utf-8")
        folders = [pathlib.Path(common) / str(i) for i in range(len(programs))]
        for folder, (_, _, text, _) in zip(folders, programs):
            folder.mkdir()
            (folder / "program.py").write_text(text, encoding="utf-8")
        command = [str(BUILD / "weft-run"), "-n", "2", os.environ["WEFT_PYTHON"], str(driver), *map(str, folders)]
        run = subprocess.run(command, capture_output=True, text=True)
        return run.returncode == 0 and all(
            output in (None, (folder / "output").read_text()) for folder, (*_, output) in zip(folders, programs)
        )


def process_count(text):
    stated = re.search(r"\bon (\d+) process", text.splitlines()[0])
    return stated[1] if stated else "2"


def failure(language, text, output, folder, command):
    """What went wrong when the program was compiled, unless it is the `command`, and run; "" if nothing."""
    if language == "python":
        program = folder / "program.py"
        program.write_text(text, encoding="utf-8")
        command = [os.environ["WEFT_PYTHON"], str(program)]
    elif not command:
        program = folder / "program"
        errors = compiled(language, text, program)
        if errors:
            return errors
        command = [str(program)]
    run = subprocess.run(
        [str(BUILD / "weft-run"), "-n", process_count(text), *command], capture_output=True, text=True, cwd=folder
    )
    right = run.returncode == 0 and output in (None, run.stdout)
    return "" if right else f"status {run.returncode}\n{run.stdout}{run.stderr}"


def main():
    check_finds_every_form()
    of_headers, n_examples = header_programs()
    of_pages = list(markdown_programs())
    programs = of_pages + of_headers
    if os.environ["WEFT_FORTRAN"] != "ON":
        programs = [program for program in programs if program[1] != "fortran"]
    languages = {language for _, language, *_ in programs}
    unknown = languages - {*COMPILERS, "python"}
    assert not unknown, f"programs in unknown languages: {unknown}"
    failed = 0
    with tempfile.TemporaryDirectory() as common:
        in_one = [] if FULL else [(name, text) for name, language, text, _ in of_pages if language == "cpp"]
        program = pathlib.Path(common) / "program"
        if in_one and (errors := compiled("cpp", all_in_one(in_one), program)):
            print(errors)
            return 1
        numbers = {name: i for i, (name, _) in enumerate(in_one)}
        together = [p for p in programs if p[1] == "python" and process_count(p[2]) == "2" and not FULL]
        if together and not are_right_together(together):
            together = []  # each on its own, to see which is wrong
        for name, language, text, output in programs:
            if (name, language, text, output) in together:
                continue
            command = [str(program), str(numbers[name])] if name in numbers else []
            with tempfile.TemporaryDirectory() as folder:
                problem = failure(language, text, output, pathlib.Path(folder), command)
            if problem:
                failed += 1
                print(f"FAILED {name} ({language}):\n{problem}")
    print(f"{len(programs)} programs, {n_examples} examples of headers in two of them, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
