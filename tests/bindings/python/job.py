"""Small Python jobs for tests that look at a job from outside: its status, its words, what it leaves behind."""

import os
import pathlib
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
SOURCE = pathlib.Path(os.environ["WEFT_SOURCE"])
RUN = str(BUILD / "weft-run")
SCRIPTS = tempfile.TemporaryDirectory(prefix="weft-test-")
FAMILY = os.environ["WEFT_MPI_FAMILY"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(BUILD / "python"), "WEFT_PROGRESS": "0"}
# A program without weft-run, as an interactive session is one.
if FAMILY == "openmpi":
    ENVIRONMENT.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def command_of(script, n):
    """The command that runs a text as a script, under weft-run on n processes, or plainly for n = 0."""
    descriptor, file = tempfile.mkstemp(".py", "script-", SCRIPTS.name)
    with os.fdopen(descriptor, "w") as stream:
        stream.write(script)
    return ([RUN, "-n", str(n)] if n else []) + [sys.executable, file]


def is_running(process):
    """Not if it has ended and waits for its parent, which may wait for nobody (the first process of a container)."""
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except OSError:
        return False


def run(script, n=1, **environment):
    """The finished job."""
    return subprocess.run(command_of(script, n), capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, env={**ENVIRONMENT, **environment})
