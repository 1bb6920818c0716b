#!/usr/bin/env python3
"""Tests of `weft-lab transpose-split`: what is measured adds up by the formulas of the paper, and tables and JSON agree."""

import shutil
import unittest

from papers import COUNTS, PaperTest, exchanges
from program import process_counts


class TransposeSplit(PaperTest):
    GRIDS = {1: "1x1", 2: "1x2", 3: "1x3", 4: "2x2"}

    def check_spread(self, spread, least=0.0):
        self.assertLessEqual(least, spread["min"])
        self.assertLessEqual(spread["min"], spread["mean"] * (1 + 1e-12))
        self.assertLessEqual(spread["mean"], spread["max"] * (1 + 1e-12))

    def check_result(self, row, n_processes, columns):
        ny, nz, nx = row["shape"]
        self.assertEqual((nx, nz), (columns if row["case"] == "a" else 2 * columns, columns))
        self.assertEqual(row["grid"], self.GRIDS[n_processes] if row["case"] == "a" else f"1x{n_processes}")
        self.assertTrue(row["choice"].startswith(row["grid"] + " "))
        self.assertAlmostEqual(row["n_data"], ny * nz * nx / 2 / n_processes, places=9)
        self.assertEqual(row["transforms"], 2 * row["pairs"])
        for key in ("seconds", "computing"):
            self.check_spread(row[key])
            self.assertGreater(row[key]["min"], 0)
        shares = row["shares"]
        for share in shares.values():
            self.check_spread(share, least=-1e-9)
        self.assertAlmostEqual(sum(share["mean"] for share in shares.values()), 1, places=9)
        self.assertEqual(row["performance_ratio"], shares["computing"]["mean"])
        self.assertGreater(row["performance_ratio"], 0)
        self.assertLessEqual(row["performance_ratio"], 1.2)
        measured = row["pair_seconds_of_one_process"] * row["pairs"] / (n_processes * row["seconds"]["mean"])
        self.assertAlmostEqual(row["performance_ratio_measured"], measured, delta=1e-9 * measured)
        self.assertLessEqual(row["error"]["first"], row["error_limit"]["first"])
        self.assertLessEqual(row["error"]["last"], row["error_limit"]["last"])
        self.assertGreater(row["error"]["last"], 0)

    def check_exchanges(self, row, has_zx, has_yz):
        self.assertEqual((row["zx"] is not None, row["yz"] is not None), (has_zx, has_yz))
        self.assertEqual(row["data_rate"] is not None, has_zx)
        self.assertEqual(row["shares"]["yz"]["mean"] > 0, has_yz)
        self.assertEqual(row["shares"]["zx"]["mean"] > 0, has_zx)
        self.assertEqual(row["barrier"]["mean"] > 0, has_zx or has_yz)
        if has_zx:
            megabytes = 16e-6 * row["transforms"] * row["n_data"]
            for rate, seconds in (("mean", "mean"), ("min", "max"), ("max", "min")):
                expected = megabytes / row["zx"][seconds]
                self.assertAlmostEqual(row["data_rate"][rate], expected, delta=1e-9 * expected)
            self.assertGreater(row["data_rate"]["min"], 0)

    def check_table(self, text, results):
        """Every result is a row of the table of its case."""
        for case in "ab":
            rows = [row for row in results if row["case"] == case]
            part = text[text.index(f"\ncase {case}: "):].split("\n\n")[0].splitlines()
            self.assertEqual(len(part), 2 + len(rows) + part.count(""), text)
            for row, line in zip(rows, part[-len(rows):]):
                rate = f"{row['data_rate']['mean']:.1f}" if row["data_rate"] else "-"
                self.assertEqual(line.split(), [str(row["shape"][0]), f"{row['n_data']:.0f}",
                                                f"{row['seconds']['mean']:.4g}", f"{row['performance_ratio']:.3f}",
                                                f"{row['performance_ratio_measured']:.3f}",
                                                f"{100 * row['shares']['barrier']['mean']:.2f}%", rate])

    def test_every_number_agrees_with_the_formulas_at_every_process_count(self):
        for n in COUNTS:
            with self.subTest(processes=n):
                text, report = self.run_paper("transpose-split", "--pairs", 5, "--columns", 8, "--most-data", 1024,
                                              processes=n)
                self.assertTrue(text.startswith("transpose-split: 5 transforms from spectral to physical space and back "
                                                f"(10 in all), 1 at a time, on {n} process"), text)
                self.assertEqual((report["protocol"]["pairs"], report["left_out"]), (5, []))
                for row in report["results"]:
                    self.check_result(row, n, 8)
                    self.check_exchanges(row, has_zx=n > 1, has_yz=n == 4 and row["case"] == "a")
                self.check_table(text, report["results"])
                for case in "ab":
                    sizes = [row["shape"][0] for row in report["results"] if row["case"] == case]
                    self.assertEqual(sizes, [8 << i for i in range(len(sizes))])
                    largest = [row["n_data"] for row in report["results"] if row["case"] == case][-1]
                    self.assertTrue(largest <= 1024 < 2 * largest, largest)

    def test_fields_are_lumped_and_the_transforms_counted(self):
        text, report = self.run_paper("transpose-split", "--pairs", 4, "--fields", 3, "--columns", 4, "--most-data", 256,
                                      processes=2)
        self.assertIn("6 transforms from spectral to physical space and back (12 in all), 3 at a time", text)
        for row in report["results"]:
            self.assertEqual((row["fields"], row["pairs"], row["transforms"]), (3, 6, 12))
            self.check_result(row, 2, 4)

    def test_y_is_a_chebyshev_axis_on_request(self):
        for n in process_counts(2, full=(1, 4)):
            text, report = self.run_paper("transpose-split", "--chebyshev", "--pairs", 3, "--columns", 4, "--most-data",
                                          128, processes=n)
            self.assertIn("y by Chebyshev at N_y + 1 points", text)
            for row in report["results"]:
                self.assertEqual(row["kinds"], "chebyshev,fourier,fourier")
                self.assertEqual(row["shape"][0] % 8, 1)
                self.assertLess(row["error"]["first"], row["error_limit"]["first"])

    def test_exchange_backend_and_options_of_plans_are_those_asked_for(self):
        _, report = self.run_paper("transpose-split", "--pairs", 2, "--columns", 4, "--most-data", 128, "--exchange",
                                   "alltoallw", "--backend", "fftw", "--set", "threads=2", processes=2)
        self.assertEqual({row["choice"] for row in report["results"]}, {"1x2 fftw alltoallw threads=2"})

    def test_the_exchange_is_that_of_the_paper_where_there_is_one(self):
        _, report = self.run_paper("transpose-split", "--pairs", 1, "--columns", 4, "--most-data", 128, processes=2)
        wanted = "alltoall" if "alltoall" in exchanges() else "alltoallv"
        self.assertEqual({row["choice"].split()[2] for row in report["results"]}, {wanted})

    def test_a_grid_with_yz_alone_has_no_rate_of_zx(self):
        text, report = self.run_paper("transpose-split", "--grid", "2x1", "--pairs", 2, "--columns", 4, "--most-data",
                                      128, processes=2)
        first = report["results"][0]
        self.assertEqual((first["case"], first["grid"]), ("a", "2x1"))
        self.check_exchanges(first, has_zx=False, has_yz=True)
        self.assertIn("one exchange, yz", text)

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_wrong_results_are_status_1(self):
        self.fails_with_a_tampered_fftw("transpose-split", "--pairs", 1, "--columns", 4, "--most-data", 128)


if __name__ == "__main__":
    unittest.main()
