#!/usr/bin/env python3
"""Tests of `weft plot` of turbulence in a box: a made history, the published one, and spectra with known answers."""

import math
import unittest

import numpy
from made_turbulence import history_of, made_spectra, published, published_history
from plotted import PROCESSES_OF_ERRORS, PlottedTest, h5py
from program import full_tier, process_counts, weft

PEAK = (0.0128575, 8.97)  # of the published dissipation: value, time


@unittest.skipIf(h5py is None, "this Python has no h5py")
class PlotTest(PlottedTest):
    def save(self, name, datasets, attributes):
        units = {path: {"time": "T", "k": "1/L"}.get(path.split("/")[-1], "U^2") for path in datasets}
        return self.save_file(name, datasets, attributes, units)

    def save_history(self, columns=None, attributes=None):
        known = dict(program="turbulence history", viscosity=1 / 1600, nx=128, ny=128, nz=128, dealiasing="two-thirds",
                     scheme="rk4", forcing="none")
        return self.save("box.history.h5", columns or published_history(), {**known, **(attributes or {})})

    def save_statistics(self, spectra=None, samples=None, attributes=None, n_samples=10):
        spectra = made_spectra()[0] if spectra is None else spectra
        n_scalars = sum(name.endswith("_transfer") for name in spectra)
        known = dict(program="turbulence statistics", time_start=10.0, time_end=20.0, n_samples=n_samples, step=2000,
                     viscosity=2e-3, nx=128, ny=128, nz=128, length_x=2 * math.pi, length_y=2 * math.pi,
                     length_z=2 * math.pi, scheme="ab2", dealiasing="two-thirds", forcing="linear",
                     n_scalars=n_scalars, k_max=128 / 3, shell_width=1.0)
        if samples is None:
            scale = numpy.linspace(0.8, 1.2, n_samples) if n_samples > 1 else numpy.ones(1)
            samples = {"time": 10 + numpy.arange(float(n_samples)), "step": 100 * numpy.arange(float(n_samples)),
                       **{name: scale[:, None] * values for name, values in spectra.items() if name != "k"}}
        datasets = {**{f"spectra/{name}": values for name, values in spectra.items()},
                    **{f"samples/{name}": values for name, values in samples.items()}}
        return self.save("box.statistics.h5", datasets, {**known, **(attributes or {})})


