#!/usr/bin/env python3
"""Predictions beside measurements on one node: does the machine file tell what transforms take?

    cmake --build build --target core_distance
    python3 bench/model.py [--build DIR] [--sizes 64,128,...] [--json FILE]
    python3 bench/model.py --table FILE      # of raw results, without measuring

Calibrates in a folder of its own, then times every row of the exchange table on 1 and on as many processes as the
machine has processors (at most 2 unless --processes says otherwise), r2c and c2c, double and single precision, rows of
a case in turn in one run.

Each size is calibrated anew, so that both are on the machine as it is at that time. A virtual machine may have its
processors moved while it runs, and then is another machine: what goes between two of them takes several times as long.
The distance of the processors (core_distance.cpp) is measured before and after each calibration and each case; what
was not at one distance, that of the calibration, is measured again, at most 12 times. The last distances and the number
of tries stand in the raw results; cases that never were there count as all others, and are also counted for themselves.
Prints the table, and how far predictions are off; raw results to bench/results/DATE-model.json.
"""

import argparse
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIZES = "64,96,128,192,256,384"
MOST_TRIES = 12
SAME_DISTANCE = 1.5  # at most this many times as far


def distance(build):
    """Nanoseconds from one processor to another and back; None where there is one alone."""
    if os.cpu_count() == 1:
        return None
    answer = subprocess.run([build / "bench/core_distance"], check=True, capture_output=True, text=True).stdout
    return float(answer)


