#!/usr/bin/env python3
"""Tests of `weft run`: settings files and what is wrong with them, files that a run leaves, restarts to the last bit, signals,
kills, flows that blow up.

A history has its numbers in full, and nothing that differs in a bit keeps all of them for some steps: two flows are the same
if their histories are.
"""

import contextlib
import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

from program import BUILD, ENVIRONMENT, weft
from simulation import SimulationTest

SETTINGS = """program = "channel"
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
[output]
history_every = 1
statistics_every = 2
spectra_at = [0.1, 1.0]
"""


class RunTest(SimulationTest):
    settings_text, begins_with = SETTINGS, "channel flow"

    def copy_whole(self, name):
        """A run without a break. What it writes does not change the flow."""
        return self.copy_flow(name, 21, "output.snapshot_every=10")


class Files(RunTest):
    def test_a_sample_is_complete(self):
        sample = self.run_well("run", "--keys", "channel")
        for word in ('program = "channel"', "[grid]", "nx = ", "# points along x", "[plan]", "[output]", "until = "):
            self.assertIn(word, sample)
        self.settings.write_text(sample)
        self.run_flow("sample", 1, "grid.nx=8", "grid.ny=17", "grid.nz=6")

    def test_what_a_run_leaves(self):
        output = self.copy_whole("flow")
        self.assertIn("channel flow: 8x17x6 modes on 8x17x6 points", output)
        self.assertIn("real arrays of the points", output)
        self.assertIn("checkpoint of step 21", output)
        self.assertIn("finished: step 21", output)
        names = {path.name for path in self.folder.iterdir()}
        self.assertEqual(names, {"settings.toml", "flow.weft", "flow.history.csv", "flow.history.h5", "flow.statistics.h5",
                                 "flow.statistics.csv", "flow.000000.h5", "flow.000001.h5", "flow.000002.h5",
                                 "flow.xdmf"})
        history = self.history("flow")
        self.assertEqual(history[0][:3], ["step", "time", "courant_number"])
        self.assertIn("wall_shear [U^2]", history[0])
        self.assertEqual([int(row[0]) for row in history[1:]], list(range(22)))
        column = history[0].index("bulk_velocity [U]")
        for row in history[2:]:
            self.assertAlmostEqual(float(row[column]), 1, places=13)

    def test_report_has_the_step_of_the_checkpoint(self):
        report = self.folder / "report.json"  # a history that is due at the end takes one more step, whose state nobody keeps
        output = self.run_well(*self.words("flow", "run.until=1000", "run.most_steps=3"), "--json", report, processes=2)
        result = json.loads(report.read_text())["results"][0]
        self.assertIn("finished: step 3, time 0.03", output)
        self.assertEqual((result["step"], result["n_steps"]), (3, 3))
        self.assertAlmostEqual(result["time"], 0.03)

    def test_statistics(self):
        self.copy_whole("flow")
        with open(self.folder / "flow.statistics.csv", encoding="utf-8") as file:
            comments = [line for line in file if line.startswith("#")]
        self.assertIn("11 samples from time 0 to 0.2", comments[1])
        with open(self.folder / "flow.statistics.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        self.assertEqual(len(rows), 9)
        self.assertEqual((float(rows[0]["y"]), float(rows[-1]["y"])), (0, 1))
        self.assertAlmostEqual(float(rows[0]["u_plus"]), 0, places=10)
        self.assertAlmostEqual(float(rows[0]["total_plus"]), 1, places=10)
        numbers = self.run_well("slice", self.folder / "flow.statistics.h5", "--dataset", "/spectra/uu_x")
        self.assertIn("2x5 points", numbers)

    def test_the_same_flow_on_any_number_of_processes(self):
        for processes in (1, 3):
            self.run_flow(f"flow{processes}", 10, "plan.reproducible=yes", processes=processes)
        for ending in ("history.csv", "statistics.csv"):
            one, other = ((self.folder / f"flow{processes}.{ending}").read_text() for processes in (1, 3))
            self.assertEqual(one, other)


class Restarts(RunTest):
    def test_goes_on_bit_by_bit(self):
        for settings in ((), ("time.scheme=rk3",)):
            with self.subTest(settings):
                if settings:
                    self.run_flow("whole", 21, *settings)
                else:
                    self.copy_whole("whole")
                self.copy_flow("parts", 5, *settings)
                output = self.run_flow("parts", 21, *settings)
                self.assertIn("step 5, time 0.05", output)
                self.assertEqual(self.history("whole"), self.history("parts"))
                self.assertEqual((self.folder / "whole.statistics.csv").read_text(),
                                 (self.folder / "parts.statistics.csv").read_text())
                for path in self.folder.glob("*.*"):
                    if path != self.settings:
                        path.unlink()

    def test_goes_on_with_other_processes(self):
        self.copy_whole("whole")
        self.copy_flow("parts", 5)
        self.run_flow("parts", 21, processes=3)
        self.assertEqual(len(self.history("parts")), len(self.history("whole")))
        for one, other in zip(self.history("whole")[1:], self.history("parts")[1:]):
            for a, b in zip(one, other):
                self.assertAlmostEqual(float(a), float(b), places=11)

    def test_an_end_that_is_reached(self):
        self.copy_flow("flow", 5)
        files = [self.folder / f"flow.{ending}" for ending in ("history.csv", "statistics.csv")]
        before = [file.read_text() for file in files]
        self.assertIn("finished: step 5, time 0.05; 0 steps", self.run_flow("flow", 5))
        self.assertEqual([file.read_text() for file in files], before)

    def test_another_step_is_noted_and_another_grid_refused(self):
        self.copy_flow("flow", 5)
        result = weft(*self.words("flow", "run.most_steps=6", "grid.nz=8"), processes=2)
        self.assert_one_error(result, "nz is 8, and was 6", "output.name")
        result = weft(*self.words("flow", "run.most_steps=6", "time.step=0.005"), processes=2)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("note: dt is 0.005, and was 0.01", result.stderr)
        for time, row in zip((0.04, 0.05, 0.055), self.history("flow")[-3:]):
            self.assertAlmostEqual(float(row[1]), time)

    def test_a_damaged_checkpoint_leaves_the_one_before(self):
        self.copy_whole("whole")
        self.copy_flow("flow", 5)
        self.run_flow("flow", 10)
        path = self.folder / "flow.weft"
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
        result = weft(*self.words("flow", "run.until=1000", "run.most_steps=21"), processes=2)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("flow.weft", result.stderr)
        self.assertIn("step 5, time 0.05", result.stdout)
        self.assertEqual(self.history("flow"), self.history("whole"))

    def test_a_checkpoint_of_another_program(self):
        self.copy_flow("flow", 5)
        shutil.copy(self.folder / "flow.weft", self.folder / "ours.weft")
        foreign = self.folder / "flow.weft"
        made = subprocess.run(
            [str(BUILD / "weft-run"), "-n", "1", sys.executable, "-c", "import sys, weft\n"
             "weft.write_checkpoint(sys.argv[1], metadata={'step': 3})", str(foreign)], capture_output=True, text=True,
            env={**ENVIRONMENT, "PYTHONPATH": str(BUILD / "python")}, check=False)
        self.assertEqual(made.returncode, 0, made.stderr)
        previous = self.folder / "flow.weft.previous"
        previous.unlink()
        self.assert_one_error(weft(*self.words("flow"), processes=2), "another program than channel", "output.name")
        shutil.copy(self.folder / "ours.weft", previous)
        result = weft(*self.words("flow", "run.most_steps=6"), processes=2)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("flow.weft.previous is taken", result.stderr)


class Signals(RunTest):
    def test_sigterm_writes_a_checkpoint_and_stops(self):
        process = self.start_with_checkpoint("flow")
        os.kill(self.processes_of("flow")[-1], signal.SIGTERM)
        output, errors = process.communicate()
        self.assertEqual(process.returncode, 3, output + errors)
        self.assertIn("stopped by SIGTERM", output)
        steps = int(output.split("stopped by SIGTERM; the same command goes on: step ")[1].split(",")[0])
        self.assertEqual(int(self.history("flow")[-1][0]), steps - 1)
        self.run_flow("flow", steps + 5)
        self.run_flow("whole", steps + 5)
        self.assertEqual(self.history("flow"), self.history("whole"))

    def test_sigusr1_writes_a_checkpoint_and_goes_on(self):
        self.copy_flow("flow", 5)
        process = self.start("flow", "output.checkpoint_every=0")
        first = (self.folder / "flow.weft").stat().st_ino
        os.kill(self.processes_of("flow")[0], signal.SIGUSR1)
        self.wait_for(lambda: (self.folder / "flow.weft").stat().st_ino != first, process)
        self.assertIsNone(process.poll())
        os.kill(self.processes_of("flow")[0], signal.SIGTERM)
        output, errors = process.communicate()
        self.assertEqual(process.returncode, 3, output + errors)

    def test_sigusr1_to_all_processes_writes_one_checkpoint(self):
        self.copy_flow("flow", 5)
        process = self.start("flow", "output.checkpoint_every=0")
        first = (self.folder / "flow.weft").stat().st_ino
        processes = self.processes_of("flow")
        for number in processes:
            os.kill(number, signal.SIGUSR1)
            time.sleep(0.3)  # some steps: the others have agreed before
        self.wait_for(lambda: (self.folder / "flow.weft").stat().st_ino != first, process)
        for number in processes:
            os.kill(number, signal.SIGUSR2)
        output, errors = process.communicate()
        self.assertEqual(process.returncode, 3, output + errors)
        self.assertIn("stopped by SIGUSR2", output)
        self.assertEqual(output.count("checkpoint of step"), 2, output)

    def test_launchers_pass_signals_on(self):
        self.copy_flow("flow", 5)
        process = self.start("flow", "output.checkpoint_every=0")
        self.processes_of("flow")
        first = (self.folder / "flow.weft").stat().st_ino
        process.send_signal(signal.SIGUSR1)
        self.wait_for(lambda: (self.folder / "flow.weft").stat().st_ino != first, process)
        process.send_signal(signal.SIGUSR2)
        output, errors = process.communicate()
        self.assertEqual(process.returncode, 3, output + errors)
        self.assertEqual(output.count("checkpoint of step"), 2, output)

    def test_a_killed_run_loses_no_more_than_an_interval(self):
        process = self.start_with_checkpoint("flow")
        for number in self.processes_of("flow"):
            with contextlib.suppress(ProcessLookupError):  # its parent took it along
                os.kill(number, signal.SIGKILL)
        process.communicate()
        self.assertNotEqual(process.returncode, 0)
        output = self.run_flow("flow", 1)
        self.assertIn("going on from", output)

    def test_a_limit_of_wall_time(self):
        result = weft(*self.words("flow", "run.until=1e9", "run.wall_minutes=0.01"), processes=2)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("stopped after 0.01 minutes (run.wall_minutes)", result.stdout)
        self.assertTrue((self.folder / "flow.weft").exists())


class Faults(RunTest):
    def test_a_folder_that_is_not_there(self):
        result = weft("run", self.settings, "--set", f"output.name={self.folder}/none/flow", "--set", "run.most_steps=1")
        self.assertEqual(result.returncode, 2, result.stdout)
        self.assertIn("none", result.stderr)

    def test_steps_that_are_too_large(self):
        self.copy_flow("flow", 5)
        result = weft(*self.words("flow", "time.step=1", "run.until=1000"), processes=2)
        self.assertEqual(result.returncode, 2)
        error = result.stderr.splitlines()[-1]
        for word in ("the Courant number is", "above the limit of 0.5", "time.step", "goes on from the checkpoint of step 5"):
            self.assertIn(word, error)
        before = self.history("flow")
        self.run_flow("flow", 6)
        self.assertEqual(self.history("flow")[:len(before)], before)

    def test_flows_that_blow_up(self):
        result = weft(*self.words("flow", "time.step=1", "run.courant_limit=1e300", "run.until=1e6",
                                  "output.checkpoint_every=4"), processes=2)
        self.assert_one_error(result, "not a number any more", "time.step", "goes on from the checkpoint of step")
        self.assertTrue((self.folder / "flow.weft").exists())


if __name__ == "__main__":
    unittest.main()
