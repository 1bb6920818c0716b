#!/usr/bin/env python3
"""Tests of `weft-lab kernel-ft`: the published checksums with any number of groups, and what these send."""

import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "cli"))

from program import IS_MPICH, ProgramTest, full_tier, process_counts, weft
from test_npb_ft import CLASS_S_BYTES, LAST_DIGIT, REFERENCES, checksums_in


class Segments(ProgramTest):
    """Inverse transforms in groups of processes."""

    def run_segments(self, n_segments, processes, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "ft.json"
            text = self.run_well("kernel-ft", "--segments", n_segments, "--json", path, *arguments, processes=processes,
                                 program="weft-lab")
            return text, json.loads(path.read_text())

    def check(self, text, report, n_segments, processes):
        for printed, reference in zip(checksums_in(text), REFERENCES["S"], strict=True):
            for digits, wanted in zip(printed, reference):
                self.assertAlmostEqual(float(digits), float(wanted), delta=LAST_DIGIT)
        self.assertEqual(text.splitlines()[-1], "Verification = SUCCESSFUL")
        segments = report["segments"]
        few, remaining = divmod(processes, n_segments)
        sizes = [few + 1] * remaining + [few] * (n_segments - remaining)
        self.assertEqual((segments["groups"], segments["group_sizes"]), (n_segments, sizes))
        self.assertIn(f"Segments   = {n_segments}, of {', '.join(map(str, sizes))} processes", text)
        self.assertGreater(segments["forward_seconds"], 0)
        self.assertGreater(segments["transform_seconds"], 0)
        self.assertLess(segments["forward_seconds"] + segments["transform_seconds"], 2 * report["seconds"])

    def test_class_s_agrees_with_every_number_of_groups(self):
        for n in process_counts(3, full=(1, 2, 4)):
            for n_segments in range(1, n + 1):
                with self.subTest(processes=n, segments=n_segments):
                    self.check(*self.run_segments(n_segments, n), n_segments, n)

    @full_tier
    @unittest.skipIf(IS_MPICH, "MPICH spins with more processes than cores")
    def test_groups_without_an_iteration_have_nothing_to_do(self):
        self.check(*self.run_segments(8, 8), 8, 8)

    def test_messages_do_as_well(self):
        self.check(*self.run_segments(2, 3, "--exchange", "alltoallw"), 2, 3)

    def test_groups_send_only_within_themselves(self):
        _, report = self.run_segments(2, 2, "--exchange", "alltoallv")
        self.assertEqual(report["volume"]["sent_bytes"], 0)  # each group is one process

    @unittest.skipIf(IS_MPICH, "MPICH spins with more processes than cores")
    def test_each_group_transforms_forward_and_its_share_back(self):
        text, report = self.run_segments(2, 4, "--exchange", "alltoallv")
        # An exchange of two processes moves half of the array.
        self.assertEqual([report["volume"][part]["sent_bytes"] for part in ("forward", "inverse")],
                         [2 * CLASS_S_BYTES // 2, 6 * CLASS_S_BYTES // 2])
        self.assertRegex(text, r"(?m)^  Forward +=.* MB sent")

    def test_shares_add_up(self):
        _, report = self.run_segments(2, 2, "--class", "W")
        self.assertTrue(40 < sum(share["percent"] for share in report["shares"].values()) < 100.1, report["shares"])

    def test_exchanges_stand_side_by_side(self):
        text, report = self.run_segments(2, 2, "--compare", "alltoallv,p2p", "--repeats", 1)
        self.assertEqual([row.split()[0] for row in text.splitlines()[2:]], ["alltoallv", "p2p"])
        for result in report["compare"]:
            self.assertTrue(result["verified"])
            self.assertIn("1 native", result["choice"])  # a group of one process exchanges nothing
            self.assertEqual(result["rounds"][0]["segments"]["group_sizes"], [1, 1])

    def test_what_is_of_one_plan_is_refused(self):
        for words, said in ((["--segments", "2", "--grid", "1"], ("--grid", "--segments")),
                            (["--segments", "2", "--set", "grid=1"], ("--set grid=...", "--segments")),
                            (["--segments", "1", "--overlap"], ("--overlap", "--segments")),
                            (["--segments", "1", "--compare", "p2p+overlap"], ("--overlap", "--segments")),
                            (["--segments", "0"], ("--segments 0", "1 process makes from 1 to 1")),
                            (["--segments", "2"], ("--segments 2", "start more"))):
            with self.subTest(words):
                self.assert_one_error(weft("kernel-ft", *words, program="weft-lab"), *said)


if __name__ == "__main__":
    unittest.main()
