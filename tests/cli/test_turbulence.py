#!/usr/bin/env python3
"""Tests of `weft run` with turbulence in a box: what a run leaves, restarts to the last bit, beginnings from files, wrong settings.

What all programs share - signals, damaged checkpoints, settings files - is tested with the channel in test_run.py.
"""

import csv
import math
import re
import unittest

from program import is_full, weft
from simulation import SimulationTest

try:
    import h5py
except ImportError:
    h5py = None

SETTINGS = """program = "turbulence"
[grid]
nx = 16
nz = 12
[flow]
viscosity = 0.02
[scalars]
schmidt = [0.7, 1.0]
gradient_z = [1.0, 0.0]
beginning = "random"
[time]
step = 0.01
[output]
history_every = 1
statistics_every = 2
"""


class TurbulenceTest(SimulationTest):
    settings_text, begins_with = SETTINGS, "turbulence in a box"
    without_scalars = ("output.snapshot_every=1", "output.snapshot_vorticity=false", "scalars.schmidt=[]",
                       "scalars.gradient_z=[]")

    def copy_whole(self, name):
        """A run without a break, with snapshots of the steps 0, 3, 6. What it writes does not change the flow."""
        return self.copy_flow(name, 8, "output.snapshot_every=3", "output.snapshot_precision=double")

    def columns(self, name):
        """Of a history, by the names without units."""
        rows = self.history(name)
        return {title.split(" [")[0]: [float(row[i]) for row in rows[1:]] for i, title in enumerate(rows[0])}

    def assert_near(self, one, other, tolerance):
        """Histories of the same flow."""
        self.assertEqual(one.keys(), other.keys())
        for key in one:
            for a, b in zip(one[key], other[key], strict=True):
                self.assertLess(abs(a - b), tolerance * max(1, abs(b)), key)


