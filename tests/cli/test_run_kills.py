#!/usr/bin/env python3
"""Runs that are killed, at each step of writing their files and at random moments, end as runs that were not killed: the same
files, the same bits.

The fast tier has some of the steps, the full tier all of them, and WEFT_TEST_KILLS kills at random (200).
"""

import os
import pathlib
import random
import shutil
import signal
import subprocess
import time
import unittest

import h5py
import numpy
from program import BUILD, ENVIRONMENT, is_full, weft
from simulation import SimulationTest

CHANNEL = """program = "channel"
[domain]
length_x = 4
[grid]
nx = 8
ny = 17
nz = 6
[flow]
viscosity = 0.005
[time]
step = 0.01
[run]
until = 1000
most_steps = 9
[output]
checkpoint_every = 4
history_every = 1
snapshot_every = 3
statistics_every = 2
spectra_at = [0.1, 1.0]
"""
TURBULENCE = """program = "turbulence"
[grid]
nx = 12
ny = 10
nz = 8
[flow]
viscosity = 0.05
[time]
step = 0.01
[run]
until = 1000
most_steps = 9
[output]
checkpoint_every = 4
history_every = 2
snapshot_every = 4
statistics_every = 2
"""
SHIM = BUILD / "tests" / "libkilled_at_step.so"
N_KILLS = int(os.environ.get("WEFT_TEST_KILLS", "200" if is_full else "6"))


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

    def run_in(self, folder, text, processes=None, environment=None):
        folder.mkdir(exist_ok=True)
        self.settings.write_text(text)
        return weft("run", self.settings, "--set", f"output.name={folder}/flow", processes=processes, environment=environment)

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
            for folder in (self.whole, self.flow):
                shutil.rmtree(folder, ignore_errors=True)
            self.assertEqual(self.run_in(self.whole, text).returncode, 0)
            step, killed = 0, 0
            while True:
                step += 1 if is_full else random.randint(1, 12)
                shutil.rmtree(self.flow, ignore_errors=True)
                with self.subTest(f"{program}, step {step}"):
                    first = self.run_in(self.flow, text, environment={
                        "LD_PRELOAD": str(SHIM), "WEFT_KILL_AT": str(step), "WEFT_KILL_BELOW": str(self.flow)})
                    if first.returncode == 0:
                        break
                    self.assertEqual(first.returncode, -signal.SIGKILL, first.stderr)
                    killed += 1
                    second = self.run_in(self.flow, text)
                    self.assertEqual((second.returncode, second.stderr), (0, ""))
                    self.assert_same_files(f"{program}, killed before step {step}")
            print(f"{program}: killed at {killed} of {step} steps", flush=True)
            self.assertGreater(killed, 5)


class AtRandom(KillTest):
    def test_moments(self):
        text = CHANNEL.replace("most_steps = 9", "most_steps = 20")
        self.assertEqual(self.run_in(self.whole, text, processes=2).returncode, 0)
        start = time.monotonic()
        self.run_in(self.folder / "timed", text, processes=2)
        seconds = time.monotonic() - start
        killed = 0
        while killed < N_KILLS:
            shutil.rmtree(self.flow, ignore_errors=True)
            self.flow.mkdir()
            kills = 0
            while kills < 3:
                job = subprocess.Popen([str(BUILD / "weft-run"), "-n", "2", str(BUILD / "weft"), "run", str(self.settings), "--set",
                                        f"output.name={self.flow}/flow"], env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
                try:
                    job.communicate(timeout=random.uniform(0, seconds))
                    break
                except subprocess.TimeoutExpired:
                    os.killpg(job.pid, signal.SIGKILL)
                    for number in self.processes_in(self.flow):
                        os.kill(number, signal.SIGKILL)
                    job.communicate()
                kills += 1
            while self.processes_in(self.flow):
                time.sleep(0.01)
            killed += kills
            last = self.run_in(self.flow, text, processes=2)
            self.assertEqual(last.returncode, 0, last.stderr)
            self.assert_same_files(f"killed {kills} times")
        print(f"{killed} kills at random", flush=True)

    @staticmethod
    def processes_in(folder):
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    if f"output.name={folder}/flow" in (entry / "cmdline").read_text(errors="replace").split("\0"):
                        found.append(int(entry.name))
                except OSError:
                    continue
        return found


if __name__ == "__main__":
    unittest.main()
