#!/usr/bin/env python3
"""Tests of `weft fft`: the values of numpy.fft, the bytes of numpy.save, on any number of processes."""

import contextlib
import os
import stat
import unittest

import numpy
from fft_files import FileTest, OLD, RANDOM, complexes, digest, npy, reals
from program import is_full, process_counts, weft

# Name, array, arguments, and what numpy makes of it.
KINDS = [
    ("double", reals(30, 21, 35), [], numpy.fft.rfftn),
    ("single", reals(9, 48, dtype=numpy.float32), [], numpy.fft.rfftn),
    ("complex on two axes", complexes(12, 5, 16), ["--axes", "0,2"], lambda a: numpy.fft.fftn(a, axes=(0, 2))),
    ("complex single", complexes(6, 5, 4, 3, dtype=numpy.complex64), [], numpy.fft.fftn),
    ("thin blocks", reals(5, 2, 48), [], numpy.fft.rfftn),
    ("thin blocks, real axis first", reals(1, 64, 4), ["--axes", "1,0"], lambda a: numpy.fft.rfftn(a, axes=(1, 0))),
    ("fewer rows than processes", reals(3, 40), [], numpy.fft.rfftn),
    ("real axis first", reals(10, 6, 8), ["--axes", "-1,0"], lambda a: numpy.fft.rfftn(a, axes=(-1, 0))),
    ("Fortran order", numpy.asfortranarray(reals(11, 6, 10)), [], numpy.fft.rfftn),
    ("complex in Fortran order", numpy.asfortranarray(complexes(7, 9)), ["--axes=1"],
     lambda a: numpy.fft.fftn(a, axes=(1,))),
    ("big endian", reals(8, 9, 7).astype(">f8"), ["--norm", "ortho"], lambda a: numpy.fft.rfftn(a, norm="ortho")),
    ("big endian complex", complexes(8, 15).astype(">c8"), [], lambda a: numpy.fft.fftn(a.astype("c8"))),
    ("inverse", complexes(10, 4, 9), ["--inverse"], numpy.fft.ifftn),
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
AT_EVERY_COUNT = 7 if is_full else 1  # so many kinds run on all process counts, the others on one and one more count


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
        launched = processes if processes > 1 or is_full else None
        result = weft("fft", self.source, self.result, *arguments, processes=launched)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        notes = result.stderr.splitlines()
        if array.dtype.kind in "iub":
            self.assertIn("converted to double", notes.pop(0))
        if array.ndim == 1 and processes > 1:
            self.assertIn("process 0 transforms it alone", notes.pop(0))
        self.assertEqual(notes, [])

    def test_every_kind_of_array_is_transformed_as_by_numpy_on_any_number_of_processes(self):
        counts = process_counts(1, 2, 3, full=(4,))
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


if __name__ == "__main__":
    unittest.main()
