#!/usr/bin/env python3
"""Tests of the program `weft` as a whole: help, versions, `weft info`, and what it says about wrong arguments."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from program import BUILD, ENVIRONMENT, ProgramTest, process_counts, weft

# Arguments that cannot be right, and words that the error must have.
WRONG_ARGUMENTS = [
    ([], ["which command", "info, bench, fft, run, spectrum, slice, plot, report, npb, tune, model, calibrate, doctor"]),
    (["bnech"], ["no command bnech", "did you mean bench?"]),
    (["--versoin"], ["no option --versoin", "did you mean --version?"]),
    (["info", "extra"], ['"extra" is not expected']),
    (["npb"], ["which command", "ft"]),
    (["npb", "gt"], ["no command gt", "did you mean ft?"]),
    (["npb", "ft", "--class", "Q"], ["--class", "no Q", "S, W, A, B, C"]),
    (["npb", "ft", "--class", "D"], ["class D", "--reference"]),
    (["npb", "ft", "--clas=S"], ["no option --clas", "did you mean --class?"]),
    (["npb", "ft", "--reference", "/no/such/file"], ["cannot read /no/such/file"]),
    (["doctor", "--jsno", "x"], ["no option --jsno", "did you mean --json?"]),
    (["doctor", "--json", "/no/such/folder/file"], ["/no/such/folder/file", "--json"]),
    (["bench", "--shpae", "8x8x8"], ["no option --shpae", "did you mean --shape?"]),
    (["bench", "--shape"], ["--shape", "missing"]),
    (["bench", "--shape", "8x8y8"], ["--shape", '"8x8y8"', "like 256x256x129"]),
    (["bench", "--shape", "8x0x8"], ["--shape", '"8x0x8"']),
    (["bench", "--shape", ""], ["--shape", '""']),
    (["bench", "--shape", "2x2x2x2x2x2x2"], ["axes"]),
    (["bench", "--transform", "c2d"], ["no c2d", "did you mean c2c?"]),
    (["bench", "--precision", "duoble"], ["no duoble", "did you mean double?"]),
    (["bench", "--axes", "0,z"], ["--axes", '"0,z"']),
    (["bench", "--shape", "8x8x8", "--axes", "0,3"], ["3"]),
    (["bench", "--repeats", "0"], ["--repeats", '"0"']),
    (["bench", "--inner", "many"], ["--inner", '"many"']),
    (["bench", "--fields", "-1"], ["--fields", '"-1"']),
    (["bench", "--exchange", "alltoallq"], ["alltoallq", "alltoall"]),
    (["bench", "--backend", "fftx"], ["fftx", "fftw"]),
    (["bench", "--grid", "3x5"], ["3x5"]),
    (["bench", "--set", "exchange"], ["--set", "KEY=VALUE"]),
    (["bench", "--set", "exchnage=alltoallv"], ["exchnage", "exchange"]),
    (["bench", "--choice", "no such choice"], ["'no'"]),
    (["bench", "--choice", "1 native;"], ["'1 native;'", "empty part"]),
    (["bench", "--choice", "1 fftw", "--grid", "1"], ["--choice", "--grid"]),
    (["bench", "--choice", "1 fftw", "--tune=measure"], ["--choice '1 fftw'", "--tune measure"]),
    (["bench", "--choice", "all", "--tune=off"], ["--choice all", "--tune off"]),
    (["bench", "--choice", "all", "--exchange", "all"], ["--choice all", "--exchange all"]),
    (["bench", "--choice", "all", "--set", "wisdom=use"], ["--choice all", "--set wisdom=use"]),
    (["bench", "--backend", "all", "--tune=measure"], ["--backend all", "--tune measure"]),
    (["bench", "--tune=measure", "--set", "tune=off"], ["--tune", "--set tune=off"]),
    (["bench", "--tune=measre"], ["no measre", "did you mean measure?"]),
    (["bench", "--grid", "1", "--set", "grid=auto"], ["--grid", "--set grid=auto"]),
    (["tune", "--exchange", "all"], ["all", "alltoallv"]),
    (["tune", "--tune=off"], ["no off", "estimate, measure, exhaustive"]),
    (["tune", "--seconds", "soon"], ["tune_seconds", "'soon'", "0: nothing is measured"]),
    (["tune", "--again", "--set", "wisdom=ignore"], ["--again", "--set wisdom=ignore"]),
    (["tune", "--set", "choice=1 native"], ["'1 native'", "nothing to tune"]),
    (["tune", "--top", "0"], ["--top", '"0"']),
    (["tune", "--shape", "8x8y8"], ["--shape", "like 256x256x129"]),
    (["tune", "--json", "/no/such/folder/file"], ["/no/such/folder/file", "--json"]),
    (["bench", "--peers", "fftw-mip"], ["no fftw-mip", "did you mean fftw-mpi?"]),
    (["bench", "--shape", "8x8x8", "--peers", "exec:"], ["exec:"]),
    (["bench", "--json", "/no/such/folder/file"], ["/no/such/folder/file", "--json"]),
    (["bench", "--fftw-library", "/no/such/file.so"], ["--fftw-library", "/no/such/file.so", "libfftw3.so"]),
    (["bench", "--fftw-library", __file__], ["--fftw-library", "libfftw3.so"]),
]


class WrongArguments(ProgramTest):
    def test_each_is_one_error_in_words_and_status_2(self):
        for arguments, words in WRONG_ARGUMENTS:
            with self.subTest(arguments=arguments):
                result = weft(*arguments)
                self.assert_one_error(result, *words)
                self.assertEqual(result.stdout, "")

    def test_several_processes_say_it_once(self):
        for arguments in (["bnech"], ["bench", "--shape", "8x8y8"], ["bench", "--json", "/no/such/folder/file"],
                          ["bench", "--exchange", "alltoallq"], ["bench", "--fftw-library", "/no/such/file.so"]):
            with self.subTest(arguments=arguments):
                self.assert_one_error(weft(*arguments, processes=2))

    def shell(self, words):
        """weft-run of two processes of a shell command that knows its own rank as $rank."""
        script = "rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; exec " + str(BUILD / "weft") + " " + words
        command = [str(BUILD / "weft-run"), "-n", "2", "sh", "-c", script]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, env=ENVIRONMENT)

    def test_an_argument_that_differs_on_one_process_is_one_error(self):
        self.assert_one_error(self.shell("bench --shape 8x8x1$rank"), "8x8x10 on process 0", "8x8x11 on process 1")

    def test_a_process_that_fails_alone_says_why_and_ends_the_job(self):
        result = self.shell('bench --shape "8x8x8$(test $rank = 0 || echo q)"')
        self.assertNotEqual(result.returncode, 0)
        self.assertIn('weft: error: --shape: "8x8x8q" is not a list of lengths', result.stderr)


class Help(ProgramTest):
    def test_help_names_every_command(self):
        text = self.run_well("--help")
        for command in ("info", "bench", "fft", "npb", "tune", "calibrate", "doctor", "--version"):
            self.assertIn(command, text)

    def test_every_command_has_help(self):
        for command in (["info"], ["bench"], ["fft"], ["npb"], ["npb", "ft"], ["tune"], ["calibrate"], ["doctor"]):
            with self.subTest(command=command):
                self.assertIn("Usage: weft " + " ".join(command), self.run_well(*command, "--help"))

    def test_several_processes_print_it_once(self):
        self.assertEqual(self.run_well("bench", "--help", processes=2), self.run_well("bench", "--help"))

    def test_version_names_weft_mpi_and_the_fft_library(self):
        weft_line, mpi_line, fft_line = self.run_well("--version").splitlines()
        self.assertRegex(weft_line, r"^weft \d+\.\d+\.\d+")
        self.assertRegex(mpi_line, r"^MPI  .*\d+\.\d+")
        self.assertRegex(fft_line, r"^FFT  native-\w+, fftw-\d+\.\d+")


class Info(ProgramTest):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "info.json"
            cls.result = weft("info", "--json", path, processes=2)
            cls.report = json.loads(path.read_text()) if path.exists() else {}

    def test_it_succeeds_silently(self):
        self.assertEqual((self.result.returncode, self.result.stderr), (0, ""))

    def test_json_has_machine_versions_options_exchanges_and_backends(self):
        self.assertEqual(set(self.report), {"command", "machine", "versions", "problem", "options", "details", "exchanges",
                                             "backends", "missing_backends"})
        self.assertEqual(self.report["machine"]["processes"], 2)
        self.assertGreaterEqual(self.report["machine"]["processors"], 1)
        self.assertLessEqual({"weft", "commit", "mpi", "fft", "fft_file"}, set(self.report["versions"]))

    def test_the_rows_of_every_table_are_printed(self):
        for row in self.report["options"] + self.report["details"]:
            self.assertEqual(set(row), {"key", "values", "default", "meaning"})
            self.assertRegex(self.result.stdout, rf"(?m)^  {row['key']} +=")
            self.assertIn(row["meaning"], self.result.stdout)
        for name in self.report["exchanges"] + self.report["backends"]:
            self.assertIn(name, self.result.stdout)
        self.assertLessEqual({"grid", "exchange", "backend", "choice"}, {row["key"] for row in self.report["options"]})
        self.assertEqual([row["key"] for row in self.report["details"]],
                         ["stores", "lines", "sweeps", "ranks", "threads", "lump", "lanes"])
        self.assertLessEqual({"alltoallw", "alltoallv", "window-pull", "window-push"}, set(self.report["exchanges"]))

    def test_it_tells_which_backends_are_missing_and_why(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "info.json"
            text = self.run_well("info", "--json", path, environment={"WEFT_MKL": "/no/such/libmkl_rt.so"})
            missing = json.loads(path.read_text())["missing_backends"]
        self.assertEqual(list(missing), ["mkl"])
        self.assertIn("/no/such/libmkl_rt.so", missing["mkl"])
        self.assertIn(missing["mkl"], text)

    def test_it_runs_on_every_process_count(self):
        for n in process_counts(1, 3, 4):
            with self.subTest(processes=n):
                self.assertIn("Exchanges", self.run_well("info", processes=n))


if __name__ == "__main__":
    unittest.main()
