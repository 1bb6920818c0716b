"""Compares weft.fft with scipy.fft, and with ducc0, pyfftw and mkl-fft (with mkl-service) where they are installed, on this machine.

    python -m weft.bench --scipy --only '3-D-*-r2c-double-*'          some transforms; --list shows their names
    python -m weft.bench --scipy --json FILE --figure FILE.svg        all of them: hours, on a machine that does nothing else
    python -m weft.bench --scipy --read FILE... --table FILE.md       of raw results, without measuring

A transform is measured as a pair of calls, forward and backward, of each package in turns, in batches of at least 0.2 ms; a time
is the median over rounds. Each call makes a new array, as scipy.fft does; pyfftw has its own functions of scipy.fft, with its cache
of plans on and planned with FFTW_MEASURE. All results are verified; a package whose result is wrong is left out of that row. A ratio
above 1 says that weft is faster than the best of the others.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import sys
from typing import Any, Dict, List

from . import cells, packages, results, rounds


def _installed(asked: str) -> List[str]:
    """The packages that can be imported, weft first. SystemExit, in words, for others that were asked for by name."""
    found, small = [], packages.Problem((8,), (0,), "c2c", "double")
    names = asked.split(",") if asked else list(packages.PACKAGES)[1:]
    for name in ["weft", *(name for name in names if name != "weft")]:
        if name not in packages.PACKAGES:
            raise SystemExit(f"weft.bench: error: --packages: there is no {name}; known are {', '.join(packages.PACKAGES)}")
        try:
            packages.calls_of(name, small)
        except ImportError as error:
            words = f"{name} cannot be imported ({error}); pip install {packages.PACKAGES[name][0]}"
            if asked or name == "weft":
                raise SystemExit(f"weft.bench: error: {words}") from error
            print(f"without {words}")
            continue
        found.append(name)
    if len(found) < 2:
        raise SystemExit("weft.bench: error: there is nothing to compare with; pip install scipy")
    return found


def _model() -> str:
    """The processor."""
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()


def _measure(arguments: argparse.Namespace) -> Dict[str, Any]:
    chosen = cells.chosen(arguments.only, arguments.most_points)
    if not chosen:
        raise SystemExit(f"weft.bench: error: no transform has a name like {arguments.only}; --list shows all")
    if arguments.list:
        print("\n".join(chosen))
        return {}
    names = _installed(arguments.packages)
    facts = {"command": shlex.join(["python", "-m", "weft.bench", *sys.argv[1:]]), "machine": _model(), "python": platform.python_version(),
             "versions": {name: packages.version_of(name) for name in names}}
    measured: Dict[str, Any] = {}
    print(results.HEAD, flush=True)
    for name, cell in chosen.items():
        if rounds.ARRAYS * cell.bytes > rounds.free_bytes():
            print(f"| {name} | left out: it needs {rounds.ARRAYS * cell.bytes / 1e9:.0f} GB of memory | | | |", flush=True)
            continue
        try:
            measured[name] = rounds.measure(cell, names, arguments.quick)
        except rounds.WrongResult as error:
            raise SystemExit(f"weft.bench: error: {name}: {error}") from error
        print(results.row(name, measured[name]), flush=True)
        if arguments.json:
            results.write(arguments.json, measured, {**facts, "load": os.getloadavg()})
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m weft.bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scipy", action="store_true", required=True, help="compare weft.fft with scipy.fft and its like")
    parser.add_argument("--only", metavar="PATTERNS", help="transforms with such names, e.g. '2-D-*-1,lines-*'")
    parser.add_argument("--most-points", type=int, metavar="N", help="leave out larger arrays")
    parser.add_argument("--list", action="store_true", help="show the names, measure nothing")
    parser.add_argument("--packages", default="", help=f"beside weft: some of {', '.join(list(packages.PACKAGES)[1:])}; default: those that are installed")
    parser.add_argument("--quick", action="store_true", help="three rounds only: does it work?")
    parser.add_argument("--json", metavar="FILE", help="write raw results, as they come")
    parser.add_argument("--table", metavar="FILE", help="write the table of all transforms, as Markdown")
    parser.add_argument("--figure", metavar="FILE", help="draw the ratios (.svg, .png, .pdf); needs matplotlib")
    parser.add_argument("--read", metavar="FILE", nargs="+", help="files of --json, in place of measuring")
    arguments = parser.parse_args()
    try:
        measured = results.read(arguments.read) if arguments.read else _measure(arguments)
    except ValueError as error:
        raise SystemExit(f"weft.bench: error: {error}") from error
    if not measured:
        return
    if arguments.read and not arguments.table:
        print(results.table(measured))
    if arguments.table:
        with open(arguments.table, "w", encoding="utf-8") as file:
            file.write(results.table(measured) + "\n")
    print(results.summary(measured))
    if arguments.figure:
        try:
            results.draw(measured, arguments.figure)
        except ImportError as error:
            raise SystemExit(f"weft.bench: error: --figure needs {error.name}; pip install matplotlib") from error


if __name__ == "__main__":
    main()