class HistoryNumbers(PlotTest):
    def test_the_table_has_the_published_values(self):
        table = published()
        for time, energy, dissipation, enstrophy in ((0, 0.125, 0.00046874284, 0.375),
                                                     (9, 0.086403858222, 0.012854539499, 10.2837660885)):
            row = numpy.flatnonzero(abs(table["time"] - time) < 1e-9)
            self.assertEqual(len(row), 1)
            for name, value in (("energy", energy), ("dissipation", dissipation), ("enstrophy", enstrophy)):
                self.assertAlmostEqual(table[name][row[0]] / value, 1, 9)
        self.assertTrue(numpy.allclose(numpy.diff(table["time"]), [0.1] * 20 + [0.05] * 359))

    def test_the_published_decay_does_not_differ_from_itself(self):
        self.save_history()
        table, first = published(), None
        for n in process_counts(3, full=(1, 2)):
            result, output = self.result(processes=n)
            self.assertEqual(result["data"], "taylor-green-1600")
            self.assertLess(abs(result["dissipation_deviation"]["value"]), 1e-12)
            self.assertAlmostEqual(result["dissipation_peak"]["value"] / PEAK[0], 1, delta=5e-5)
            self.assertAlmostEqual(result["dissipation_peak"]["time"], PEAK[1], delta=0.01)
            self.assertEqual(tuple(result["published_peak"].values()), PEAK)
            self.assertAlmostEqual(result["peak_deviation"], result["dissipation_peak"]["value"] / PEAK[0] - 1, 12)
            self.assertEqual((result["shape"], result["n_rows"]), ([128, 128, 128], 380))
            self.assertEqual((result["energy_start"], result["energy_end"]), (0.125, table["energy"][-1]))
            self.assertAlmostEqual(result["k_max_eta_smallest"]["value"], 1, 12)
            self.assertAlmostEqual(result["k_max_eta_smallest"]["time"], 9, 12)
            self.assertAlmostEqual(result["taylor_reynolds_end"], 40 + 100 * math.exp(-19.95 / 8), 12)
            self.assertAlmostEqual(result["skewness_mean"], -0.5, 12)
            self.assertEqual(result["scalars"], [])
            for words in ("128x128x128", "0 to 19.95, 380 rows", "0.125 at first", "at most 0.012857", "-0.500",
                          "at least 1.000 (time 9)", "HiOCFD", "published 0.0128575 at time 8.97"):
                self.assertIn(words, output)
            first = first or result
            self.assertEqual(result, first)

    def test_known_deviations_are_found(self):
        """A dissipation that is 3 % too low at one time, 2 % too high elsewhere, of which some is beyond the data."""
        table = published()
        time = numpy.r_[table["time"][::2], 25]
        dissipation = numpy.r_[1.02 * table["dissipation"][::2], 1e-3]
        dissipation[50] *= 0.97 / 1.02
        self.save_history(history_of(time, 0.125 - 0.005 * time, dissipation))
        result, output = self.result()
        self.assertAlmostEqual(result["dissipation_deviation"]["value"], -0.03, 12)
        self.assertAlmostEqual(result["dissipation_deviation"]["time"], 6, 12)
        self.assertAlmostEqual(result["peak_deviation"], 0.02, delta=1e-3)
        self.assertIn("at most -3 % (time 6)", output)

    def test_data_are_compared_between_their_points(self):
        table = published()
        time = numpy.linspace(0.02, 8.9, 301)
        self.save_history(history_of(time, 0.125 + 0 * time, numpy.interp(time, table["time"], table["dissipation"])))
        result, _ = self.result()
        self.assertGreater(abs(result["dissipation_deviation"]["value"]), 1e-9)
        self.assertLess(abs(result["dissipation_deviation"]["value"]), 2e-3)

    def test_peaks_are_those_of_parabolas(self):
        time = numpy.linspace(0, 4, 18)
        self.save_history(history_of(time, 2 - time / 8, 3 - 0.2 * (time - 2.1234) ** 2), {"viscosity": 0.01})
        result, output = self.result()
        self.assertAlmostEqual(result["dissipation_peak"]["value"], 3, 12)
        self.assertAlmostEqual(result["dissipation_peak"]["time"], 2.1234, 9)
        self.assertIsNone(result["data"])
        self.assertNotIn("HiOCFD", output)

    def test_data_are_of_that_flow_or_asked_for(self):
        name, table = "taylor-green-1600", published()
        other = history_of(table["time"], table["energy"] + 2e-6, table["dissipation"])
        for columns, attributes, arguments, expected in ((None, {}, [], name), (None, {}, ["--data", "none"], None),
                                                         (None, {"viscosity": 1 / 1600 * (1 + 1e-7)}, [], name),
                                                         (None, {"viscosity": 1 / 1600 * (1 + 3e-6)}, [], None),
                                                         (None, {"viscosity": None}, [], None), (other, {}, [], None),
                                                         (other, {}, ["--data", name], name)):
            with self.subTest(attributes=attributes, arguments=arguments):
                self.save_history(columns, attributes)
                result, output = self.result(*arguments)
                self.assertEqual((result["data"], "peak_deviation" in result), (expected, expected is not None))
                self.assertEqual("HiOCFD" in output, expected is not None)

    def test_a_file_may_tell_little_of_the_flow(self):
        """No attribute but the program; one row, of a time that the data do not have."""
        columns = {name: values[:1] + 100 for name, values in published_history(1).items()}
        missing = dict.fromkeys(("viscosity", "nx", "ny", "nz", "dealiasing", "scheme", "forcing"))
        self.save_history(columns, missing)
        result, output = self.result("--data", "taylor-green-1600")
        self.assertEqual((result["shape"], result["viscosity"], result["dissipation_deviation"]), (None, None, None))
        self.assertIn("no time is one of", output)
        self.assertEqual(self.figure("--data", "taylor-green-1600")[0], 9)

    def test_scalars_are_told(self):
        self.save_history(published_history(2))
        result, output = self.result()
        self.assertEqual(len(result["scalars"]), 2)
        self.assertAlmostEqual(result["scalars"][1]["variance_end"], 2 * math.exp(-1.995), 12)
        self.assertAlmostEqual(result["scalars"][1]["flux_x_end"], 0.1 * math.sin(20.95) - 1, 12)
        for words in ("scalar 0", "scalar 1", f"variance {2 * math.exp(-1.995):.6g}"):
            self.assertIn(words, output)


