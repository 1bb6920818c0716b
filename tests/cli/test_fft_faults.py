#!/usr/bin/env python3
"""Tests of `weft fft`: what is wrong is one error in words, and the old result survives every failure.

Wrong options, paths and headers are in command_lines_with_files.cpp.
"""

import contextlib
import hashlib
import os
import pathlib
import resource
import signal
import subprocess
import time
import unittest

import numpy
from fft_files import FileTest, MIB, OLD, complexes, digest, npy, reals
from program import BUILD, ENVIRONMENT, IS_MPICH, weft


class WrongFiles(FileTest):
    def test_several_processes_say_it_once(self):
        self.source.write_bytes(npy(reals(2, 3))[:-1])
        self.assert_fails([self.source, self.result], "truncated", processes=2)

    def test_an_array_that_cannot_be_transformed_is_an_error_with_the_remedy(self):
        rows = (
                (reals(2, 3).astype(numpy.float16), ["float16", "astype(numpy.float32)"]),
                (reals(2, 3).astype(numpy.longdouble), ["longdouble", "astype(numpy.float64)"]),
                (complexes(2, 3).astype(numpy.clongdouble), ["clongdouble", "astype(numpy.complex128)"]),
                (numpy.array(["a", "b"]), ["strings", "numpy.save"]),
                (numpy.array([b"a", b"b"]), ["bytes strings", "numpy.save"]),
                (numpy.array([1, None]), ["Python objects", "numpy.save"]),
                (numpy.zeros(3, [("x", "f8"), ("y", "i4")]), ["structured", "a['name']"]),
                (numpy.array(["2026-11-21"], "M8[D]"), ["dates", "numpy.int64"]),
                (numpy.float64(5), ["single number", "numpy.atleast_1d"]),
                (reals(3, 0, 4), ["3x0x4", "length 0"]),
                (reals(1, 2, 1, 2, 1, 2, 1), ["7 axes", "at most 6"]))
        self.assert_all_fail([(npy(array), [], words) for array, words in rows])

    def test_an_array_beyond_the_memory_is_an_error_before_it_is_read(self):
        text = repr({"descr": "<f8", "fortran_order": False, "shape": (1 << 14, 1 << 13, 1 << 13)}).encode() + b"\n"
        text = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text
        self.source.write_bytes(text)
        try:
            os.truncate(self.source, len(text) + (8 << 40))
        except OSError as error:
            self.skipTest(f"no file of 8 TiB here: {error}")
        self.assert_fails([self.source, self.result], "not enough memory", "GiB free", "more machines", processes=2)


class WrongResults(FileTest):
    def test_a_note_and_an_error_of_several_processes_are_told_once(self):
        numpy.save(self.source, reals(16))
        self.result.write_bytes(OLD)
        result = weft("fft", self.source, self.folder / "none" / "out.npy", processes=2)
        self.assertEqual(result.returncode, 2, result.stderr)
        note, error = result.stderr.splitlines()
        self.assertIn("alone", note)
        self.assertIn("none does not exist", error)


