"""Runs one file of another project with mpi4py-fft or with weft in its place, and says at the end what it did.

    python start.py mpi4py-fft|weft script|pytest FILE [ARGUMENT ...]

The last line of process 0 is REPORT and JSON: how many transforms the file made in each precision (those that others are made of are not counted;
long double is what mpi4py-fft has beyond weft), and with pytest the outcome of each test, which passed if it passed on all processes. Random numbers are those of seed 1,
so that both libraries get the same ones.
"""

import collections
import json
import os
import re
import runpy
import sys

library, how, file = sys.argv[1:4]
if library == "weft":
    import weft.compat.mpi4py_fft

    weft.compat.mpi4py_fft.install()

import mpi4py_fft.fftw.factory
import mpi4py_fft.fftw.xfftn
import mpi4py_fft.libfft
import mpi4py_fft.mpifft
import numpy as np
from mpi4py import MPI

made = collections.Counter()
PRECISIONS = {"f": "single", "d": "double", "g": "long double"}
depth = 0


def counted(call, dtype_of=None):
    """`call`, counted by precision unless a counted call makes it; without dtype_of not counted, and nothing that it makes."""
    def counts(*arguments, **keywords):
        global depth
        depth += 1
        try:
            result = call(*arguments, **keywords)
        finally:
            depth -= 1
        if depth == 0 and dtype_of is not None:
            made[PRECISIONS[np.dtype(dtype_of(arguments, result)).char.lower()]] += 1
        return result
    return counts


def count():
    mpi4py_fft.mpifft.PFFT.__init__ = counted(mpi4py_fft.mpifft.PFFT.__init__, lambda arguments, _: arguments[0].dtype(True))
    if library == "weft":  # makes its steps when they are asked for, mpi4py-fft with the whole
        mpi4py_fft.mpifft.PFFT._make_steps = counted(mpi4py_fft.mpifft.PFFT._make_steps)
    mpi4py_fft.libfft.FFT.__init__ = counted(mpi4py_fft.libfft.FFT.__init__, lambda arguments, _: arguments[0].dtype)
    planned = counted(mpi4py_fft.fftw.factory.get_planned_FFT, lambda arguments, _: arguments[0].dtype)
    for module in (mpi4py_fft.fftw, mpi4py_fft.fftw.factory, mpi4py_fft.fftw.xfftn):
        module.get_planned_FFT = planned


class Outcomes:
    """A plugin of pytest that keeps the outcome of each test."""

    def __init__(self):
        self.of = {}

    def pytest_runtest_logreport(self, report):
        name = re.sub(r"\[Rank \d+\]", "", report.nodeid)  # which pylops-mpi puts there
        if report.outcome != "passed" or self.of.get(name, "passed") == "passed":
            self.of[name] = report.outcome


def run_pytest(arguments):
    import pytest

    outcomes = Outcomes()
    status = int(pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", *arguments], plugins=[outcomes]))
    return status, outcomes.of


def run_script():
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    try:
        runpy.run_path(file, run_name="__main__")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


count()
np.random.seed(1)
sys.argv = sys.argv[3:]
status, outcomes = run_pytest(sys.argv) if how == "pytest" else (run_script(), {})
everywhere = MPI.COMM_WORLD.gather(outcomes)
if everywhere is not None:
    tests = {test: next((one[test] for one in everywhere if one.get(test) != "passed" and test in one), "passed") for test in outcomes}
    print("\nREPORT " + json.dumps({"made": made, "tests": tests}), flush=True)
sys.exit(0 if how == "pytest" and status in (0, 1) else status)
