#!/usr/bin/env python3
"""Compares two versions of weft by random plans: a guard for changes of kernels and routes.

    python3 bench/before_plans.py OLD NEW                OLD and NEW: checkouts, each built in its folder build/
    python3 bench/before_plans.py OLD NEW --only 1234    one plan, with its text and both results
    python3 bench/before_plans.py OLD NEW --new-options backend=fftw    WEFT_OPTIONS of NEW; serial plans have none

bench/random_plans.cpp of this checkout is compiled with the headers and the library of each version. It makes each
plan from the seed and the number of the plan, transforms random values forward and backward, and records sketches of
the results, from which the norm of a difference is computed to about 10 %. A plan fails if NEW refuses it and OLD does
not, if NEW ends, stops or changes other memory in it, and if a difference exceeds 1.5 times the bound of the error in
doc/conventions.md: two correct results with independent errors differ by up to about sqrt(2) bounds. The exit status
is then 1.
"""

import argparse
import array
import concurrent.futures
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PATTERN = "s" * 13 + "1" * 10 + "2" * 7 + "3" * 4 + "4" * 3 + "5" * 3  # of 40 plans: processes of each; s: a SerialPlan
N_SUMS = 64
MOST_BOUNDS = 1.5  # by which two results may differ; FFTW's kernels and weft's own differ by up to 1.1
MOST_SHOWN = 20  # failures for each number of processes
SECONDS_OF_SILENCE = 150  # then a job is ended


def build(checkout, program):
    cache = (checkout / "build" / "CMakeCache.txt").read_text()
    compilers = [line.split("=", 1)[1] for line in cache.splitlines() if line.startswith("MPI_CXX_COMPILER:")]
    lib = checkout / "build" / "lib"
    subprocess.run([*compilers[:1], "-std=c++20", "-O2", f"-I{checkout}/include", f"-I{checkout}/build/include",
                    HERE / "random_plans.cpp", "-o", program, f"-L{lib}", "-lweft", f"-Wl,-rpath,{lib}"], check=True)


def wait(job, lines):
    """The exit status; a job that writes no line for a long time is ended."""
    size, since = -1, time.monotonic()
    while True:
        try:
            return job.wait(timeout=1)
        except subprocess.TimeoutExpired:
            now = lines.stat().st_size if lines.exists() else 0
            if now != size:
                size, since = now, time.monotonic()
            elif time.monotonic() - since > SECONDS_OF_SILENCE:
                os.killpg(job.pid, signal.SIGTERM)  # the launcher ends its processes
                since = time.monotonic()


def run(checkout, program, group, first, end, seed, options):
    """Runs all plans of a group; continues behind a plan in which the job ends."""
    lines = program.with_suffix("." + group)
    environment = os.environ | {"WEFT_OPTIONS": options, "WEFT_RUN_BIND": "none"}
    while first < end:
        command = [checkout / "build" / "weft-run", "-n", "1" if group == "s" else group, program, str(seed),
                   str(first), str(end), PATTERN, group, lines]
        with open(lines.with_suffix(lines.suffix + ".log"), "ab") as log:
            job = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
            status = wait(job, lines)
        text = lines.read_text() if lines.exists() else ""
        if text.endswith("\t"):
            first = int(text.splitlines()[-1].split("\t")[0]) + 1
            with open(lines, "a") as file:
                file.write(f"ended\tthe job ended with status {status}\n")
        elif status != 0:
            sys.exit(f"before_plans: error: {' '.join(map(str, command))} ended with status {status}; see {log.name}")
        else:
            break
    return lines


def read(lines):
    """For each number: text, outcome, and the message or (bound, two norms, sums of both directions)."""
    records = {}
    with open(lines) as file, open(f"{lines}.sums", "rb") as sums:
        for line in file:
            number, text, outcome, *rest = line.rstrip("\n").split("\t")
            if outcome == "taken":
                values = array.array("d")
                values.fromfile(sums, 4 * N_SUMS)
                rest = [*map(float, rest), values[:2 * N_SUMS], values[2 * N_SUMS:]]
            records[int(number)] = (text, outcome, rest)
    return records


