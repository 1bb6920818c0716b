#!/usr/bin/env python3
"""Checks that every file which states the version of weft states that of CMakeLists.txt. Run by ctest as `structure.version`.

The programs, the libraries and the Python package get it from there when they are built. What is left are texts: a number of
the form 1.2.3 right after the word `weft`, or `version` in the citation, in the pages, the public headers and CITATION.cff.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STATED = re.compile(r"\bweft\W{1,6}v?(\d+\.\d+\.\d+)\b")
PROJECT = r"project\(weft VERSION ([0-9.]+)"


def texts():
    """(name, text, what finds a version in it)"""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "doc").glob("*.md"), *(ROOT / "include/weft").glob("*.h*")]
    for path in sorted(pages):
        yield path.relative_to(ROOT), path.read_text(encoding="utf-8"), STATED
    yield "CITATION.cff", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.compile(r"^version: (\S+)$", re.MULTILINE)


def main():
    [version] = re.findall(PROJECT, (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    wrong, n = [], 0
    for name, text, pattern in texts():
        for found in pattern.finditer(text):
            n += 1
            if found[1] != version:
                line = text.count("\n", 0, found.start()) + 1
                wrong.append(f"{name}:{line}: {found[1]}, but CMakeLists.txt says {version}")
    if 'dynamic = ["version"]' not in (ROOT / "pyproject.toml").read_text(encoding="utf-8"):
        wrong.append("pyproject.toml: a version of its own; take that of CMakeLists.txt")
    if not any(name == "CITATION.cff" and pattern.search(text) for name, text, pattern in texts()):
        wrong.append("CITATION.cff: no version")
    print("\n".join(wrong) or f"version {version}, in {n} texts")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
