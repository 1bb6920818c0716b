#!/usr/bin/env python3
"""Is a build of weft slower than an earlier one?

    python3 bench/before.py OLD NEW                                  two checkouts, built in their folders build/
    python3 bench/before.py OLD NEW --only 'r2c-double-*^3,*-p2'     some cells; --list shows all
    python3 bench/before.py OLD NEW --set AVX2                       with this instruction set, if the processor has a better one

Cells are those of bench/in_cache.py, each also in place, those of bench/compare.py, and more in this file. Each is launched five
times with each build, in turns; one process is pinned to a processor, several are started by weft-run. A time is the least of all
rounds of all launches, of a forward and a backward transform together, or of a call of `convolve`. The ratio is NEW over OLD.
A ratio above 1.03 is slower where the array has 5 MiB or less, above 1.08 where it has more. A cell that is slower is measured
again when all others are done. It counts if it is slower again; then the program ends with status 1.

Use a machine that does nothing else. Cells with `convolve` time a program that is not built by default:
cmake --build OLD/build --target products, and the same for NEW.
"""

import argparse
import json
import math
import os
import pathlib
import shlex
import sys
import tempfile
from typing import NamedTuple

import compare
import in_cache_cells
from in_cache_table import Failure, microseconds
from launch_weft import HIGHWAY, Weft, instructions_of, words_of

MORE = {  # as in compare.CASES
    "c2c-16-p2": (2, "--shape 16x16x16 --transform c2c --repeats 30"),
    "c2c-64-p2": (2, "--shape 64x64x64 --transform c2c --repeats 30 --inner 20"),
    "c2c-128-p2": (2, "--shape 128x128x128 --transform c2c --repeats 15 --inner 4"),
    "r2c-64-pencils-p4": (4, "--shape 64x64x64 --grid 2x2 --repeats 30 --inner 20"),
    "r2c-128-pencils-p4": (4, "--shape 128x128x128 --grid 2x2 --repeats 15 --inner 4"),
    "c2c-128-pencils-p4": (4, "--shape 128x128x128 --transform c2c --grid 2x2 --repeats 15 --inner 4"),
}
CONVOLVE = {"convolve-64-p1": (1, 64), "convolve-64-p2": (2, 64), "convolve-128-p2": (2, 128)}  # processes, points of an axis
IN_CACHE, LIMIT_IN_CACHE, LIMIT = 5 * 2**20, 1.03, 1.08  # bytes, ratios
MEMORY = 4  # bytes that weft bench takes, in those of the array, and some more


class Cell(NamedTuple):
    program: str  # in the folder of the build
    processes: int
    words: list
    n_bytes: int  # of the array

    def limit(self):
        return LIMIT_IN_CACHE if self.n_bytes <= IN_CACHE else LIMIT


def transform(processes, words):
    options = dict(zip(words[::2], words[1::2]))
    number = (4 if options.get("--precision") == "single" else 8) * (2 if options.get("--transform") == "c2c" else 1)
    return Cell("weft", processes, words, number * math.prod(map(int, options["--shape"].split("x"))))


def all_cells():
    cells = {}
    for name, problem in in_cache_cells.all_cells().items():
        cells[name] = transform(problem["processes"], words_of(problem))
        if problem["processes"] == 1:
            cells[f"{name}-inplace"] = transform(1, words_of(problem) + ["--set", "in_place=yes"])
    cells.update({name: transform(processes, words.split()) for name, (processes, words) in {**compare.CASES, **MORE}.items()})
    cells.update({name: Cell("bench/products", processes, [f"{n}x{n}x{n}"], 9 * 8 * n**3)
                  for name, (processes, n) in CONVOLVE.items()})
    return cells


def why_not(cell, builds, free):
    for build in builds:
        if not (build.build / cell.program).exists():
            target = pathlib.Path(cell.program).name
            return f"{build.build} has no {cell.program}; cmake --build {build.build} --target {target}"
    return f"it needs more memory than the {free / 2**30:.1f} GiB that are free" if MEMORY * cell.n_bytes > free else ""


