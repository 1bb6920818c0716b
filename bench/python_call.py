"""What a call from Python costs beyond the same call from C++.

    weft-run -n 1 python bench/python_call.py [--shape 32x32x32] [--repeats 3000] [--json FILE]

Each round times, one after the other, one forward call of: the C++ interface (in a loop inside the module, so
that Python is not there), Python with `out`, Python with a new result, an ordinary ndarray, and each of these
without the agreement of the processes. Medians over all rounds, the largest of all processes; microseconds.
The last line is the agreement alone, as the difference of two medians.
"""

import argparse
import json
import platform
import sys
import time

import numpy as np
from mpi4py import MPI

import weft


def seconds_of(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure(plan, repeats):
    """Medians in microseconds by name, the largest of all processes."""
    u, uh = plan.points(), plan.modes()
    u[...] = np.random.default_rng(0).random(u.shape)
    plain = np.asarray(u)
    core = plan._plan
    calls = {
        "C++": lambda: core.time_calls(True, u, uh, 1)[0],
        "Python, out=uh": lambda: seconds_of(lambda: plan.forward(u, out=uh)),
        "Python, new result": lambda: seconds_of(lambda: plan.forward(u)),
        "Python, ordinary ndarray": lambda: seconds_of(lambda: plan.forward(plain)),
        "Python, out=uh, check=False": lambda: seconds_of(lambda: plan.forward(u, out=uh, check=False)),
        "Python, new result, check=False": lambda: seconds_of(lambda: plan.forward(u, check=False)),
    }
    seconds = {name: [] for name in calls}
    for _ in range(repeats):
        for name, call in calls.items():
            seconds[name].append(call())
    medians = {name: float(np.median(all_[repeats // 10:])) * 1e6 for name, all_ in seconds.items()}
    return {name: MPI.COMM_WORLD.allreduce(median, MPI.MAX) for name, median in medians.items()}


def cpu():
    with open("/proc/cpuinfo") as file:
        names = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0]}, {len(names)} processors" if names else platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--shape", default="32x32x32")
    parser.add_argument("--repeats", type=int, default=3000)
    parser.add_argument("--json", help="file for the result")
    arguments = parser.parse_args()
    with weft.Plan([int(n) for n in arguments.shape.split("x")], **{"transform": "r2c"}) as plan:
        medians = measure(plan, arguments.repeats)
        n_processes, choice = plan.n_processes, plan.choice
    if MPI.COMM_WORLD.Get_rank() != 0:
        return
    print(f"{arguments.shape} r2c, {n_processes} processes, choice '{choice}', {arguments.repeats} rounds")
    for name, median in medians.items():
        print(f"  {name:32} {median:8.2f} us   {median - medians['C++']:+7.2f}")
    print(f"  agreement: {medians['Python, out=uh'] - medians['Python, out=uh, check=False']:.2f} us")
    if arguments.json:
        versions = {"weft": weft.__version__, "mpi": weft.mpi_library(), "fft": weft.fft_library(),
                    "python": platform.python_version(), "numpy": np.__version__}
        with open(arguments.json, "w") as file:
            json.dump({"command": " ".join(sys.argv), "machine": cpu(), "versions": versions,
                       "processes": n_processes, "choice": choice, "repeats": arguments.repeats,
                       "median_microseconds": medians}, file, indent=1)


if __name__ == "__main__":
    main()
