#!/usr/bin/env python3
"""Runs that are killed, at each step of writing their files and at random moments, end as runs that were not killed: the same
files, the same bits.

The fast tier has some of the steps, the full tier all of them. WEFT_TEST_KILLS says how often it kills at random.
"""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import time
import unittest

import h5py
import numpy
from program import BUILD, ENVIRONMENT, is_full, weft
from shared_memory import SHARED_MEMORY, remove_shared_memory_of_killed_jobs
from simulation import SimulationTest
from test_run import SETTINGS as CHANNEL
from test_turbulence import SETTINGS as TURBULENCE

EVERY = ("run.until=1000", "output.checkpoint_every=4", "output.history_every=1", "output.snapshot_every=3")
SHIM = BUILD / "tests" / "libkilled_at_step.so"
N_KILLS = int(os.environ.get("WEFT_TEST_KILLS", "40" if is_full else "3"))


def contents_of(group):
    """Every dataset and attribute below a group of an HDF5 file, as bytes, by its name."""
    found = {}

    def add(name, value):
        for key, attribute in value.attrs.items():
            found[f"{name}@{key}"] = numpy.asarray(attribute).tobytes() if not isinstance(attribute, str) else attribute
        if isinstance(value, h5py.Dataset):
            found[name] = value.shape, str(value.dtype), value[()].tobytes()

    add("/", group)
    group.visititems(add)
    return found


class KillTest(SimulationTest):
    settings_text = CHANNEL

    def setUp(self):
        super().setUp()
        self.folder = self.folder.resolve()
        self.whole = self.folder / "whole"
        self.flow = self.folder / "flow"

    def words_in(self, folder):
        """The arguments of a run of nine steps whose files are in that folder."""
        folder.mkdir(exist_ok=True)
        return self.words(f"{folder.name}/flow", "run.most_steps=9", *EVERY)

    def assert_same_files(self, what):
        names = {path.name for path in self.whole.iterdir()}
        self.assertEqual({path.name for path in self.flow.iterdir()}, names, what)
        for name in sorted(names):
            one, other = self.whole / name, self.flow / name
            if one.read_bytes() == other.read_bytes():
                continue
            self.assertTrue(h5py.is_hdf5(one) and h5py.is_hdf5(other), f"{what}: {name} differs")
            with h5py.File(one) as right, h5py.File(other) as found:
                right, found = contents_of(right), contents_of(found)
                self.assertEqual([k for k in {**right, **found} if right.get(k) != found.get(k)], [], f"{what}: {name}")


class AtEachStep(KillTest):
    def test_of_writing(self):
        for program, text in (("channel", CHANNEL), ("turbulence", TURBULENCE)):
            self.settings.write_text(text)
            shutil.rmtree(self.whole, ignore_errors=True)
            self.run_well(*self.words_in(self.whole))
            step, killed = 0, 0
            while True:
                step += 1 if is_full else random.randint(1, 30)
                shutil.rmtree(self.flow, ignore_errors=True)
                with self.subTest(f"{program}, step {step}"):
                    first = weft(*self.words_in(self.flow), environment={
                        "LD_PRELOAD": str(SHIM), "WEFT_KILL_AT": str(step), "WEFT_KILL_BELOW": str(self.flow)})
                    if first.returncode == 0:
                        break
                    self.assertEqual(first.returncode, -signal.SIGKILL, first.stderr)
                    killed += 1
                    self.run_well(*self.words_in(self.flow))
                    self.assert_same_files(f"{program}, killed before step {step}")
            print(f"{program}: killed at {killed} of {step} steps", flush=True)
            self.assertGreater(killed, 3)


class AtRandom(KillTest):
    def setUp(self):
        super().setUp()
        before = set(SHARED_MEMORY.iterdir())
        self.addCleanup(lambda: remove_shared_memory_of_killed_jobs(before))

    def test_moments(self):
        self.run_well(*self.words_in(self.whole), processes=2)
        start = time.monotonic()
        self.run_well(*self.words_in(self.folder / "timed"), processes=2)
        seconds = time.monotonic() - start
        killed = 0
        while killed < N_KILLS:
            shutil.rmtree(self.flow, ignore_errors=True)
            words, kills = self.words_in(self.flow), 0
            while kills < 3 and self.killed_within(words, random.uniform(0, seconds)):
                kills += 1
            killed += kills
            self.run_well(*words, processes=2)
            self.assert_same_files(f"killed {kills} times")
        print(f"{killed} kills at random", flush=True)

    def killed_within(self, words, seconds):
        """False: the job ended before."""
        job = subprocess.Popen([str(BUILD / "weft-run"), "-n", "2", str(BUILD / "weft"), *map(str, words)], env=ENVIRONMENT,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            job.communicate(timeout=seconds)
            return False
        except subprocess.TimeoutExpired:
            os.killpg(job.pid, signal.SIGKILL)
        while numbers := self.processes_of(f"{self.flow.name}/flow"):
            for number in numbers:
                with contextlib.suppress(ProcessLookupError):  # its parent took it along
                    os.kill(number, signal.SIGKILL)
            time.sleep(0.01)
        job.communicate()
        return True


if __name__ == "__main__":
    unittest.main()