class StatisticsNumbers(PlotTest):
    def test_known_spectra_have_known_numbers(self):
        spectra, epsilon = made_spectra(2)
        self.save_statistics(spectra)
        eta, first = (8e-9 / epsilon) ** 0.25, None
        for n in process_counts(3, full=(1,)):
            result, output = self.result(processes=n)
            self.assertAlmostEqual(result["energy"] / spectra["energy"].sum(), 1, 12)
            self.assertAlmostEqual(result["dissipation"] / epsilon, 1, 12)
            self.assertAlmostEqual(result["kolmogorov_length"] / eta, 1, 12)
            self.assertAlmostEqual(result["k_max_eta"] / (eta * 128 / 3), 1, 12)
            self.assertLess(abs(result["transfer_balance"]), 1e-12)
            self.assertAlmostEqual(result["slope"]["value"], -5 / 3, 10)
            self.assertEqual((result["slope"]["k_from"], result["slope"]["k_to"]), (4, 10))
            # Three shells lose all; the dissipation in them has left the flux.
            lost = spectra["dissipation"][1:4].sum() / epsilon
            self.assertAlmostEqual(result["flux_largest"]["over_dissipation"], 1 - lost, 12)
            self.assertEqual(result["flux_largest"]["k"], 3)
            self.assertAlmostEqual(result["scalars"][1]["variance"] / (4 * spectra["energy"].sum()), 1, 12)
            for words in ("128x128x128", "10 from time 10 to 20", "-1.667, least squares over 4 <= k <= 10", "at k = 3",
                          "scalar 1", f"k_max eta {eta * 128 / 3:.3f}"):
                self.assertIn(words, output)
            first = first or result
            self.assertEqual(result, first)

    def test_shells_may_be_of_any_width(self):
        spectra, epsilon = made_spectra(width=0.5)
        self.save_statistics(spectra, attributes={"shell_width": 0.5, "k_max": 64 / 3})
        result, _ = self.result()
        self.assertAlmostEqual(result["energy"] / (spectra["energy"].sum() / 2), 1, 12)
        self.assertAlmostEqual(result["dissipation"] / epsilon, 1, 12)
        self.assertEqual((result["slope"]["k_from"], result["slope"]["k_to"]), (2, 5))
        lost = spectra["dissipation"][1:4].sum() / 2 / epsilon
        self.assertAlmostEqual(result["flux_largest"]["over_dissipation"], 1 - lost, 12)

    def test_an_unbalanced_transfer_is_told(self):
        spectra, _ = made_spectra()
        sizes = abs(spectra["transfer"]).sum()
        spectra["transfer"][10] += 0.25 * sizes
        self.save_statistics(spectra)
        result, _ = self.result()
        self.assertAlmostEqual(result["transfer_balance"], 0.2, 9)
        self.save_statistics({**spectra, "transfer": 0 * spectra["k"]})
        result, output = self.result()
        self.assertIsNone(result["transfer_balance"])
        self.assertIn("none", output)

    def test_few_shells_have_no_exponent(self):
        for k_max, expected in ((27.9, None), (28, -5 / 3)):  # shells 4 to 6, 4 to 7
            self.save_statistics(attributes={"k_max": k_max})
            result, output = self.result()
            if expected is None:
                self.assertIsNone(result["slope"])
                self.assertIn("fewer than 4 shells", output)
            else:
                self.assertAlmostEqual(result["slope"]["value"], expected, 10)


