#!/usr/bin/env python3
"""The commands of doc/gallery.md make its pictures.

The fast tier reads the page: each picture is there and small, and a command beside it makes a file of its name. With
`--run` the commands are run as they are printed, in an empty folder beside links to what they use, but for those that say
how many minutes they take; each picture must come out with the sides of the one on the page. ctest sets the WEFT_... variables.
"""

import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

SOURCE, BUILD = (pathlib.Path(os.environ[name]) for name in ("WEFT_SOURCE", "WEFT_BUILD"))
PAGE = SOURCE / "doc/gallery.md"
MOST_BYTES = 150_000
SLOW = re.compile(r"# \d+ minutes$", re.MULTILINE)
MADE_BY_REPORT = re.compile(r"build/weft report .* -o (\w+)\.html")


def blocks_of(text):
    return re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def pictures_of(text):
    return re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)


def problems_of(text):
    """What is wrong with the page."""
    commands = "\n".join(blocks_of(text))
    reports = [match[1] for match in MADE_BY_REPORT.finditer(commands)]
    for name in pictures_of(text):
        path = PAGE.parent / name
        if not path.is_file():
            yield f"{name} is missing"
        elif path.stat().st_size > MOST_BYTES:
            yield f"{name} has more than {MOST_BYTES} bytes; run doc/gallery/shrink.py"
        elif name.startswith("gallery/") and f"--plot {path.name}" not in commands and \
                not any(path.name.startswith(f"{report}-") for report in reports):
            yield f"no command makes {path.name}"
    for path in sorted((PAGE.parent / "gallery").glob("*.png")):
        if f"gallery/{path.name}" not in pictures_of(text):
            yield f"the page does not show gallery/{path.name}"


def sides_of(path):
    """Width and height of a PNG file."""
    data = path.read_bytes()[:24]
    assert data.startswith(b"\x89PNG"), path
    return struct.unpack(">II", data[16:24])


def run_all(text):
    n_wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for there in (*SOURCE.iterdir(), SOURCE / ".venv"):
            if there.name not in ("build", ".git") and not (folder / there.name).exists():
                (folder / there.name).symlink_to(there)
        (folder / "build").symlink_to(BUILD)
        environment = {**os.environ, "WEFT_PROGRESS": "0", "WEFT_RUN_BIND": "none"}
        for block in blocks_of(text):
            if SLOW.search(block):
                print(f"not run: {block.strip()}")
                continue
            job = subprocess.run(["bash", "-e", "-c", block], cwd=folder, env=environment, capture_output=True, text=True)
            if job.returncode != 0:
                print(f"FAILED {block}{job.stdout[-2000:]}{job.stderr}")
                n_wrong += 1
        for picture in pictures_of(text):
            if picture.startswith("gallery/"):
                made, kept = folder / pathlib.Path(picture).name, PAGE.parent / picture
                if not made.is_file():
                    print(f"FAILED {picture}: no command made {made.name}")
                    n_wrong += 1
                elif any(abs(a - b) > 0.03 * b for a, b in zip(sides_of(made), sides_of(kept))):  # numbers at axes differ
                    print(f"FAILED {picture}: {sides_of(made)} points are drawn, {sides_of(kept)} are on the page")
                    n_wrong += 1
    return n_wrong


def main():
    text = PAGE.read_text(encoding="utf-8")
    wrong = list(problems_of(text))
    for problem in wrong:
        print(f"FAILED {problem}")
    n_wrong = len(wrong) + (run_all(text) if sys.argv[1:] == ["--run"] else 0)
    print(f"{len(pictures_of(text))} pictures, {len(blocks_of(text))} blocks of commands, {n_wrong} wrong")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
