#!/usr/bin/env python3
"""Tests of `weft model`: what it predicts is consistent, is the paper's model on the paper's machine, and what cannot be
predicted is said in words."""

import importlib.util
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from program import ProgramTest, process_counts, weft

ROW = {"shape", "transform", "precision", "fields", "processes", "processes_per_node", "grid", "choice", "exchange", "predicted",
       "gflops", "speedup", "efficiency", "memory", "applies", "reason"}
MACHINES = ("beowulf-2001", "fat-tree-100g", "gigabit-cluster")


class Model(ProgramTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.home = {"environment": {"WEFT_HOME": str(self.folder / "home")}}

    def model(self, *arguments, **options):
        """Report and printed text."""
        path = self.folder / "report.json"
        text = self.run_well("model", "--json", path, *arguments, **self.home, **options)
        return json.loads(path.read_text()), text

    def refuse(self, *arguments):
        return weft("model", *arguments, **self.home)

    def test_report_and_table_say_the_same(self):
        for name in MACHINES:
            report, text = self.model("--machine", name, "--shape", "64^2x48", "--processes", "1,6,8:32")
            self.assertEqual(report["machine"]["file"], name)
            self.assertTrue(report["machine"]["by_hand"])
            results = report["results"]
            self.assertEqual([r["processes"] for r in results], [1, 6, 8, 16, 32])
            one = results[0]["predicted"]["pair"]
            for r in results:
                self.assertLessEqual(ROW, set(r))
                self.assertTrue(r["applies"], r["reason"])
                self.assertEqual(r["shape"], [64, 64, 48])
                predicted = r["predicted"]
                self.assertAlmostEqual(sum(s["seconds"] for s in predicted["stages"]) / predicted["pair"], 1, 12)
                for stage in predicted["stages"]:
                    parts = stage["arithmetic"] + stage["memory"] + stage["messages"] - stage["hidden"]
                    self.assertAlmostEqual(parts / stage["seconds"], 1, 12)
                self.assertAlmostEqual(r["speedup"], one / predicted["pair"], 9)
                self.assertAlmostEqual(r["efficiency"], r["speedup"] / r["processes"], 9)
                flops = 2 * 2.5 * 64 * 64 * 48 * math.log2(64 * 64 * 48)
                self.assertAlmostEqual(r["gflops"] * predicted["pair"] * 1e9 / flops, 1, 9)
                self.assertGreaterEqual(r["memory"]["arrays"] * r["processes"], 64 * 64 * 48 * 8 * 2)
                grid = math.prod(int(p) for p in r["grid"].split("x"))
                self.assertEqual(grid, r["processes"])
                self.assertRegex(text, rf"(?m)^ +{r['processes']} +{r['grid']} +{1e3 * predicted['pair']:.4g} ")
            best = min(results, key=lambda r: r["predicted"]["pair"])
            self.assertIn(f"Best on {best['processes']} processes", text)

    def test_the_papers_program_is_the_papers_equations(self):
        t_c, t_a, t_w, t_s = 6.5e-9, 70e-9, 0.34e-6, 100e-6
        for n in (64, 128):
            report, _ = self.model("--machine", "beowulf-2001", "--shape", f"{n}^3", "--precision", "single", "--processes",
                                   "1:128", "--program", "block-transpose")
            for r in report["results"]:
                p = r["processes"]
                equation_4 = 2.5 * n**3 * math.log2(n**3) / p * t_c + (2 / p + (p - 1) / p**2) * (n + 2) * n**2 * t_a
                equation_5 = 2 * (p - 1) * (n + 2) * (n / p)**2 * t_w + 2 * (p - 1) * t_s
                self.assertAlmostEqual(r["predicted"]["forward"] / (equation_4 + equation_5), 1, 12)

    def test_stages_of_one_number_of_processes_are_explained(self):
        words = ("--machine", "gigabit-cluster", "--shape", "64^3", "--processes", "1:64")
        for arguments, n in ((("--explain", "16"), 16), (("--explain",), None)):
            report, text = self.model(*words, *arguments)
            best = min(report["results"], key=lambda r: r["predicted"]["pair"])["processes"]
            self.assertIn(f"Stages on {n or best} processes", text)
            (row,) = (r for r in report["results"] if r["processes"] == (n or best))
            for stage in row["predicted"]["stages"]:
                ms = re.escape(f"{1e3 * stage['seconds']:.4g}")
                self.assertRegex(text, rf"(?m)^{stage['direction']} +{re.escape(stage['stage'])} +{ms} ")

    def test_memory_of_a_node_is_told_by_its_parts(self):
        words = ("--machine", "fat-tree-100g", "--shape", "256^3", "--processes", "128", "--explain")
        report, text = self.model(*words, "128", "--exchange", "node", "--grid", "128")
        for row in report["results"]:
            memory = row["memory"]
            self.assertEqual(memory["plan"], memory["stages"] + memory["windows"] + memory["tiles"])
            self.assertGreaterEqual(memory["node"]["total"], memory["plan"])
            self.assertRegex(text, rf"(?m)^ +{row['processes']} .* {(memory['node']['total'] + memory['node']['arrays']) / 2**20:.4g} ")
        node = report["results"][0]["memory"]["node"]
        self.assertIn(f"memory of its node, 64 processes: arrays {node['arrays'] / 2**20:.4g} MiB", text)
        self.assertIn(f"windows {node['windows'] / 2**20:.4g} (in /dev/shm)", text)
        self.assertIn("one carries all that goes to another\nnode", text)
        self.assertIn("Process 0 has 1 message of 32.25 MiB", text)
        self.assertNotIn("exchange node:", self.model(*words, "128", "--exchange", "alltoallv")[1])

    def test_without_a_machine_file_it_is_a_typical_machine_with_a_note(self):
        result = self.refuse("--shape", "32^3", "--processes", "1:4")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"^weft: note: predictions are those of a typical machine: there is no machine file .*\n$")
        self.assertIn("typical", result.stdout)

    def test_what_is_settled_stays_so(self):
        report, _ = self.model("--machine", "gigabit-cluster", "--shape", "64^3", "--processes", "12", "--grid", "3x4",
                               "--exchange", "pairwise", "--processes-per-node", "4", "--fields", "2")
        (row,) = report["results"]
        self.assertEqual((row["grid"], row["exchange"], row["processes_per_node"], row["fields"]), ("3x4", "pairwise", 4, 2))

    def test_numbers_of_processes_that_do_not_fit_have_rows_in_words(self):
        report, text = self.model("--machine", "gigabit-cluster", "--shape", "16^3", "--processes", "4,6,8", "--grid", "2x3")
        reasons = [r["reason"] for r in report["results"]]
        self.assertIsNone(reasons[1])
        for reason in (reasons[0], reasons[2]):
            self.assertIn("the process grid 2x3 is for 6 processes", reason)
            self.assertIn(reason, text)
        self.assertEqual([r["applies"] for r in report["results"]], [False, True, False])
        report, text = self.model("--machine", "gigabit-cluster", "--shape", "8^3", "--processes", "16:1024")
        self.assertIn("no grid of 1024 processes gives each of them a part of 8x8x8", text)
        self.assertFalse(report["results"][-1]["applies"])

    def test_several_processes_say_it_once(self):
        for n in process_counts(2):
            text = self.run_well("model", "--machine", "gigabit-cluster", "--shape", "16^3", "--processes", "1:4", processes=n,
                                 **self.home)
            self.assertEqual(text.count("Best on"), 1)

    def test_files_by_hand_are_taken_and_what_is_wrong_is_told(self):
        text = (pathlib.Path(__file__).parents[2] / "bench/machines/beowulf-2001.toml").read_text()
        file = self.folder / "mine.toml"
        words = ("--machine", file, "--shape", "32^3", "--processes", "1:8")
        file.write_text(text)
        mine, _ = self.model(*words)
        named, _ = self.model("--machine", "beowulf-2001", *words[2:])
        self.assertEqual([r["predicted"]["pair"] for r in mine["results"]], [r["predicted"]["pair"] for r in named["results"]])
        for old, new, complaint in (("format = 2", "format = 1", "has format 1, and this weft reads format 2"),
                                    ("operation = 6.5e-9", "", "it lacks the speed of transforms"),
                                    ("operation = 6.5e-9", "operation = -1.0", "it should be greater than 0"),
                                    ("operation =", "opration =", "the nearest is 'operation'"),
                                    ("by_hand = true", "", "is damaged"),
                                    ("[between_nodes]", "[between_nodes", "line ")):
            file.write_text(text.replace(old, new))
            self.assertNotEqual(file.read_text(), text)
            self.assert_one_error(self.refuse(*words), str(file), complaint)


