"""Runs the tests of a folder on all processes; process 0 prints for each whether it passed on all of them."""

import contextlib
import io
import sys

import pytest
from mpi4py import MPI


class Outcomes:
    """What became of each test."""

    def __init__(self):
        self.of = {}

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.failed:
            self.of[report.nodeid] = report.passed


outcomes = Outcomes()
with contextlib.redirect_stdout(io.StringIO()):
    pytest.main(["-q", "-s", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[outcomes])
everywhere = MPI.COMM_WORLD.gather(outcomes.of)
for name in sorted(outcomes.of) if everywhere else []:
    print("test:", name, "passed" if all(here.get(name) for here in everywhere) else "failed")
