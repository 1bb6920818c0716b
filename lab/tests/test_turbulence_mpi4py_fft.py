#!/usr/bin/env python3
"""Tests of lab/peers/turbulence_mpi4py_fft.py, without mpi4py-fft: ratios of made rounds, what is refused, other flows."""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "lab/peers/turbulence_mpi4py_fft.py"
sys.path.insert(0, str(SCRIPT.parent))

import turbulence_mpi4py_fft as bench  # noqa: E402


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *map(str, arguments)], capture_output=True, text=True)


ROW = {"points": 64, "processes": 2, "variant": "mask-slab", "trials": {"mask-slab": 0.1, "padding-slab": 0.2},
       "rounds": [{"mpi4py-fft": [0.1, 0.9, 0.12], "weft": {"native": 0.01, "fftw": 0.06}},
                  {"mpi4py-fft": [0.08, 0.08, 0.5], "weft": {"native": 0.02, "fftw": 0.04}},
                  {"mpi4py-fft": [0.1, 0.1, 0.1], "weft": {"native": 0.01, "fftw": 0.025}}]}
HISTORY = "step,time,energy [U^2],enstrophy [U^2/L^2],scalar_0_variance [S^2]\n0,0,0.125,0.375,0\n15,0.1,0.12,0.37,1e-07\n"
SAME = {"energy": 0.12, "enstrophy": 0.37, "scalar_0_variance": 1e-7}


class TurbulenceBesideMpi4pyFft(unittest.TestCase):
    def refuse(self, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode != 0, result.stdout), (True, ""))
        self.assertNotIn("Traceback", result.stderr)
        return result.stderr

    def test_ratios_are_those_of_rounds(self):
        found = bench.summary(ROW, "native")  # ratios 12, 4 and 10
        for key, value in {"mpi4py-fft": 0.1, "weft": 0.01, "ratio": 10, "least": 4, "most": 12}.items():
            self.assertAlmostEqual(found[key], value, places=12, msg=key)

    def test_a_table_of_raw_results(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "raw.json")
            path.write_text(json.dumps({"results": [ROW]}))
            result = run("--table", path)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            lines = result.stdout.splitlines()
            self.assertEqual(lines[2], "| 64^3 | 2 | mask-slab | 100.0 | native | 10.0 | 10.00 (4.00 to 12.00) |")
            self.assertEqual(lines[3], "| 64^3 | 2 | mask-slab | 100.0 | fftw | 40.0 | 2.00 (2.00 to 4.00) |")
            for text in ("{", "[]", '{"results": [{}]}', '{"results": [{"rounds": []}]}'):
                path.write_text(text)
                self.assertIn("no rounds", self.refuse("--table", path))
            self.assertIn("cannot read", self.refuse("--table", pathlib.Path(folder, "none")))

    def test_what_is_missing_is_told_with_the_remedy(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("pip install mpi4py-fft", self.refuse("--python", pathlib.Path(folder, "none")))
        self.assertIn("native, fftw, mkl", self.refuse("cufft"))
        self.assertIn("--python", self.refuse("native"))

    def test_other_flows_are_no_comparison(self):
        bench.check_difference(bench.difference(SAME, {**SAME, "energy": 0.12 * (1 + 1e-11)}))
        for other in ({"energy": 0.1201}, {"enstrophy": math.nan}, {"scalar_0_variance": math.inf},
                      {"scalar_0_variance": 1.000000001e-7}):
            with self.assertRaises(bench.Failure):
                bench.check_difference(bench.difference(SAME, {**SAME, **other}))

    def test_measures_are_those_of_the_last_line_of_a_history(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "flow.history.csv")
            path.write_text(HISTORY)
            self.assertEqual(bench.last_measures(path), (15, SAME))


if __name__ == "__main__":
    unittest.main()
