#!/usr/bin/env python3
"""Tests of `weft npb ft`: the published checksums at every process count, and that a wrong one is noticed."""

import json
import os
import pathlib
import re
import tempfile
import unittest

from program import IS_MPICH, ProgramTest, full_tier, is_full, process_counts, weft

# NAS Parallel Benchmarks 3.4, FT/ft.f90, function verify.
REFERENCES = {
    "S": [("5.546087004964E+02", "4.845363331978E+02"), ("5.546385409189E+02", "4.865304269511E+02"),
          ("5.546148406171E+02", "4.883910722336E+02"), ("5.545423607415E+02", "4.901273169046E+02"),
          ("5.544255039624E+02", "4.917475857993E+02"), ("5.542683411902E+02", "4.932597244941E+02")],
    "W": [("5.673612178944E+02", "5.293246849175E+02"), ("5.631436885271E+02", "5.282149986629E+02"),
          ("5.594024089970E+02", "5.270996558037E+02"), ("5.560698047020E+02", "5.260027904925E+02"),
          ("5.530898991250E+02", "5.249400845633E+02"), ("5.504159734538E+02", "5.239212247086E+02")],
}
LINE = re.compile(r"^T = (\d+) +Checksum = (\S+)  (\S+)$", re.MULTILINE)
LAST_DIGIT = 1.01e-10  # one unit in the last of 13 digits: the reference itself is rounded there


def is_quiet():
    return os.getloadavg()[0] < 0.5 * os.cpu_count()


def checksums_in(text):
    lines = LINE.findall(text)
    assert [int(t) for t, _, _ in lines] == list(range(1, len(lines) + 1)), text
    return [(re_part, im_part) for _, re_part, im_part in lines]


class PublishedChecksums(ProgramTest):
    def check(self, name, text):
        checksums = checksums_in(text)
        self.assertEqual(len(checksums), 6, text)
        for printed, reference in zip(checksums, REFERENCES[name]):
            for digits, wanted in zip(printed, reference):
                self.assertRegex(digits, r"^\d\.\d{12}E\+\d\d$")
                self.assertAlmostEqual(float(digits), float(wanted), delta=LAST_DIGIT)
        self.assertEqual(text.splitlines()[-1], "Verification = SUCCESSFUL")

    def test_classes_s_and_w_agree_at_every_process_count(self):
        runs = [("S", 1), ("S", 3), ("W", 2)]
        if is_full:
            runs = [(name, n) for n in process_counts(1, 2, 3, 4, 6) for name in REFERENCES]
        for name, n in runs:
            with self.subTest(processes=n, name=name):
                self.check(name, self.run_well("npb", "ft", "--class", name, processes=n))

    def exchanges(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "info.json"
            self.run_well("info", "--json", path)
            return json.loads(path.read_text())["exchanges"]

    def test_class_s_is_verified_with_every_exchange(self):
        exchanges = self.exchanges()
        text = self.run_well("npb", "ft", "--compare", ",".join(exchanges), "--repeats", 1, processes=2)
        rows = [line.split() for line in text.splitlines()[2:]]
        self.assertEqual([(row[0], row[-1]) for row in rows], [(exchange, "yes") for exchange in exchanges], text)

    @full_tier
    def test_class_s_agrees_with_every_exchange(self):
        for exchange in self.exchanges():
            with self.subTest(exchange=exchange):
                self.check("S", self.run_well("npb", "ft", "--exchange", exchange, processes=2))

    @unittest.skipIf(IS_MPICH, "MPICH spins with more processes than cores")
    def test_class_s_agrees_on_a_pencil_grid(self):
        self.check("S", self.run_well("npb", "ft", "--grid", "2x2", processes=4))


class Verification(ProgramTest):
    def run_with_reference(self, lines):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "reference"
            path.write_text("".join(f"{t} {re_part} {im_part}\n" for t, (re_part, im_part) in enumerate(lines, 1)))
            return weft("npb", "ft", "--class", "S", "--reference", path, processes=2)

    def test_the_published_values_pass_as_a_file(self):
        result = self.run_with_reference(REFERENCES["S"])
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("Verification = SUCCESSFUL", result.stdout)

    def test_one_wrong_digit_in_the_12th_place_fails_with_status_1(self):
        lines = list(REFERENCES["S"])
        self.assertEqual(lines[3][1], "4.901273169046E+02")
        lines[3] = (lines[3][0], "4.901273169146E+02")
        result = self.run_with_reference(lines)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout.splitlines()[-1], "Verification = UNSUCCESSFUL")


