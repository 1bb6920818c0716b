#!/usr/bin/env python3
"""Tests of the program `weft` as a whole: help, versions, `weft info`, and how its processes end after an error.

Wrong command lines are in command_lines.cpp, which runs them without starting the program.
"""

import json
import os
import pathlib
import re
import stat
import subprocess
import tempfile
import unittest

from program import BUILD, ENVIRONMENT, ProgramTest, process_counts, weft

class WrongArguments(ProgramTest):
    def test_the_process_has_status_2_and_its_streams_are_kept_apart(self):
        result = weft("bnech")
        self.assert_one_error(result, "no command bnech", "did you mean bench?")
        self.assertEqual(result.stdout, "")

    def test_several_processes_say_it_once(self):
        for arguments, word in ((["bench", "--shape", "8x8y8"], "8x8y8"),  # each sees it
                                (["bench", "--json", "/no/such/folder/file"], "/no/such/folder/file"),  # only one does
                                (["bench", "--fftw-library", "/no/such/file.so"], "/no/such/file.so")):  # before MPI
            with self.subTest(arguments=arguments):
                result = weft(*arguments, processes=2)
                self.assert_one_error(result, word)
                self.assertEqual(result.stdout, "")

    def shell(self, words):
        """weft-run of two processes of a shell command that knows its own rank as $rank."""
        script = "rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; exec " + str(BUILD / "weft") + " " + words
        command = [str(BUILD / "weft-run"), "-n", "2", "sh", "-c", script]
        return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)

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
        self.assertRegex(fft_line, r"^FFT  native-\w+, fftw(-\d+\.\d+|: \w+)")


class StandardOutput(ProgramTest):
    COMMANDS = (["--help"], ["--version"], ["info"], ["bench", "--shape", "8x8"],
                ["bench", "--shape", "8x8", "--json", "-"], ["run", "--keys", "channel"], ["model", "--shape", "8x8", "--processes", "1"])

    def run_to(self, target, command, processes):
        launcher = [str(BUILD / "weft-run"), "-n", str(processes)] if processes > 1 else []
        words = ["sh", "-c", f'exec "$@" {target}', "sh", *launcher, str(BUILD / "weft"), *command]
        return subprocess.run(words, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)

    def test_too_little_memory_for_mpi_is_an_error_in_words(self):
        result = subprocess.run(["sh", "-c", 'ulimit -v 200000 && exec "$@"', "sh", str(BUILD / "weft"), "info"],
                                capture_output=True, text=True, env=ENVIRONMENT)
        self.assert_one_error(result, "200000", "ulimit -v", "400000")

    def test_errors_and_notes_that_cannot_be_written_change_no_status(self):
        for command, status in ((["bench", "--shape", "0"], 2), (["calibrate", "--quick", "--output", "/dev/null"], 2),
                                (["tune", "--shape", "4x4", "--seconds", "1", "--set", "wisdom=ignore"], 0)):
            with self.subTest(command):
                result = subprocess.run(["sh", "-c", 'exec "$@" 2>/dev/full', "sh", str(BUILD / "weft"), *command],
                                        stdout=subprocess.DEVNULL, env=ENVIRONMENT)
                self.assertEqual(result.returncode, status)

    def test_one_that_is_full_or_closed_is_an_error_of_every_command(self):
        for processes in (1, 2):
            for target, words in ((">/dev/full", ("standard output", "No space left on device")),
                                  (">&-", ("standard output is closed", "/dev/null"))):
                for command in self.COMMANDS if processes == 1 else self.COMMANDS[2:3]:
                    with self.subTest(command=command, target=target, processes=processes):
                        result = self.run_to(target, command, processes)
                        self.assertEqual(result.returncode, 2, result.stderr)
                        said = [line for line in result.stderr.splitlines() if ": error: " in line]
                        self.assertEqual(len(said), 1, result.stderr)
                        for word in words:
                            self.assertIn(word, said[0])

    def test_a_closed_standard_error_gives_its_number_to_nothing_else(self):
        result = subprocess.run(["sh", "-c", f"{BUILD / 'weft'} info 2>&-"], stdout=subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, result.stdout), (0, self.run_well("info")))


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
        self.assertEqual(set(self.report), {"command", "machine", "versions", "problem", "options", "options_of", "details",
                                             "exchanges", "exchange_meanings", "backends", "missing_backends"})
        self.assertEqual(self.report["machine"]["processes"], 2)
        self.assertGreaterEqual(self.report["machine"]["processors"], 1)
        self.assertLessEqual({"weft", "commit", "mpi", "fft", "fft_file"}, set(self.report["versions"]))

    def test_the_rows_of_every_table_are_printed(self):
        of_objects = self.report["options_of"]
        self.assertEqual(list(of_objects), ["plan", "halo", "dataset", "reading", "checkpoint", "calibration"])
        self.assertEqual(of_objects["plan"], self.report["options"])
        for row in sum(of_objects.values(), self.report["details"]):
            self.assertEqual(set(row), {"key", "values", "default", "meaning"})
            self.assertRegex(self.result.stdout, rf"(?m)^  {row['key']} +=")
            self.assertIn(row["meaning"], self.result.stdout)
        for name in self.report["exchanges"] + self.report["backends"]:
            self.assertIn(name, self.result.stdout)
        self.assertLessEqual({"grid", "exchange", "backend", "choice"}, {row["key"] for row in self.report["options"]})
        self.assertEqual([row["key"] for row in self.report["details"]],
                         ["stores", "lines", "sweeps", "ranks", "deal", "threads", "lump", "lanes"])
        self.assertLessEqual({"alltoallw", "alltoallv", "window-pull", "window-push"}, set(self.report["exchanges"]))

    def test_the_manual_describes_every_exchange_of_halos_and_no_other(self):
        text = (pathlib.Path(__file__).parents[2] / "doc" / "halo.md").read_text()
        table = text.split("| exchange | how |\n|---|---|\n")[1].split("\n\n")[0]
        described = {name for row in table.splitlines() for name in re.findall(r"`([^`]+)`", row.split("|")[1])}
        self.assertLessEqual(set(self.report["exchanges"]), described)
        self.assertLessEqual(described - set(self.report["exchanges"]), {"alltoallv-init"})  # not in every MPI

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


