"""A plugin of pytest: weft computes scipy.fft in every test, or, to compare with, scipy does (tests/drop_in/scipy_fft.py).

WEFT_DROP_IN is the file that gets the results, as JSON; WEFT_DROP_IN_BACKEND is "weft" or "scipy". A test may set the global
backend back, so that it is set before every test. Calls that arrive are counted here, and what became of them by weft.
"""

import collections
import json
import multiprocessing
import os
import pathlib

import pytest
import scipy.fft

with_weft = os.environ["WEFT_DROP_IN_BACKEND"] == "weft"
if with_weft:
    import weft
    import weft.fft

outcomes = {}
arrived, raised = collections.Counter(), collections.Counter()
reached = set()  # tests
running = ""


class Counted:
    """weft.scipy_backend, with its calls counted."""

    __ua_domain__ = "numpy.scipy.fft"

    @staticmethod
    def __ua_function__(method, args, kwargs):
        arrived[method.__name__] += 1
        reached.add(running)
        try:
            return weft.scipy_backend.__ua_function__(method, args, kwargs)
        except Exception as error:
            raised[type(error).__name__] += 1
            raise


# In processes that a test starts, too: scipy's tests have multiprocessing fork them from a server that has imported this.
if with_weft:
    scipy.fft.set_global_backend(Counted)
multiprocessing.set_forkserver_preload([__name__])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    global running
    running = item.nodeid
    if with_weft:
        scipy.fft.set_global_backend(Counted)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown():
    scipy.fft.set_global_backend("scipy")


def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        outcomes[report.nodeid] = report.outcome if not hasattr(report, "wasxfail") else "xfail"


def pytest_sessionfinish():
    counts = weft.fft.counts() if with_weft else {"weft": {}, "scipy": {}}
    result = {"outcomes": outcomes, "reached": len(reached), "arrived": arrived, "raised": raised, "counts": counts}
    pathlib.Path(os.environ["WEFT_DROP_IN"]).write_text(json.dumps(result))
