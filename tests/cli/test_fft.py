#!/usr/bin/env python3
"""Tests of `weft fft`: the values of numpy.fft, the bytes of numpy.save, and an old result that survives every failure."""

import concurrent.futures
import contextlib
import hashlib
import io
import os
import pathlib
import resource
import signal
import stat
import subprocess
import tempfile
import time
import unittest

import numpy
from program import BUILD, ENVIRONMENT, IS_MPICH, ProgramTest, process_counts, weft

RANDOM = numpy.random.default_rng(20261121)
OLD = b"the old result"
MIB = 1 << 20


def reals(*shape, dtype=numpy.float64):
    return RANDOM.standard_normal(shape).astype(dtype)


def complexes(*shape, dtype=numpy.complex128):
    return (reals(*shape) + 1j * reals(*shape)).astype(dtype)


def npy(array):
    """The bytes of numpy.save."""
    file = io.BytesIO()
    numpy.save(file, array)
    return file.getvalue()


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


# Name, array, arguments, and what numpy makes of it. Shapes for which every process count here gets a grid of the
# same kind: then the values are the same to the last bit.
KINDS = [
    ("double", reals(30, 21, 35), [], numpy.fft.rfftn),
    ("single", reals(9, 48, dtype=numpy.float32), [], numpy.fft.rfftn),
    ("complex on two axes", complexes(12, 5, 16), ["--axes", "0,2"], lambda a: numpy.fft.fftn(a, axes=(0, 2))),
    ("complex single", complexes(6, 5, 4, 3, dtype=numpy.complex64), [], numpy.fft.fftn),
    ("fewer rows than processes", reals(3, 40), [], numpy.fft.rfftn),
    ("real axis first", reals(10, 6, 8), ["--axes", "-1,0"], lambda a: numpy.fft.rfftn(a, axes=(-1, 0))),
    ("Fortran order", numpy.asfortranarray(reals(11, 6, 10)), [], numpy.fft.rfftn),
    ("complex in Fortran order", numpy.asfortranarray(complexes(7, 9)), ["--axes=1"],
     lambda a: numpy.fft.fftn(a, axes=(1,))),
    ("big endian", reals(8, 9, 7).astype(">f8"), ["--norm", "ortho"], lambda a: numpy.fft.rfftn(a, norm="ortho")),
    ("big endian complex", complexes(8, 15).astype(">c8"), [], lambda a: numpy.fft.fftn(a.astype("c8"))),
    ("inverse", complexes(10, 12, 9), ["--inverse"], numpy.fft.ifftn),
    ("inverse of reals", reals(10, 4, dtype=numpy.float32), ["--inverse"], numpy.fft.ifftn),
    ("inverse to an even length", complexes(8, 6, 5, dtype=numpy.complex64), ["--inverse", "--real-length", "8"],
     lambda a: numpy.fft.irfftn(a, s=(8, 6, 8), axes=(0, 1, 2))),
    ("inverse to an odd length", complexes(9, 7, 5), ["--inverse", "--real-length=17", "--axes", "1,0", "--norm=forward"],
     lambda a: numpy.fft.irfftn(a, s=(7, 17), axes=(1, 0), norm="forward")),
    ("inverse in Fortran order", numpy.asfortranarray(complexes(8, 6, 5)), ["--inverse", "--real-length", "9"],
     lambda a: numpy.fft.irfftn(a, s=(8, 6, 9), axes=(0, 1, 2))),
    ("int16", RANDOM.integers(-99, 99, (6, 8)).astype(numpy.int16), [], numpy.fft.rfftn),
    ("uint64", RANDOM.integers(0, 1 << 60, (6, 8)).astype(numpy.uint64), [], numpy.fft.rfftn),
    ("bool", RANDOM.integers(0, 2, (6, 8)).astype(bool), [], numpy.fft.rfftn),
    ("one axis", reals(35), [], numpy.fft.rfftn),
    ("lengths of one", reals(1, 1, 6), [], numpy.fft.rfftn),
]
AT_EVERY_COUNT = 6  # so many kinds run on all process counts, the others on one process and one more count


class FileTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)
        self.source = self.folder / "in.npy"
        self.result = self.folder / "out.npy"

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def assert_fails(self, arguments, *words, processes=None, **options):
        """One error with these words; the old result is as it was, and nothing is left beside it."""
        self.result.write_bytes(OLD)
        before = self.names()
        self.assert_one_error(weft("fft", *arguments, processes=processes, **options), *words)
        self.assertEqual(self.result.read_bytes(), OLD)
        self.assertEqual(self.names(), before)

    def assert_all_fail(self, rows):
        """The same for rows of (path or bytes of the input, more arguments, words), several at a time."""

        def outcome(i, source, arguments):
            folder = self.folder / str(i)
            folder.mkdir()
            if isinstance(source, bytes):
                content, source = source, folder / "in.npy"
                source.write_bytes(content)
            (folder / "out.npy").write_bytes(OLD)
            before = sorted(folder.iterdir())
            result = weft("fft", source, folder / "out.npy", *arguments)
            return result, (folder / "out.npy").read_bytes() == OLD and sorted(folder.iterdir()) == before

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(outcome, i, source, arguments) for i, (source, arguments, _) in enumerate(rows)]
        for run, (_, arguments, words) in zip(runs, rows):
            with self.subTest(arguments=arguments, words=words):
                result, is_intact = run.result()
                self.assert_one_error(result, *words)
                self.assertTrue(is_intact, "the old result or its folder was changed")


class Values(FileTest):
    def check(self, array, arguments, expected):
        """The result is numpy's in values, type, shape and order, and the file is what numpy would save."""
        got = numpy.load(self.result)
        self.assertEqual((got.dtype, got.shape), (expected.dtype, expected.shape))
        self.assertEqual(got.flags.f_contiguous, array.flags.f_contiguous)
        unit = numpy.finfo(expected.dtype).eps
        self.assertLess(numpy.linalg.norm(got - expected), 5 * unit * numpy.linalg.norm(expected), arguments)
        self.assertEqual(self.result.read_bytes(), npy(got))

    def run_kind(self, array, arguments, processes):
        result = weft("fft", self.source, self.result, *arguments, processes=processes)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        notes = result.stderr.splitlines()
        if array.dtype.kind in "iub":
            self.assertIn("converted to double", notes.pop(0))
        if array.ndim == 1 and processes > 1:
            self.assertIn("process 0 transforms it alone", notes.pop(0))
        self.assertEqual(notes, [])

    def test_every_kind_of_array_is_transformed_as_by_numpy_on_any_number_of_processes(self):
        counts = process_counts(1, 2, 3, 4)
        for i, (name, array, arguments, function) in enumerate(KINDS):
            numpy.save(self.source, array)
            some = counts if i < AT_EVERY_COUNT else [1, counts[1 + i % (len(counts) - 1)]]
            digests = set()
            for n in some:
                with self.subTest(kind=name, processes=n):
                    self.run_kind(array, arguments, n)
                    self.check(array, arguments, function(array))
                    digests.add(digest(self.result))
            with self.subTest(kind=name):
                self.assertEqual(len(digests), 1, "the bytes depend on the number of processes")

    def test_a_single_process_needs_no_launcher(self):
        array = reals(5, 6)
        numpy.save(self.source, array)
        self.run_well("fft", self.source, self.result)
        self.check(array, [], numpy.fft.rfftn(array))

    def test_options_of_the_plan_do_not_change_the_result(self):
        array = reals(8, 6, 10)
        numpy.save(self.source, array)
        for arguments in (["--grid", "1x2"], ["--exchange", "alltoallw", "--timeout", "60"]):
            self.run_well("fft", self.source, self.result, *arguments, processes=2)
            self.check(array, arguments, numpy.fft.rfftn(array))

    def test_forward_and_inverse_in_the_same_file_give_the_array_back(self):
        array = reals(12, 9, 7)
        numpy.save(self.source, array)
        self.run_well("fft", self.source, self.source, processes=2)
        self.assertEqual(numpy.load(self.source).shape, (12, 9, 4))
        self.run_well("fft", self.source, self.source, "--inverse", "--real-length", "7", processes=2)
        self.assertLess(numpy.abs(numpy.load(self.source) - array).max(), 1e-14)
        self.assertEqual(self.names(), ["in.npy"])

    def test_headers_of_all_versions_are_read(self):
        array = reals(4, 6)
        for version in [(1, 0), (2, 0), (3, 0)]:
            with self.source.open("wb") as file:
                numpy.lib.format.write_array(file, array, version=version)
            self.run_well("fft", self.source, self.result)
            self.check(array, [], numpy.fft.rfftn(array))


