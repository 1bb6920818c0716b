#!/usr/bin/env python3
"""Tests of `weft calibrate`: what it measures is where plans find it, and what cannot be written is said in words."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from program import BUILD, ENVIRONMENT, ProgramTest, full_tier, is_full, process_counts, weft


class Calibrate(ProgramTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def calibrate(self, *arguments, home=None, progress="0", **options):
        return weft("calibrate", *arguments, **options,
                    environment={"WEFT_HOME": str(home or self.folder / "home"), "WEFT_PROGRESS": progress})

    def check_progress(self, result, n):
        """It says which part of how many is measured, and what is left. Takes it out of the standard error."""
        redrawn = re.compile("\n\x1b\\[K(part [^\n]*)?")  # the line end was \r
        parts = [re.fullmatch(r"part (\d+) of (\d+), (.+) left: (.+)", line)
                 for line in redrawn.findall(result.stderr) if line]
        self.assertEqual([(int(part[1]), int(part[2])) for part in parts], [(i + 1, len(parts)) for i in range(len(parts))])
        what = [part[4] for part in parts]
        for word in ("lines by native, double", "copies", "messages", "sweeps of 1 process, native, 96 points an axis",
                     f"sweeps of {n} processes, native, 96 points an axis"):
            self.assertIn(word, what)
        result.stderr = redrawn.sub("", result.stderr)

    def assert_done(self, result, status=0):
        """It may say that the machine is crowded, but nothing else on standard error."""
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        for line in result.stderr.splitlines():
            self.assertTrue(line.startswith("weft: note: "), line)

    def test_a_closed_standard_error_gets_no_part_of_a_file(self):
        result = subprocess.run(["sh", "-c", 'exec "$0" calibrate --quick 2>&-', BUILD / "weft"], stdout=subprocess.PIPE,
                                text=True, env={**ENVIRONMENT, "WEFT_HOME": str(self.folder / "home")})
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual(self.calibrate("--show").returncode, 0)

    def test_what_it_measured_is_shown_and_found_by_the_doctor(self):
        before = self.calibrate("--show")
        self.assert_done(before, status=1)
        self.assertIn("there is no machine file", before.stdout)
        self.assertIn("run weft calibrate", before.stdout)
        self.assertFalse((self.folder / "home").exists(), "--show writes nothing")
        doctor = {"environment": {"WEFT_HOME": str(self.folder / "home")}}
        self.assertRegex(weft("doctor", **doctor).stdout, r"(?m)^hint +machine file +there is no machine file")

        for n in process_counts(3 if is_full else 2):
            with self.subTest(processes=n):
                report = self.folder / "report.json"
                measured = self.calibrate("--quick", "--json", report, processes=n, progress="100")
                self.check_progress(measured, n)
                self.assert_done(measured)
                (file,) = (self.folder / "home" / "machine").iterdir()
                self.assertIn(f"written to {file}\n", measured.stdout)
                values = json.loads(report.read_text())
                self.assertEqual(values["file"], str(file))
                self.assertEqual(values["model"]["processes"], n)
                self.assertTrue(all(line["seconds"] > 0 for line in values["model"]["lines"]))
                notes = [line.removeprefix("weft: note: ") for line in measured.stderr.splitlines()]
                self.assertLessEqual(set(values["model"]["why"]), set(notes))

                shown = self.calibrate("--show", "--json", report, processes=n)
                self.assert_done(shown)
                self.assertEqual(json.loads(report.read_text())["model"], values["model"])
                self.assertTrue(shown.stdout.startswith(f"{file}\n"))
                table = measured.stdout.split("\n\nwritten to")[0]
                self.assertIn(table, shown.stdout)
                self.assertRegex(weft("doctor", **doctor).stdout, r"(?m)^ok +machine file +measured, in ")
                self.assert_a_flow_is_predicted(n)

        file.write_text(file.read_text()[:1000])
        damaged = self.calibrate("--show")
        self.assert_done(damaged, status=1)
        self.assertRegex(damaged.stdout, rf"the machine file {file} is damaged at line \d+: ")

    def assert_a_flow_is_predicted(self, n):
        """Simulations say what their transforms and the communication among them were to take."""
        settings, report = self.folder / "flow.toml", self.folder / "flow.json"
        settings.write_text(f'program = "turbulence"\n[grid]\nnx = 12\n[run]\nuntil = 1\nmost_steps = 2\n'
                            f'[output]\nname = "{self.folder}/flow-{n}"\n')
        self.assert_done(weft("run", settings, "--json", report, processes=n,
                              environment={"WEFT_HOME": str(self.folder / "home")}))
        seconds = json.loads(report.read_text())["results"][0]["seconds"]
        self.assertGreater(seconds["predicted transforms"], seconds["predicted communication"])
        self.assertEqual(seconds["predicted communication"] > 0, n > 1)

    @full_tier
    def test_output_goes_to_another_file(self):
        file = self.folder / "here" / "model.toml"
        self.assert_done(self.calibrate("--quick", "--output", file, processes=2))
        self.assertIn("[\"native\", \"c2c\", \"double\", 16, ", file.read_text())
        self.assertFalse((self.folder / "home").exists())

    def test_what_cannot_be_written_is_told_before_anything_is_measured(self):
        (self.folder / "file").write_text("kept")
        report = self.folder / "report.json"
        for n in process_counts(2):
            for arguments, words in (([], ["file/below", "WEFT_HOME", "--output"]),
                                     (["--output", "/dev/full"], ["/dev/full", "not a regular file", "--output"])):
                result = self.calibrate("--quick", "--json", report, *arguments, home=self.folder / "file" / "below",
                                        processes=n)
                self.assert_one_error(result, "cannot write", *words)
                self.assertEqual(result.stdout, "")
                self.assertFalse(report.exists())
        nowhere = {key: "" for key in ("WEFT_HOME", "XDG_DATA_HOME", "HOME")}
        self.assert_one_error(weft("calibrate", "--quick", environment=nowhere), "there is no folder for it", "WEFT_HOME",
                              "--output")
        self.assertEqual((self.folder / "file").read_text(), "kept")


if __name__ == "__main__":
    unittest.main()