def seconds_of(cell, build):
    if cell.program == "weft":
        return build.bench(cell.words, cell.processes)["pair"]["min"]
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        build.start(cell.program, [*cell.words, "--json", out.name], cell.processes)
        (result,) = json.loads(pathlib.Path(out.name).read_text(encoding="utf-8"))["results"]
    return result["convolve"]["min"]


def measure(cell, builds, n_launches):
    """The least times of the launches of each build, and their ratio."""
    seconds = [[], []]
    for launch in range(n_launches):
        for which in (0, 1) if launch % 2 == 0 else (1, 0):
            seconds[which].append(seconds_of(cell, builds[which]))
    old, new = map(min, seconds)
    return {"old": seconds[0], "new": seconds[1], "ratio": new / old}


def run_round(cells, builds, n_launches, results):
    """Measures and prints all; the names of those that are slower."""
    slower = []
    for name, cell in cells.items():
        result = measure(cell, builds, n_launches)
        results.setdefault(name, []).append(result)
        is_slower = result["ratio"] > cell.limit()
        slower += [name] if is_slower else []
        times = "".join(f"{microseconds(min(result[which])):>12}" for which in ("old", "new"))
        print(f"{name:34}{times}{result['ratio']:8.3f}{cell.limit():7.2f}  {'slower' if is_slower else ''}", flush=True)
    return slower


def run(arguments):
    cells = in_cache_cells.chosen(all_cells(), arguments.only)
    if arguments.list:
        print("\n".join(cells))
        return 0
    if not (arguments.old and arguments.new):
        raise Failure("give two checkouts, OLD and NEW")
    with tempfile.TemporaryDirectory() as folder:
        builds = [Weft(checkout / "build", folder, arguments.set) for checkout in (arguments.old, arguments.new)]
        for name, build in zip(("old", "new"), builds):
            build.bench(["--shape", "8x8x8", "--repeats", "1"])
            print(f"{name}: commit {build.report['versions']['commit']}, {instructions_of(build.report)}")
        machine = builds[0].report["machine"]
        print(f"processor: {machine['cpu']}")
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        left_out = {name: reason for name, cell in cells.items() if (reason := why_not(cell, builds, free))}
        for name, reason in left_out.items():
            print(f"left out: {name}: {reason}")
        cells = {name: cell for name, cell in cells.items() if name not in left_out}
        print(f"{'cell':34}{'old, us':>12}{'new, us':>12}{'ratio':>8}{'limit':>7}", flush=True)
        results = {}
        slower = run_round(cells, builds, arguments.launches, results)
        if slower:
            print("once more:", flush=True)
            slower = run_round({name: cells[name] for name in slower}, builds, arguments.launches, results)
    if arguments.json:
        record = {"command": shlex.join(["python3", "bench/before.py", *sys.argv[1:]]), "machine": machine,
                  "versions": [build.report["versions"] for build in builds], "left_out": left_out, "slower": slower,
                  "cells": results}
        arguments.json.write_text(json.dumps(record) + "\n", encoding="utf-8")
    print(f"{len(slower)} of {len(cells)} cells are slower" + "".join(f"\n  {name}" for name in slower))
    return 1 if slower else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path, nargs="?", metavar="OLD")
    parser.add_argument("new", type=pathlib.Path, nargs="?", metavar="NEW")
    parser.add_argument("--only", default="*", metavar="PATTERN,...", help="names of cells, with * and ?")
    parser.add_argument("--list", action="store_true", help="print the names of the cells")
    parser.add_argument("--launches", type=int, default=5, metavar="N", help="of each build (5)")
    parser.add_argument("--set", choices=HIGHWAY, metavar="SET", help="instruction set: " + ", ".join(HIGHWAY))
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="of the results")
    try:
        sys.exit(run(parser.parse_args()))
    except Failure as failure:
        print(f"before.py: {failure}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
