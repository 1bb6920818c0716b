#!/usr/bin/env python3
"""Tests of `weft plot`: numbers of statistics made of the published table itself, or of it and known changes."""

import math
import pathlib
import sys
import unittest

import numpy
from plotted import PROCESSES_OF_ERRORS, PlottedTest, h5py
from program import full_tier, process_counts, weft

TABLE = pathlib.Path(__file__).resolve().parents[2] / "bindings/python/weft_figures/data/mkm180.csv"
# Moser, Kim and Mansour (1999) at some points of their table: y+, U+ (chan180.means), -uv+ (chan180.reystress).
PUBLISHED = ((5.3381, 5.1133, 0.099746), (15.281, 10.967, 0.56738), (30.019, 13.870, 0.72308), (178.12, 18.301, 0))
# Their peaks, of the Chebyshev series through all points (of root mean squares: through their squares): value, y+.
PEAKS = {"u_rms_plus": (2.6610, 14.52), "v_rms_plus": (0.8363, 53.09), "w_rms_plus": (1.0873, 35.11),
         "minus_uv_plus": (0.7233, 30.90)}
U_TAU = 0.0637


def published():
    """The columns of the table by their names."""
    lines = [line for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    rows = numpy.array([[float(word) for word in line.split(",")] for line in lines[1:]])
    return dict(zip(lines[0].split(","), rows.T))


def wall_of_table():
    """The group "wall" of a flow that is the published one."""
    wall = published()
    wall["total_plus"] = 1 - wall["y"]
    wall["viscous_plus"] = wall["total_plus"] - wall["minus_uv_plus"]
    wall["storage_plus"] = 0 * wall["y"]
    return wall


def made_spectra(y_plus=(5, 15, 36, 89, 178)):
    kx, kz = 0.5 * numpy.arange(64), 1.5 * numpy.arange(64)
    spectra = {"y": numpy.array(y_plus) / 178.12, "y_plus": numpy.array(y_plus, float), "kx": kx, "kz": kz}
    for i, name in enumerate(("uu", "vv", "ww")):
        for along, k in (("x", kx), ("z", kz)):
            scale = numpy.array([3 + i + y / 40 for y in y_plus])[:, None]
            spectra[f"{name}_{along}"] = U_TAU**2 / (1 + i) / (1 + (k / scale) ** 2) * numpy.exp(-k / (2 * scale))
    return spectra


@unittest.skipIf(h5py is None, "this Python has no h5py")
class PlotTest(PlottedTest):
    def save(self, wall=None, spectra=None, facts=None):
        wall, spectra = wall or wall_of_table(), made_spectra() if spectra is None else spectra
        attributes = dict(program="channel statistics", time_start=50.0, time_end=250.0, n_samples=400, step=100000,
                          u_tau=U_TAU, re_tau=178.12, viscosity=U_TAU / 178.12, bulk_velocity=1.0,
                          pressure_gradient=U_TAU**2, nx=128, ny=2 * len(wall["y"]) - 1, nz=96, length_x=4 * math.pi,
                          length_z=4 * math.pi / 3, scheme="cnab2", form="skew", padding="no", forcing="flow-rate")
        return self.save_file("channel.statistics.h5", {f"{group}/{name}": values
                                                        for group, columns in (("wall", wall), ("spectra", spectra))
                                                        for name, values in columns.items()}, {**attributes, **(facts or {})})


class Numbers(PlotTest):
    def test_the_table_has_the_published_values(self):
        columns = published()
        for y_plus, u, minus_uv in PUBLISHED:
            row = numpy.flatnonzero(columns["y_plus"] == y_plus)
            self.assertEqual(len(row), 1, y_plus)
            self.assertEqual((columns["u_plus"][row[0]], columns["minus_uv_plus"][row[0]]), (u, minus_uv))

    def test_the_published_flow_does_not_differ_from_itself(self):
        self.save()
        first = None
        for n in process_counts(3, full=(1, 2)):
            result, output = self.result(processes=n)
            self.assertNotIn("of a moment", output)
            self.assertEqual(result["data"], "mkm180")
            self.assertEqual(set(result["differences"]), {"u_plus", *PEAKS})
            self.assertLess(max(result["differences"].values()), 1e-12)
            self.assertLess(result["stress_deviation"]["value"], 1e-12)
            for name, (value, y_plus) in PEAKS.items():
                self.assertAlmostEqual(result["peaks"][name]["value"], value, delta=1e-4)
                self.assertAlmostEqual(result["peaks"][name]["y_plus"], y_plus, delta=0.06)
            self.assertAlmostEqual(result["bulk_velocity_plus"], 1 / U_TAU, 12)
            self.assertEqual((result["centre_velocity_plus"], result["shape"]), (18.301, [128, 129, 96]))
            self.assertAlmostEqual(result["duration"], 200 * U_TAU, 12)
            self.assertAlmostEqual(result["spacing_plus"]["x"], 178.12 * 4 * math.pi / 128, 9)
            self.assertAlmostEqual(result["spacing_plus"]["z"], 178.12 * 4 * math.pi / 3 / 96, 9)
            for words in ("Re_tau", "178.12", "128x129x96", "400 from time 50 to 250", "at most 2.6", "Moser",
                          "U 0.00 %"):
                self.assertIn(words, output)
            first = first or result
            self.assertEqual(result, first)

    def test_known_changes_are_found(self):
        wall = wall_of_table()
        y, y_plus = wall["y"], wall["y_plus"]
        wall["u_plus"] = 1.02 * wall["u_plus"]
        wall["w_rms_plus"] = 2 - 0.001 * (y_plus - 37.25) ** 2
        wall["storage_plus"] = 0.05 * y * (1 - y)
        wall["total_plus"] = 1 - y + wall["storage_plus"]
        wall["total_plus"][20] -= 0.0123
        self.save(wall)
        result, output = self.result()
        self.assertAlmostEqual(result["differences"]["u_plus"], 0.02, 12)
        self.assertAlmostEqual(result["peaks"]["w_rms_plus"]["value"], 2, 9)
        self.assertAlmostEqual(result["peaks"]["w_rms_plus"]["y_plus"], 37.25, 6)
        self.assertAlmostEqual(result["stress_deviation"]["value"], 0.0123, 12)
        self.assertEqual(result["stress_deviation"]["y_plus"], y_plus[20])
        for words in ("U 2.00 %", "within 0.0123 of 1 - y/h", f"y+ {y_plus[20]:.1f}"):
            self.assertIn(words, output)

    def test_data_are_compared_between_their_points(self):
        """The published profile on other points, by lines between neighbours: near the published curve, not on it."""
        table, wall = published(), wall_of_table()
        y = 1 - numpy.cos(numpy.pi / 2 * numpy.linspace(0, 1, 49))
        wall = {name: numpy.interp(y, wall["y"], column) for name, column in wall.items()}
        self.save(wall)
        result, _ = self.result()
        for name in ("u_plus", "u_rms_plus", "w_rms_plus"):
            self.assertLess(result["differences"][name], 2e-3)
            self.assertGreater(result["differences"][name], 0)
        # The points lie apart, so the table is asked between them; the same integral of all its own points.
        inside = (table["y_plus"] > 5) & (table["y_plus"] < 150)
        wall = wall_of_table()
        wall["u_plus"] = wall["u_plus"] + 0.3
        self.save(wall)
        result, _ = self.result()
        x, u = table["y_plus"][inside], table["u_plus"][inside]
        integral = numpy.sum(numpy.diff(x) * (u[1:] ** 2 + u[:-1] ** 2) / 2)
        self.assertAlmostEqual(result["differences"]["u_plus"], math.sqrt(0.09 * (x[-1] - x[0]) / integral), 12)

    def test_data_are_of_a_flow_nearby_or_asked_for(self):
        for re_tau, arguments, expected in ((178.12, ["--data", "none"], None), (195, [], "mkm180"), (197, [], None),
                                            (161, [], "mkm180"), (590, ["--data", "mkm180"], "mkm180")):
            self.save(facts={"re_tau": float(re_tau)})
            result, output = self.result(*arguments)
            self.assertEqual((result["data"], "differences" in result), (expected, expected is not None))
            self.assertEqual("Moser" in output, expected is not None)

    def test_a_flow_without_points_to_compare(self):
        wall = wall_of_table()
        wall["y_plus"] = wall["y_plus"] / 100
        self.save(wall, facts={"re_tau": 1.7812})
        result, output = self.result("--data", "mkm180")
        self.assertEqual(set(result["differences"].values()), {None})
        self.assertIn("not two points", output)

    def test_single_precision_and_whole_numbers_are_read(self):
        wall = {name: column.astype("f4") for name, column in wall_of_table().items()}
        self.save(wall, facts={"bulk_velocity": 1, "length_x": 12})
        result, _ = self.result()
        self.assertLess(max(result["differences"].values()), 1e-6)


class Figures(PlotTest):
    def test_a_figure_has_a_panel_for_everything(self):
        self.save()
        for arguments, n_panels, words, absent in (
                ([], 9, ["Mansour", "E_{uu}", "E_{ww}", "128×129×96", "400 samples", "storage"], []),
                (["--what", "profiles"], 3, ["Mansour", "U^+"], ["E_{uu}"]),
                (["--what", "spectra"], 6, ["E_{vv}", "k_x", "k_z"], ["Mansour", "U^+"]),
                (["--data", "none", "--what", "profiles"], 3, ["U^+"], ["Mansour"])):
            with self.subTest(arguments=arguments):
                panels, text = self.figure(*arguments)
                self.assertEqual(panels, n_panels)
                for word in words:
                    self.assertIn(word, text)
                for word in absent:
                    self.assertNotIn(word, text)
        self.save(spectra={})
        panels, text = self.figure()
        self.assertEqual(panels, 3)
        self.assertNotIn("E_{uu}", text)

    def test_a_file_is_drawn(self):
        self.save()
        svg = self.drawn(".svg").decode()
        self.assertIn('id="axes_9"', svg)
        for word in ("Mansour", "E_{ww}", "400 samples"):
            self.assertIn(word, svg)

    @full_tier
    def test_files_of_every_kind_are_written(self):
        self.save()
        for ending in (".png", ".pdf"):
            self.drawn(ending)

    def test_flows_of_few_or_strange_values_are_drawn(self):
        """One plane, one wavenumber above 0, energies that are 0, one sample, stresses below 0, a laminar profile."""
        wall = wall_of_table()
        wall["minus_uv_plus"] = -0.1 * wall["minus_uv_plus"]
        wall["u_plus"] = 178.12 * (wall["y"] - wall["y"] ** 2 / 2)
        spectra = made_spectra((15,))
        spectra["kx"], spectra["vv_z"] = spectra["kx"][:2], 0 * spectra["vv_z"]
        for name in ("uu_x", "vv_x", "ww_x"):
            spectra[name] = spectra[name][:, :2]
        self.save(wall, spectra, facts={"n_samples": 1, "time_end": 50.0})
        self.assertIn("1 sample over 0", self.figure(lay_out=True)[1])
        self.assertIn("means over 0 h/u_tau are those of a moment", self.result()[1])
        spectra = {name: values if name[0] in "yk" else 0 * values for name, values in spectra.items()}
        self.save(wall, spectra)
        self.assertEqual(self.figure(lay_out=True)[0], 9)


class Errors(PlotTest):
    def test_every_error_is_told_once_in_words(self):
        self.save()
        text = self.folder / "text.h5"
        text.write_text("no HDF5")
        for words, arguments in (
                (["absent.h5", "no such file"], [self.folder / "absent.h5"]),
                (["text.h5", "not an HDF5 file"], [text]),
                (["--what", "spectrum", "did you mean spectra?"], [self.source, "--what", "spectrum"]),
                (["--data", "mkm18", "did you mean mkm180?", "none"], [self.source, "--data", "mkm18"]),
                ([".jpg", ".png"], [self.source, "--plot", "a.jpg"]),
                (["cannot write", "--plot"], [self.source, "--plot", self.folder / "no" / "a.png"]),
                (["cannot write", "--json"], [self.source, "--json", self.folder / "no" / "a.json"])):
            with self.subTest(words=words):
                self.assert_one_error(weft("plot", *arguments, processes=PROCESSES_OF_ERRORS), *words)

    def test_a_python_without_packages_is_told_all_that_it_lacks(self):
        self.save()
        bare = self.folder / "bare-python"
        bare.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
        bare.chmod(0o755)
        for arguments, lacks in (((), "numpy, h5py"), (("--plot", self.folder / "a.png"), "numpy, matplotlib, h5py")):
            result = weft("plot", self.source, *arguments, environment={"WEFT_PYTHON": str(bare)})
            self.assert_one_error(result, f"has no {lacks},", f"pip install {lacks.replace(',', '')})", "WEFT_PYTHON")

    def test_several_processes_tell_it_once(self):
        """What all of them find, in the words and in the file, and what only one does."""
        self.save(facts={"re_tau": None})
        for words, arguments in ((["no number", "re_tau"], []), (["--what", "spectra"], ["--what", "spectrum"]),
                                 (["cannot write", "--plot"], ["--plot", self.folder / "no" / "a.png"])):
            with self.subTest(words=words):
                self.assert_one_error(weft("plot", self.source, *arguments, processes=3), *words)

    def assert_refused(self, *words, arguments=(), **content):
        with self.subTest(words=words):
            self.save(**content)
            super().assert_refused(*words, arguments=arguments)

    def test_files_without_what_is_needed(self):
        for missing in (["u_plus"], ["y_plus", "storage_plus"]):
            wall = {name: column for name, column in wall_of_table().items() if name not in missing}
            self.assert_refused("no dataset", *[f"/wall/{name}" for name in missing], wall=wall)
        spectra = made_spectra()
        del spectra["ww_z"]
        self.assert_refused("/spectra/ww_z", "no dataset", spectra=spectra)
        self.assert_refused("no spectra", "output.spectra_at", "--what", spectra={}, arguments=["--what", "spectra"])
        for name in ("re_tau", "n_samples", "length_z"):
            self.assert_refused(name, "no number", facts={name: None})
            self.assert_refused(name, "no number", facts={name: "many"})
        self.assert_refused("program", "channel statistics", facts={"program": None})
        self.assert_refused("program", "channel statistics", facts={"program": "box statistics"})

    def test_files_with_wrong_values(self):
        whole = wall_of_table()
        for words, changes in ((("64", "/wall/u_plus", "65"), {"u_plus": whole["u_plus"][1:]}),
                               (("65x1", "/wall/u_plus"), {"u_plus": whole["u_plus"][:, None]}),
                               (("not numbers", "/wall/w_rms_plus"), {"w_rms_plus": whole["w_rms_plus"] * numpy.nan}),
                               (("complex", "/wall/u_plus"), {"u_plus": whole["u_plus"] + 1j}),
                               (("do not ascend", "/wall/y_plus"), {"y_plus": whole["y_plus"][::-1]}),
                               (("no dataset", "/wall/u_plus"), {"u_plus": [b"one"] * 65})):
            self.assert_refused(*words, wall={**whole, **changes})
        whole = made_spectra()
        for words, changes in ((("5x63", "/spectra/uu_x", "5x64"), {"uu_x": whole["uu_x"][:, 1:]}),
                               (("/spectra/kx", "not a list"), {"kx": whole["uu_x"]}),
                               (("/spectra/y", "3"), {"y": whole["y"][:3]})):
            self.assert_refused(*words, spectra={**whole, **changes})
        for words, facts in ((("u_tau", "above 0"), {"u_tau": 0.0}), (("n_samples", "above 0"), {"n_samples": 0}),
                             (("65", "64"), {"ny": 127}), (("points", "2"), {"ny": 3}),
                             (("no number", "re_tau"), {"re_tau": math.nan}), (("nx", "size"), {"nx": 1e300})):
            self.assert_refused(*words, facts=facts)


if __name__ == "__main__":
    unittest.main()
