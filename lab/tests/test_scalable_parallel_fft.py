#!/usr/bin/env python3
"""Tests of `weft-lab scalable-parallel-fft`: what is measured adds up by the formulas of the paper, and tables and JSON agree."""

import math
import shutil
import statistics
import unittest

from papers import COUNTS, PaperTest, exchanges
from program import is_full


class ScalableParallelFft(PaperTest):
    def near(self, value, expected):
        self.assertAlmostEqual(value, expected, delta=1e-9 * abs(expected))

    def check_constants(self, constants, n_processes, sizes, most_bytes):
        self.assertEqual(list(constants), ["t_w", "t_s", "t_a", "link", "sizes"])
        self.assertGreater(constants["t_a"], 0)
        self.assertEqual([size["n"] for size in constants["sizes"]], sizes)
        for size in constants["sizes"]:
            pairs = zip(size["sequential"]["rounds"], size["plan_of_one_process"]["rounds"])
            self.near(size["sequential_ratio"], statistics.median(fftw / weft for fftw, weft in pairs))
        link = constants["link"]
        self.assertEqual(link is None, n_processes == 1)
        if link is None:
            self.assertEqual((constants["t_w"], constants["t_s"]), (None, None))
            return
        self.assertEqual((link["processes"], link["between_nodes"]), ([0, 1], False))
        messages = link["messages"]
        self.assertEqual([m["bytes"] for m in messages], [4 << i for i in range(len(messages))])
        self.assertTrue(messages[-1]["bytes"] <= most_bytes < 2 * messages[-1]["bytes"])
        self.assertEqual(constants["t_s"], messages[0]["one_way"])
        self.assertEqual(constants["t_w"], link["one_way"]["seconds_per_word"])
        large = [m for m in messages if 16 * m["bytes"] >= messages[-1]["bytes"]]
        for way in ("one_way", "both_ways"):
            self.assertGreater(min(m[way] for m in messages), 0)
            line = statistics.linear_regression([m["bytes"] / 4 for m in large], [m[way] for m in large])
            self.assertAlmostEqual(link[way]["seconds_per_word"], line.slope, delta=1e-6 * abs(line.slope) + 1e-15)
            self.assertAlmostEqual(link[way]["intercept"], line.intercept, delta=1e-6 * messages[-1][way])

    def check_result(self, row, constants, alone, rounds, word):
        n, p = row["shape"][0], row["processes"]
        self.assertEqual(row["shape"], [n, n, n])
        self.assertTrue(0 < row["error"] <= row["error_limit"])
        strips = (row["exchange"] or "").startswith("pipelined:")
        self.assertEqual(row["barrier"] is None, strips or p == 1)
        for key in ("seconds", "computing", "communicating", "barrier"):
            if row[key] is not None:
                times = row[key]
                self.assertEqual(len(times["rounds"]), rounds)
                self.assertEqual((times["min"], times["median"]),
                                 (min(times["rounds"]), statistics.median(times["rounds"])))
                self.assertGreaterEqual(times["min"], 0)
        self.assertGreater(row["computing"]["min"], 0)
        self.assertEqual(row["communicating"]["min"] > 0, p > 1)
        self.near(row["bytes_sent"], word * (n + 2) * n * n * (p - 1) / p ** 2)
        if not strips:
            self.assertEqual(row["messages"], p - 1)
        size, = (s for s in constants["sizes"] if s["n"] == n)
        operations = 2.5 * n ** 3 * math.log2(n ** 3)
        total = row["seconds"]["median"]
        self.near(size["t_c"], alone[n] / operations)
        self.near(row["equation_4_computing"], operations / p * size["t_c"])
        self.near(row["equation_4_copying"], (2 / p + (p - 1) / p ** 2) * (n + 2) * n * n * constants["t_a"])
        if p == 1:
            self.assertEqual(row["equation_5"], 0)
        else:
            self.near(row["equation_5"], 2 * (p - 1) * (n + 2) * (n / p) ** 2 * constants["t_w"] * word / 4
                      + 2 * (p - 1) * constants["t_s"])
        self.near(row["full_duplex"], row["equation_5"] / 2)
        self.near(row["efficiency"], alone[n] / (p * total))
        self.near(row["efficiency_by_sequential"], size["sequential_ratio"] * alone[n] / (p * total))
        self.near(row["megaflops"], 1e-6 * operations / total)

    def check_report(self, report, n_processes, sizes, counts, names, rounds, word=4, most_bytes=256):
        constants, results = report["protocol"]["constants"], report["results"]
        self.assertEqual(report["protocol"]["rounds"], rounds)
        self.check_constants(constants, n_processes, sizes, most_bytes)
        expected = [(n, p, name) for n in sizes for p in counts for name in (names if p > 1 else [None])]
        self.assertEqual([(r["shape"][0], r["processes"], r["exchange"]) for r in results], expected)
        alone = {r["shape"][0]: r["seconds"]["median"] for r in results if r["processes"] == 1}
        for row in results:
            self.check_result(row, constants, alone, rounds, word)

    def check_table(self, text, results, has_link):
        self.assertEqual(text.count("messages of processes 0 and "), 1 if has_link else 0)
        for n in sorted({row["shape"][0] for row in results}):
            lines = text[text.index(f"N = {n}, t_c = "):].split("\n\n")[0].splitlines()
            rows = [row for row in results if row["shape"][0] == n]
            for row, line in zip(rows, lines[2:2 + len(rows)], strict=True):
                barrier = f"{row['barrier']['median']:.4g}" if row["barrier"] else "-"
                self.assertEqual(line.split(), [
                    str(row["processes"]), row["exchange"] or "-", f"{row['seconds']['median']:.4g}",
                    f"{row['computing']['median']:.4g}", f"{row['equation_4_computing']:.4g}",
                    f"{row['equation_4_copying']:.4g}", f"{row['communicating']['median']:.4g}",
                    f"{row['equation_5']:.4g}", f"{row['full_duplex']:.4g}", barrier, f"{row['efficiency']:.3f}",
                    f"{row['efficiency_by_sequential']:.3f}", f"{row['megaflops']:.1f}"])

    def test_every_number_agrees_with_the_formulas_at_every_process_count(self):
        for n in COUNTS:
            with self.subTest(processes=n):
                text, report = self.run_paper("scalable-parallel-fft", "--sizes", "12,24", "--most-bytes", 256,
                                              "--repeats", 3, "--exchange", "pairwise,pipelined:alltoallv:2",
                                              processes=n)
                self.check_report(report, n, [12, 24], sorted({1, min(n, 2), n}),
                                  ["pairwise", "pipelined:alltoallv:2"], rounds=3)
                self.assertEqual({r["precision"] for r in report["results"]}, {"single"})
                self.assertEqual(report["left_out"], [])
                self.check_table(text, report["results"], n > 1)

    def test_messages_go_to_another_node_if_there_is_one(self):
        for n, partner in ((1, 1), (2, 2), (3, 0)) if is_full else ((2, 2),):
            with self.subTest(processes_per_node=n):
                text, report = self.run_paper("scalable-parallel-fft", "--sizes", 6, "--most-bytes", 8, "--repeats", 1,
                                              "--exchange", "alltoallv", processes=3,
                                              environment={"WEFT_PROCESSES_PER_NODE": str(n)})
                link = report["protocol"]["constants"]["link"]
                self.assertEqual((link["processes"], link["between_nodes"]), ([0, partner or 1], partner > 0))
                where = "on two nodes" if partner else "on one node"
                self.assertIn(f"messages of processes 0 and {partner or 1}, {where}: seconds", text)

    def test_all_is_every_exchange_that_sends_messages(self):
        text, report = self.run_paper("scalable-parallel-fft", "--sizes", 8, "--most-bytes", 8, "--repeats", 1,
                                      "--exchange", "all", "--precision", "double", "--processes", 2, processes=2)
        left_out = {row["name"]: row["reason"] for row in report["left_out"]}
        taken = [r["exchange"] for r in report["results"] if r["processes"] == 2]
        self.assertEqual(set(left_out) | set(taken), set(exchanges()))
        self.assertTrue({"alltoallv", "alltoallw", "pairwise", "cyclic"} <= set(taken), taken)
        self.assertTrue({"window-pull", "window-push"} <= set(left_out), left_out)
        for name, reason in left_out.items():
            self.assertIn(f"{name} on 2 is left out: {reason}", text)
        for row in report["results"]:
            self.assertEqual((row["precision"], row["messages"]), ("double", row["processes"] - 1))
            self.near(row["bytes_sent"], 8 * 10 * 64 / 4 if row["processes"] == 2 else 0)

    def test_slow_processors_have_the_time_of_their_operations(self):
        pace = 5e-7
        _, report = self.run_paper("scalable-parallel-fft", "--sizes", 16, "--most-bytes", 8, "--repeats", 2,
                                   processes=2, environment={"WEFT_SECONDS_PER_FLOP": str(pace)})
        size, = report["protocol"]["constants"]["sizes"]
        # A transform that ended late, on a busy machine, makes the next one shorter by as much.
        self.assertGreaterEqual(size["t_c"], 0.9 * pace)
        for row in report["results"]:
            self.assertGreaterEqual(max(row["computing"]["rounds"]), pace * 2.5 * 16 ** 3 * 12 / row["processes"])
        self.assertLess(size["plan_of_one_process"]["min"], pace * 2.5 * 16 ** 3 * 12)

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_wrong_results_are_status_1(self):
        self.fails_with_a_tampered_fftw("scalable-parallel-fft", "--sizes", 8, "--repeats", 1, "--most-bytes", 8,
                                        "--precision", "double")


if __name__ == "__main__":
    unittest.main()
