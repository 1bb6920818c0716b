"""How long it takes to make a plan of a real transform, with and without the first touch of its memory.

    weft-run -n 1 python bench/plan_times.py [--shapes 16x16x16,128x128x128] [--repeats 12] [--json FILE]

Plans are made and closed, one after the other; milliseconds, the largest of all processes. First the C library gives closed
memory back to the system, so that each plan touches its own for the first time. Then it keeps what was mapped, and the least
time is that of a plan without it; 512^3 still writes zeros to a GiB.
"""

import argparse
import ctypes
import json
import statistics
import sys
import time

from mpi4py import MPI

import weft

M_TRIM_THRESHOLD, M_MMAP_MAX = -1, -4  # of malloc.h


def keep_memory():
    """From here on, memory that is freed stays mapped."""
    libc = ctypes.CDLL("libc.so.6")
    if not (libc.mallopt(M_MMAP_MAX, 0) and libc.mallopt(M_TRIM_THRESHOLD, -1)):
        raise OSError("bench/plan_times.py: this C library does not keep memory")


def milliseconds(shape, repeats):
    times = []
    for _ in range(repeats):
        MPI.COMM_WORLD.Barrier()
        start = time.perf_counter()
        plan = weft.Plan(shape, MPI.COMM_WORLD)
        times.append(MPI.COMM_WORLD.allreduce(time.perf_counter() - start, MPI.MAX) * 1e3)
        plan.close()
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--shapes", default="16x16x16,32x32x32,64x64x64,128x128x128,256x256x256,512x512x512")
    parser.add_argument("--repeats", type=int, default=12)
    parser.add_argument("--json", metavar="FILE", help="write raw results")
    arguments = parser.parse_args()
    found = {name: {"shape": name} for name in arguments.shapes.split(",")}
    for phase in ("touched", "kept"):
        if phase == "kept":
            keep_memory()
        for name, row in found.items():
            row[phase] = milliseconds(tuple(map(int, name.split("x"))), arguments.repeats)
    if MPI.COMM_WORLD.rank:
        return
    print("shape           first touch, median     memory kept, least   (ms)")
    for name, row in found.items():
        print(f"{name:14s} {statistics.median(row['touched']):20.2f} {min(row['kept']):23.2f}")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"command": sys.argv, "processes": MPI.COMM_WORLD.size, "milliseconds": list(found.values())}, file)


if __name__ == "__main__":
    main()
