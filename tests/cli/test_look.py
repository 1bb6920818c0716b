#!/usr/bin/env python3
"""Tests of `weft spectrum` and `weft slice`: the numbers of NumPy for any file and number of processes, pictures that are
complete or not there."""

import json
import os
import pathlib
import stat
import tempfile
import unittest

import numpy
from program import ProgramTest, is_full, process_counts, weft

try:
    import h5py
except ImportError:  # the numbers of .npy files are tested all the same
    h5py = None

RANDOM = numpy.random.default_rng(7)
SHAPE = (12, 9, 10)


def direct_spectrum(fields, lengths=None, width=1.0):
    """Half the mean of u.u by shells of |k|."""
    shape = fields[0].shape
    lengths = lengths or (2 * numpy.pi,) * len(shape)
    k2 = sum(numpy.meshgrid(*[(numpy.fft.fftfreq(n, 1 / n) * 2 * numpy.pi / x) ** 2 for n, x in zip(shape, lengths)],
                            indexing="ij"))
    shell = numpy.floor(numpy.sqrt(k2) / width + 0.5).astype(int)
    energy = numpy.zeros(shell.max() + 1)
    for field in fields:
        numpy.add.at(energy, shell, abs(numpy.fft.fftn(field)) ** 2 / field.size**2 / 2)
    return energy