class Figures(PlotTest):
    def assert_drawn(self, arguments, n_panels, words, absent):
        with self.subTest(arguments=arguments):
            panels, text = self.figure(*arguments)
            self.assertEqual(panels, n_panels)
            for word in words:
                self.assertIn(word, text)
            for word in absent:
                self.assertNotIn(word, text)

    def test_a_history_has_panels_for_everything(self):
        for n_scalars, arguments, n_panels, words, absent in (
                (0, [], 6, ["HiOCFD", "deviation", "Re_", "128×128×128", "[T]"], ["integral", "scalar"]),
                (2, [], 9, ["HiOCFD", "scalar variance", "scalar flux", "scalar 1"], []),
                (2, ["--data", "none"], 9, ["integral length", "scalar flux"], ["HiOCFD", "deviation"]),
                (1, ["--what", "energy"], 3, ["HiOCFD", "energy"], ["scalar", "Re_"]),
                (1, ["--what", "scales"], 3, ["Re_", "skewness"], ["HiOCFD", "scalar"]),
                (1, ["--what", "scalars"], 3, ["scalar dissipation"], ["HiOCFD", "skewness"])):
            self.save_history(published_history(n_scalars))
            self.assert_drawn(arguments, n_panels, words, absent)
        columns = published_history()
        columns["forced_power"] = 0.005 + 0 * columns["time"]
        self.save_history(columns)
        self.assert_drawn([], 6, ["power of the force"], [])

    def test_statistics_have_panels_for_everything(self):
        for n_scalars, n_samples, arguments, n_panels, words, absent in (
                (0, 10, [], 4, ["E(k)", "T(k)", "k^{-5/3}", "t$ = 10", "10 samples"], ["theta"]),
                (2, 1, [], 6, ["scalar 1", "1 sample over"], ["t$ = 11"]),
                (1, 2, ["--what", "energy"], 2, ["E(k)", "t$ = 11"], ["T(k)", "theta"]),
                (1, 2, ["--what", "transfer"], 2, ["T(k)"], ["E(k)", "theta"]),
                (1, 2, ["--what", "scalars"], 2, ["theta"], ["E(k)"])):
            self.save_statistics(made_spectra(n_scalars)[0], n_samples=n_samples)
            self.assert_drawn(arguments, n_panels, words, absent)

    def test_spectra_of_few_or_strange_values_are_drawn(self):
        """A mean flow alone and one shell; transfers and scalars that are 0; a k_max below the first shell."""
        ones = {"k": numpy.arange(2.0), "energy": numpy.array([1.0, 0]), "dissipation": numpy.array([0, 1e-3]),
                "transfer": numpy.zeros(2), "scalar_0": numpy.zeros(2), "scalar_0_transfer": numpy.zeros(2)}
        for k_max in (1, 0.1, 100):
            self.save_statistics(ones, attributes={"k_max": k_max}, n_samples=2)
            self.assertEqual(self.figure(lay_out=True)[0], 6)

    def test_files_are_drawn(self):
        self.save_history(published_history(1))
        self.drawn(".png")
        self.save_statistics(made_spectra(1)[0])
        self.drawn(".pdf")

    @full_tier
    def test_files_of_every_kind_are_written(self):
        for save in (self.save_history, self.save_statistics):
            save()
            for ending in (".png", ".pdf"):
                self.drawn(ending)


