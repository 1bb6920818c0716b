#!/usr/bin/env python3
"""Writes the reference pages of the documentation from the sources of weft and from what the program says of itself.

    python3 doc/site/make_reference.py [--build build] [OUT]

OUT is doc/reference if it is not given. Files there that are no page any more are removed; files/ belongs to links.py.
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from reference import commands, environment, errors, function_index, settings, tables  # noqa: E402
from reference.program import Program  # noqa: E402


def all_pages(build):
    """The text of each page by its name below OUT."""
    program = Program(build)
    return function_index.pages() | commands.pages(program) | errors.pages() | {
        "options.md": tables.options(program.info), "exchanges.md": tables.exchanges(program.info), "backends.md": tables.backends(program.info),
        "environment.md": environment.page_of(), "settings.md": settings.page_of(program)}


def write(pages, out):
    """Writes what differs, and removes what is no page."""
    for path in sorted(out.rglob("*.md")):
        name = path.relative_to(out).as_posix()
        if name not in pages and not name.startswith("files/"):
            path.unlink()
    for name, text in pages.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", nargs="?", type=pathlib.Path, default=HERE.parent / "reference")
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parents[1] / "build", help="folder with the program weft")
    asked = parser.parse_args()
    write(all_pages(asked.build), asked.out)
