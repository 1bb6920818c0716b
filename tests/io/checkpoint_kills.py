#!/usr/bin/env python3
"""Jobs that write checkpoints are killed at random moments; each time the checkpoint must be whole.

    checkpoint_kills.py N [SEED]    N kills

A job of 2 or 3 processes writes one checkpoint after the other, each going on from what the killed one before left.
SIGKILL ends all of its processes at once, or one of them, and the launcher then ends the others. Then the
checkpoint is opened on another number of processes: its step is the last one that was committed, or the next one, whose
commit was complete but not yet told; all values are those of this step; and no reader had to fall back
on the previous one. Folders are on a disk and, in turn, in memory, where writing is faster. ctest sets WEFT_BUILD.
"""

import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from shared_memory import SHARED_MEMORY, remove_shared_memory_of_killed_jobs

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
RUN = str(BUILD / "weft-run")
PROGRAM = str(BUILD / "tests" / "checkpoint_loop")
PATIENCE = 300


def processes_of(marker):
    """Ids of the processes whose command line names `marker`."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if marker in words and int(path.parent.name) != os.getpid():
            found.append((int(path.parent.name), words[0] == PROGRAM))
    return found


def kill(processes):
    for process, _ in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def last_line(log):
    lines = log.read_text().split() if log.exists() else []
    return int(lines[-1]) if lines else 0


def wait_for(condition, what, job):
    deadline = time.time() + PATIENCE
    while not condition():
        assert job.poll() is None, f"the job ended by itself: {job.communicate()}"
        assert time.time() < deadline, f"no {what} in {PATIENCE} s"
        time.sleep(0.002)


def end(job, path):
    """Nobody of the job is left when this returns."""
    job.communicate(timeout=PATIENCE)
    deadline = time.time() + PATIENCE
    while processes_of(str(path)):
        kill(processes_of(str(path)))
        assert time.time() < deadline, "processes outlive SIGKILL"
        time.sleep(0.01)


def kill_once(numbers, folder, environment):
    """Kills a job; how long after its first step, and how many processes it killed."""
    path, log = folder / "state", folder / "log"
    n_processes = numbers.choice((2, 3))
    before = last_line(log)
    job = subprocess.Popen([RUN, "-n", str(n_processes), PROGRAM, "write", str(path), str(log)], env=environment,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    # Sometimes before the first step of this job, and in a new folder before the first of all.
    seconds = numbers.uniform(0, 0.3)
    if numbers.random() < 0.8:
        wait_for(lambda: last_line(log) > before, "checkpoint", job)
    else:
        wait_for(lambda: any(works for _, works in processes_of(str(path))), "process", job)
    time.sleep(seconds)
    alive = processes_of(str(path))
    workers = [one for one in alive if one[1]]
    victims = [numbers.choice(workers)] if numbers.random() < 0.3 and workers else numbers.sample(alive, len(alive))
    kill(victims)
    end(job, path)
    return n_processes, len(victims), len(alive)


def check(numbers, folder, n_writers, environment, found_before):
    """The step of the checkpoint, 0 if there never was one. A job may end between a checkpoint and its line in the log, and
    the next one, which goes on from that checkpoint, too."""
    path, log = folder / "state", folder / "log"
    committed = max(last_line(log), found_before)
    if committed == 0 and not path.exists():
        return 0
    n_readers = numbers.choice([n for n in (1, 2, 3) if n != n_writers])
    run = subprocess.run([RUN, "-n", str(n_readers), PROGRAM, "check", str(path)], env=environment, capture_output=True,
                         text=True, timeout=PATIENCE)
    assert run.returncode == 0, f"status {run.returncode}: {run.stdout}{run.stderr}"
    words = run.stdout.split()
    assert words[0] == "step" and len(words) == 2, f"the checkpoint had to be replaced: {run.stdout}"
    assert int(words[1]) in (committed, committed + 1), f"step {words[1]}, but {committed} was committed"
    return int(words[1])


def main():
    n_kills = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    numbers = random.Random(seed)
    environment = {**os.environ, "WEFT_RUN_BIND": "none"}
    before = set(SHARED_MEMORY.iterdir())
    n_unfinished = n_steps = 0
    found = [0, 0]
    places = [None, SHARED_MEMORY if SHARED_MEMORY.is_dir() else None]
    with tempfile.TemporaryDirectory(dir=places[0]) as one, tempfile.TemporaryDirectory(dir=places[1]) as two:
        folders = [pathlib.Path(one), pathlib.Path(two)]
        environment["TMPDIR"] = one  # where MPI libraries keep files of the job
        try:
            for i in range(n_kills):
                folder = folders[i % 2]
                n_writers, n_killed, n_alive = kill_once(numbers, folder, environment)
                leftovers = list(folder.glob("state.*.part"))
                assert len(leftovers) <= 2, f"a writer did not remove what killed ones left: {leftovers}"
                n_unfinished += bool(leftovers)
                found[i % 2] = check(numbers, folder, n_writers, environment, found[i % 2])
                print(f"kill {i + 1}: {n_killed} of {n_alive} processes, step {found[i % 2]}"
                      f"{', unfinished files left' if leftovers else ''}", flush=True)
            n_steps = sum(last_line(folder / "log") for folder in folders)
        finally:
            remove_shared_memory_of_killed_jobs(before)
    print(f"{n_kills} kills, {n_unfinished} of them while a file was being written; {n_steps} checkpoints; all usable")
    assert n_unfinished > 0 or n_kills < 5, "no kill hit a writer at work: nothing was tested"


if __name__ == "__main__":
    sys.exit(main())
