"""What tests of `weft plot` have in common: files with made numbers, what the program tells of them, pictures."""

import json
import pathlib
import tempfile

from program import ProgramTest

try:
    import h5py
except ImportError:
    h5py = None


class PlottedTest(ProgramTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.json = self.folder / "numbers.json"

    def save_file(self, name, datasets, attributes, units=()):
        """What the program is given next. An attribute that is None is left out."""
        self.source = self.folder / name
        with h5py.File(self.source, "w") as file:
            for path, values in datasets.items():
                file[path] = values
                if path in units:
                    file[path].attrs["units"] = units[path]
            for key, value in attributes.items():
                if value is not None:
                    file.attrs[key] = value
        return self.source

    def result(self, *arguments, **options):
        output = self.run_well("plot", self.source, *arguments, "--json", self.json, **options)
        report = json.loads(self.json.read_text())
        for key in ("command", "machine", "versions"):
            self.assertIn(key, report)
        self.assertEqual(len(report["results"]), 1)
        return report["results"][0], output

    def svg(self, *arguments):
        picture = self.folder / "picture.svg"
        self.run_well("plot", self.source, "--plot", picture, *arguments, processes=2)
        text = picture.read_text()
        picture.unlink()
        self.assertEqual(list(self.folder.glob("picture*")), [])
        return text

    def assert_files_of_every_kind_are_written(self):
        for ending, begin in ((".png", b"\x89PNG"), (".pdf", b"%PDF")):
            picture = self.folder / ("picture" + ending)
            picture.write_text("old")
            self.run_well("plot", self.source, "--plot", picture, processes=2)
            self.assertTrue(picture.read_bytes().startswith(begin))
            self.assertGreater(picture.stat().st_size, 10000)
