#!/usr/bin/env python3
"""Tests of weft-lab: what is measured adds up by the formulas of the papers, and tables and JSON agree."""

import json
import math
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import unittest

CLI_TESTS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "cli"
sys.path.insert(0, str(CLI_TESTS))

from program import ProgramTest, is_full, process_counts, weft

COUNTS = process_counts(1, 3, full=(2, 4))
BENCH_FRAME = ["command", "machine", "versions", "protocol", "results", "left_out"]


def exchanges():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "info.json"
        weft("info", "--json", path)
        return json.loads(path.read_text())["exchanges"]


class PaperTest(ProgramTest):
    def run_paper(self, *arguments, processes, environment=None):
        """The output and the report of a run that succeeds."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "paper.json"
            text = self.run_well(*arguments, "--json", path, processes=processes, environment=environment,
                                 program="weft-lab")
            report = json.loads(path.read_text())
        self.assertEqual(list(report), BENCH_FRAME)
        self.assertEqual((report["protocol"]["paper"], report["machine"]["processes"]), (arguments[0], processes))
        return text, report

    def fails_with_a_tampered_fftw(self, *arguments):
        source = CLI_TESTS / "tampered_fftw.c"
        with tempfile.TemporaryDirectory() as folder:
            library = pathlib.Path(folder) / "tampered.so"
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-Wl,--no-as-needed", "-lfftw3", "-ldl"],
                           check=True)
            result = weft(*arguments, "--backend", "fftw", "--fftw-library", library, processes=2, program="weft-lab")
        self.assert_one_error(result, "the result is wrong", "limit", status=1)


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
        _, report = self.run_paper("fft2d", "--sizes", "32:4", "--repeats", 2, processes=2,
                                   environment={"WEFT_SECONDS_PER_FLOP": str(pace)})
        self.assertTrue(report["protocol"]["cpu_includes_sleep"])
        for r in report["results"]:
            if r["applies"]:
                least = 4 * pace * 5 * 32 * 32 * 10 / r["processes"]
                for key in ("elapsed", "cpu", "computing"):
                    self.assertGreaterEqual(r[key]["min"], 0.9 * least, key)

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_wrong_results_are_status_1(self):
        self.fails_with_a_tampered_fftw("fft2d", "--sizes", "12:2", "--repeats", 1)


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
        pace = 1e-7
        _, report = self.run_paper("scalable-parallel-fft", "--sizes", 16, "--most-bytes", 8, "--repeats", 2,
                                   processes=2, environment={"WEFT_SECONDS_PER_FLOP": str(pace)})
        size, = report["protocol"]["constants"]["sizes"]
        self.assertGreaterEqual(size["t_c"], pace)
        for row in report["results"]:
            self.assertGreaterEqual(row["computing"]["min"], pace * 2.5 * 16 ** 3 * 12 / row["processes"])
        self.assertLess(size["plan_of_one_process"]["min"], pace * 2.5 * 16 ** 3 * 12)

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_wrong_results_are_status_1(self):
        self.fails_with_a_tampered_fftw("scalable-parallel-fft", "--sizes", 8, "--repeats", 1, "--most-bytes", 8,
                                        "--precision", "double")


class CommandLine(ProgramTest):
    def test_the_help_names_every_paper(self):
        text = self.run_well("--help", program="weft-lab")
        for name in ("transpose-split", "fft2d", "scalable-parallel-fft", "kernel-ft", "bench"):
            self.assertRegex(text, rf"(?m)^  {name} ")

    def test_values_that_cannot_be_are_refused(self):
        split, scalable = ["transpose-split"], ["scalable-parallel-fft"]
        for words, said in (([*split, "--shape", "8x8x8"], ("--shape",)),
                            ([*split, "--columns", "7"], ("--columns 7", "odd")),
                            ([*split, "--columns", "8", "--most-data", "255"], ("--most-data 255", "case a, 256")),
                            ([*split, "--pairs", "0"], ("--pairs", '"0"')),
                            ([*split, "--grid", "2x1"], ("--grid 2x1", "1 processes", "1x1")),
                            ([*split, "--set", "barriers=no"], ("--set barriers=no", "transpose-split")),
                            ([*split, "--exchange", "alltoallq"], ("alltoallq",)),
                            ([*split, "--json", "/no/such/folder/file"], ("/no/such/folder/file",)),
                            ([*scalable, "--sizes", "8:2"], ('"8:2"', "like 64,128")),
                            ([*scalable, "--sizes", "1"], ('"1"', "from 2 on")),
                            ([*scalable, "--processes", "0"], ('"0"', "like 1,2,4")),
                            ([*scalable, "--processes", "1,3"],
                             ("3 processes are asked for, and 1 were started", "weft-run -n 3")),
                            ([*scalable, "--exchange", "pairwise,cylic"], ("cylic", "cyclic")),
                            ([*scalable, "--exchange", "pairwise,pipelined:p2p"], ("pipelined:p2p",)),
                            ([*scalable, "--precision", "half"], ("half", "known: double, single")),
                            ([*scalable, "--most-bytes", "7"], ("--most-bytes 7", "8 or more")),
                            ([*scalable, "--set", "barriers=no", "--sizes", "8"], ("--set barriers=no",)),
                            (["fft2d", "--exchange", "all"], ("--exchange",)),
                            (["fft2d", "--sizes", "1600"], ('"1600"', "like 1600:6")),
                            (["fft2d", "--sizes", "8:2,"], ('"8:2,"',)),
                            (["fft2d", "--sizes", "8:0"], ('"8:0"',)),
                            (["fft2d", "--sizes", "8x8:2"], ('"8x8:2"',))):
            with self.subTest(words):
                self.assert_one_error(weft(*words, program="weft-lab"), *said)


if __name__ == "__main__":
    unittest.main()
