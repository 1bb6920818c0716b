#!/usr/bin/env python3
"""Bytes that the sweeps and exchanges of a plan read, write and send in one call, on process 0.

    python3 bench/count_bytes.py --against bench/results/bytes.json
    python3 bench/count_bytes.py --json bench/results/bytes.json

The counts are those in the reports of `weft bench --json`, which the plan computes: of passes over arrays, not of
tiles in cache. The exchange is alltoallv: the default depends on the space in /dev/shm, and sweeps move as much with
either. Fails if a count grew.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import counted_tables

RESULTS = "bench/results/bytes.json"
CELLS = [(kind, n, processes) for n in (8, 16, 64, 256) for kind in ("r2c", "c2c") for processes in (1, 2)
         if (kind, n) != ("c2c", 256)]  # takes as long as half of the others together


def counts_of(build, kind, n, processes):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "bench.json"
        command = [build / "weft-run", "-n", processes, build / "weft", "bench", "--shape", f"{n}^3",
                   "--transform", kind, "--exchange", "alltoallv", "--repeats", 1, "--inner", 1, "--json", file]
        # Without the plans and options of the user.
        environment = {**os.environ, "WEFT_RUN_BIND": "none", "WEFT_HOME": folder, "WEFT_OPTIONS": "",
                       "WEFT_PROGRESS": "0"}
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
        if done.returncode:
            sys.exit(f"count_bytes.py: {kind} {n}^3 on {processes} processes failed:\n{done.stdout}{done.stderr}")
        (result,) = json.loads(file.read_text(encoding="utf-8"))["results"]
    return result["counts"]


def table_of(build):
    table = {}
    for kind, n, processes in CELLS:
        for direction, counts in counts_of(build, kind, n, processes).items():
            sweeps, exchanges = counts["sweeps"], counts["exchanges"]
            table[f"{kind}-{n}^3-p{processes} {direction}"] = {
                "sweeps": len(sweeps),
                "read": sum(sweep["bytes_read"] for sweep in sweeps),
                "written": sum(sweep["bytes_written"] for sweep in sweeps),
                "sent": sum(exchange["bytes_sent"] for exchange in exchanges),
            }
    return table


if __name__ == "__main__":
    counted_tables.run(__doc__, table_of, dict.fromkeys(["sweeps", "read", "written", "sent"], 0), RESULTS)