def difference(a, b):
    """The norm of the difference of two arrays from their sketches, whose sums are pairs of numbers."""
    return math.sqrt(sum(((a[i] - b[i]) + (a[i + 1] - b[i + 1])) ** 2 for i in range(0, len(a), 2)))


def error_over_bound(old, new):
    worst = 0.0
    for norm, a, b in zip(old[1:3], old[3:], new[3:]):
        apart = difference(a, b)
        error = apart / (norm * old[0]) if norm > 0 else math.inf if apart != 0 else 0.0
        worst = error if math.isnan(error) else max(worst, error)
    return worst


def compare(old, new):
    """Counts of a group, and its failures: number, text, reason."""
    counts, failures = {"plans": len(old), "taken": 0, "refused": 0, "only NEW": 0, "broken": 0, "error": 0.0}, []
    for number, (text, outcome, before) in old.items():
        _, now, after = new.get(number, ("", "missing", ["no record"]))
        if outcome == "taken" and now == "taken":
            counts["taken"] += 1
            error = error_over_bound(before, after)
            counts["error"] = max(counts["error"], error)
            if not error <= MOST_BOUNDS:
                failures.append((number, text, f"differs by {error:.3g} times the bound {before[0]:.2g}"))
        elif outcome == "refused" and now == "refused":
            counts["refused"] += 1
        elif outcome != "taken" and now == "taken":
            counts["only NEW"] += 1
        elif outcome in ("taken", "refused"):
            failures.append((number, text, f"NEW: {now}: {after[0]}"))
        else:
            counts["broken"] += 1
    return counts, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path, metavar="OLD")
    parser.add_argument("new", type=pathlib.Path, metavar="NEW")
    parser.add_argument("--plans", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="NUMBER", help="of one plan")
    parser.add_argument("--old-options", default="", metavar="TEXT", help="WEFT_OPTIONS of OLD")
    parser.add_argument("--new-options", default="", metavar="TEXT", help="WEFT_OPTIONS of NEW")
    a = parser.parse_args()
    first, end = (0, a.plans) if a.only is None else (a.only, a.only + 1)
    groups = list(dict.fromkeys(PATTERN[i % len(PATTERN)] for i in range(first, min(end, first + len(PATTERN)))))
    started, n_failures = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        sides = [(a.old.resolve(), pathlib.Path(folder) / "old", a.old_options),
                 (a.new.resolve(), pathlib.Path(folder) / "new", a.new_options)]
        for checkout, program, _ in sides:
            build(checkout, program)
        print("processes   plans   taken  refused by both  taken only by NEW  ended by OLD  largest difference / bound")
        for group in groups:
            with concurrent.futures.ThreadPoolExecutor(2 if group in "s1" else 1) as pool:
                old, new = map(read, pool.map(
                    lambda side: run(side[0], side[1], group, first, end, a.seed, side[2]), sides))
            counts, failures = compare(old, new)
            n_failures += len(failures)
            print(f"{'serial' if group == 's' else group:9} {counts['plans']:7} {counts['taken']:7} "
                  f"{counts['refused']:16} {counts['only NEW']:18} {counts['broken']:13} {counts['error']:27.3g}",
                  flush=True)
            for number, text, reason in failures[:MOST_SHOWN]:
                print(f"  plan {number}: {reason}\n    {text}\n"
                      f"    repeat: python3 bench/before_plans.py {a.old} {a.new} --seed {a.seed} --only {number}")
            if len(failures) > MOST_SHOWN:
                print(f"  and {len(failures) - MOST_SHOWN} more")
            for name, records in (("OLD", old), ("NEW", new)) if a.only is not None else ():
                text, outcome, rest = records[a.only]
                norms = "bound {:.3g}, norm of modes {:.17g}, of points {:.17g}"
                print(f"{name}: {text}\n  {outcome}: {norms.format(*rest[:3]) if outcome == 'taken' else rest[0]}")
    print(f"{n_failures} failures in {time.monotonic() - started:.0f} s")
    return 1 if n_failures else 0


if __name__ == "__main__":
    sys.exit(main())
