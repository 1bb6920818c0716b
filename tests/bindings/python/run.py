"""Runs the test functions of the modules named as arguments, all in one launch:

    weft-run -n 3 python run.py transforms arrays

Ends with 77, which ctest counts as skipped, where a package is missing that only tests need (scripts/requirements.txt).

Plain functions test_*() with plain asserts, called by all processes in the same order. An exception on any
process ends the job with its traceback (weft's own hook), so that no other process waits for it.
"""

import importlib
import sys

from mpi4py import MPI

import support  # noqa: F401: imports weft, and with it the hook


OF_TESTS = ("array_api_strict", "xarray")


def main():
    n_tests = 0
    for name in sys.argv[1:]:
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name not in OF_TESTS:
                raise
            print(f"{name} is not run: {sys.executable} has no {error.name}; pip install -r scripts/requirements.txt")
            sys.exit(77)
        for test in [t for t in vars(module) if t.startswith("test_")]:
            support.current = f"{name}.{test}"
            getattr(module, test)()
            MPI.COMM_WORLD.Barrier()
            n_tests += 1
    if n_tests == 0:
        sys.exit("no tests were found")
    if MPI.COMM_WORLD.Get_rank() == 0:
        print(f"{n_tests} tests passed on {MPI.COMM_WORLD.Get_size()} processes")


if __name__ == "__main__":
    main()
