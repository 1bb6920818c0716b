#!/usr/bin/env python3
"""Commands that are killed at random moments, all processes at once or one of them, on one process and on two.

After each kill: the file that was there before is whole, or the new one is (bytes lost); the job of which one process was
killed ends in words (hang, no words); the same command, started again, ends well with the result of a run that was not
killed (silent wrong result), and leaves what that run leaves and no more, in its folder and in /dev/shm (leftover).
"""

import filecmp
import json
import pathlib
import random
import shutil
import tempfile
import time

import attack
from attack import Attack, Job, complaint_about, on_processes, run
from shared_memory import SHARED_MEMORY, remove_shared_memory_of_killed_jobs

SETTINGS = attack.HERE / "settings.toml"


def same_bytes(one, other):
    return "" if filecmp.cmp(one, other, shallow=False) else "other bytes"


def same_hdf5(one, other):
    import h5py
    from test_run_kills import contents_of

    if not same_bytes(one, other):
        return ""
    with h5py.File(one) as a, h5py.File(other) as b:
        a, b = contents_of(a), contents_of(b)
        wrong = [key for key in {**a, **b} if a.get(key) != b.get(key)]
        return f"differs in {wrong}" if wrong else ""


def is_json(one, other):
    try:
        json.loads(one.read_text())
        return ""
    except ValueError as error:
        return str(error)


def is_toml_of_weft(one, other):
    """Whole: its last line is a checksum. Times differ."""
    lines = one.read_text().splitlines()
    return "" if lines and lines[-1].startswith("check = ") else "it has no checksum at its end"


def is_there(one, other):
    return "" if one.stat().st_size > 0 else "it is empty"


# Of a file that a command leaves, by the end of its name: what is wrong with it beside that of a run without a kill.
JUDGES = {".npy": same_bytes, ".csv": same_bytes, ".weft": same_hdf5, ".previous": same_hdf5, ".h5": same_hdf5,
          ".xdmf": same_bytes, ".json": is_json, ".toml": is_toml_of_weft, ".html": is_there, ".png": is_there,
          ".lock": None}


def npy(folder):
    import numpy

    numpy.save(folder / "u.npy", numpy.random.default_rng(1).standard_normal((64, 48, 40)))


def results(folder):
    end = run(on_processes(0, "bench", "--shape", "8x6x4", "--repeats", 2, "--json", "r.json"), folder)
    assert end.status == 0, end


def nothing(folder):
    pass


# Each: what it needs, and its words. A command that has an output writes it over an older one.
RUN_FLOW = f"run {SETTINGS} --set output.name=flow --set run.most_steps=8"
COMMANDS = {
    "fft": (npy, "fft u.npy out.npy"),
    "spectrum": (npy, "spectrum u.npy --json out.json --plot out.png"),
    "slice": (npy, "slice u.npy --axis 0 --index 3 --out out.npy --json out.json"),
    "report": (results, "report r.json -o out.html"),
    "bench": (nothing, "bench --shape 24x20x16 --repeats 3 --json out.json"),
    "npb": (nothing, "npb ft --class S --json out.json"),
    "tune": (nothing, "tune --shape 16x12x8 --seconds 1 --json out.json"),
    "calibrate": (nothing, "calibrate --quick"),
    "model": (nothing, "model --machine gigabit-cluster --shape 64^3 --processes 1:64 --json out.json"),
    "run": (nothing, f"{RUN_FLOW} --json out.json"),
    "run with many checkpoints": (nothing, f"{RUN_FLOW} --set output.checkpoint_every=1 --set output.snapshot_every=1"),
}


# A plan that no second look confirmed is not kept, and that is said: then there is no wisdom.
WISDOM, NOT_KEPT = {"home/wisdom.toml", "home/wisdom.toml.lock"}, "this plan is not kept for later"


def files_in(folder):
    return {str(path.relative_to(folder)): path for path in folder.rglob("*")
            if path.is_file()}


