#!/usr/bin/env python3
"""The test under Slurm leaves nothing, however it ends: no process, namespace, interface, mount, or file outside its folder."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from slurm import why_not

MARK = "WEFT_SLURM_MARK"
# Folders that hosts have of their own, or that daemons write to where they are started carelessly.
FOLDERS = ("/tmp", "/dev/shm", "/etc/slurm", "/etc/munge", "/run", "/run/munge", "/run/netns", "/var/spool", "/var/log/slurm",
           "/var/log/munge", "/var/lib/slurm")
# Names there that come from the hosts; other programs may be at work in /tmp and /dev/shm.
OF_HOSTS = re.compile(r"weft-h\d|slurm|munge|spmix|sem\.OMPIO_|\.pid$")


def things() -> set[str]:
    """Files, interfaces and mounts of this machine that a cluster might leave."""
    found = {f"{folder}/{name}" for folder in FOLDERS if os.path.isdir(folder) for name in os.listdir(folder)
             if OF_HOSTS.search(name)}
    found |= {f"interface {name}" for name in os.listdir("/sys/class/net")}
    mounts = pathlib.Path("/proc/self/mountinfo").read_text().splitlines()
    return found | {f"mount {line.split()[4]}" for line in mounts if OF_HOSTS.search(line.split()[4])}


class Leavings(unittest.TestCase):
    def setUp(self):
        self.before = things()
        folder = tempfile.TemporaryDirectory(prefix="weft-leavings-")
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)  # with a weft that does nothing
        for name in ("weft", "weft-run"):
            (self.build / name).write_text("#!/bin/sh\n")
            (self.build / name).chmod(0o755)
        self.mark = f"{os.getpid()}-{time.monotonic_ns()}"

    def start(self, *arguments):
        return subprocess.Popen([sys.executable, str(HERE), "--build", str(self.build), *arguments], text=True,
                                env={**os.environ, MARK: self.mark}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)

    def processes(self) -> list[str]:
        """Command lines of all that the test has started."""
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if f"{MARK}={self.mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
            except OSError:
                continue
        return found

    def assert_nothing_left(self):
        end = time.monotonic() + 20
        while self.processes() and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.processes(), [])
        self.assertEqual(things() - self.before, set())

    def test_of_a_run_that_ends_well(self):
        process = self.start("--run", "srun -N2 hostname; exit 7")
        said, _ = process.communicate(timeout=120)
        self.assertEqual((process.returncode, sorted(said.split())), (7, ["weft-h1", "weft-h2"]), said)
        self.assertEqual(sorted(path.name for path in self.build.iterdir()), ["weft", "weft-run"])
        self.assert_nothing_left()

    def test_of_a_fact_that_does_not_hold(self):
        process = self.start("--only", "srun with pmix")
        said, _ = process.communicate(timeout=120)
        self.assertRegex(said, "FAILED: srun with pmix starts one job")
        self.assertEqual(process.returncode, 1)
        self.assertIn('failures="1"', (self.build / "tests-slurm.xml").read_text())
        self.assert_nothing_left()
        # Its files are there until the next run.
        self.assertEqual(len(list(self.build.glob("slurm-*"))), 1)
        self.start("--run", "true").communicate(timeout=120)
        self.assertEqual(list(self.build.glob("slurm-*")), [])

    def test_of_a_run_that_is_interrupted_or_killed(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)):
            with self.subTest(signal=number):
                process = self.start("--run", "srun -N2 -n2 sleep 1234")
                end = time.monotonic() + 60
                while sum(words.startswith("sleep 1234") or words.endswith("/sleep 1234 ") for words in self.processes()) < 2:
                    self.assertTrue(process.poll() is None and time.monotonic() < end, self.processes())
                    time.sleep(0.05)
                self.assertGreater(len(self.processes()), 10)
                process.send_signal(number)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, status)
                self.assert_nothing_left()


if __name__ == "__main__":
    if why := why_not():
        print(f"not tried: {why}")
        sys.exit(0)
    unittest.main(verbosity=2)
