#!/usr/bin/env python3
"""Tests of `weft bench`: every field of its report, and that the numbers in it fit together."""

import json
import math
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import unittest

from program import IS_MPICH, ProgramTest, is_full, process_counts, weft

FFTW_MPI = ["fftw-mpi-transposed", "fftw-mpi-transposed-inplace", "fftw-mpi-natural", "fftw-mpi-natural-inplace"]
FFTW = ["fftw-serial", "fftw-serial-inplace"]
FFTW_THREADS = ["fftw-threads", "fftw-threads-inplace"]
TOP_LEVEL = {"command", "machine", "versions", "results"}
RESULT = {"shape", "transform", "precision", "choice", "exchange", "forward", "backward", "pair", "gflops", "stages",
          "counts", "error", "applies", "peers"}
PEER = {"name", "median_seconds", "ratio"}


def tampered_fftw(folder):
    """A library with two functions of FFTW that compute wrongly."""
    library, source = pathlib.Path(folder) / "tampered.so", pathlib.Path(__file__).with_name("tampered_fftw.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-Wl,--no-as-needed", "-lfftw3", "-ldl"], check=True)
    return library


class BenchTest(ProgramTest):
    def bench(self, *arguments, processes=2, shape="24x20x18", repeats=3):
        """The report and the printed text of a short benchmark."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "bench.json"
            text = self.run_well("bench", "--shape", shape, "--repeats", repeats, "--json", path, *arguments,
                                 processes=processes)
            return json.loads(path.read_text()), text

    def check_result(self, result, n_rounds):
        """What every result that applies must fulfil."""
        self.assertLessEqual(RESULT, set(result))
        self.assertIs(result["applies"], True)
        for part in ("forward", "backward", "pair"):
            rounds = result["rounds"][part]
            self.assertEqual(len(rounds), n_rounds)
            self.assertEqual(set(result[part]), {"min", "median"})
            self.assertAlmostEqual(result[part]["min"], min(rounds))
            self.assertAlmostEqual(result[part]["median"], statistics.median(rounds))
            self.assertGreater(min(rounds), 0)
        self.assertLess(result["error"], result["error_limit"])
        self.assertGreater(result["error"], 0)
        for direction in ("forward", "backward"):
            self.assertTrue(result["counts"][direction]["sweeps"])
            for stage in result["stages"][direction]:
                self.assertGreaterEqual(stage["seconds"], 0)
        for peer in result["peers"]:
            self.assertLessEqual(PEER, set(peer))
            if peer["interleaved"]:
                ratios = [a / b for a, b in zip(peer["rounds"]["pair"], result["rounds"]["pair"])]
                self.assertAlmostEqual(peer["ratio"] / statistics.median(ratios), 1)
                self.assertLess(peer["error"], result["error_limit"])
            self.assertAlmostEqual(peer["median_seconds"], statistics.median(peer["rounds"]["pair"]))


class Report(BenchTest):
    def test_it_has_every_field_and_the_numbers_fit_together(self):
        report, text = self.bench("--peers", "fftw-mpi", repeats=4)
        self.assertLessEqual(TOP_LEVEL, set(report))
        (result,) = report["results"]
        self.check_result(result, 4)
        self.assertEqual((result["shape"], result["transform"], result["precision"]), ([24, 20, 18], "r2c", "double"))
        n = 24 * 20 * 18
        self.assertAlmostEqual(result["gflops"] * result["pair"]["median"] / (5e-9 * n * math.log2(n)), 1)
        self.assertIn("weft " + result["choice"], text)
        if IS_MPICH:
            self.assertEqual(result["peers"], [])
            self.assertEqual([peer["name"] for peer in report["left_out"]], FFTW_MPI)
            self.assertIn("left out: fftw-mpi-transposed", text)
        else:
            self.assertEqual([peer["name"] for peer in result["peers"]], FFTW_MPI)
            self.assertRegex(text, r"(?m)^weft is .* the best FFTW-MPI variant here \(fftw-mpi-")

    def test_the_interval_of_a_ratio_holds_its_median_with_95_percent(self):
        report, text = self.bench("--peers", "fftw-mpi", repeats=30)
        result = report["results"][0]
        if not result["peers"]:
            self.skipTest("no FFTW-MPI for this MPI library")
        for peer in result["peers"]:
            ratios = sorted(a / b for a, b in zip(peer["rounds"]["pair"], result["rounds"]["pair"]))
            low, high = (min(range(30), key=lambda i: abs(ratios[i] - bound)) for bound in peer["ratio_95_percent"])
            self.assertEqual(low, 29 - high)
            outside = 2 * sum(math.comb(30, i) for i in range(low + 1)) / 2**30  # as coins fall
            self.assertTrue(0.02 < outside < 0.07, outside)
        self.assertIn("95 % interval of the ratio: ", text)

    def test_it_explains_each_step_by_the_rates_of_the_machine(self):
        report, text = self.bench("--explain", "--exchange", "all", "--fields", 2)
        rates = report["rates"]
        self.assertEqual(rates["processes"], 2)
        for result in report["results"]:
            with self.subTest(exchange=result["exchange"]):
                counts = result["counts"]["forward"]
                steps = [step for step in result["explain"] if step["direction"] == "forward"]
                self.assertEqual(len(steps), len(counts["sweeps"]) + len(counts["exchanges"]))
                for step in steps:
                    moved = step["bytes"] if "sweep" in step["step"] or step["step"] == "copy" else 2 * step["bytes"]
                    if moved == 0:
                        self.assertIsNone(step["bound_seconds"])
                        continue
                    rate = {"cache": "cached", "memory": "memory"}[step["rate"]]
                    self.assertAlmostEqual(step["bound_seconds"] / (moved / rates["together"][rate]), 1)
                    self.assertAlmostEqual(step["percent"] / (100 * step["bound_seconds"] / step["seconds"]), 1)
                    self.assertAlmostEqual(step["bandwidth"] / (step["bytes"] / step["seconds"]), 1)
                sweeps = [step for step in steps if "sweep" in step["step"] or step["step"] == "copy"]
                self.assertTrue(all(step["arithmetic_seconds"] > 0 for step in sweeps if step["step"] != "copy"))
                self.assertEqual([step["bytes"] for step in sweeps],
                                 [2 * (s["bytes_read"] + s["bytes_written"]) for s in counts["sweeps"]])
                self.assertIn("choice: " + result["choice"], text)
        self.assertEqual(text.count("Explained (process 0, medians of 5 calls in each direction)"),
                         len(report["results"]))
        self.assertIn("% of the bound reached", text)

    def test_it_lists_the_steps_of_an_array_in_cache(self):
        report, text = self.bench("--explain", "--backend", "native", processes=1, shape="16x16x16")
        for sweep in report["results"][0]["explain"]:
            self.assertEqual([part["what"][:7] for part in sweep["parts"] if part["depth"] == 0], ["visit 1", "visit 2"])
            for part in sweep["parts"]:
                self.assertGreater(part["seconds"], 0)
                self.assertRegex(text, rf"(?m)^ +{re.escape(part['what'])} +[\d.]+ .?s$")

    def test_it_draws_what_it_explains(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "explain.svg"
            picture.write_text("old")
            report, _ = self.bench("--explain", "--plot", picture, processes=3, repeats=1)
            drawn = picture.read_text()
        (result,) = report["results"]
        n = result["layouts"]["points"]["shape"]
        self.assertEqual((n, result["layouts"]["modes"]["shape"]), ([24, 20, 18], [24, 20, 10]))
        self.assertEqual(result["layouts"]["points"],
                         {"shape": n, "grid": [3], "cut": [0], "parts": [[0, 8, 16, 24], [0, 20], [0, 18]]})
        self.assertEqual(result["layouts"]["modes"]["parts"], [[0, 24], [0, 7, 14, 20], [0, 10]])
        for words in ("24x20x18 r2c, double precision, 3 processes", "24x20x10 on 3, cut on axis 1", "sweep 2,1", result["choice"]):
            self.assertIn(words, drawn)

    def test_what_cannot_be_drawn_is_told_before_the_work(self):
        with tempfile.TemporaryDirectory() as folder:
            bare = pathlib.Path(folder) / "python"
            bare.write_text("#!/bin/sh\necho matplotlib >&2\nexit 3\n")
            bare.chmod(0o755)
            for arguments, words in ((["--plot", f"{folder}/a.png"], ["--plot", "give --explain"]),
                                     (["--explain", "--plot", f"{folder}/a.gif"], ["a.gif", ".svg"]),
                                     (["--explain", "--plot", f"{folder}/no/a.png"], ["no/a.png", "choose another file"]),
                                     (["--explain", "--plot", f"{folder}/a.png"], ["no matplotlib", "pip install", "WEFT_PYTHON"])):
                result = weft("bench", "--shape", "8x8x8", *arguments, processes=2, environment={"WEFT_PYTHON": str(bare)})
                self.assert_one_error(result, *words)
                self.assertEqual(result.stdout, "")
            self.assertEqual([path.name for path in pathlib.Path(folder).iterdir()], ["python"])

    def test_without_explain_nothing_is_explained(self):
        report, text = self.bench()
        self.assertNotIn("rates", report)
        self.assertNotIn("explain", report["results"][0])
        self.assertNotIn("layouts", report["results"][0])
        self.assertNotIn("Explained", text)

    def test_its_command_gives_the_same_plan_again(self):
        report, _ = self.bench()
        choice = report["results"][0]["choice"]
        again, _ = self.bench("--choice", choice)
        self.assertEqual(again["results"][0]["choice"], choice)
        self.assertIn(f"--choice '{choice}'" if " " in choice else f"--choice {choice}", again["command"])

    def test_choices_take_turns(self):
        choices = ["2 native alltoallv", "2 native alltoallw", "2 native alltoallv lines=8"]
        report, text = self.bench("--choice", "; ".join(choices))
        self.assertEqual([result["choice"] for result in report["results"]], choices)
        self.assertEqual(len({len(result["rounds"]["pair"]) for result in report["results"]}), 1)
        for choice in choices:
            self.assertIn("weft " + choice, text)


class Batches(BenchTest):
    def test_short_pairs_are_timed_many_at_a_time(self):
        for processes in (1, 2):
            report, text = self.bench(shape="4x4x4", processes=processes)
            protocol = report["protocol"]
            self.assertEqual((protocol["rounds"], protocol["pairs_are_chosen"]), (3, True))
            if processes == 1:  # two may wait for a core for longer than a batch takes
                self.assertGreater(protocol["pairs_in_a_round"], 3)
                self.assertIs(protocol["pairs_are_unbroken"], True)
            unbroken = " without a clock between" if protocol["pairs_are_unbroken"] else ""
            self.assertIn(f"3 rounds of {protocol['pairs_in_a_round']} pairs{unbroken}", text)

    def test_a_number_that_is_given_is_kept(self):
        report, text = self.bench("--inner", 2, shape="4x4x4")
        self.assertEqual((report["protocol"]["pairs_in_a_round"], report["protocol"]["pairs_are_chosen"]), (2, False))
        self.assertIn("3 rounds of 2 pairs", text)

    def test_long_pairs_are_timed_with_their_halves(self):
        report, text = self.bench(shape="160x160x160", repeats=2, processes=1)
        self.assertEqual(report["protocol"], {"rounds": 2, "pairs_in_a_round": 3, "pairs_are_chosen": True,
                                              "pairs_are_unbroken": False})
        self.assertNotIn("without a clock", text)
        rounds = report["results"][0]["rounds"]
        for pair, *halves in zip(rounds["pair"], rounds["forward"], rounds["backward"]):
            self.assertAlmostEqual(sum(halves) / pair, 1)


class Problems(BenchTest):
    def test_many_kinds_of_transforms_are_verified_beside_all_peers(self):
        rows = [("24x20x18", ["--transform", "c2c", "--fields", "3"]),
                ("15x14", ["--precision", "single"]),
                ("4x5x6x7", ["--transform", "c2c"]),
                ("8x9x5", ["--axes", "0,1"])]
        if is_full:
            rows += [("24x20x18", ["--transform", "c2c"]),
                     ("24x20x18", ["--precision", "single"]),
                     ("24x20x18", ["--fields", "3"]),
                     ("24x20x18", ["--output", "input", "--order", "C"]),
                     ("24x20x18", ["--set", "in_place=yes"]),
                     ("15x14", []),
                     ("8x9x10", ["--axes", "1,2"])]
        for shape, arguments in rows:
            with self.subTest(shape=shape, arguments=arguments):
                report, _ = self.bench(*arguments, "--peers", "fftw-mpi", repeats=1, shape=shape)
                self.check_result(report["results"][0], 1)

    def test_all_kinds_of_axes_and_fewer_modes_are_verified(self):
        for shape, arguments in (("12x9x10", ["--transform", "r2r", "--kinds", "dst1,chebyshev,dct2"]),
                                 ("12x9x10", ["--kinds", "fourier,chebyshev-gauss,fourier", "--kept", "8x5x6"]),
                                 ("12x9x10", ["--transform", "c2c", "--kept", "8x9x5"]),
                                 ("12x9x10", ["--transform", "r2r", "--kinds", "r2hc,hc2r,dht"]),
                                 ("12x10", ["--kept", "7x8", "--precision", "single"])):
            with self.subTest(shape=shape, arguments=arguments):
                report, text = self.bench(*arguments, repeats=1, shape=shape)
                self.check_result(report["results"][0], 1)
                self.assertEqual("keeping" in text, "--kept" in arguments)

    def test_long_axes_are_verified(self):
        """The direct sums that results are compared with are better than the results, also of many terms."""
        for shape in ("1x524288", "3x131101"):
            self.run_well("bench", "--shape", shape, "--transform", "c2c", "--repeats", 1)

    def test_it_runs_on_every_process_count(self):
        for n in process_counts(1, 3, full=(4,)):
            with self.subTest(processes=n):
                report, _ = self.bench("--peers", "fftw-mpi", processes=n, repeats=2)
                self.check_result(report["results"][0], 2)


class OwnPlansOfFftw(BenchTest):
    def names(self, report):
        return [peer["name"] for peer in report["results"][0]["peers"]]

    def test_many_kinds_of_transforms_are_verified(self):
        rows = [("12x10x9", [], FFTW),
                ("12x10x9", ["--transform", "c2c", "--precision", "single", "--fields", "2"], FFTW),
                ("8x9x10", ["--axes", "2,1"], FFTW[:1]),  # the real axis is not the last one
                ("6x31", ["--axes", "1"], FFTW),
                ("4x5x6x7", ["--axes", "0,2", "--transform", "c2c"], FFTW),
                ("8x9x5", ["--precision", "single"], FFTW)]
        for shape, arguments, names in rows:
            with self.subTest(shape=shape, arguments=arguments):
                report, text = self.bench(*arguments, "--peers", "fftw", repeats=1, shape=shape, processes=1)
                self.check_result(report["results"][0], 1)
                self.assertEqual(self.names(report), names)
                self.assertTrue(all(peer["version"].startswith("fftw-") for peer in report["results"][0]["peers"]))
                self.assertIn("left out: fftw-threads, fftw-threads-inplace: weft has one thread; give --set threads=N",
                              text)
        self.assertRegex(text, r"(?m)^weft is .* the best FFTW variant here \(fftw-serial")

    def test_it_has_as_many_threads_as_weft(self):
        report, _ = self.bench("--peers", "fftw", "--set", "threads=2", repeats=1, processes=1)
        self.check_result(report["results"][0], 1)
        left_out = {peer["name"]: peer["reason"] for peer in report["left_out"]}
        if left_out:  # an FFTW without its library of threads
            self.assertEqual(list(left_out), FFTW_THREADS)
            self.assertIn("threads.so.3 beside", left_out["fftw-threads"])
        else:
            self.assertEqual(self.names(report), FFTW + FFTW_THREADS)

    def test_what_it_cannot_do_is_left_out_with_the_reason(self):
        for processes, arguments, reason in ((2, [], "needs one process, not 2"),
                                             (1, ["--kept", "8x8x8"], "leave --kept out"),
                                             (1, ["--transform", "r2r", "--kinds", "dct2,dct2,dct2"], "leave --kinds out")):
            with self.subTest(reason=reason):
                report, text = self.bench(*arguments, "--peers", "fftw-serial", repeats=1, processes=processes)
                self.assertEqual(self.names(report), [])
                self.assertIn(reason, report["left_out"][0]["reason"])
                self.assertIn("left out: fftw-serial: ", text)

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_a_library_that_has_not_all_of_it_is_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            library = tampered_fftw(folder)
            report, _ = self.bench("--peers", "fftw", "--fftw-library", library, repeats=1, processes=1)
        self.assertEqual(self.names(report), [])
        self.assertRegex(report["left_out"][0]["reason"], "lacks fftw_execute_dft.*; .*--fftw-library")

    def test_its_plans_are_kept_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "wisdom"
            arguments = ["bench", "--shape", "12x10x9", "--repeats", 1, "--peers", "fftw-serial", "--fftw-wisdom"]
            self.run_well(*arguments, file)
            self.assertRegex(file.read_text(), r"^\(fftw-.* fftw_wisdom")
            self.run_well(*arguments, file)
            file.write_text("of somebody else")
            self.assert_one_error(weft(*arguments, file), str(file), "no plans of this FFTW", "remove it")
            self.assertEqual(file.read_text(), "of somebody else")
            self.assert_one_error(weft(*arguments, folder + "/no/such/folder"), "--fftw-wisdom", "cannot write")


class AllWays(BenchTest):
    def test_every_exchange_is_measured_or_says_why_not(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "info.json"
            self.run_well("info", "--json", path)
            exchanges = json.loads(path.read_text())["exchanges"]
        report, _ = self.bench("--exchange", "all")
        self.assertEqual([result["exchange"] for result in report["results"]], exchanges)
        for result in report["results"]:
            if result["applies"]:
                self.check_result(result, 3)
            else:
                self.assertTrue(result["reason"])
        self.assertTrue(any(result["applies"] for result in report["results"]))


class OtherPrograms(BenchTest):
    def test_a_program_is_run_once_a_round_outside_of_mpi(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "peer.sh"
            script.write_text('echo call >> "$1"; env >> "$1.env"\n'
                              'echo warming up\necho seconds 0.5\necho seconds 0.125\necho seconds 0.25\n')
            calls = pathlib.Path(folder) / "calls"
            report, text = self.bench("--peers", f"exec:sh {script} {calls}")
            self.assertEqual(len(calls.read_text().splitlines()), 3)
            environment = pathlib.Path(f"{calls}.env").read_text()
        (peer,) = report["results"][0]["peers"]
        self.assertEqual((peer["median_seconds"], peer["interleaved"]), (0.25, False))
        self.assertAlmostEqual(peer["ratio"] * report["results"][0]["pair"]["median"] / 0.25, 1)
        self.assertIn("run between the rounds", text)
        for variable in ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"):
            self.assertNotIn(f"{variable}=", environment)

    def test_a_program_that_fails_or_is_silent_is_an_error(self):
        for program, word in (("false", "failed"), ("echo hello", "seconds X")):
            with self.subTest(program=program):
                result = weft("bench", "--shape", "8x8x8", "--repeats", "1", "--peers", f"exec:{program}", processes=2)
                self.assert_one_error(result, f"exec:{program}", word)


class OtherFftw(BenchTest):
    def test_the_library_that_is_given_is_used(self):
        report, _ = self.bench(repeats=1)
        original = report["versions"]["fft_file"]
        if not pathlib.Path(original).exists():
            self.skipTest("the FFT library of this build is not a file of its own")
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "another-fftw.so"
            shutil.copyfile(original, copy)
            report, _ = self.bench("--fftw-library", copy, repeats=1)
            self.assertEqual(report["versions"]["fft_file"], str(copy.resolve()))

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_one_that_computes_wrongly_is_noticed_with_status_1(self):
        with tempfile.TemporaryDirectory() as folder:
            library = tampered_fftw(folder)
            result = weft("bench", "--shape", "12x10x8", "--repeats", "1", "--backend", "fftw", "--fftw-library",
                          library, processes=2)
        self.assert_one_error(result, "the result is wrong: weft", status=1)


if __name__ == "__main__":
    unittest.main()