class Replacement(FileTest):
    def setUp(self):
        super().setUp()
        numpy.save(self.source, reals(4, 6))

    def test_permissions_of_the_old_result_are_kept(self):
        self.result.write_bytes(OLD)
        self.result.chmod(0o640)
        self.run_well("fft", self.source, self.result)
        self.assertEqual(stat.S_IMODE(self.result.stat().st_mode), 0o640)

    def test_a_new_result_has_those_of_any_new_file(self):
        before = os.umask(0o027)
        self.addCleanup(os.umask, before)
        self.run_well("fft", self.source, self.result)
        self.assertEqual(stat.S_IMODE(self.result.stat().st_mode), 0o640)

    def test_the_file_behind_a_link_is_replaced(self):
        real = self.folder / "deep" / "real.npy"
        real.parent.mkdir()
        self.result.symlink_to("deep/real.npy")
        for _ in ("not there yet", "replaced"):
            self.run_well("fft", self.source, self.result)
            self.assertTrue(self.result.is_symlink())
            self.assertEqual(numpy.load(real).shape, (4, 4))
            real.write_bytes(OLD)
        self.assertEqual(sorted(path.name for path in real.parent.iterdir()), ["real.npy"])

    def test_names_may_be_long_relative_or_have_a_colon(self):
        with contextlib.chdir(self.folder):
            for name in ("x" * 200, "nfs:a b.npy"):
                self.run_well("fft", "in.npy", name)
                self.run_well("fft", name, name, "--inverse", "--real-length=6", processes=2)
                self.assertEqual(numpy.load(name).shape, (4, 6))
            self.run_well("fft", "in.npy", "x" * 255)
            self.assert_fails(["x" * 255, self.result], "more than 200 bytes", "ln -s")


class WrongFiles(FileTest):
    def header(self, **changes):
        entries = {"descr": "<f8", "fortran_order": False, "shape": (2, 3), **changes}
        text = repr({key: value for key, value in entries.items() if value is not None}).encode() + b"\n"
        return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text

    def test_an_input_that_is_no_file_is_an_error(self):
        for path, words in ((self.folder / "none.npy", ["no such file"]), (self.folder, ["is a directory"]),
                            ("/dev/null", ["not a regular file"]), (f"{__file__}/in.npy", ["Not a directory"]),
                            ("", ["no such file"])):
            with self.subTest(path=path):
                self.assert_fails([path, self.result], "cannot read", str(path), *words)

    def test_a_damaged_file_is_an_error(self):
        good = npy(reals(2, 3))
        rows = [(b"", ["in.npy", "is empty"]), (b"PK\x03\x04 an archive", ["not a .npy file", "50 4b 03 04"]),
                (good[:9], ["damaged", "ends after 9 bytes"]), (good[:50], ["damaged", "118 bytes", "only 50"]),
                (good[:6] + b"\x07\x00" + good[8:], ["version 7.0"]),
                (good[:-1], ["truncated", "2x3 elements of 8 bytes", "176 bytes", "175"]),
                (good + b"\n", ["longer than its header says", "177"]), (good[:10] + b"(" + good[11:], ["damaged"])]
        for changes, words in (({"descr": None}, ["no entry 'descr'"]), ({"shape": (2, -3)}, ["negative length -3"]),
                               ({"shape": (1 << 40, 1 << 40)}, ["more than 2^63 bytes"]), ({"shape": 6}, ["tuple"]),
                               ({"fortran_order": 1}, ["neither True nor False"])):
            rows.append((self.header(**changes) + bytes(48), ["damaged", *words]))
        self.assert_all_fail([(content, [], words) for content, words in rows])

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
        text = self.header(shape=(1 << 14, 1 << 13, 1 << 13))
        self.source.write_bytes(text)
        try:
            os.truncate(self.source, len(text) + (8 << 40))
        except OSError as error:
            self.skipTest(f"no file of 8 TiB here: {error}")
        self.assert_fails([self.source, self.result], "not enough memory", "GiB free", "more machines", processes=2)


