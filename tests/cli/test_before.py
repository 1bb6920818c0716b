#!/usr/bin/env python3
"""Tests of bench/before.py with programs that only say a time, and of the targets and tables of bench/in_cache.py."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import in_cache_cells  # noqa: E402
import in_cache_table  # noqa: E402

# Says its times in turn, a new one at each start with the shape 16x16x16; the last one stays.
PROGRAM = """#!{python}
import json, pathlib, sys
times = pathlib.Path(__file__).with_name("times")
numbers = json.loads(times.read_text())
if "16x16x16" in sys.argv and len(numbers) > 1:
    times.write_text(json.dumps(numbers[1:]))
report = {{"versions": {{"commit": "c", "fft": "native-AVX2"}}, "machine": {{"cpu": "P"}},
          "results": [{{"pair": {{"min": numbers[0], "median": 1}}}}]}}
pathlib.Path(sys.argv[sys.argv.index("--json") + 1]).write_text(json.dumps(report))
"""


class Before(unittest.TestCase):
    def before(self, old, new, only="r2c-double-16^3"):
        """Status and text, for programs with these times."""
        with tempfile.TemporaryDirectory() as folder:
            for name, times in (("old", old), ("new", new)):
                build = pathlib.Path(folder, name, "build")
                build.mkdir(parents=True)
                (build / "times").write_text(json.dumps(times))
                (build / "weft").write_text(PROGRAM.format(python=sys.executable))
                (build / "weft").chmod(0o755)
            done = subprocess.run([sys.executable, BENCH / "before.py", f"{folder}/old", f"{folder}/new", "--only", only,
                                   "--launches", "2"], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_a_cell_counts_if_it_is_slower_in_both_rounds(self):
        self.assertEqual(self.before([1.0], [1.02])[0], 0)
        status, text = self.before([1.0], [1.04])
        self.assertEqual((status, text.splitlines()[-2:]), (1, ["1 of 1 cells are slower", "  r2c-double-16^3"]), text)
        status, text = self.before([1.0], [1.04, 1.04, 1.0])
        self.assertEqual(status, 0, text)
        self.assertIn("once more", text)

    def test_the_least_time_of_the_launches_counts(self):
        self.assertEqual(self.before([1.0], [2.0, 1.0])[0], 0)

    def test_programs_that_are_not_built_are_left_out_with_the_remedy(self):
        status, text = self.before([1.0], [1.0], "r2c-double-16^3,convolve-64-p1")
        self.assertEqual(status, 0, text)
        self.assertIn("--target products", text)


class InCache(unittest.TestCase):
    def test_targets_depend_on_the_instruction_set(self):
        target = in_cache_cells.target_of
        self.assertEqual([target("r2c-single-8^3", name) for name in ("AVX-512", "AVX2", "SSE4")], [1.0, 1.35, None])
        self.assertEqual([target(f"r2c-double-lines-{n}", "AVX2") for n in (64, 128, 8191)], [1.2, 1.0, None])

    def test_every_pattern_of_the_targets_fits_a_cell(self):
        for targets in in_cache_cells.TARGETS.values():
            for pattern in ",".join(targets).split(","):
                self.assertTrue(in_cache_cells.chosen(in_cache_cells.all_cells(), pattern))

    def test_tables_show_the_ratios_of_medians_and_of_least_times(self):
        old = {"seconds": {"weft": [1.0, 2.0, 3.0], "fftw": [3.0, 3.0, 3.0]}, "target": 1.6}
        new = {**old, "least": {"weft": [1.0, 2.0], "fftw": [2.5, 3.0]}}
        self.assertEqual(in_cache_table.row_of("a", old).split()[1:6], ["2e+06", "-", "1.50", "-", "1.60"])
        self.assertEqual(in_cache_table.row_of("a", new).split()[1:6], ["2e+06", "1e+06", "1.50", "2.50", "1.60"])
        files = sorted((BENCH / "results/in-cache").glob("*.json"))
        self.assertTrue(all(in_cache_table.row_of(name, cell) for name, cell in in_cache_table.read_tables(files).items()))


if __name__ == "__main__":
    unittest.main()
