#!/usr/bin/env python3
"""Draws CHANGELOG.md from the titles of the files of doc/changes: the newest first, under the version that has them.

    python3 doc/make_changelog.py [--check]

A release is a row of the table in doc/changes/README.md: its version and its day. What is newer belongs to the version of
CMakeLists.txt. --check changes nothing, and ends with 1 if CHANGELOG.md is not up to date.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHANGES = ROOT / "doc/changes"
FILE = ROOT / "CHANGELOG.md"
HEAD = """# Changes
What users see, the newest first; each title leads to what to do. Drawn from [doc/changes](doc/changes) by doc/make_changelog.py.
"""


def dated(day: str) -> str:
    return f"{day[:4]}-{day[4:6]}-{day[6:]}"


def changes():
    """(day as 20261121, title, path) of each change, the newest first."""
    for path in sorted(CHANGES.glob("2*.md"), reverse=True):
        title, _, text = path.read_text(encoding="utf-8").partition("\n")
        assert re.fullmatch(r"\d{8}-[\w-]+", path.stem) and title.startswith("# ") and text.strip(), path
        yield path.stem[:8], title[2:], path.relative_to(ROOT)


def releases():
    """[(version, day)], the newest first."""
    table = (CHANGES / "README.md").read_text(encoding="utf-8")
    return sorted(re.findall(r"^\| (\d+\.\d+\.\d+) \| (\d{8}) \|$", table, re.MULTILINE), key=lambda row: row[1], reverse=True)


def drawn() -> str:
    [version] = re.findall(r"project\(weft VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    lines, current = [HEAD], None
    for day, title, path in changes():
        of = [name for name, last in releases() if day <= last]
        if not of and version in dict(releases()):
            sys.exit(f"{path} is newer than the release of {version}; raise the version in CMakeLists.txt")
        heading = f"## {of[-1]}, {dated(dict(releases())[of[-1]])}" if of else f"## {version}, not released yet"
        if heading != current:
            lines.append(f"\n{heading}\n")
            current = heading
        lines.append(f"- {dated(day)} [{title}]({path})\n")
    return "".join(lines)


def main() -> int:
    text = drawn()
    if FILE.exists() and FILE.read_text(encoding="utf-8") == text:
        return 0
    if "--check" in sys.argv:
        print("CHANGELOG.md is not what doc/changes says; run doc/make_changelog.py")
        return 1
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