class WrongOptions(FileTest):
    def setUp(self):
        super().setUp()
        self.real, self.complex = self.folder / "real.npy", self.folder / "complex.npy"
        numpy.save(self.real, reals(3, 4, 6))
        numpy.save(self.complex, complexes(3, 4, 6))

    def test_each_is_one_error_in_words(self):
        self.assert_all_fail([
            (self.real, ["--axes", "0,3"], ["no axis 3", "3 axes", "0 to 2", "-3 to -1"]),
            (self.real, ["--axes", "-4"], ["no axis -4"]),
            (self.real, ["--axes", "1,-2"], ["axis 1 is given twice", "as 1 and as -2"]),
            (self.real, ["--axes", "0,x"], ['"0,x"', "0,2 or -2,-1"]),
            (self.real, ["--axes", ""], ["--axes"]),
            (self.real, ["--norm", "orthp"], ["--norm", "did you mean ortho?"]),
            (self.real, ["--real-length", "6"], ["--real-length", "--inverse"]),
            (self.complex, ["--real-length", "6"], ["--real-length", "--inverse"]),
            (self.real, ["--inverse", "--real-length", "6"], ["is real", "<f8", "complex128"]),
            (self.complex, ["--inverse", "--real-length", "6"], ["6 real points have 4 modes", "axis 2", "has 6",
                                                                 "give 10 or 11"]),
            (self.complex, ["--inverse", "--real-length", "6", "--axes", "2,0"], ["axis 0", "has 3", "4 or 5"]),
            (self.complex, ["--inverse", "--real-length", "0"], ['"0"', "whole number from 1"]),
            (self.complex, ["--inverse", "--real-length", "ten"], ['"ten"']),
            (self.real, ["--grid", "3x5"], ["3x5"]),
            (self.real, ["--exchange", "alltoallq"], ["alltoallq"]),
            (self.real, ["--timeout", "soon"], ["timeout", "soon"]),
            (self.real, ["--inverze"], ["--inverze", "did you mean --inverse?"])])

    def test_names_of_both_files_are_needed(self):
        self.assert_one_error(weft("fft"), "IN", "required")
        self.assert_one_error(weft("fft", self.real), "OUT", "required")

    def test_several_processes_say_it_once(self):
        self.assert_fails([self.real, self.result, "--axes", "7"], "no axis 7", processes=2)
        numpy.save(self.source, reals(16))
        self.result.write_bytes(OLD)
        result = weft("fft", self.source, self.folder / "none" / "out.npy", processes=2)
        self.assertEqual(result.returncode, 2, result.stderr)
        note, error = result.stderr.splitlines()
        self.assertIn("alone", note)
        self.assertIn("none does not exist", error)


class WrongResults(FileTest):
    def setUp(self):
        super().setUp()
        numpy.save(self.source, reals(64, 8, 8))

    def test_a_result_that_is_no_file_is_an_error(self):
        (self.folder / "circle").symlink_to("circle")
        for path, words in ((self.folder, ["is a directory"]), (self.folder / "none" / "out.npy", ["does not exist"]),
                            ("/dev/null", ["not a regular file"]), (self.folder / "in.npy" / "x", ["Not a directory"]),
                            (str(self.folder / "new") + "/", ["names a folder"]), ("", ["is empty"]),
                            (self.folder / "circle", ["circle"])):
            with self.subTest(path=path):
                self.assert_fails([self.source, path], *words)

    @unittest.skipUnless(os.geteuid() == 0, "needs another user")
    def test_what_another_user_may_not_is_an_error(self):
        def as_nobody(*arguments):
            return subprocess.run([str(BUILD / "weft"), *map(str, arguments)], capture_output=True, text=True, timeout=60,
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
        """Starts the program, and stops all its processes when the unfinished file is there."""
        program = subprocess.Popen([*command, BUILD / "weft", "fft", self.source, self.result], env=ENVIRONMENT,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while not self.unfinished() and program.poll() is None and time.monotonic() < deadline:
            time.sleep(0.0005)
        workers = self.workers()
        self.send(workers, signal.SIGSTOP)
        self.assertEqual(len(self.unfinished()), 1, "too late, or the file was not begun")
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
