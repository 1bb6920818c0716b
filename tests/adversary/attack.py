"""What all attacks share: programs under a clock, what their end may look like, and counts of what must not happen.

An attack is started as

    ATTACK.py [--size X] [--seed N] [--json FILE] [--only WORD] [--jobs N]

size: 1 is the whole attack, which takes hours on two cores; 0.002 takes a minute. only: rows whose name has this word.
The environment variable WEFT_BUILD names the build folder. Exit status 1: something was found that must not happen; each
finding is printed with the command or the file that shows it.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "cli")]
BUILD = pathlib.Path(os.environ.get("WEFT_BUILD", HERE.parents[1] / "build")).resolve()
os.environ["WEFT_BUILD"] = str(BUILD)
WEFT, RUN = str(BUILD / "weft"), str(BUILD / "weft-run")
PYTHON = os.environ.get("WEFT_PYTHON", sys.executable)
FAULTS = ("crash", "hang", "silent wrong result", "bytes lost", "leftover", "no words")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(BUILD / "python"), "WEFT_RUN_BIND": "none", "WEFT_PROGRESS": "0",
               "WEFT_WAITING": "sleep", "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1",
               "WEFT_OPTIONS": "timeout=30", "OMPI_MCA_pml": "ob1", "OMPI_MCA_mpi_yield_when_idle": "1",
               "OMPI_MCA_odls_base_sigkill_timeout": "0"}
MARK = "WEFT_ADVERSARY_MARK"  # of all processes of one program
PATIENCE = 120  # seconds of a command that does nothing but compute a little, on a machine that has other work

# What no end of a program of weft says, however it is treated.
CRASH = re.compile(r"Segmentation fault|Signal: |signal 1[1]|signal 6|stack smashing|terminate called|Assertion|core dumped|"
                   r"Floating point exception|Bus error|HDF5-DIAG|std::|map::at|basic_string|vector::|bad_alloc|runtime error:")
CRASH_STATUS = {-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGFPE, -signal.SIGILL,
                128 + signal.SIGSEGV, 128 + signal.SIGABRT, 128 + signal.SIGBUS, 128 + signal.SIGFPE, 128 + signal.SIGILL}
# The launcher and the MPI library fail before weft begins, or FFTW has no memory, and say so in words of their own.
OF_OTHERS = re.compile(r"fftw: alloc.c|ORTE_ERROR_LOG|PMIX ERROR|mpi_init:startup|MPI_INIT|evutil_make|"
                       r"mca_base_component_repository_open|error while loading shared libraries|[Cc]annot fork|[Cc]annot allocate memory|"
                       r"[Rr]esource temporarily unavailable|/usr/bin/env: ")
WORDS = re.compile(r"weft: error: |weft-run: |weft\.\w*Error: |weft: ended")

End = collections.namedtuple("End", "status out err seconds hung")


def processes_of(mark):
    """Ids of the processes that were started with this mark in their environment."""
    found, wanted = [], f"{MARK}={mark}".encode()
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (entry / "environ").read_bytes().split(b"\0") and (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def kill(ids):
    for one in ids:
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass


def kill_all(mark):
    while ids := processes_of(mark):
        kill(ids)
        time.sleep(0.01)


class Job:
    """A program that runs."""
    def __init__(self, command, folder, environment=None, stdin=subprocess.DEVNULL):
        self.mark = f"{os.getpid()}-{threading.get_ident()}-{time.monotonic_ns()}"
        self.start = time.monotonic()
        self.out, self.err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [str(word) for word in command], cwd=folder, stdin=stdin, stdout=self.out, stderr=self.err,
            env={**ENVIRONMENT, MARK: self.mark, "TMPDIR": str(folder), "WEFT_HOME": f"{folder}/home", **(environment or {})},
            start_new_session=True)

    def processes(self):
        return processes_of(self.mark)

    def wait(self, patience):
        """The end of the launcher and of all that it started; what is alive after so many seconds hangs, and is killed."""
        try:
            self.process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            pass
        while self.processes() and time.monotonic() - self.start < patience:
            time.sleep(0.02)
        hung = bool(self.processes())
        kill_all(self.mark)
        self.process.wait()
        texts = []
        for file in (self.out, self.err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
            file.close()
        return End(self.process.returncode, *texts, time.monotonic() - self.start, hung)


def run(command, folder, environment=None, patience=PATIENCE, **options):
    return Job(command, folder, environment, **options).wait(patience)


def on_processes(n, *words):
    """The command of `weft WORDS` on n processes; n = 0: without the launcher."""
    return ([RUN, "-n", str(n)] if n else []) + [WEFT, *map(str, words)]


def complaint_about(end, needs_words=True):
    """(fault, what) of how a program ended, whatever it was to do; or None."""
    if end.hung:
        return "hang", f"runs after {end.seconds:.0f} s"
    if end.status and OF_OTHERS.search(end.err):
        return None
    if end.status in CRASH_STATUS or CRASH.search(end.err + end.out):
        return "crash", f"status {end.status}"
    if needs_words and end.status not in (0, 3) and not WORDS.search(end.err):
        return "no words", f"status {end.status}"
    return None


class Attack:
    """Counts of what was tried by row, and what was found."""

    def __init__(self, title, whole, description):
        """whole: how many are tried with size 1."""
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--size", type=float, default=1)
        parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
        parser.add_argument("--json")
        parser.add_argument("--only", default="")
        parser.add_argument("--jobs", type=int, default=2 * os.cpu_count())
        self.asked = parser.parse_args()
        self.title, self.n = title, max(1, round(whole * self.asked.size))
        self.numbers = random.Random(self.asked.seed)
        self.tried, self.ends, self.findings = collections.Counter(), collections.Counter(), []
        self.lock, self.start = threading.Lock(), time.monotonic()
        print(f"{title}: {self.n} wanted, seed {self.asked.seed}", flush=True)

    def wants(self, row):
        return self.asked.only in row

    def count(self, row, n=1, end=""):
        with self.lock:
            self.tried[row] += n
            if end:
                self.ends[end] += max(n, 1)

    def found(self, fault, row, what, said=""):
        assert fault in FAULTS, fault
        with self.lock:
            self.findings.append({"fault": fault, "row": row, "what": what, "said": said[-2000:]})
            print(f"FOUND {fault}: {row}: {what}\n    {said[-1500:].strip()}", flush=True)

    def judge(self, row, what, end, needs_words=True):
        """Counts this end, and what is wrong with it."""
        self.count(row, 1, "error in words" if end.status else "done")
        if complaint := complaint_about(end, needs_words):
            self.found(complaint[0], row, f"{complaint[1]}: {what}", end.out[-300:] + end.err)
            return False
        return True

    def in_parallel(self, work, items):
        """work(item) for all, some at a time. A mistake of the attack itself ends it."""
        with concurrent.futures.ThreadPoolExecutor(self.asked.jobs) as pool:
            for future in [pool.submit(work, item) for item in items]:
                future.result()

    def end(self, **facts):
        counts = {fault: sum(one["fault"] == fault for one in self.findings) for fault in FAULTS}
        total = sum(self.tried.values())
        print(f"\n{self.title}: {total} in {time.monotonic() - self.start:.0f} s, seed {self.asked.seed}")
        for row, n in sorted(self.tried.items()):
            print(f"  {n:9} {row}")
        if self.ends:
            print("  ends: " + ", ".join(f"{n} {end}" for end, n in sorted(self.ends.items())))
        print("  found: " + ", ".join(f"{n} {fault}" for fault, n in counts.items()), flush=True)
        if self.asked.json:
            pathlib.Path(self.asked.json).write_text(json.dumps(
                {"attack": self.title, "seed": self.asked.seed, "size": self.asked.size, "tried": total,
                 "rows": dict(sorted(self.tried.items())), "ends": dict(self.ends), "found": counts, **facts,
                 "findings": self.findings}, indent=1) + "\n")
        sys.exit(bool(self.findings))
