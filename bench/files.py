"""Speed of weft's files beside dd with the same flushing; raw results to bench/results/.

    python3 bench/files.py [FOLDER]     # a folder on the disk to measure; the standard is a new one in /tmp

Each case is one run of build/bench/files (ninja -C build files weft-cma-probe), in which dd and weft take turns.
"""
import datetime
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = {"slabs-256-p2": (2, 256, 9, 0), "slabs-256-p1": (1, 256, 5, 0), "last-axis-256-p2": (2, 256, 5, 2)}


def run(folder, n_processes, n, rounds, axis):
    command = [str(ROOT / "build/weft-run"), "-n", str(n_processes), str(ROOT / "build/bench/files"), folder, str(n),
               str(rounds), str(axis)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    results = {}
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else "/tmp") as folder:
        for name, case in CASES.items():
            results[name] = run(folder, *case)
            ways = {way["name"]: way for way in results[name]["ways"]}
            print(name)
            for way, facts in ways.items():
                of_dd = ways["dd " + way.split(" ", 1)[1]] if way.split(" ", 1)[1] != "into memory, cached" else facts
                print(f"  {way:24} median {facts['median']:.4f} s, least {facts['min']:.4f} s; speed of dd's: "
                      f"{of_dd['median'] / facts['median']:.2f}, least {of_dd['min'] / facts['min']:.2f}")
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    record = {"command": "python3 bench/files.py", "commit": commit, "machine": platform.platform(),
              "processors": os.cpu_count(), "load": os.getloadavg(), "results": results}
    path = ROOT / f"bench/results/{datetime.date.today():%Y%m%d}-files.json"
    path.write_text(json.dumps(record, indent=1) + "\n")
    print(path)


if __name__ == "__main__":
    main()
