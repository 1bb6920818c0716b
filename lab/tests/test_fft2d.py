#!/usr/bin/env python3
"""Tests of `weft-lab fft2d`: what is measured adds up, and tables and JSON agree."""

import re
import shutil
import unittest

from papers import COUNTS, PaperTest, exchanges


class Fft2d(PaperTest):
    SIZES = [(48, 4), (30, 3)]
    ALGORITHMS = ["fftw", "fft2d-i", "fft2d-p", "fft2d-s"]

    def row_counts(self, n_processes):
        return sorted({n for n in (2, 4) if n < n_processes} | ({n_processes} - {1}))

    @staticmethod
    def cell(r):
        return f"{r['elapsed']['median']:#.4g} ({r['cpu']['median']:#.4g})" if r["applies"] else "-"

    def check_text(self, text, results, n_processes):
        for length, n_fft in self.SIZES:
            head = f"system size LxL = {length}x{length}, nfft={n_fft}"
            lines = text[text.index(head):].split("\n\n")[0].splitlines()
            self.assertEqual(lines[:2], [head, "=" * len(head)])
            if n_processes > 1:
                self.assertEqual(lines[3].split(), ["np", *self.ALGORITHMS])
            rows = {np: [self.cell(r) for r in results if (r["shape"][0], r["processes"]) == (length, np)]
                    for np in [1, *self.row_counts(n_processes)]}
            self.assertEqual(lines[2], "np=1   " + rows.pop(1)[0])
            table = [re.split("  +", line.strip()) for line in lines[4:4 + len(rows)]]
            name = self.mpi.replace(" v", " ")
            self.assertEqual(table, [[name, f"{np}", *cells] for np, cells in rows.items()])
            for name in self.ALGORITHMS[1:]:
                self.assertEqual(f"\n{name} is left out: this weft has no exchange" in text,
                                 n_processes > 1 and not self.has_all)

    def test_tables_and_report_at_every_process_count(self):
        names = exchanges()
        self.assertEqual("p2p" in names, "persistent" in names)
        self.has_all = "p2p" in names
        wanted = {"one process": None, "fftw": "alltoall" if "alltoall" in names else "alltoallv", "fft2d-i": "p2p",
                  "fft2d-p": "pipelined:persistent:1", "fft2d-s": "pipelined:p2p:16"}
        for n in COUNTS:
            with self.subTest(processes=n):
                sizes = ",".join(f"{length}:{n_fft}" for length, n_fft in self.SIZES)
                text, report = self.run_paper("fft2d", "--sizes", sizes, "--repeats", 3, processes=n)
                results = report["results"]
                self.mpi = report["versions"]["mpi"]
                self.check_text(text, results, n)
                expected = [(length, n_fft, np, name) for length, n_fft in self.SIZES for np in [1, *self.row_counts(n)]
                            for name in (["one process"] if np == 1 else self.ALGORITHMS)]
                self.assertEqual([(r["shape"][0], r["nfft"], r["processes"], r["algorithm"]) for r in results], expected)
                self.assertTrue(all(r["applies"] for r in results if self.has_all or r["algorithm"][-1] not in "ips"))
                for r in results:
                    if not r["applies"]:
                        self.assertIn("has no exchange", r["reason"])
                        continue
                    self.assertEqual(r["choice"].split()[2:], [wanted[r["algorithm"]]] if r["processes"] > 1 else [])
                    self.assertEqual((len(r["elapsed"]["rounds"]), len(r["cpu"]["rounds"])), (3, 3))
                    self.assertGreater(r["elapsed"]["min"], 0)
                    self.assertGreaterEqual(r["cpu"]["min"], 0)
                    self.assertTrue(0 < r["error"] <= r["error_limit"])
                    self.assertEqual((len(r["computing"]["rounds"]), len(r["communicating"]["rounds"])), (3, 3))
                    self.assertGreater(r["computing"]["min"], 0)
                    self.check_hidden(text, r, results)
                self.assertFalse(report["protocol"]["cpu_includes_sleep"])

    def check_hidden(self, text, r, results):
        """By the formula, for those that overlap; and the sentence about them says it in percent."""
        if not (r["algorithm"] in ("fft2d-p", "fft2d-s") and self.has_all):
            self.assertIsNone(r["hidden"])
            return
        apart, = (a for a in results if a["algorithm"] == "fft2d-i" and a["shape"] == r["shape"]
                  and a["processes"] == r["processes"])
        least = min(apart["computing"]["median"], apart["communicating"]["median"])
        self.assertAlmostEqual(r["hidden"], (apart["elapsed"]["median"] - r["elapsed"]["median"]) / least, places=9)
        self.assertIn(f"fft2d-i on {r['processes']}: computing {apart['computing']['median']:#.4g}, communicating "
                      f"{apart['communicating']['median']:#.4g}; hidden ", text)
        self.assertIn(f" {100 * r['hidden']:.0f} % by {r['algorithm']}", text)

    def test_slow_processors_use_processor_time_while_they_sleep(self):
        pace = 1e-7
        _, report = self.run_paper("fft2d", "--sizes", "32:4", "--repeats", 5, processes=2,
                                   environment={"WEFT_SECONDS_PER_FLOP": str(pace)})
        self.assertTrue(report["protocol"]["cpu_includes_sleep"])
        for r in report["results"]:
            if r["applies"]:
                least = 4 * pace * 5 * 32 * 32 * 10 / r["processes"]
                # A sweep that ended late makes the next one shorter; a process that waits neither computes nor sleeps.
                for key in ("elapsed", "cpu", "computing"):
                    self.assertGreaterEqual(max(r[key]["rounds"]), 0.9 * least, key)

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_wrong_results_are_status_1(self):
        self.fails_with_a_tampered_fftw("fft2d", "--sizes", "12:2", "--repeats", 1)


if __name__ == "__main__":
    unittest.main()
