#!/usr/bin/env python3
"""Instructions of a pair of transforms, forward and backward, on one process with AVX2.

    python3 bench/count_instructions.py --against bench/results/instructions-avx2.json
    python3 bench/count_instructions.py --json bench/results/instructions-avx2.json

Runs build/bench/counted (make count-instructions builds it) under valgrind's callgrind, which counts inside of the
calls forward and backward of the plan only. Why not cachegrind: it counts planning as well, which reads clocks, so that
its count differs by 10 000 instructions from run to run. The count of two pairs is subtracted from that of six: the
caches are warm. Caches are simulated: 32 KiB of D1 and 2 MiB of the last level (LL), in lines of 64 bytes.

Valgrind 3.19 has no AVX-512, so weft takes AVX2. The numbers depend on the compiler: those that are stored are of
GCC 12. Fails if the instructions of a row grew by more than 2 %. Misses are not compared: they depend on
addresses.
"""

import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import counted_tables

RESULTS = "bench/results/instructions-avx2.json"
CELLS = {f"{kind}-{name}": (kind, shape, axes)
         for name, shape, axes in (("8^3", "8x8x8", "0,1,2"), ("16^3", "16x16x16", "0,1,2"),
                                   ("64^3", "64x64x64", "0,1,2"), ("256-lines-256", "256x256", "1"))
         for kind in ("r2c", "c2c")}
EVENTS = {"Ir": "instructions", "Dr": "reads", "Dw": "writes", "D1mr": "D1 read miss", "D1mw": "D1 write miss",
          "DLmr": "LL read miss", "DLmw": "LL write miss"}
LIMITS = {"instructions": 2, "reads": math.inf, "writes": math.inf}  # percent
FEW, MANY = 2, 6  # pairs
OPTIONS = ["--tool=callgrind", "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", "--LL=2097152,16,64",
           *(f"--toggle-collect=weft::SerialPlan::{name}(void const*, void*)" for name in ("forward", "backward"))]


def events_of(program, cell, pairs):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "callgrind"
        # Without the caller's environment, whose size moves the stack.
        done = subprocess.run([shutil.which("valgrind"), "-q", f"--callgrind-out-file={file}", *OPTIONS, program, *cell,
                               str(pairs)], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
        if done.returncode:
            sys.exit(f"count_instructions.py: {program} failed:\n{done.stderr}")
        text = file.read_text(encoding="utf-8")
    if others := set(re.findall(r"\bN_(?!AVX2\b)[A-Z0-9_]+(?=::)", text)):
        sys.exit(f"count_instructions.py: other vector instructions than AVX2 were run: {', '.join(sorted(others))}")
    names, counts = (re.search(rf"^{word}: (.*)", text, re.MULTILINE)[1].split() for word in ("events", "totals"))
    counts += ["0"] * (len(names) - len(counts))  # zeros at the end are left out
    return dict(zip(names, map(int, counts)))


def table_of(build):
    program = build / "bench/counted"
    if not shutil.which("valgrind") or " avx2 " not in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"):
        print("skipped: this takes valgrind (apt install valgrind) and a processor with AVX2")
        sys.exit(counted_tables.SKIPPED)
    if not program.exists():
        sys.exit(f"count_instructions.py: {program} is missing; build it with: cmake --build {build} --target counted")
    table = {}
    for name, cell in CELLS.items():
        few, many = (events_of(program, cell, pairs) for pairs in (FEW, MANY))
        table[name] = {EVENTS[event]: round((many[event] - few[event]) / (MANY - FEW)) for event in EVENTS}
        if table[name]["instructions"] <= 0:
            sys.exit(f"count_instructions.py: {name}: nothing was counted; OPTIONS must name the calls of the plan")
    return table


if __name__ == "__main__":
    counted_tables.run(__doc__, table_of, LIMITS, RESULTS)