def run(build, home, n_processes, *words):
    """The JSON of a weft command."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [build / "weft-run", "-n", str(n_processes), build / "weft", *words, "--json", file.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, WEFT_HOME=home))
        return json.load(open(file.name, encoding="utf-8"))


def is_same(distances):
    return None in distances or max(distances) <= SAME_DISTANCE * min(distances)


def at_one_distance(build, measure, others=()):
    """What `measure` returns, the distances before and after it, and how often it was tried until these were the same
    (and the same as `others`)."""
    for tries in range(1, MOST_TRIES + 1):
        before = distance(build)
        measured = measure()
        distances = [before, distance(build)]
        if is_same([*distances, *others]):
            break
    return measured, distances, tries


def cases(sizes, processes):
    for n in sizes:
        for transform in ("r2c", "c2c"):
            for precision in ("double", "single"):
                for p in processes:
                    yield n, transform, precision, p


def measure(build, home, case):
    n, transform, precision, p = case
    rounds, inner = (15, 3) if n <= 128 else (9, 1) if n <= 256 else (5, 1)
    words = ["bench", "--shape", f"{n}x{n}x{n}", "--transform", transform, "--precision", precision,
             "--repeats", str(rounds), "--inner", str(inner)]
    report = run(build, home, p, *words, *(["--exchange", "all"] if p > 1 else []))
    keep = ("shape", "transform", "precision", "exchange", "choice", "pair", "stages", "predicted")
    return [{**{key: row[key] for key in keep}, "processes": p, "rounds": row["rounds"]["pair"]}
            for row in report["results"] if row["applies"]], report


def error_of(row):
    return row["predicted"]["pair"] / row["pair"]["median"] - 1


def best_row_costs(rows):
    """Of each case with several rows: what the row with the least prediction takes over the best one."""
    groups = {}
    for row in rows:
        groups.setdefault((*row["shape"], row["transform"], row["precision"], row["processes"]), []).append(row)
    return {key: min(group, key=lambda r: r["predicted"]["pair"])["pair"]["median"] /
            min(r["pair"]["median"] for r in group) for key, group in groups.items() if len(group) > 1}


def summary(rows):
    errors = sorted(abs(error_of(row)) for row in rows)
    costs = best_row_costs(rows)
    good = sum(cost <= 1.10 for cost in costs.values())
    return {"n": len(rows), "median_error": statistics.median(errors), "worst_error": errors[-1],
            "beyond_35_percent": sum(e > 0.35 for e in errors),
            "best_row_within_10_percent": good / len(costs) if costs else None, "n_best_rows": len(costs)}


def print_rows(rows):
    for row in rows:
        print(f"{'x'.join(map(str, row['shape'])):12} {row['transform']} {row['precision']:6} {row['processes']:2} "
              f"{row['exchange']:14} {1e3 * row['pair']['median']:9.3f} ms, predicted "
              f"{1e3 * row['predicted']['pair']:9.3f} ({100 * error_of(row):+.0f} %)", flush=True)


def words(found):
    n_best = found["n_best_rows"]
    best = f"{round(found['best_row_within_10_percent'] * n_best)} of {n_best}" if n_best else "-"
    return (f"{found['n']} cases: median error {100 * found['median_error']:.1f} %, "
            f"worst {100 * found['worst_error']:.0f} %, {found['beyond_35_percent']} beyond 35 %; "
            f"predicted best within 10 % of the best: {best}")


def print_summary(rows):
    print(words(summary(rows)))
    moved = [row for row in rows if row["processes"] > 1 and "distance" in row
             and not is_same([*row["distance"], *row.get("distance_of_calibration", [])])]
    if 0 < len(moved) < len(rows):
        print(f"without {len(moved)} whose processors were moved: {words(summary([r for r in rows if r not in moved]))}")


def read_rows(path):
    """The rows of raw results, or exit with a sentence: what is wrong with the file."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))["results"]
        rows = [row for row in rows if row.get("applies", True)]
        for row in rows:
            error_of(row), row["exchange"], row["precision"], row["transform"], row["shape"], row["processes"]
    except OSError as error:
        sys.exit(f"model.py: error: cannot read {path}: {error.strerror}; give a file that python3 bench/model.py wrote")
    except (ValueError, KeyError, TypeError, AttributeError):
        sys.exit(f"model.py: error: {path} has no rows with measurement and prediction; "
                 "give a file that python3 bench/model.py wrote")
    if not rows:
        sys.exit(f"model.py: error: {path} has no results; measure anew: python3 bench/model.py --json {path}")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--processes", default=f"1,{min(2, os.cpu_count())}")
    parser.add_argument("--json", type=pathlib.Path,
                        default=ROOT / f"bench/results/{datetime.date.today():%Y%m%d}-model.json")
    parser.add_argument("--table", type=pathlib.Path, metavar="FILE",
                        help="print the table of these raw results, measure nothing")
    asked = parser.parse_args()
    if asked.table:
        rows = read_rows(asked.table)
        print_rows(rows)
        print_summary(rows)
        return
    processes = [int(p) for p in asked.processes.split(",")]
    if not (asked.build / "bench/core_distance").exists():
        sys.exit(f"model.py: error: {asked.build}/bench/core_distance is not built; "
                 f"cmake --build {asked.build} --target core_distance")
    rows, machines, report, calibrated = [], [], {}, None
    with tempfile.TemporaryDirectory() as home:
        for case in cases([int(n) for n in asked.sizes.split(",")], processes):
            if calibrated != case[0]:
                machine, far, tries = at_one_distance(
                    asked.build, lambda: run(asked.build, home, max(processes), "calibrate"))
                machines.append({**machine, "distance": far, "tries": tries})
                calibrated = case[0]
            (some, report), distances, tries = at_one_distance(
                asked.build, lambda case=case: measure(asked.build, home, case), far if case[-1] > 1 else ())
            for row in some:
                row.update(distance=distances, distance_of_calibration=far, tries=tries)
            rows += some
            print_rows(some)
    found = summary(rows)
    print_summary(rows)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    record = {"command": "python3 bench/model.py", "date": f"{datetime.date.today()}", "commit": commit,
              "machine": report["machine"], "versions": report["versions"], "load": os.getloadavg(),
              "summary": found, "results": rows, "calibrations": machines}
    asked.json.write_text(json.dumps(record) + "\n")
    print(asked.json)


if __name__ == "__main__":
    main()
