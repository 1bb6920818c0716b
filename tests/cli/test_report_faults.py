#!/usr/bin/env python3
"""Bad input of `weft report`: each is told once in words with the remedy, and old reports stay."""

import json
import os
import stat
import unittest

import made_results as made
from program import weft
from read_page import ReportTest
from weft_figures.report import job
from weft_figures.words import FigureError


class BadInput(ReportTest):
    def assert_refused(self, arguments, *words, environment=None):
        before = sorted(self.folder.iterdir())
        self.assert_one_error(weft("report", *arguments, environment=environment), *words)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def assert_no_rows(self, files, *words):
        """Reading them fails with these words, which the program would tell as its one error."""
        with self.assertRaises(FigureError) as raised:
            job.rows_of([str(file) for file in files])
        for word in words:
            self.assertIn(word, str(raised.exception))

    def test_files_that_are_no_results(self):
        whole = json.dumps(made.bench(2))
        for name, text, words in (
                ("empty.json", "", ["is empty", "weft bench"]),
                ("cut.json", whole[:len(whole) // 2], ["damaged or cut off", "line 1, column"]),
                ("text.json", "seconds 1.5\n", ["is no JSON"]),
                ("list.json", "[1, 2]", ["no result of weft bench", "a list"]),
                ("info.json", {"command": "weft info --json i.json", "machine": {}, "versions": {}}, ["weft info"]),
                ("fft.json", {"command": "weft slice", "machine": {}, "versions": {}, "results": [{}]}, ["weft slice"]),
                ("none.json", {**made.bench(2), "results": []}, ["has no results"]),
                ("paper.json", {**made.bench(2), "protocol": {"paper": "fft2d"}}, ["weft-lab", "python3 lab"]),
                ("study.json", {"study": "s", "launches": []}, ["has no launches"])):
            with self.subTest(name=name):
                self.assert_no_rows([self.file(name, text)], name, *words)
        binary = self.folder / "binary.json"
        binary.write_bytes(b"\xff\xfe\x00\x80")
        self.assert_no_rows([binary], "binary.json", "not even text")
        self.assert_no_rows([self.folder], "cannot read", "directory")
        os.mkfifo(self.folder / "pipe")
        for file in (self.folder / "pipe", "/dev/zero"):
            self.assert_no_rows([file], f"cannot read {file}", "it is not a regular file")
        for file, word in ((binary, "not even text"), (self.folder / "absent.json", "No such file")):
            self.assert_refused([file, "-o", self.page], file.name, word)

    def test_values_that_cannot_be(self):
        for change, words in (
                (lambda r: r["results"][0].pop("shape"), ["results[0].shape", "is missing", "a list"]),
                (lambda r: r["results"][0].update(shape=[64, 0]), ["results[0].shape", "above 0"]),
                (lambda r: r["results"][0].update(shape=64), ["results[0].shape", "is 64"]),
                (lambda r: r["results"][1]["pair"].update(median=-1.0), ["results[1].pair.median", "-1.0"]),
                (lambda r: r["results"][1]["pair"].update(median="fast"), ["results[1].pair.median", "fast", "a number"]),
                (lambda r: r["results"][0].update(pair=None), ["results[0].pair", "is missing"]),
                (lambda r: r["results"][0]["rounds"].update(pair=[0.1, float("nan")]), ["results[0].rounds", "nan"]),
                (lambda r: r["results"][0]["peers"][0].pop("ratio"), ["results[0].peers[0].ratio", "is missing"]),
                (lambda r: r["results"][0]["predicted"].update(pair=0), ["results[0].predicted.pair", "above 0"]),
                (lambda r: r["results"][0]["timers"][0].update(mean="x"), ["results[0].timers[0].mean"]),
                (lambda r: r["results"][0].update(explain=[3]), ["results[0].explain[0]"]),
                (lambda r: r["machine"].update(processes=0), ["processes", "at least 1"]),
                (lambda r: r["machine"].pop("processes"), ["processes", "is missing"]),
                (lambda r: r.update(machine=None), ["no result of weft bench"]),
                (lambda r: r.update(results=[7]), ["results[0]"])):
            report = made.bench(2)
            change(report)
            with self.subTest(words=words):
                self.assert_no_rows([self.file("b.json", report)], "b.json", *words)

    def test_results_of_different_problems(self):
        one = self.file("one.json", made.bench(2))
        for other, words in (
                (made.bench(2, precision="single"), ["precision is double in", "single in"]),
                (made.bench(2, transform="c2c"), ["transform is r2c in", "c2c in"]),
                (made.bench(4, (128, 128, 128)), ["shape is 64x64x64 in", "128x128x128 in"]),
                (made.bench(2, host="laptop"), ["machine is node7", "laptop"]),
                (made.simulation(2), ["machine is node7", "simulated: torus"]),
                (made.bench(2, (64, 64, 128)), ["shape is"])):
            with self.subTest(words=words):
                self.assert_no_rows([one, self.file("other.json", other)], "one.json", "other.json", "--only", "--several",
                                    *words)
        self.assert_refused([one, self.folder / "other.json", "-o", self.page], "one.json", "other.json", "--several",
                            "shape is")
        job.rows_of([one, self.file("other.json", made.bench(4, host="node12"))])  # a node of the same cluster

    def test_the_command_line(self):
        one = self.file("one.json", made.bench(2))
        output = ["-o", self.page]
        for arguments, words in (
                ([one, one, *output], ["given twice"]),
                ([one, f"{self.folder}/./one.json", *output], ["one file"]),
                ([one, "-o", self.folder / "report.pdf"], ["report.pdf", ".html"]),
                ([one, "-o", self.folder / "no" / "report.html"], ["cannot write", "--output"]),
                ([one, *output, "--formats", "jpg"], ["jpg", "png, pdf, svg"]),
                ([one, *output, "--only", "shape"], ["--only", "--only shape=64x64x64"]),
                ([one, *output, "--only", "precison=double"], ["did you mean precision"]),
                ([one, *output, "--only", "shape=32x32x32"], ["no result has shape=32x32x32", "64x64x64"]),
                ([one, *output, "--only", "exchange=node"], ["none of the 1 results applies"])):
            with self.subTest(words=words):
                self.assert_refused(arguments, *words)
        (self.folder / "folder.html").mkdir()
        self.assert_refused([one, "-o", self.folder / "folder.html"], "it is a folder")
        os.mkfifo(self.folder / "pipe.html")
        self.assert_refused([one, "-o", self.folder / "pipe.html"], "not a regular file")
        self.run_well("report", one, *output)
        figure = next(self.folder.glob(f"{self.page.stem}-*.png"))
        figure.unlink()
        os.mkfifo(figure)
        self.assert_refused([one, *output], figure.name, "not a regular file")

    def test_a_python_that_cannot_draw(self):
        one = self.file("one.json", made.bench(2))
        self.page.write_text("old")
        for text, words in (("#!/bin/sh\necho 'matplotlib, jinja2' >&2\nexit 3\n", ["no matplotlib, jinja2", "pip install matplotlib jinja2", "WEFT_PYTHON"]),
                            ("#!/bin/sh\necho 'no room' >&2\nexit 1\n", ["no room"]),
                            ("", ["WEFT_PYTHON"])):
            python = self.folder / "python"
            python.write_text(text)
            python.chmod(python.stat().st_mode | stat.S_IXUSR)
            environment = {"WEFT_PYTHON": str(python) if text else str(self.folder / "absent")}
            self.assert_refused([one, "-o", self.page], *words, environment=environment)
            self.assertEqual(self.page.read_text(), "old")

    def test_an_old_report_survives_a_failure(self):
        """No figure can be written where a folder has its name; the old page stays and nothing lies beside it."""
        one = self.file("one.json", made.bench(2))
        self.page.write_text("old")
        (self.folder / "report-stages.png").mkdir()
        self.assert_refused([one, "-o", self.page], "report-stages.png", "--output")
        self.assertEqual(self.page.read_text(), "old")


if __name__ == "__main__":
    unittest.main()