class OutputFiles(ProgramTest):
    """One way to write files: a new one takes the place of the old one when it is complete; nothing but a file is replaced."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def test_what_is_no_file_is_refused_and_stays(self):
        os.mkfifo(self.folder / "pipe")
        (self.folder / "link").symlink_to("pipe")
        (self.folder / "folder").mkdir()
        kinds = {"pipe": "regular", "link": "regular", "folder": "folder"}
        if os.geteuid() == 0:
            os.mknod(self.folder / "device", stat.S_IFCHR | 0o666, os.makedev(1, 3))
            kinds["device"] = "regular"
        before = {name: os.lstat(self.folder / name) for name in kinds}
        for name, word in kinds.items():
            result = weft("info", "--json", self.folder / name, processes=2)
            self.assert_one_error(result, str(self.folder / name), word, "--json")
        self.assertEqual({name: os.lstat(self.folder / name)[:2] for name in kinds}, {n: s[:2] for n, s in before.items()})
        self.assertEqual(self.names(), sorted(kinds))

    def test_behind_a_link_the_file_is_replaced(self):
        (self.folder / "there").write_text("old")
        (self.folder / "here").symlink_to("there")
        self.run_well("info", "--json", self.folder / "here")
        self.assertTrue((self.folder / "here").is_symlink())
        self.assertIn("versions", json.loads((self.folder / "there").read_text()))
        self.assertEqual(self.names(), ["here", "there"])

    def test_what_a_killed_job_left_is_removed(self):
        for name in ("a.json.12-0123abcd.part", "a.json.part", "b.json.12-0123abcd.part"):
            (self.folder / name).write_text("x")
        self.run_well("info", "--json", self.folder / "a.json")
        self.assertEqual(self.names(), ["a.json", "a.json.part", "b.json.12-0123abcd.part"])

    def test_the_standard_output_gets_the_report_alone(self):
        for name in ("-", "/dev/stdout"):
            for processes in (None, 2):
                result = weft("info", "--json", name, processes=processes)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("versions", json.loads(result.stdout))
                self.assertIn("Backends", result.stderr)
        with open(self.folder / "file", "w", encoding="utf-8") as file:
            subprocess.run([BUILD / "weft", "info", "--json", "/dev/stdout"], stdout=file, stderr=subprocess.DEVNULL,
                           check=True, env=ENVIRONMENT)
        self.assertIn("versions", json.loads((self.folder / "file").read_text()))
        self.assertEqual(self.names(), ["file"])


if __name__ == "__main__":
    unittest.main()
