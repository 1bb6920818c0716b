#!/usr/bin/env python3
"""Jobs that end before their time: an exception on one process, Ctrl-C. Nothing hangs, nothing is left behind.

ctest sets WEFT_BUILD (the build folder) and WEFT_MPI_FAMILY.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
RUN = str(BUILD / "weft-run")
IS_MPICH = os.environ["WEFT_MPI_FAMILY"] == "mpich"
PATIENCE = 300  # seconds; every process waits for 600
os.environ.pop("OMPI_MCA_odls_base_sigkill_timeout", None)  # as users have it: the others end before they are killed


def shared_memory():
    return {path.name for path in pathlib.Path("/dev/shm").iterdir()}


def processes_of(marker):
    """Running processes whose command line names `marker`."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if marker in command and int(path.parent.name) != os.getpid():
            found.append(" ".join(command))
    return found


def expect_nothing_left(marker, before):
    """Within a minute there is a moment without either; jobs of other tests come and go."""
    deadline = time.time() + 60
    while (running := processes_of(marker)) or (left := shared_memory() - before):
        assert time.time() < deadline, f"still running: {running}" if running else f"left in /dev/shm: {left}"
        time.sleep(0.1)


def exception_on_one_process_ends_the_job():
    program = str(BUILD / "tests" / "one_throws")
    for exchange in ("window-pull", "alltoallv"):
        before = shared_memory()
        run = subprocess.run([RUN, "-n", "2", program, exchange, "throws"],
                             capture_output=True, text=True, timeout=PATIENCE)
        assert run.returncode != 0, "a job that threw ends with status 0"
        assert "the last process has had enough" in run.stderr, run.stderr
        expect_nothing_left(program, before)


def death_of_a_process_ends_the_job():
    """Within seconds; and those that waited for it say where, if the launcher lets them (MPICH's kills at once)."""
    program = str(BUILD / "tests" / "one_throws")
    for exchange in ("window-pull", "alltoallv", "pipelined:alltoallw:4"):
        before = shared_memory()
        run = subprocess.run([RUN, "-n", "2", program, exchange, "dies"],
                             capture_output=True, text=True, timeout=PATIENCE)
        assert run.returncode != 0, "a job of which a process died ends with status 0"
        row = exchange.split(":")[1 if ":" in exchange else 0]
        where = f"ended from outside while in forward, exchange 1 of 1 ({row}), process 0"
        assert where in run.stderr or IS_MPICH, run.stderr
        expect_nothing_left(program, before)


def waiting_inside_mpi_ends_the_job():
    """What can throw does; where MPI does not come back, a watchdog speaks."""
    program = str(BUILD / "tests" / "one_throws")
    before = shared_memory()
    run = subprocess.run([RUN, "-n", "2", program, "auto", "leaves"], capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode != 0, "a job that waits in vain ends with status 0"
    # That it is the one that never comes, or the one that waits for it: both are inside MPI.
    assert re.search("weft: error: process [01] on .* came to add up numbers", run.stderr), run.stderr
    assert "inside the MPI library" in run.stderr, run.stderr
    expect_nothing_left(program, before)


def process_that_comes_late_is_told():
    """Both catch their errors and end as they should, though MPI has messages that nobody takes any more."""
    for exchange in ("window-pull", "alltoallv", "persistent"):
        run = subprocess.run([RUN, "-n", "2", str(BUILD / "tests" / "one_throws"), exchange, "late"],
                             capture_output=True, text=True, timeout=PATIENCE)
        assert run.returncode == 0, (run.returncode, run.stderr)
        assert "process 0: forward, exchange 1 of 1" in run.stderr and "for 1 s" in run.stderr, run.stderr
        assert "process 1: " in run.stderr and "process 0 gave up: " in run.stderr, run.stderr


def control_c_ends_the_job():
    program = str(BUILD / "weft")
    before = shared_memory()
    command = [RUN, "-n", "2", program, "bench", "--shape", "64x64x64", "--repeats", "1000000"]
    # A session of its own, as of a terminal: the signal goes to all of its processes.
    job = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.time() + PATIENCE
    while time.time() < deadline and len(processes_of(program)) < 3:
        time.sleep(0.1)
    time.sleep(1)
    assert job.poll() is None, job.communicate()
    os.killpg(job.pid, signal.SIGINT)
    _, err = job.communicate(timeout=PATIENCE)
    # The signal reaches the processes as well as their launcher; that of MPICH then sometimes ends with 0.
    assert job.returncode != 0 or IS_MPICH, "an interrupted job ends with status 0"
    assert "Traceback" not in err and "Segmentation" not in err, err
    expect_nothing_left(program, before)


def main():
    exception_on_one_process_ends_the_job()
    death_of_a_process_ends_the_job()
    waiting_inside_mpi_ends_the_job()
    process_that_comes_late_is_told()
    control_c_ends_the_job()
    print("all as expected")


if __name__ == "__main__":
    sys.exit(main())
