#!/usr/bin/env python3
"""How good the tuner is: on ten problems, what tune=measure and tune=estimate choose beside the best of all choices.

For each problem: `weft tune --tune exhaustive`, `measure` and `estimate`, each anew and in a folder of its own, then
`weft bench` with the three choices in turn, so that all meet the same disturbances. Prints a table of the ratios (time
of a pair with the choice found, over that of the exhaustive one; below 1: faster) and of the times that tuning took.

  python3 bench/tuning.py [--build DIR] [--only NUMBER,...] [--seconds N] [--json FILE]
"""

import argparse
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


def compare(build, home, problem, seconds, repeats):
    n, shape, options = problem
    transform = ["--shape", shape, *options]
    found = {}
    for level in ("exhaustive", "measure", "estimate"):
        limit = ["--seconds", str(seconds)] if level == "exhaustive" else []
        found[level] = run(build, home, n, "tune", *transform, "--tune", level, "--again", *limit)["tuning"]
    choices = [found[level]["choice"] for level in found]
    # A choice settles what options beside it would.
    settled = {"--grid", "--exchange", "--backend", "--set"}
    plain = [word for i, word in enumerate(transform) if word not in settled and transform[i - 1] not in settled]
    report = run(build, home, n, "bench", *plain, "--choice", ";".join(choices), "--repeats", str(repeats))
    rounds = [result["rounds"]["pair"] for result in report["results"]]
    ratio = [statistics.median(a / b for a, b in zip(rounds[i], rounds[0])) for i in range(3)]
    return {"processes": n, "transform": transform, "found": {k: {key: v[key] for key in ("choice", "seconds")} for k, v in found.items()},
            "n_measured": {k: sum(row["measured_seconds"] is not None for row in v["ranking"]) for k, v in found.items()},
            "ratio_of_measure": ratio[1], "ratio_of_estimate": ratio[2], "rounds": dict(zip(found, rounds)),
            "machine": report["machine"], "versions": report["versions"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--only", default="", help="numbers of problems, from 1")
    parser.add_argument("--seconds", type=int, default=600, help="budget of the exhaustive search")
    parser.add_argument("--repeats", type=int, default=20, help="rounds of the comparison")
    parser.add_argument("--home", help="folder with the machine file; default: an empty one, where it is measured first")
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    chosen = [int(n) for n in args.only.split(",") if n] or range(1, len(PROBLEMS) + 1)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        home = args.home or folder
        if not args.home:
            run(args.build, home, 2, "calibrate")
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