class Report(ProgramTest):
    def test_json_has_the_numbers_that_were_printed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ft.json"
            text = self.run_well("npb", "ft", "--class", "S", "--json", path, processes=2)
            report = json.loads(path.read_text())
        self.assertTrue(report["verified"])
        self.assertEqual((report["class"], report["size"], report["iterations"]), ("S", [64, 64, 64], 6))
        self.assertEqual([(f"{re_part:.12E}", f"{im_part:.12E}") for re_part, im_part in report["checksums"]],
                         checksums_in(text))
        self.assertGreater(report["seconds"], 0)
        self.assertGreater(report["mops"], 0)
        self.assertIn(f"Choice     = {report['choice']}", text)

    def test_the_choice_in_the_report_is_taken_back(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ft.json"
            self.run_well("npb", "ft", "--json", path, processes=2)
            choice = json.loads(path.read_text())["choice"]
        text = self.run_well("npb", "ft", "--choice", choice, processes=2)
        self.assertIn(f"Choice     = {choice}", text)


CLASS_S_BYTES = 16 * 64**3


class WhereTimeAndBytesGo(ProgramTest):
    def run_report(self, *arguments, **options):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ft.json"
            text = self.run_well("npb", "ft", *arguments, "--json", path, **options)
            return text, json.loads(path.read_text())

    def test_slabs_send_what_the_formula_says(self):
        for n in process_counts(2, full=(1, 4)):
            for exchange in ("alltoallv", "p2p", "window-pull") if is_full else ("p2p", "window-pull"):
                with self.subTest(processes=n, exchange=exchange):
                    text, report = self.run_report("--grid", n, "--exchange", exchange, processes=n)
                    volume = report["volume"]
                    formula = 7 * (n - 1) * CLASS_S_BYTES // n
                    is_shared = exchange.startswith("window")
                    self.assertEqual(volume["formula_bytes"], formula)
                    self.assertEqual(volume["shared_bytes" if is_shared else "sent_bytes"], formula)
                    self.assertEqual(volume["sent_bytes" if is_shared else "shared_bytes"], 0)
                    self.assertEqual(volume["whole_run_bytes"], 0 if is_shared else 8 * formula // 7)
                    self.assertIn(f"by formula: {1e-6 * formula:.4g} MB)", text)

    @unittest.skipIf(IS_MPICH, "MPICH spins with more processes than cores")
    def test_pencils_send_more(self):
        _, report = self.run_report("--grid", "2x2", "--exchange", "alltoallv", processes=4)
        self.assertEqual(report["volume"]["sent_bytes"], 7 * CLASS_S_BYTES)

    def test_shares_add_up(self):
        kinds = [("--exchange", "alltoallv", "--set", "barriers=yes")]
        if is_full:
            kinds += [(), ("--exchange", "alltoallv"), ("--set", "barriers=yes")]
        for arguments in kinds:
            with self.subTest(arguments=arguments):
                text, report = self.run_report("--class", "W", *arguments, processes=2)
                shares = report["shares"]
                self.assertEqual(list(shares), ["calculation", "sending", "idle", "planning"])
                self.assertGreater(shares["calculation"]["seconds"], 0)
                total = sum(share["percent"] for share in shares.values())
                # What is left is that of barriers and checksums: more where other programs have the processors.
                self.assertTrue((85 if is_quiet() else 40) < total < 100.1, shares)
                for name, share in shares.items():
                    self.assertRegex(text, rf"(?m)^{name.capitalize()} *= .* s \({share['percent']:.1f} %\)$")

    def test_one_process_sends_nothing(self):
        _, report = self.run_report()
        self.assertEqual((report["shares"]["sending"]["seconds"], report["volume"]["sent_bytes"]), (0, 0))


class Settings(ProgramTest):
    def test_any_option_of_a_plan_is_taken(self):
        text = self.run_well("npb", "ft", "--set", "grid=1x2", "--set", "exchange=p2p", processes=2)
        self.assertRegex(text, r"(?m)^Choice +=.*1x2 .*p2p")


class Overlap(ProgramTest):
    def test_class_s_is_verified_with_every_exchange_and_the_volume_stays(self):
        for n in process_counts(1, 3, full=(2, 4)):
            for exchange in ("auto", "alltoallv", "p2p", "pipelined:p2p:8"):
                with self.subTest(processes=n, exchange=exchange), tempfile.TemporaryDirectory() as folder:
                    path = pathlib.Path(folder) / "ft.json"
                    words = ["npb", "ft", "--overlap", "--exchange", exchange, "--json", path]
                    text = self.run_well(*words, processes=n)
                    for printed, reference in zip(checksums_in(text), REFERENCES["S"], strict=True):
                        for digits, wanted in zip(printed, reference):
                            self.assertAlmostEqual(float(digits), float(wanted), delta=LAST_DIGIT)
                    volume = json.loads(path.read_text())["volume"]
                    # By formula blocks are even.
                    self.assertAlmostEqual(volume["sent_bytes"] + volume["shared_bytes"], volume["formula_bytes"],
                                           delta=1e-3 * volume["formula_bytes"])

    def test_it_stands_beside_the_plain_exchange(self):
        text = self.run_well("npb", "ft", "--compare", "p2p,p2p+overlap", "--repeats", 1, processes=2)
        rows = [line.split() for line in text.splitlines()[2:]]
        self.assertEqual([(row[0], row[-1]) for row in rows], [("p2p", "yes"), ("p2p+overlap", "yes")])


class Comparison(ProgramTest):
    def test_exchanges_stand_side_by_side(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ft.json"
            names = ["alltoallv", "p2p", "pipelined:p2p:8"]
            text = self.run_well("npb", "ft", "--compare", ",".join(names), "--repeats", 3, "--json", path, processes=2)
            report = json.loads(path.read_text())
        rows = [line.split() for line in text.splitlines()[2:]]
        self.assertEqual([row[0] for row in rows], names)
        self.assertTrue(all(row[-1] == "yes" for row in rows), text)
        for name, result in zip(names, report["compare"], strict=True):
            self.assertEqual((result["exchange"], len(result["rounds"])), (name, 3))
            self.assertIn(name, result["choice"])
            self.assertTrue(result["verified"])
            self.assertEqual(sorted(r["seconds"] for r in result["rounds"])[1], result["seconds"])
        first, *others = report["compare"]
        self.assertEqual(first["gain_percent"], 0)
        for other in others:
            ratios = sorted(f["seconds"] / r["seconds"] for f, r in zip(first["rounds"], other["rounds"]))
            self.assertAlmostEqual(other["gain_percent"], 100 * (ratios[1] - 1), places=6)

    def test_wrong_checksums_are_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "reference"
            path.write_text("".join(f"{t} 1 1\n" for t in range(1, 7)))
            result = weft("npb", "ft", "--compare", "p2p,alltoallv", "--repeats", 1, "--reference", path, processes=2)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stdout, r"(?m)^p2p .* NO$")


if __name__ == "__main__":
    unittest.main()