class Row:
    """A command, and what it leaves on its first and on its second run in a folder, on one process and on two."""

    def __init__(self, report, name, n):
        self.report, self.name, self.n = report, name, n
        self.make, words = COMMANDS[name]
        self.command = on_processes(n, *words.split())
        self.temporary = tempfile.TemporaryDirectory()
        self.fresh, self.whole = (pathlib.Path(self.temporary.name, part) for part in ("fresh", "whole"))
        self.fresh.mkdir()
        self.make(self.fresh)
        shutil.copytree(self.fresh, self.whole)
        for _ in range(2):
            end = run(self.command, self.whole, {"TMPDIR": self.temporary.name})
            assert end.status == 0, f"{name}: {end}"
        self.seconds = end.seconds

    def kill_once(self, numbers):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name, "work")
            is_second = numbers.random() < 0.5 and not self.name.startswith("run")  # over older files
            shutil.copytree(self.whole if is_second else self.fresh, folder)
            job = Job(self.command, folder, {"TMPDIR": name})
            time.sleep(numbers.uniform(0, self.seconds))
            alive = job.processes()
            victims = [numbers.choice(alive)] if alive and numbers.random() < 0.4 else alive
            attack.kill(victims)
            end = job.wait(attack.PATIENCE)
            what = f"seed {self.report.asked.seed}: {' '.join(map(str, self.command))}: {len(victims)} of {len(alive)} killed"
            self.report.count(f"{self.name} on {self.n or 1}", bool(alive), "while it ran" if alive else "too late")
            # Who kills the launcher, or all, gets no words of anybody.
            fault = complaint_about(end, needs_words=False)
            if fault:
                self.found(*fault, what, end)
            self.look_at(folder, is_second, what)
            again = run(self.command, folder, {"TMPDIR": name})
            fault = complaint_about(again)
            if fault or again.status:
                return self.found(fault[0] if fault else "bytes lost", "the next start", what, again)
            return self.look_again(folder, what, again)

    def found(self, fault, which, what, end):
        self.report.found(fault, self.name, f"{which}: {what}", end.out[-300:] + end.err)

    def look_at(self, folder, is_second, what):
        """Every file under its final name is whole."""
        for name, path in files_in(folder).items():
            judge = JUDGES.get(path.suffix)
            if judge is None or not (self.whole / name).exists():
                continue
            if self.name.startswith("run") and judge in (same_hdf5, same_bytes):
                continue  # of another step; the next start tells
            if complaint := judge(path, self.whole / name):
                self.report.found("bytes lost", self.name, f"{name}: {complaint}: {what}")
        if is_second:
            for name in set(files_in(self.whole)) - set(files_in(folder)):
                self.report.found("bytes lost", self.name, f"{name} is gone: {what}")

    def look_again(self, folder, what, end):
        found, right = files_in(folder), files_in(self.whole)
        for name in found.keys() - right.keys() - WISDOM:
            self.report.found("leftover", self.name, f"{name}: {what}", end.err)
        for name in right.keys() - found.keys() - (WISDOM if NOT_KEPT in end.err else set()):
            self.report.found("bytes lost", self.name, f"{name} is not there: {what}", end.err)
        for name in right.keys() & found.keys():
            judge = JUDGES.get(right[name].suffix)
            if judge and (complaint := judge(found[name], right[name])):
                self.report.found("silent wrong result", self.name, f"{name}: {complaint}: {what}", end.err)


def main():
    report = Attack("kills", 600, __doc__)
    before = set(SHARED_MEMORY.iterdir())
    keys = [(name, n) for name in COMMANDS for n in (0, 2) if report.wants(name)]
    report.numbers.shuffle(keys)
    work = [(key, random.Random(report.numbers.random())) for key in (keys * (report.n // len(keys) + 1))[:report.n]]
    rows = {key: Row(report, *key) for key in sorted({key for key, _ in work})}
    report.in_parallel(lambda one: rows[one[0]].kill_once(one[1]), work)
    # What the MPI library leaves of jobs that are killed is no file of weft's (nor what other jobs have there now).
    remove_shared_memory_of_killed_jobs(before)
    for path in set(SHARED_MEMORY.iterdir()) - before:
        if not path.name.startswith(("vader_segment", "mpich_shar_tmp", "sem.OMPIO_", "ucx_shm_posix_")):
            report.found("leftover", "/dev/shm", str(path))
    report.end()


if __name__ == "__main__":
    main()
