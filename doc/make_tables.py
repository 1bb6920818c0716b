#!/usr/bin/env python3
"""Draws the tables of the manual that list what the library has, from what `weft info` says.

    python3 doc/make_tables.py [--check]

A table stands between `<!-- table NAME -->` and `<!-- end of table -->`. --check changes nothing, and ends with 1 if a table is
not up to date. WEFT_BUILD is the build folder (build).
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

DOC = pathlib.Path(__file__).resolve().parent
WEFT = pathlib.Path(os.environ.get("WEFT_BUILD", DOC.parent / "build")) / "weft"
TABLE = re.compile(r"(<!-- table (\w+) -->\n).*?(<!-- end of table -->)", re.S)


def info() -> dict:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "info.json")
        subprocess.run([WEFT, "info", "--json", path], check=True, stdout=subprocess.DEVNULL)
        return json.loads(path.read_text())


def in_code(text: str) -> str:
    """MPI's functions, exchanges and settings as code."""
    return re.sub(r"\b(MPI_\w+|alltoall[vw]|\w+=\w+)", r"`\1`", text)


def exchanges(facts: dict) -> str:
    rows = [f"| `{name}` | {in_code(meaning)} |" for name, meaning in facts["exchange_meanings"].items()]
    return "\n".join(["| exchange | how |", "|---|---|", *rows, ""])


def options_of(name: str):
    """Draws the options of an object. Names of exchanges differ between MPI libraries, and have a table of their own."""
    def draw(facts: dict) -> str:
        rows = []
        for row in facts["options_of"][name]:
            values = "auto or a name of the table of exchanges" if row["key"] == "exchange" else row["values"].replace("|", ", ")
            rows.append(f"| `{row['key']}` | {values} | {row['default']} | {row['meaning']} |")
        return "\n".join(["| option | values | default | meaning |", "|---|---|---|---|", *rows, ""])
    return draw


TABLES = {"exchanges": exchanges, **{f"{name}_options": options_of(name)
                                     for name in ("halo", "dataset", "reading", "checkpoint", "calibration")}}


def main() -> int:
    facts, stale = info(), []
    for page in sorted(DOC.glob("*.md")):
        text = page.read_text()
        drawn = TABLE.sub(lambda found: found[1] + TABLES[found[2]](facts) + found[3], text)
        if drawn == text:
            continue
        stale.append(page.name)
        if "--check" not in sys.argv:
            page.write_text(drawn)
    for name in stale:
        print(f"doc/{name}: a table was not up to date{'; run doc/make_tables.py' if '--check' in sys.argv else ''}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
