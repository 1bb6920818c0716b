#!/usr/bin/env python3
"""Where do programs and libraries look for the libraries that they need? FOLDER ...: with all that is in them.

A search path (RPATH, RUNPATH) may have no element that is empty or relative, because it means the current folder, and
none in which any user may put a library. Ends with status 1, and a line for each wrong element.
"""

import pathlib
import re
import stat
import subprocess
import sys


def search_path(file):
    """The elements of the search path of a program or library."""
    text = subprocess.run(["readelf", "-d", file], capture_output=True, text=True).stdout
    found = re.search(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", text)
    return found.group(1).split(":") if found else []


def what_is_wrong(element, file):
    """In words; None: nothing."""
    if not element:
        return "is empty, which means the current folder"
    folder = pathlib.Path(re.sub(r"^\$(ORIGIN|\{ORIGIN\})", str(file.resolve().parent), element))
    if not folder.is_absolute():
        return "depends on the current folder"
    there = next(f for f in (folder, *folder.parents) if f.exists())
    return f"can be written by anybody ({there})" if there.stat().st_mode & stat.S_IWOTH else None


def main(folders):
    n_files, wrong = 0, []
    for folder in folders:
        for file in pathlib.Path(folder).rglob("*"):
            if file.is_symlink() or not file.is_file() or file.suffix == ".o":
                continue
            with open(file, "rb") as opened:
                if opened.read(4) != b"\x7fELF":
                    continue
            n_files += 1
            for element in search_path(file):
                problem = what_is_wrong(element, file)
                if problem:
                    wrong.append(f"{file}: '{element}' in its search path {problem}")
    print("\n".join(wrong) if wrong else f"the search paths of {n_files} files are right")
    return 1 if wrong or n_files == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
