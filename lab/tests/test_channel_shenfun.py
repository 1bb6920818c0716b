#!/usr/bin/env python3
"""Tests of lab/peers/channel_shenfun.py, without shenfun: ratios of made rounds, what is refused, and with which remedy."""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "lab/peers/channel_shenfun.py"
sys.path.insert(0, str(SCRIPT.parent))

import channel_shenfun  # noqa: E402


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *map(str, arguments)], capture_output=True, text=True)


ROW = {"name": "second-order", "processes": 2, "peer_scheme": "IMEXRK222", "peer_stages": 2, "scheme": "cnab2",
       "form": "rotational", "stages": 1,
       "rounds": [{"shenfun": [0.1, 0.9, 0.12], "weft": 0.01}, {"shenfun": [0.08, 0.08, 0.5], "weft": 0.02},
                  {"shenfun": [0.1, 0.1, 0.1], "weft": 0.01}]}


class ChannelBesideShenfun(unittest.TestCase):
    def refuse(self, *arguments):
        result = run(*arguments)
        self.assertEqual((result.returncode != 0, result.stdout), (True, ""))
        self.assertNotIn("Traceback", result.stderr)
        return result.stderr

    def test_ratios_are_those_of_rounds(self):
        found = channel_shenfun.summary(ROW)  # ratios 12, 4 and 10
        for key, value in {"shenfun": 0.1, "weft": 0.01, "per_step": 10, "least": 4, "most": 12, "per_stage": 5}.items():
            self.assertAlmostEqual(found[key], value, places=12, msg=key)

    def test_a_table_of_raw_results(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "raw.json")
            path.write_text(json.dumps({"results": [ROW]}))
            result = run("--table", path)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("10.00 (4.00 to 12.00) | 5.00 |", result.stdout)
            for text in ("{", "[]", '{"results": [{}]}'):
                path.write_text(text)
                self.assertIn("no rounds", self.refuse("--table", path))

    def test_what_is_missing_is_told_with_the_remedy(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("demo/ChannelFlow.py", self.refuse("--python", sys.executable, "--solver", folder))
            pathlib.Path(folder, "ChannelFlow.py").touch()
            self.assertIn("pip install", self.refuse("--python", pathlib.Path(folder, "none"), "--solver", folder))
        self.assertIn("rk3", self.refuse("rk4"))

    def test_other_flows_are_no_comparison(self):
        channel_shenfun.check_difference(0.001)
        for difference in (0.02, math.nan, math.inf):
            with self.assertRaises(channel_shenfun.Failure):
                channel_shenfun.check_difference(difference)


if __name__ == "__main__":
    unittest.main()
