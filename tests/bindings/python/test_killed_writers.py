"""A writer that is killed leaves the old file; a signal that can be caught removes what was begun."""

import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

import h5py
import job

# Writes "old", then stops in the middle of "new" and waits.
SCRIPT = """
import os, sys, time
import weft
from mpi4py import MPI
c = MPI.COMM_WORLD
path = sys.argv[1]
u = weft.full(weft.Layout((64, 16), c.size, 0), 1.0, comm=c)
weft.write_hdf5(path, {"old": u})
for i in range(1000000):
    file = weft.Hdf5Writer(path, c)
    file.write("new", u + i, compression=i % 2)
    if i == 3:
        open(f"{path}.pid.{c.rank}", "w").write(str(os.getpid()))
        c.Barrier()
        os.rename(f"{path}.pid.{c.rank}", f"{path}.ready.{c.rank}")
        time.sleep(60)
    file.__exit__(RuntimeError, None, None)
"""


class KilledWriters(unittest.TestCase):
    def check(self, number, n, left):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "u.h5"
            program = subprocess.Popen([*job.command_of(SCRIPT, n), str(path)], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env=job.ENVIRONMENT)
            ready = [pathlib.Path(f"{path}.ready.{rank}") for rank in range(n)]
            deadline = time.monotonic() + 60
            while not all(p.exists() for p in ready) and time.monotonic() < deadline and program.poll() is None:
                time.sleep(0.02)
            self.assertTrue(all(p.exists() for p in ready), "the program did not begin")
            for p in ready:
                try:
                    os.kill(int(p.read_text()), number)
                except ProcessLookupError:
                    pass
            self.assertNotEqual(program.wait(60), 0)
            with h5py.File(path) as file:
                self.assertEqual(list(file), ["old"])
                self.assertTrue((file["old"][...] == 1).all())
            parts = [p for p in pathlib.Path(folder).iterdir() if p.name.endswith(".part")]
            self.assertEqual(len(parts), left, parts)

    def test_a_signal_removes_the_unfinished_file(self):
        for n in (1, 2):
            with self.subTest(n=n):
                self.check(signal.SIGTERM, n, 0)

    def test_after_sigkill_the_old_file_is_there(self):
        self.check(signal.SIGKILL, 2, 1)


if __name__ == "__main__":
    unittest.main()