class Files(TurbulenceTest):
    def test_a_sample_is_complete(self):
        sample = self.run_well("run", "--keys", "turbulence")
        for word in ('program = "turbulence"', "[grid]", "nx = 64", "[scalars]", "schmidt = []", "[plan]", "[output]", "until = "):
            self.assertIn(word, sample)
        self.settings.write_text(sample)
        self.run_flow("sample", 1, "grid.nx=8")

    def test_what_a_run_leaves(self):
        output = self.copy_whole("flow")
        self.assertIn("turbulence in a box: 11x11x7 modes (two-thirds) on 16x16x12 points, box 6.28 x 6.28 x 6.28, 2 scalars", output)
        for words in ("real arrays of the points", "checkpoint of step 8", "finished: step 8", "communication", "modes"):
            self.assertIn(words, output)
        names = {path.name for path in self.folder.iterdir()}
        self.assertEqual(names, {"settings.toml", "flow.weft", "flow.history.csv", "flow.history.h5", "flow.statistics.h5",
                                 "flow.statistics.csv", "flow.000000.h5", "flow.000001.h5", "flow.000002.h5",
                                 "flow.xdmf"})
        history = self.columns("flow")
        self.assertEqual(history["step"], list(range(9)))
        self.assertAlmostEqual(history["energy"][0], 1.5, places=12)
        self.assertAlmostEqual(history["scalar_1_variance"][0], 1, places=12)
        for dissipation, enstrophy in zip(history["dissipation"], history["enstrophy"]):
            self.assertAlmostEqual(dissipation, 2 * 0.02 * enstrophy, places=14)
        self.assertIn("dissipation [U^3/L]", self.history("flow")[0])

    def test_a_flow_that_is_not_resolved_is_told_once(self):
        output = self.run_flow("coarse", 4)
        self.assertEqual(output.count("warning of step 0: k_max eta is 0."), 1)
        self.assertLess(self.columns("coarse")["k_max_eta"][0], 1)
        self.assertNotIn("warning", self.run_flow("fine", 4, "flow.viscosity=1", "time.step=0.001"))
        self.assertGreater(self.columns("fine")["k_max_eta"][0], 1)

    def test_shares_of_the_time_are_parts_of_a_whole(self):
        line = next(line for line in self.run_flow("flow", 4).splitlines() if line.startswith("of this time"))
        wholes = [[float(x) for x in re.findall(r"([0-9.]+) %", re.sub(r"\(predicted.*?\)", "", part))]
                  for part in line.split(";")]
        self.assertEqual([len(whole) for whole in wholes], [1, 2, 2])
        for whole in wholes:
            self.assertLessEqual(sum(whole), 100.5, line)
        self.assertAlmostEqual(sum(wholes[2]), 100, delta=0.5)

    def test_progress_fits_into_a_line_of_the_terminal(self):
        result = weft(*self.words("flow", "run.until=1000", "run.most_steps=400"), processes=2,
                      environment={"WEFT_PROGRESS": "1"})
        lines = [line.strip() for line in result.stderr.split("\x1b[K")]
        self.assertTrue(any(re.match(r"step \d+ of 400, t=\S+ of 1000", line) for line in lines), lines)
        self.assertLessEqual(max(map(len, lines)), 79)

    def test_the_flow_decays_by_its_dissipation(self):
        self.run_flow("flow", 20, "time.step=0.001", "time.scheme=rk3")
        history = self.columns("flow")
        for i in range(1, 20):
            self.assertAlmostEqual((history["energy"][i - 1] - history["energy"][i + 1]) / 0.002, history["dissipation"][i],
                                   delta=2e-4 * history["dissipation"][i])
            decay = (history["scalar_0_variance"][i - 1] - history["scalar_0_variance"][i + 1]) / 0.004
            self.assertAlmostEqual(decay, history["scalar_0_dissipation"][i] + history["scalar_0_flux_z"][i], delta=2e-4)

    def test_spectra(self):
        self.copy_whole("flow")
        with open(self.folder / "flow.statistics.csv", encoding="utf-8") as file:
            comments = [line for line in file if line.startswith("#")]
        self.assertIn("means of 5 samples from time 0 to 0.08", comments[0])
        with open(self.folder / "flow.statistics.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        history = self.columns("flow")
        for column, of_flow, factor in (("energy", "energy", 1), ("dissipation", "dissipation", 1), ("scalar_0", "scalar_0_variance", 0.5)):
            self.assertAlmostEqual(sum(float(row[column]) for row in rows), factor * sum(history[of_flow][::2]) / 5, places=12)
        self.assertLess(abs(sum(float(row["transfer"]) for row in rows)), 1e-14)

    @unittest.skipIf(h5py is None, "this Python has no h5py")
    def test_hdf5_files(self):
        self.copy_whole("flow")
        history = self.columns("flow")
        with h5py.File(self.folder / "flow.history.h5") as file:
            self.assertEqual(file.attrs["program"], "turbulence history")
            self.assertEqual((file.attrs["viscosity"], file.attrs["nz"]), (0.02, 12))
            self.assertEqual(set(file), set(history))
            for name, values in history.items():
                self.assertEqual(list(file[name]), values)
            self.assertEqual(file["dissipation"].attrs["units"], "U^3/L")
        with h5py.File(self.folder / "flow.000001.h5") as file:
            fields = {name: file[name][...] for name in ("u", "v", "w", "scalar_0", "scalar_1", "vorticity")}
            self.assertEqual(fields["u"].shape, (16, 16, 12))
            self.assertEqual(list(file["u"].attrs["axis_names"]), ["x", "y", "z"])
        energy = sum((fields[name] ** 2).mean() for name in "uvw") / 2
        self.assertAlmostEqual(energy, history["energy"][3], places=13)
        self.assertAlmostEqual((fields["vorticity"] ** 2).mean() / 2, history["enstrophy"][3], places=12)
        self.assertAlmostEqual(fields["scalar_1"].var(), history["scalar_1_variance"][3], places=13)

    def test_without_snapshots_of_vorticity_and_scalars(self):
        self.copy_flow("flow", 2, *self.without_scalars)
        self.assertNotIn("scalar_0_variance", self.columns("flow"))

    def test_the_series_of_taylor_and_green(self):
        """E and enstrophy at t = 0.1 for viscosity 0.01 (doc/design/026)."""
        self.run_flow("flow", 10, "flow.beginning=taylor-green", "flow.viscosity=0.01", "time.scheme=rk4", "time.step=0.01",
                      "grid.nz=16")
        history = self.columns("flow")
        self.assertAlmostEqual(history["time"][-1], 0.1)
        self.assertAlmostEqual(history["energy"][-1], 0.1242519881, places=9)
        self.assertAlmostEqual(history["enstrophy"][-1], 0.3731414452, places=9)


class Restarts(TurbulenceTest):
    def test_goes_on_with_the_same_bits(self):
        kinds = [(), ("time.scheme=rk3", "flow.forcing=shells", "grid.dealiasing=spherical")]
        if is_full:
            kinds.append(("time.scheme=rk4", "flow.forcing=linear", "flow.forcing_rate=0.2", "grid.dealiasing=padding"))
        for settings in kinds:
            with self.subTest(settings):
                name = settings[0][-3:] if settings else "ab2"
                if settings:
                    self.run_flow(f"whole-{name}", 8, *settings)
                else:
                    self.copy_whole(f"whole-{name}")
                self.copy_flow(f"parts-{name}", 4, *settings)
                self.run_flow(f"parts-{name}", 8, *settings)
                for ending in ("history.csv", "statistics.csv"):
                    self.assertEqual((self.folder / f"whole-{name}.{ending}").read_text(),
                                     (self.folder / f"parts-{name}.{ending}").read_text())

    def test_goes_on_with_other_processes(self):
        self.copy_whole("whole")
        self.copy_flow("parts", 4)
        self.run_flow("parts", 8, processes=3)
        self.assert_near(self.columns("parts"), self.columns("whole"), 1e-12)

    def test_the_same_bits_on_any_number_of_processes_and_threads(self):
        settings = ("plan.reproducible=yes", "flow.forcing=shells")
        self.run_flow("flow1", 4, *settings, "plan.threads=2", processes=1)
        self.run_flow("flow3", 4, *settings, processes=3)
        for ending in ("history.csv", "statistics.csv"):
            one, other = ((self.folder / f"flow{processes}.{ending}").read_text() for processes in (1, 3))
            self.assertEqual(one, other)

    def test_what_may_change_and_what_may_not(self):
        self.copy_flow("flow", 4)
        for setting, words in {"grid.nx=12": ("nx is 12, and was 16", "output.name"),
                               "grid.dealiasing=padding": ("dealiasing is padding, and was two-thirds", "output.name"),
                               "domain.length_y=3": ("lengths is",),
                               "flow.mean_velocity=[1.0, 0.0, 0.0]": ("mean_velocity is 1 0 0, and was 0 0 0",)}.items():
            with self.subTest(setting):
                self.assert_one_error(weft(*self.words("flow", "run.most_steps=5", setting)), *words)
        one_scalar = ("scalars.schmidt=[0.7]", "scalars.gradient_z=[1.0]")
        self.assert_one_error(weft(*self.words("flow", "run.most_steps=5", *one_scalar), processes=2),
                              "scalars is 1, and was 2")
        result = weft(*self.words("flow", "run.most_steps=5", "flow.viscosity=0.03", "time.step=0.005"), processes=2)
        self.assertEqual(result.returncode, 0, result.stderr)
        for words in ("note: viscosity is 0.03, and was 0.02", "note: dt is 0.005, and was 0.01"):
            self.assertIn(words, result.stderr)


class Beginnings(TurbulenceTest):
    def test_from_a_snapshot(self):
        """Of the same points, and of a finer grid that has all modes of the first one."""
        self.copy_whole("first")
        expected = self.columns("first")
        begin = ("flow.beginning=file", f"flow.file={self.folder}/first.000001.h5", "scalars.beginning=file")
        for name, grid in (("same", ()), ("finer", ("grid.nx=24", "grid.nz=20"))):
            self.run_flow(name, 1, *begin, *grid)
            found = self.columns(name)
            for key in ("energy", "enstrophy", "scalar_0_variance", "scalar_1_variance", "scalar_0_flux_z"):
                self.assertAlmostEqual(found[key][0], expected[key][3], places=12, msg=f"{name} {key}")

    def test_random_flows_by_their_seed(self):
        flows = {}
        for name, settings in {"one": ("flow.seed=1",), "two": ("flow.seed=2",), "peaked": ("flow.peak=1.5",)}.items():
            self.run_flow(name, 1, *settings, processes=None)
            flows[name] = self.columns(name)
        self.assertNotEqual(flows["one"]["skewness"], flows["two"]["skewness"])
        self.assertAlmostEqual(flows["one"]["enstrophy"][0], flows["two"]["enstrophy"][0])
        self.assertLess(flows["peaked"]["enstrophy"][0], flows["one"]["enstrophy"][0] / 2)
        self.assertGreater(flows["peaked"]["integral_length"][0], flows["one"]["integral_length"][0])

    def test_forced_shells(self):
        self.run_flow("flow", 10, "flow.forcing=shells", "flow.shell_energies=[0.4, 0.1]", "output.statistics_every=1")
        with open(self.folder / "flow.statistics.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        self.assertAlmostEqual(float(rows[1]["energy"]), 0.4, places=13)
        self.assertAlmostEqual(float(rows[2]["energy"]), 0.1, places=13)
        self.assertTrue(all(math.isfinite(power) for power in self.columns("flow")["forced_power"]))


class Faults(TurbulenceTest):
    def test_files_to_begin_with_that_are_wrong(self):
        self.assert_one_error(weft(*self.words("flow", "flow.beginning=file", f"flow.file={self.folder}/none.h5")), "none.h5")
        self.copy_flow("first", 2, *self.without_scalars)
        self.assert_one_error(weft(*self.words("flow", "scalars.beginning=file", f"flow.file={self.folder}/first.000000.h5"),
                                   processes=2), "scalar_0")

    def test_shells_without_energy(self):
        self.assert_one_error(weft(*self.words("flow", "flow.forcing=shells", "flow.beginning=rest"), processes=3),
                              "shell 1 has no energy", "'random'")

    def test_steps_that_are_too_large(self):
        result = weft(*self.words("flow", "time.step=0.5", "run.until=1000"), processes=2)
        self.assert_one_error(result, "the Courant number is", "above the limit of 0.5", "time.step")


if __name__ == "__main__":
    unittest.main()
