#!/usr/bin/env python3
"""Time of a pair of transforms of one problem, over that of another one, both launched in turn.

For problems that `weft bench` cannot measure in one run because they are not the same: real-to-real and Chebyshev
transforms beside a complex one of the same bytes, fewer modes than points beside all of them. Each round launches
`weft bench` once for each problem; the ratio is that of the medians over all rounds, and of the least times.

  python3 bench/problems.py [--build DIR] [--rounds N] [--json FILE] [CASE ...]
"""

import argparse
import json
import pathlib
import shlex
import statistics
import subprocess
import tempfile

# Name: processes, one problem, the one that it is compared with.
CASES = {
    "kept-192-p2": (2, "--shape 192x192x192 --kept 128x128x128", "--shape 192x192x192"),
    "kept-96-p2": (2, "--shape 96x96x96 --kept 64x64x64", "--shape 96x96x96"),
    "kept-384-p2": (2, "--shape 384x384x384 --kept 256x256x256", "--shape 384x384x384"),
    "kept-192-p1": (1, "--shape 192x192x192 --kept 128x128x128", "--shape 192x192x192"),
    "kept-192-pencil-p4": (4, "--shape 192x192x192 --kept 128x128x128 --grid 2x2", "--shape 192x192x192 --grid 2x2"),
}
for processes in (1, 2):
    c2c = "--shape 128x128x128 --transform c2c"
    for name, problem in {
            "dct2": "--shape 128x128x256 --transform r2r --kinds dct2,dct2,dct2",
            "types-3-and-4": "--shape 128x128x256 --transform r2r --kinds dst4,dct3,dct4",
            "types-1": "--shape 129x129x255 --transform r2r --kinds chebyshev,dct1,dst1",
            "channel-c2c": "--shape 128x129x128 --transform c2c --kinds fourier,chebyshev,fourier",
            "channel": "--shape 128x129x256 --kinds fourier,chebyshev,fourier"}.items():
        CASES[f"{name}-p{processes}"] = (processes, problem, c2c)


def pair_seconds(build, processes, problem, inner, folder):
    """Rounds of one launch."""
    report = folder / "report.json"
    command = [build / "weft-run", "-n", str(processes), build / "weft", "bench", *shlex.split(problem), "--repeats", "3",
               "--inner", str(inner), "--json", report]
    subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL)
    return json.loads(report.read_text())["results"][0]["rounds"]["pair"]


def measure(build, case, n_rounds, folder):
    processes, *problems = CASES[case]
    seconds = [[], []]
    for number in range(n_rounds):
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            seconds[which] += pair_seconds(build, processes, problems[which], 3, folder)
    medians, least = [[f(times) for times in seconds] for f in (statistics.median, min)]
    return {"case": case, "processes": processes, "problems": problems, "rounds": seconds,
            "median": medians, "min": least, "ratio": medians[0] / medians[1], "ratio_of_least": least[0] / least[1]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=", ".join(CASES))
    parser.add_argument("--build", default="build", type=pathlib.Path)
    parser.add_argument("--rounds", default=8, type=int)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    unknown = [case for case in arguments.cases if case not in CASES]
    if unknown:
        parser.error(f"no case {unknown[0]}; there are {', '.join(CASES)}")
    results = []
    print(f"{'case':20} {'ms':>8} {'beside':>8} {'ratio':>6} {'of least':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for case in arguments.cases or CASES:
            result = measure(arguments.build, case, arguments.rounds, pathlib.Path(folder))
            results.append(result)
            print(f"{case:20} {1e3 * result['median'][0]:8.2f} {1e3 * result['median'][1]:8.2f} {result['ratio']:6.2f} "
                  f"{result['ratio_of_least']:8.2f}", flush=True)
    if arguments.json:
        command = "python3 bench/problems.py " + " ".join(arguments.cases)
        arguments.json.write_text(json.dumps({"command": command.strip(), "results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