class LookTest(ProgramTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.source, self.json = self.folder / "u.npy", self.folder / "facts.json"

    def result(self, *arguments, **options):
        """The one result of a run that must succeed."""
        output = self.run_well(*arguments, "--json", self.json, **options)
        report = json.loads(self.json.read_text())
        self.assertEqual(len(report["results"]), 1)
        for key in ("command", "machine", "versions"):
            self.assertIn(key, report)
        return report["results"][0], output

    def save_hdf5(self):
        path = self.folder / "flow.h5"
        fields = [RANDOM.standard_normal(SHAPE) for _ in range(3)]
        with h5py.File(path, "w") as file:
            for name, field in zip("uvw", fields):
                dataset = file.create_dataset(f"flow/{name}", data=field)
                dataset.attrs.update(units="m/s", length_units="m", lengths=[3.0, 2.0, 1.0], origin=[0, -1.0, 0],
                                     axis_names=["x", "y", "height"])
            file.create_dataset("density", data=abs(fields[0]).astype("f4"))
        return path, fields


class Numbers(LookTest):
    def test_a_spectrum_is_the_direct_sum_on_any_number_of_processes(self):
        whole = RANDOM.standard_normal(SHAPE)
        kinds = [whole, numpy.asfortranarray(whole), whole + 1j * whole[::-1], whole.astype(">f4"),
                 (100 * whole).astype("i2"), whole[0], whole[0, 0]]
        for i, array in enumerate(kinds):
            numpy.save(self.source, array)
            for n in process_counts(1, 3, full=(2, 6)) if i == 0 else [2]:
                with self.subTest(kind=i, processes=n):
                    result, output = self.result("spectrum", self.source, processes=n)
                    expected = direct_spectrum([array.astype(complex)])
                    single = array.dtype.itemsize == 4 and array.dtype.kind == "f"
                    numpy.testing.assert_allclose(result["energy"], expected, 1e-5 if single else 1e-12, 1e-16)
                    self.assertEqual(result["k"], list(range(len(expected))))
                    self.assertAlmostEqual(result["mean_energy"], (abs(array.astype(complex)) ** 2).mean() / 2, 3)
                    self.assertEqual(len(output.splitlines()), len(expected) + 3)

    def test_lengths_and_widths_are_those_of_the_command_line(self):
        whole = RANDOM.standard_normal(SHAPE)
        numpy.save(self.source, whole)
        result, _ = self.result("spectrum", self.source, "--lengths", "1,2,3.5", "--width", "2.5", processes=2)
        numpy.testing.assert_allclose(result["energy"], direct_spectrum([whole], (1, 2, 3.5), 2.5), 1e-12)
        self.assertEqual((result["width"], result["lengths"]), (2.5, [1, 2, 3.5]))

    def test_several_files_are_the_components_of_a_vector(self):
        other = self.folder / "v.npy"
        fields = [RANDOM.standard_normal(SHAPE) for _ in range(2)]
        numpy.save(self.source, fields[0])
        numpy.save(other, fields[1])
        result, _ = self.result("spectrum", self.source, other, processes=3)
        numpy.testing.assert_allclose(result["energy"], direct_spectrum(fields), 1e-12)

    def test_a_slice_is_numpys_on_any_number_of_processes(self):
        whole = RANDOM.standard_normal(SHAPE)
        for order in "CF":
            numpy.save(self.source, whole.copy(order))
            for n, axis, index in ((1, "z", 4), (2, "x", -1), (3, "1", 0), (6, "-1", 9)):
                if n not in (process_counts(1, 2, 3, 6) if is_full else [{"C": 3, "F": 2}[order]]):
                    continue
                out = self.folder / "plane.npy"
                result, output = self.result("slice", self.source, "--axis", axis, "--index", index, "--out", out,
                                             processes=n)
                plane = whole.take(index, {"x": 0, "z": 2, "1": 1, "-1": 2}[axis])
                self.assertTrue(numpy.array_equal(numpy.load(out), plane))
                for what, value in (("minimum", plane.min()), ("maximum", plane.max())):
                    self.assertEqual(result[what]["value"], value)
                    self.assertEqual(plane[tuple(result[what]["index"])], value)
                self.assertAlmostEqual(result["mean"], plane.mean(), 14)
                self.assertAlmostEqual(result["rms"], numpy.sqrt((plane**2).mean()), 14)
                self.assertIn("minimum", output)

    def test_arrays_of_two_axes_are_taken_whole_or_by_lines(self):
        array = RANDOM.standard_normal((7, 5)) + 1j
        numpy.save(self.source, array)
        out = self.folder / "plane.npy"
        result, _ = self.result("slice", self.source, "--out", out, processes=2)
        self.assertTrue(numpy.array_equal(numpy.load(out), array))
        self.assertNotIn("minimum", result)
        self.assertAlmostEqual(complex(*result["mean"]), array.mean(), 13)
        self.result("slice", self.source, "--out", out, "--axis", "y", "--index", 2, processes=2)
        self.assertTrue(numpy.array_equal(numpy.load(out), array[:, 2]))

    @unittest.skipIf(h5py is None, "this Python has no h5py")
    def test_hdf5_files_tell_units_names_and_lengths(self):
        path, fields = self.save_hdf5()
        for n in process_counts(3, full=(1,)):
            result, _ = self.result("spectrum", path, "--dataset", "flow/u,flow/v,/flow/w", processes=n)
            width = 2 * numpy.pi / 3
            numpy.testing.assert_allclose(result["energy"], direct_spectrum(fields, (3, 2, 1), width), 1e-12)
            self.assertEqual((result["units"], result["length_units"]), ("m/s", "m"))
            out = self.folder / "plane.npy"
            result, output = self.result("slice", path, "--dataset", "flow/v", "--axis", "height", "--index", 3,
                                         "--out", out, processes=n)
            self.assertTrue(numpy.array_equal(numpy.load(out), fields[1][:, :, 3]))
            self.assertIn("v at height = 0.3 m (index 3 of 10)", output)
            numpy.testing.assert_allclose(result["coordinates"][1], -1 + 2 / 9 * numpy.arange(9))


class Pictures(LookTest):
    def test_pictures_replace_a_file_when_they_are_complete(self):
        numpy.save(self.source, RANDOM.standard_normal(SHAPE))
        spectrum, plane = ["spectrum", self.source], ["slice", self.source, "--axis", "z", "--lengths", "1,2,3"]
        kinds = [(spectrum, ".svg", b"<?xml"), (plane, ".png", b"\x89PNG")]
        if is_full:
            kinds += [(spectrum, ".png", b"\x89PNG"), (plane, ".pdf", b"%PDF")]
        for command, ending, begin in kinds:
            picture = self.folder / ("picture" + ending)
            picture.write_text("old")
            self.run_well(*command, "--plot", picture, processes=2)
            self.assertTrue(picture.read_bytes().startswith(begin))
            picture.unlink()
            self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["u.npy"])

    def test_a_picture_replaces_nothing_but_a_file(self):
        numpy.save(self.source, RANDOM.standard_normal(SHAPE))
        os.mkfifo(self.folder / "pipe.png")
        for command in (["spectrum", self.source], ["slice", self.source, "--axis", "z"]):
            result = weft(*command, "--plot", self.folder / "pipe.png", processes=2)
            self.assert_one_error(result, "pipe.png", "not a regular file", "--plot")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["pipe.png", "u.npy"])

    def test_no_picture_is_left_half_drawn(self):
        """A Python that fails while it draws: the old picture stays, and nothing beside it."""
        numpy.save(self.source, RANDOM.standard_normal(SHAPE))
        picture, python = self.folder / "picture.png", self.folder / "python"
        picture.write_text("old")
        python.write_text("#!/bin/sh\n[ \"$2\" = check ] && echo null && exit 0\necho 'no room' >&2\nexit 1\n")
        python.chmod(python.stat().st_mode | stat.S_IXUSR)
        for command in (["spectrum", self.source], ["slice", self.source, "--axis", "z"]):
            result = weft(*command, "--plot", picture, processes=2, environment={"WEFT_PYTHON": str(python)})
            self.assert_one_error(result, "no picture was drawn", "no room")
            self.assertEqual(picture.read_text(), "old")
            self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["picture.png", "python", "u.npy"])

    def test_a_python_without_matplotlib_is_told_before_the_work(self):
        numpy.save(self.source, RANDOM.standard_normal(SHAPE))
        python = self.folder / "python"
        python.write_text("#!/bin/sh\necho matplotlib >&2\nexit 3\n")
        python.chmod(python.stat().st_mode | stat.S_IXUSR)
        for name, words in ((python, ("no matplotlib", "pip install matplotlib", "WEFT_PYTHON")),
                            (self.folder / "absent", ("no program", "WEFT_PYTHON"))):
            result = weft("spectrum", self.source, "--plot", self.folder / "a.png", processes=2,
                          environment={"WEFT_PYTHON": str(name)})
            self.assert_one_error(result, str(name), *words)
            self.assertEqual(result.stdout, "")


class Errors(LookTest):
    @unittest.skipIf(h5py is None, "this Python has no h5py")
    def test_datasets_are_named(self):
        path, _ = self.save_hdf5()
        self.assert_one_error(weft("spectrum", path), "several datasets", "/flow/u", "--dataset")
        self.assert_one_error(weft("spectrum", path, "--dataset", "flow/q", processes=2), "flow/q", "/flow/u")
        self.assert_one_error(weft("spectrum", path, "--dataset", "flow/u,density"), "one type")


if __name__ == "__main__":
    unittest.main()
