#!/usr/bin/env python3
"""Tests of `weft run --slurm` and `--pbs`: what the scripts ask for, and what they do when a job is told to stop, with programs in
place of the scheduler's."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from program import IS_MPICH, ProgramTest, weft

# A launcher that prints its words, and ends with the status in STATUS, at once or when SIGUSR2 comes.
LAUNCHER = """#!/bin/bash
echo "$0" "$@" >>launched
[ -z "$ENDLESS" ] && exit "$STATUS"
trap 'echo told >>launched; exit "$STATUS"' USR2
touch up
while :; do sleep 0.05; done
"""
SETTINGS = """program = "turbulence"
[grid]
nx = 256
[time]
step = 0.01
[run]
until = 50
[output]
name = "data/box"
"""


class Job(ProgramTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.settings = self.folder / "box.toml"
        self.settings.write_text(SETTINGS)

    def script(self, *words, scheduler="slurm"):
        text = self.run_well("run", f"--{scheduler}", "--machine", "fat-tree-100g", self.settings, *words)
        path = self.folder / f"box.{scheduler}"
        path.write_text(text)
        subprocess.run(["bash", "-n", path], check=True)
        return text

    def asked(self, text):
        """The options of a script for Slurm."""
        return dict(re.findall(r"^#SBATCH --([a-z-]+)(?:=(.*))?$", text, re.MULTILINE))

    def minutes(self, text):
        hours, minutes, _ = self.asked(text)["time"].split(":")
        return 60 * int(hours) + int(minutes)


class Size(Job):
    def test_one_job_is_enough_on_one_node(self):
        text = self.script()
        asked = self.asked(text)
        self.assertEqual((asked["nodes"], asked["ntasks"], asked["ntasks-per-node"], asked["cpus-per-task"]), ("1", "64", "64", "1"))
        self.assertIn("one job", text)
        self.assertIn("5000 steps", text)
        step = float(re.search(r"transforms of ([0-9.]+) ms", text)[1]) / 1e3
        self.assertAlmostEqual(self.minutes(text), 2 * 5000 * step / 60 + 10 + 2, delta=1.5)

    def test_more_nodes_take_less_time_and_memory(self):
        one, four = self.asked(self.script("--nodes", "1")), self.asked(self.script("--nodes", "4"))
        self.assertEqual((four["nodes"], four["ntasks"]), ("4", "256"))
        self.assertLess(int(four["mem"][:-1]), int(one["mem"][:-1]))

    def test_several_jobs_where_one_is_too_short(self):
        text = self.script("--nodes", "1", "--minutes", "20", "--set", "run.until=5000")
        self.assertEqual(self.minutes(text), 20)
        self.assertRegex(text, r"in about \d+ jobs")
        self.assertIn("--set run.until=5000", text)

    def test_nodes_are_added_until_one_job_is_enough(self):
        slow = ("--set", "grid.nx=4096")
        nodes = int(self.asked(self.script(*slow))["nodes"])
        self.assertGreater(nodes, 1)
        alone = self.script(*slow, "--nodes", str(nodes // 2))
        self.assertRegex(alone, r"in about \d+ jobs")

    def test_threads_and_processes_of_a_node(self):
        asked = self.asked(self.script("--set", "plan.threads=4"))
        self.assertEqual((asked["ntasks-per-node"], asked["cpus-per-task"]), ("16", "4"))
        asked = self.asked(self.script("--processes-per-node", "7", "--nodes", "3"))
        self.assertEqual((asked["ntasks-per-node"], asked["ntasks"]), ("7", "21"))

    def test_options_of_the_scheduler(self):
        asked = self.asked(self.script("--job-option=--partition=short", "--job-option=--account=flow"))
        self.assertEqual((asked["partition"], asked["account"]), ("short", "flow"))
        self.assertIn("\n#PBS -q short\n", self.script("--job-option=-q short", scheduler="pbs"))

    def test_another_program(self):
        self.settings.write_text('program = "channel"\n')
        self.assertIn("--job-name=channel", self.script())


class Refusals(Job):
    def test_what_cannot_be_asked_for(self):
        for words, said in ((("--slurm", "--pbs"), ("exclude",)), (("--slurm", "--launcher", "mpirun"), ("--launcher", "weft-run")),
                            (("--slurm", "--minutes", "2"), ("--minutes is 2", "give 3 or more")),
                            (("--slurm", "--nodes", "0"), ("--nodes",)),
                            (("--slurm", "--machine", "beowulf"), ("beowulf",)),
                            (("--slurm", "--nodes", "4000", "--machine", "fat-tree-100g"),
                             ("no grid of 256000 processes", "--nodes"))):
            self.assert_one_error(weft("run", self.settings, *words), *said)
        self.assert_one_error(weft("run", "--slurm"), "settings file")


class Running(Job):
    """Scripts with programs of the same names in front of PATH."""

    def start(self, text, status, endless="", **environment):
        (self.folder / "bin").mkdir(exist_ok=True)
        for name, body in (("srun", LAUNCHER), ("weft-run", LAUNCHER), ("scontrol", '#!/bin/bash\necho "$@" >requeued\n'),
                           ("qsub", '#!/bin/bash\necho "$@" >requeued\n')):
            (self.folder / "bin" / name).write_text(body)
            (self.folder / "bin" / name).chmod(0o755)
        path = self.folder / "script"
        path.write_text(re.sub(r"\S*/weft-run", str(self.folder / "bin/weft-run"), text))
        variables = {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "SLURM_JOB_ID": "7", "SLURM_NTASKS": "64",
                     "PBS_O_WORKDIR": str(self.folder), "PBS_NODEFILE": "nodes", "STATUS": str(status), "ENDLESS": endless}
        return subprocess.Popen(["bash", path], cwd=self.folder, env={**os.environ, **variables, **environment})

    def ends(self, *words, scheduler="slurm", **options):
        """The status, the words of the launcher, and those of the scheduler's program (None: it was not called)."""
        process = self.start(self.script(*words, scheduler=scheduler), **options)
        return self.end_of(process)

    def end_of(self, process):
        status = process.wait(60)
        called = self.folder / "requeued"
        return status, (self.folder / "launched").read_text(), called.read_text() if called.exists() else None

    def test_a_run_that_ends(self):
        status, launched, requeued = self.ends(status=0)
        self.assertEqual((status, requeued), (0, None))
        self.assertIn(f"srun --mpi={'pmi2' if IS_MPICH else 'pmix'} ", launched)
        self.assertIn(f"/weft run {self.settings}", launched)
        self.assertIn("srun --mpi=pmix --cpus-per-task=4 " if not IS_MPICH else "srun --mpi=pmi2 --cpus-per-task=4 ",
                      self.ends("--set", "plan.threads=4", status=0)[1])
        self.assertIn("weft-run -n 64 ", self.ends("--launcher", "weft-run", status=0)[1])

    def test_a_run_with_an_error_is_not_started_again(self):
        for status in (1, 2, 139):
            self.assertEqual(self.ends(status=status)[::2], (status, None))

    def test_a_stopped_run_is_started_again(self):
        self.assertEqual(self.ends(status=3)[::2], (3, "requeue 7\n"))

    def test_a_lost_host(self):
        self.assertEqual(self.ends("--launcher", "weft-run", status=75)[::2], (75, "requeue 7\n"))
        (self.folder / "requeued").unlink()
        self.assertEqual(self.ends("--launcher", "weft-run", status=75, SLURM_RESTART_COUNT="11")[::2], (75, None))

    def test_a_signal_is_passed_on(self):
        for words in ((), ("--launcher", "weft-run")):
            process = self.start(self.script(*words), 3, endless="yes")
            up = self.folder / "up"
            deadline = time.monotonic() + 60
            while not up.exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            up.unlink()
            process.send_signal(signal.SIGUSR1)
            status, launched, requeued = self.end_of(process)
            self.assertEqual((status, requeued), (3, "requeue 7\n"))
            self.assertIn("told", launched)

    def test_pbs(self):
        text = self.script(scheduler="pbs")
        self.assertIn("#PBS -l select=1:ncpus=64:mpiprocs=64:ompthreads=1:mem=", text)
        self.assertIn("box.pbs", text)
        status, launched, requeued = self.ends(scheduler="pbs", status=3)
        self.assertEqual((status, requeued), (3, "box.pbs\n"))
        self.assertIn("weft-run -n 64 ", launched)
        self.assertRegex(launched, r"--set run\.wall_minutes=[0-9.]+")


if __name__ == "__main__":
    unittest.main()