class TableOfMeasurements(unittest.TestCase):
    """`bench/model.py --table`: raw results as a table, without measuring."""

    def table(self, value):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "raw.json"
            if value is not None:
                path.write_text(value if isinstance(value, str) else json.dumps(value))
            script = pathlib.Path(__file__).resolve().parents[2] / "bench/model.py"
            return subprocess.run([sys.executable, script, "--table", path], capture_output=True, text=True)

    def test_rows_and_summary(self):
        def row(exchange, measured, predicted):
            return {"shape": [64, 64, 64], "transform": "r2c", "precision": "double", "exchange": exchange, "choice": exchange,
                    "processes": 2, "pair": {"median": measured}, "predicted": {"pair": predicted}}

        result = self.table({"results": [row("p2p", 1e-3, 1.1e-3), row("node", 2e-3, 1e-3), row("alltoall", 1e-3, 1.2e-3)]})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        *rows, summary = result.stdout.splitlines()
        self.assertEqual([line.split()[4] for line in rows], ["p2p", "node", "alltoall"])
        self.assertEqual(summary, "3 cases: median error 20.0 %, worst 50 %, 1 beyond 35 %; predicted best within 10 % of the "
                                  "best: 0 of 1")

    def test_files_that_are_none(self):
        for value, words in ((None, "cannot read"), ("{", "no rows"), ([1], "no rows"), ({"results": [{}]}, "no rows"),
                             ({"results": []}, "measure anew")):
            result = self.table(value)
            self.assertEqual((result.returncode != 0, result.stdout, result.stderr.count("\n")), (True, "", 1), result.stderr)
            self.assertIn(words, result.stderr)
            self.assertIn("bench/model.py", result.stderr)

    def test_rows_of_processors_that_were_moved_also_stand_apart(self):
        row = {"shape": [64, 64, 64], "transform": "r2c", "precision": "double", "exchange": "p2p", "choice": "", "processes": 2,
               "pair": {"median": 1e-3}, "predicted": {"pair": 1.1e-3}, "distance_of_calibration": [50, 55]}
        moved = {**row, "predicted": {"pair": 2e-3}, "distance": [55, 320]}
        apart = self.table({"results": [{**row, "distance": [60, 50]}, moved]}).stdout.splitlines()[-1]
        self.assertTrue(apart.startswith("without 1 whose processors were moved: 1 cases: median error 10.0 %"), apart)


class OneDistance(unittest.TestCase):
    """`at_one_distance` of bench/model.py, with a program that tells one distance after the other."""

    def tries(self, distances, others=()):
        path = pathlib.Path(__file__).resolve().parents[2] / "bench/model.py"
        spec = importlib.util.spec_from_file_location("model", path)
        model = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(model)
        with mock.patch.object(model, "distance", side_effect=distances):
            return model.at_one_distance(None, lambda: "measured", others)

    def test_measures_again_until_nothing_moved(self):
        self.assertEqual(self.tries([50, 55]), ("measured", [50, 55], 1))
        self.assertEqual(self.tries([50, 300, 310, 300], [300, 290]), ("measured", [310, 300], 2))
        self.assertEqual(self.tries([50, 55, 310, 300], [300, 290]), ("measured", [310, 300], 2))

    def test_gives_up(self):
        self.assertEqual(self.tries([50, 300] * 12), ("measured", [50, 300], 12))

    def test_one_processor_has_no_distance(self):
        self.assertEqual(self.tries([None, None]), ("measured", [None, None], 1))


if __name__ == "__main__":
    unittest.main()
