"""What tests of `weft plot` have in common: files with made numbers, what the program tells of them, pictures."""

import json
import pathlib
import re
import tempfile
from unittest import mock

from program import ProgramTest, is_full, weft
from weft_figures import plots, style
from weft_figures.words import FigureError

try:
    import h5py
except ImportError:
    h5py = None

# Each kind of error is told by several processes in one test; what is wrong does not depend on their number.
PROCESSES_OF_ERRORS = 3 if is_full else None


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

    def assert_refused(self, *words, arguments=()):
        """One error that names the file, these words, and the program that writes such files; nothing is printed. The fast
        tier asks the package alone, whose sentence is what the program tells."""
        if is_full:
            result = weft("plot", self.source, *arguments, processes=3)
            self.assert_one_error(result, self.source.name, *words, "weft run")
            self.assertEqual(result.stdout, "")
            return
        with self.assertRaises(FigureError) as raised:
            self.plotted(*arguments)
        for word in (self.source.name, *words, "weft run"):
            self.assertIn(word, str(raised.exception))

    def plotted(self, *arguments):
        """What the package makes of the file, without the program."""
        words = {"--what": "all", "--data": "", **dict(zip(arguments[::2], arguments[1::2]))}
        return plots.read(str(self.source), words["--what"], words["--data"])

    def drawn(self, ending, *arguments):
        """The bytes of a picture that several processes make in place of an old file."""
        picture = self.folder / ("picture" + ending)
        picture.write_text("old")
        self.run_well("plot", self.source, "--plot", picture, *arguments, processes=3)
        self.assertEqual(list(self.folder.glob("picture*")), [picture])
        drawn = picture.read_bytes()
        picture.unlink()
        begin = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}[ending]
        self.assertTrue(drawn.startswith(begin), drawn[:20])
        self.assertGreater(len(drawn), 10000)
        return drawn

    def figure(self, *arguments, lay_out=False):
        """How many panels the picture has, and its words.

        The full tier draws it. The fast one makes the figure without the points of a file, which take most of the time.
        lay_out: everything gets its place, so that values without any are found.
        """
        if is_full:
            svg = self.drawn(".svg", *arguments).decode()
            return len(set(re.findall(r'id="axes_\d+"', svg))), svg
        with mock.patch.object(style, "save") as save:
            self.plotted(*arguments).draw("picture.svg")
        figure = save.call_args.args[0]
        if lay_out:
            figure.draw_without_rendering()
        return len(figure.axes), words_of(figure)


def words_of(figure):
    """Those in a figure of matplotlib, but for the numbers at axes."""
    from matplotlib.axis import Axis
    from matplotlib.text import Text

    artists = [*figure.texts, *figure.legends]
    for axes in figure.axes:
        artists += [axes.xaxis.label, axes.yaxis.label, *(a for a in axes.get_children() if not isinstance(a, Axis))]
    return "\n".join(text.get_text() for artist in artists for text in artist.findobj(Text))