class Errors(PlotTest):
    def test_words_are_those_of_the_kind(self):
        self.save_history()
        for words, arguments in ((["--what", "profiles", "energy", "scales", "scalars", "all"], ["--what", "profiles"]),
                                 (["--what", "scale", "did you mean scales?"], ["--what", "scale"]),
                                 (["--data", "mkm180", "taylor-green-1600", "none"], ["--data", "mkm180"])):
            self.assert_one_error(weft("plot", self.source, *arguments, processes=PROCESSES_OF_ERRORS), *words)
        self.assert_refused("no scalars", "--what energy", arguments=["--what", "scalars"])
        self.save_statistics()
        for words, arguments in ((["--what", "scales", "energy", "transfer", "scalars"], ["--what", "scales"]),
                                 (["--data", "taylor-green-1600", "none"], ["--data", "taylor-green-1600"])):
            self.assert_one_error(weft("plot", self.source, *arguments, processes=PROCESSES_OF_ERRORS), *words)
        self.assert_refused("no scalars", "--what energy", arguments=["--what", "scalars"])
        self.assertIsNotNone(self.result("--data", "none"))

    def test_files_of_other_programs(self):
        for program, words in (("box", ["another program", '"box"']), (None, ["does not tell its program"]),
                               (3.0, ["does not tell its program"])):
            self.save_history(attributes={"program": program})
            self.assert_refused(*words, "channel statistics", "turbulence history", "NAME.history.h5")
        self.save_history(attributes={"program": "turbulence statistics"})
        self.assert_refused("no number time_start", "NAME.statistics.h5")
        self.source.write_text("step,time\n0,0\n")
        self.assert_one_error(weft("plot", self.source, processes=PROCESSES_OF_ERRORS), "box.history.h5", "not an HDF5 file")

    def test_histories_with_wrong_content(self):
        whole = published_history(1)
        for words, changes in ((("no dataset", "/energy, /k_max_eta"), {"energy": None, "k_max_eta": None}),
                               (("no dataset", "/scalar_0_flux_y"), {"scalar_0_flux_y": None}),
                               (("no dataset", "/scalar_1_variance"), {"scalar_1_dissipation": whole["time"]}),
                               (("379", "/energy", "380"), {"energy": whole["energy"][1:]}),
                               (("380x1", "/time", "not a list"), {"time": whole["time"][:, None]}),
                               (("0 values", "/time", "not a list"), {"time": whole["time"][:0]}),
                               (("not numbers", "/skewness"), {"skewness": whole["skewness"] * numpy.nan}),
                               (("complex", "/energy"), {"energy": whole["energy"] + 1j}),
                               (("do not ascend", "/time"), {"time": whole["time"][::-1]}),
                               (("no dataset", "/energy"), {"energy": [b"one"] * 380})):
            with self.subTest(words=words):
                columns = {name: values for name, values in {**whole, **changes}.items() if values is not None}
                self.save_history(columns)
                self.assert_refused(*words, "NAME.history.h5")

    def test_statistics_with_wrong_content(self):
        whole, _ = made_spectra(1)
        for words, changes in ((("no dataset", "/spectra/transfer"), {"transfer": None}),
                               (("no dataset", "/spectra/scalar_0"), {"scalar_0": None}),
                               (("64", "/spectra/energy", "65"), {"energy": whole["energy"][1:]}),
                               (("/spectra/k", "not a list"), {"k": whole["k"][:, None]}),
                               (("do not ascend", "/spectra/k"), {"k": whole["k"][::-1]}),
                               (("not numbers", "/spectra/energy"), {"energy": whole["energy"] + numpy.inf}),
                               (("dissipation is 0",), {"dissipation": 0 * whole["k"]})):
            with self.subTest(words=words):
                self.save_statistics({name: values for name, values in {**whole, **changes}.items()
                                      if values is not None}, samples={"time": [1.0], "energy": whole["energy"][None]},
                                     attributes={"n_scalars": 1})
                self.assert_refused(*words, "NAME.statistics.h5")
        for words, samples in ((("no dataset", "/samples/time, /samples/energy"), {"step": [1.0]}),
                               (("65", "/samples/energy", "1x65"), {"time": [1.0], "energy": whole["energy"]}),
                               (("do not ascend", "/samples/time"), {"time": [1.0, 1], "energy": numpy.ones((2, 65))})):
            self.save_statistics(whole, samples)
            self.assert_refused(*words)
        for words, attributes in ((("viscosity", "above 0"), {"viscosity": 0.0}),
                                  (("no number", "k_max"), {"k_max": None}),
                                  (("no number", "time_end"), {"time_end": math.nan}),
                                  (("no number n_scalars",), {"n_scalars": -1}), (("n_scalars",), {"n_scalars": None}),
                                  (("n_samples", "above 0"), {"n_samples": 0}), (("nx", "size"), {"nx": 1e300})):
            self.save_statistics(whole, attributes=attributes)
            self.assert_refused(*words)


if __name__ == "__main__":
    unittest.main()