class ForbiddenResults(FileTest):
    def setUp(self):
        super().setUp()
        numpy.save(self.source, reals(64, 8, 8))

    @unittest.skipUnless(os.geteuid() == 0, "needs another user")
    def test_what_another_user_may_not_is_an_error(self):
        def as_nobody(*arguments):
            return subprocess.run([str(BUILD / "weft"), *map(str, arguments)], capture_output=True, text=True,
                                  env={**ENVIRONMENT, "HOME": "/"}, user="nobody", group="nogroup", extra_groups=[])

        try:
            if as_nobody("--version").returncode != 0:
                self.skipTest("the program does not run as nobody")
        except (OSError, LookupError) as error:
            self.skipTest(f"no user nobody: {error}")
        self.result.write_bytes(OLD)
        self.assert_one_error(as_nobody("fft", self.source, self.result), "cannot write", "Permission denied", "644")
        self.assert_one_error(as_nobody("fft", self.source, self.folder / "new"), "no file can be made in the folder")
        self.source.chmod(0o600)
        self.assert_one_error(as_nobody("fft", self.source, self.result), "cannot read", "Permission denied", "chmod")
        self.assertEqual((self.result.read_bytes(), self.names()), (OLD, ["in.npy", "out.npy"]))

    def test_a_limit_of_the_file_size_is_an_error(self):
        numpy.save(self.source, reals(96, 64, 1024))
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (40 * MIB, before[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_FSIZE, before)
        self.assert_fails([self.source, self.result], "needs 50430080 bytes", str(40 * MIB), "ulimit -f", processes=2)

    def test_a_full_disk_is_an_error_before_work_begins(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "weft-test", str(disk)]
        try:
            if subprocess.run(mount, capture_output=True).returncode != 0:
                self.skipTest("no file system can be mounted here")
        except OSError as error:
            self.skipTest(f"no mount: {error}")
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        numpy.save(self.source, reals(64, 16, 16))
        self.result = disk / "out.npy"
        self.assert_fails([self.source, self.result], "needs 147584 bytes", "too full", "free in", processes=2)
        self.assertEqual([path.name for path in disk.iterdir()], ["out.npy"])


class Signals(FileTest):
    """The processes are stopped when the unfinished file is there, so that the signal always finds it."""

    def setUp(self):
        super().setUp()
        numpy.save(self.source, reals(256, 128, 128))
        self.result.write_bytes(OLD)

    def unfinished(self):
        return [name for name in self.names() if name.endswith(".part")]

    def workers(self):
        """Processes of this test's program, found by the name of its result among their arguments."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (path / "cmdline").read_bytes().split(b"\0")
                if words[0] == str(BUILD / "weft").encode() and str(self.result).encode() in words:
                    found.append(int(path.name))
        return found

    def begin(self, command):
        """Starts the program, and stops all its processes when the unfinished file is there: when other programs have the
        processors it may be done before that is seen, and another one is started."""
        for _ in range(10):
            self.result.write_bytes(OLD)
            program, workers = self.begin_once(command)
            if self.unfinished():
                break
            self.send(workers, signal.SIGCONT)
            self.assertEqual(program.wait(60), 0, "the program failed, or the file was not begun")
        self.assertEqual(len(self.unfinished()), 1)
        return program, workers

    def begin_once(self, command):
        # As users have it: Open MPI's launcher kills what it has told to end after a second, not at once.
        environment = {**ENVIRONMENT, "OMPI_MCA_odls_base_sigkill_timeout": "1"}
        program = subprocess.Popen([*command, BUILD / "weft", "fft", self.source, self.result], env=environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while not self.unfinished() and program.poll() is None and time.monotonic() < deadline:
            time.sleep(0.0005)
        workers = self.workers()
        self.send(workers, signal.SIGSTOP)
        return program, workers

    def send(self, workers, number):
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, number)

    def end(self, program):
        status = program.wait(60)
        deadline = time.monotonic() + 60
        while self.workers() and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(self.names(), ["in.npy", "out.npy"])
        return status

    def assert_removed_by(self, number, command, status=None):
        program, workers = self.begin(command)
        self.send(workers, number)
        self.send(workers, signal.SIGCONT)
        self.assertIn(self.end(program), [status] if status else range(1, 256))
        self.assertEqual(digest(self.result), hashlib.sha256(OLD).hexdigest())

    def test_each_removes_the_unfinished_file_and_ends_the_program(self):
        # UCX, below MPICH, handles SIGHUP itself, and the program lives on.
        for number in (signal.SIGTERM, signal.SIGINT, *([] if IS_MPICH else [signal.SIGHUP])):
            with self.subTest(signal=number.name):
                self.assert_removed_by(number, [], -number)

    def test_so_it_is_with_several_processes(self):
        self.assert_removed_by(signal.SIGTERM, [BUILD / "weft-run", "-n", "2"])

    def test_one_to_the_launcher_leaves_the_old_result_or_the_new_one(self):
        # Launchers take their time to pass it on; the processes may be done by then.
        program, workers = self.begin([BUILD / "weft-run", "-n", "2"])
        program.send_signal(signal.SIGTERM)
        self.send(workers, signal.SIGCONT)
        self.end(program)
        if self.result.stat().st_size != len(OLD):
            self.assertEqual(numpy.load(self.result).shape, (256, 128, 65))


if __name__ == "__main__":
    unittest.main()
