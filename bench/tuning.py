#!/usr/bin/env python3
"""How good the tuner is: on ten problems, what tune=measure and tune=estimate choose beside the best of all choices.

For each problem: `weft tune --tune exhaustive`, `measure` and `estimate`, each anew and in a folder of its own, then
`weft bench` with the three choices in turn, so that all meet the same disturbances. Prints a table of the ratios (time
of a pair with the choice found, over that of the exhaustive one; below 1: faster) and of the times that tuning took.

With --again N, whether the tuner finds the same again: N times `weft tune`, then `weft bench` with all that was
found in turn. Prints each choice with how often it was found, and its time over that of the best one: the median
of the ratios in each round.

  python3 bench/tuning.py [--build DIR] [--only NUMBER,...] [--seconds N] [--again N] [--json FILE]
"""

import argparse
import collections
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

# Processes, shape and options of the transform.
PROBLEMS = [
    (1, "64x64x64", []),
    (1, "96x96x96", ["--transform", "c2c", "--precision", "single"]),
    (2, "32x32x32", []),
    (2, "64x64x64", ["--transform", "c2c"]),
    (2, "128x128x128", []),
    (2, "100x90x120", ["--precision", "single"]),
    (2, "1024x1024", ["--transform", "c2c"]),
    (2, "48x48x48", ["--fields", "3"]),
    (3, "60x64x72", ["--backend", "native"]),
    (4, "64x64x64", ["--backend", "native", "--set", "stores=auto"]),
]


def run(build, home, n_processes, command, *options):
    """The JSON of a weft command on n_processes."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        words = [build / "weft-run", "-n", str(n_processes), build / "weft", command, *options, "--json", file.name]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, WEFT_HOME=home))
        return json.load(open(file.name, encoding="utf-8"))


# A choice settles what options beside it would.
SETTLED = {"--grid", "--exchange", "--backend", "--set"}


def rounds_of(build, home, problem, choices, repeats):
    """Report of `weft bench` with the choices in turn, and the times of a pair of each in each round."""
    n, shape, options = problem
    transform = ["--shape", shape, *options]
    plain = [word for i, word in enumerate(transform)
             if word not in SETTLED and transform[i - 1] not in SETTLED]
    report = run(build, home, n, "bench", *plain, "--choice", ";".join(choices), "--repeats", str(repeats))
    return report, [result["rounds"]["pair"] for result in report["results"]]


def ratio_of(rounds, reference):
    return statistics.median(a / b for a, b in zip(rounds, reference))


def compare(build, home, problem, seconds, repeats):
    n, shape, options = problem
    transform = ["--shape", shape, *options]
    found = {}
    for level in ("exhaustive", "measure", "estimate"):
        limit = ["--seconds", str(seconds)] if level == "exhaustive" else []
        found[level] = run(build, home, n, "tune", *transform, "--tune", level, "--again", *limit)["tuning"]
    report, rounds = rounds_of(build, home, problem, [found[level]["choice"] for level in found], repeats)
    return {"processes": n, "transform": transform, "found": {k: {key: v[key] for key in ("choice", "seconds")} for k, v in found.items()},
            "n_measured": {k: sum(row["measured_seconds"] is not None for row in v["ranking"]) for k, v in found.items()},
            "ratio_of_measure": ratio_of(rounds[1], rounds[0]),
            "ratio_of_estimate": ratio_of(rounds[2], rounds[0]),
            "rounds": dict(zip(found, rounds)), "machine": report["machine"], "versions": report["versions"]}


def tune_again(build, home, problem, n_times, repeats):
    """What n_times of tuning found, and how fast each is beside the best of them."""
    n, shape, options = problem
    found = [run(build, home, n, "tune", "--shape", shape, *options, "--again")["tuning"]
             for _ in range(n_times)]
    often = collections.Counter(tuning["choice"] for tuning in found)
    report, rounds = rounds_of(build, home, problem, list(often), repeats)
    best = min(rounds, key=statistics.median)
    rows = [{"choice": choice, "found": count, "milliseconds": 1e3 * statistics.median(times),
             "ratio": ratio_of(times, best)} for (choice, count), times in zip(often.items(), rounds)]
    return {"processes": n, "transform": ["--shape", shape, *options], "choices": rows,
            "load": os.getloadavg(), "seconds": [tuning["seconds"] for tuning in found],
            "kept": sum(tuning["kept_in"] is not None for tuning in found),
            "told_milliseconds": [1e3 * tuning["pair_seconds"] for tuning in found],
            "machine": report["machine"], "versions": report["versions"]}


def print_again(row):
    told = row["told_milliseconds"]
    print(f"{row['processes']} process(es): {' '.join(row['transform'][1:])}; "
          f"{row['kept']} of {len(told)} kept; told {min(told):.4g} to {max(told):.4g} ms; "
          f"tuning took {min(row['seconds']):.2f} to {max(row['seconds']):.2f} s")
    for choice in sorted(row["choices"], key=lambda choice: choice["ratio"]):
        print(f"  {choice['found']:3} times  {choice['milliseconds']:8.4g} ms  {choice['ratio']:6.3f}  "
              f"{choice['choice']}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--only", default="", help="numbers of problems, from 1")
    parser.add_argument("--seconds", type=int, default=600, help="budget of the exhaustive search")
    parser.add_argument("--repeats", type=int, default=20, help="rounds of the comparison")
    parser.add_argument("--home", help="folder with the machine file; default: an empty one, where it is measured first")
    parser.add_argument("--again", type=int,
                        help="how often to tune each problem anew, in place of the comparison")
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    chosen = [int(n) for n in args.only.split(",") if n] or range(1, len(PROBLEMS) + 1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        home = args.home or folder
        if not args.home:
            run(args.build, home, 2, "calibrate")
        if args.again:
            for number in chosen:
                rows.append(tune_again(args.build, home, PROBLEMS[number - 1], args.again, args.repeats))
                print_again(rows[-1])
            if args.json:
                args.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
            return
        print(f"{'problem':44} {'measure':>8} {'estimate':>8}   seconds: {'all':>7} {'measure':>8} {'share':>6}   choices", flush=True)
        for number in chosen:
            problem = PROBLEMS[number - 1]
            row = compare(args.build, home, problem, args.seconds, args.repeats)
            rows.append(row)
            seconds = {level: row["found"][level]["seconds"] for level in row["found"]}
            name = f"{problem[0]} process(es): {' '.join(row['transform'][1:])}"
            print(f"{name:44} {row['ratio_of_measure']:8.3f} {row['ratio_of_estimate']:8.3f}            {seconds['exhaustive']:7.1f}"
                  f" {seconds['measure']:8.2f} {seconds['measure'] / seconds['exhaustive']:6.3f}   "
                  + " | ".join(row["found"][level]["choice"] for level in row["found"]), flush=True)
            if args.json:
                args.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    good = sum(row["ratio_of_measure"] <= 1.05 for row in rows)
    near = sum(row["ratio_of_estimate"] <= 1.15 for row in rows)
    quick = sum(row["found"]["measure"]["seconds"] <= row["found"]["exhaustive"]["seconds"] / 10 for row in rows)
    print(f"of {len(rows)}: measure within 5 % of exhaustive on {good}, in at most a tenth of its time on {quick}; "
          f"estimate within 15 % on {near}")


if __name__ == "__main__":
    main()
