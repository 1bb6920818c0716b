#!/usr/bin/env python3
"""Tests of `weft tune` and of tuning in `weft bench`: what is found is kept, shown, and what is said of it is so."""

import concurrent.futures
import json
import pathlib
import re
import tempfile
import unittest

from program import ProgramTest, is_full, process_counts, weft

SHAPE = "12x10x8"
# Leave one choice: it needs no second look, and so is kept on a busy machine, too.
ONE = ["--axes", "2", "--backend", "native", "--set", "stores=cached", "--set", "reproducible=yes"]
ROW = {"choice", "measured_seconds", "estimated_seconds", "counts", "memory"}
FEW = ["--backend", "native", "--set", "stores=cached", "--exchange", "pairwise"]  # choices, where any will do
COLUMNS = ["rank", "measured", "ratio", "estimated", "sweeps", "copies", "messages", "bytes sent", "flags", "peers' bytes",
           "MiB", "choice"]


class TuneTest(ProgramTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.wisdom = self.folder / "home" / "wisdom.toml"

    def run_here(self, command, *arguments, processes=2, home=None, options=""):
        """Report, printed text and notes of a command with a folder of its own; it must succeed."""
        path = self.folder / "report.json"
        result = weft(command, "--shape", SHAPE, "--json", path, *arguments, processes=processes,
                      environment={"WEFT_HOME": str(home or self.folder / "home"), "WEFT_OPTIONS": options})
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        for line in result.stderr.splitlines():
            self.assertTrue(line.startswith("weft: note: "), line)
        return json.loads(path.read_text()), result.stdout, result.stderr

    def tune(self, *arguments, **options):
        report, text, notes = self.run_here("tune", *arguments, **options)
        return report["tuning"], text, notes

    def rows_of(self, text):
        """The lines of the ranking, each as a list in the order of COLUMNS."""
        head = next(line for line in text.splitlines() if line.startswith("rank"))
        self.assertEqual(re.split("  +", head), COLUMNS)
        return [line.split(None, len(COLUMNS) - 1) for line in text.splitlines() if re.match(r" *\d+  ", line)]

    def check_ranking(self, text, tuning, n_rows):
        """The table says what the JSON says, best first."""
        rows, ranking = self.rows_of(text), tuning["ranking"]
        self.assertEqual(len(rows), n_rows)
        for number, (row, ranked) in enumerate(zip(rows, ranking), 1):
            self.assertEqual(set(ranked), ROW)
            both = ranked["counts"]["forward"], ranked["counts"]["backward"]
            total = lambda key: sum(exchange[key] for counts in both for exchange in counts["exchanges"])
            self.assertEqual(int(row[0]), number)
            if ranked["measured_seconds"] is None:
                self.assertEqual(row[1:3], ["-", "-"])
            else:
                ratio = ranked["measured_seconds"] / ranking[0]["measured_seconds"]
                self.assertAlmostEqual(float(row[1]) / (1e3 * ranked["measured_seconds"]), 1, places=2)
                self.assertAlmostEqual(float(row[2]), ratio, delta=0.006)
            self.assertAlmostEqual(float(row[3]) / (1e3 * ranked["estimated_seconds"]), 1, places=2)
            self.assertEqual([int(n) for n in row[4:10]],
                             [sum(len(counts["sweeps"]) for counts in both), sum(counts["copies"] for counts in both),
                              total("messages"), total("bytes_sent"), total("flags"), total("peer_bytes")])
            self.assertAlmostEqual(float(row[10]) / (ranked["memory"]["total"] / 2**20), 1, places=2)
            self.assertEqual(row[11], ranked["choice"])
        measured = [ranked["measured_seconds"] is not None for ranked in ranking]
        self.assertEqual(measured, sorted(measured, reverse=True))
        self.assertEqual(tuning["n_measured"], sum(measured))
        self.assertEqual(tuning["choice"], ranking[0]["choice"])


class Tune(TuneTest):
    def test_what_is_found_is_kept_and_known_the_next_time(self):
        counts = process_counts(1, 2)
        for n in counts:
            with self.subTest(processes=n):
                found, text, _ = self.tune(*ONE, processes=n)
                self.assertEqual((found["from"], found["kept_in"]), ("measurement", str(self.wisdom)))
                self.assertEqual(found["pair_seconds"], found["ranking"][0]["measured_seconds"])
                self.assertRegex(text.splitlines()[0], re.escape(found["choice"]) + r": [\d.]+ ms a pair, measured; "
                                 rf"best of {found['n_measured']} choices in ")
                self.assertIn(f"kept in {self.wisdom}", text)
                self.assertIn(f'choice = "{found["choice"]}"', self.wisdom.read_text())
                known, text, notes = self.tune(*ONE, processes=n)
                self.assertEqual((known["from"], known["choice"], known["ranking"]), ("wisdom", found["choice"], []))
                self.assertEqual((known["pair_seconds"], known["kept_in"]), (found["pair_seconds"], str(self.wisdom)))
                self.assertIn("from wisdom, tune again with --again", text)
                self.assertEqual(notes, "")
                again, _, _ = self.tune("--again", *ONE, processes=n)
                self.assertEqual(again["from"], "measurement")
                seconds = [float(number) for number in re.findall(r"(?m)^seconds = (.*)", self.wisdom.read_text())]
                self.assertIn(again["pair_seconds"], seconds)
        self.assertEqual(self.wisdom.read_text().count("[[plan]]"), len(counts))

    def test_jobs_that_tune_at_once_do_not_lose_plans_of_each_other(self):
        shapes = [SHAPE, SHAPE, "9x10x8", "10x9x8"]  # with one choice: no second look
        home = {"WEFT_HOME": str(self.folder / "home")}
        with concurrent.futures.ThreadPoolExecutor() as jobs:
            results = jobs.map(lambda shape: weft("tune", "--again", "--shape", shape, *ONE, processes=1,
                                                  environment=home), shapes)
            for result in results:
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                self.assertIn("measured; best of", result.stdout)
                self.assertNotIn("not kept", result.stderr)
        self.assertEqual(self.wisdom.read_text().count("[[plan]]"), len(set(shapes)))
        for shape in set(shapes):
            known = weft("tune", "--shape", shape, *ONE, processes=1, environment=home)
            self.assertIn("from wisdom", known.stdout, known.stderr)

    def test_table_and_report_agree(self):
        report, text, notes = self.run_here("tune", "--top", 3, "--transform", "c2c")
        self.assertEqual((report["problem"]["shape"], report["problem"]["transform"]), ([12, 10, 8], "c2c"))
        ranking = report["tuning"]["ranking"]
        self.assertGreater(len(ranking), 3)
        self.check_ranking(text, report["tuning"], 3)
        # Among several choices a second look decides, which a busy machine may not allow.
        is_kept = report["tuning"]["kept_in"] is not None
        self.assertNotEqual(is_kept, "not kept for later: no second look" in notes, notes)
        self.assertEqual(is_kept, self.wisdom.exists())
        self.assertIn(f"and {len(ranking) - 3} more: --top {len(ranking)}", text)
        for ranked in ranking:
            exchanges = ranked["counts"]["forward"]["exchanges"]
            # Half of the block of 6 x 10 x 8 complex numbers goes to the other process.
            self.assertEqual(sum(exchange["bytes_sent"] + exchange["peer_bytes"] for exchange in exchanges),
                             6 * 10 * 8 * 16 // 2)

    def test_what_is_stated_is_not_searched(self):
        tuning, _, _ = self.tune("--exchange", "alltoallw", "--backend", "native", "--set", "stores=cached")
        for ranked in tuning["ranking"]:
            self.assertRegex(ranked["choice"], r"^2 native alltoallw( |$)")
            self.assertIn("stores=cached", ranked["choice"])

    def test_the_environment_counts(self):
        tuning, _, _ = self.tune("--tune=estimate", options="in_place=yes; exchange=alltoallv")
        other, _, _ = self.tune("--tune=estimate", "--set", "in_place=yes", "--exchange", "alltoallv")
        self.assertEqual(tuning["ranking"], other["ranking"])
        free, _, _ = self.tune("--tune=estimate", "--exchange", "alltoallv")
        self.assertNotEqual(tuning["ranking"], free["ranking"])

    def test_estimates_measure_nothing_and_keep_nothing(self):
        for arguments, note in ((["--tune=estimate"], ""), (["--seconds", 0], "tune_seconds=0: nothing was measured")):
            with self.subTest(arguments=arguments):
                tuning, text, notes = self.tune(*arguments)
                self.assertEqual((tuning["from"], tuning["n_measured"], tuning["kept_in"]), ("estimate", 0, None))
                self.assertIsNone(tuning["pair_seconds"])
                self.assertRegex(text, rf"ms a pair, estimated; best of {len(tuning['ranking'])} choices in ")
                self.check_ranking(text, tuning, min(20, len(tuning["ranking"])))
                self.assertIn(note, notes)
                self.assertFalse(self.wisdom.exists())

    def test_wisdom_that_is_ignored_is_not_written(self):
        tuning, text, _ = self.tune("--set", "wisdom=ignore", *FEW)
        self.assertEqual((tuning["from"], tuning["kept_in"]), ("measurement", None))
        self.assertIn("not kept, as wisdom=ignore says", text)
        self.assertFalse(self.wisdom.exists())

    def test_a_folder_that_cannot_be_written_costs_nothing_but_a_note(self):
        (self.folder / "file").write_text("")
        tuning, text, notes = self.tune(*ONE, home=self.folder / "file" / "below")
        self.assertEqual((tuning["from"], tuning["kept_in"]), ("measurement", None))
        self.assertRegex(notes, r"weft: note: this plan is not kept for later: .*file/below.*WEFT_HOME")
        self.assertNotIn("kept in", text)
        self.check_ranking(text, tuning, min(20, len(tuning["ranking"])))

    def test_a_quick_search_does_not_replace_one_of_everything(self):
        everything, _, _ = self.tune("--tune=exhaustive", *ONE)
        kept = self.wisdom.read_text()
        self.assertIn('effort = "exhaustive"', kept)
        tuning, text, notes = self.tune("--again", *ONE)
        self.assertEqual((tuning["from"], tuning["kept_in"]), ("measurement", None))
        self.assertIn("found by measuring everything", notes)
        self.assertNotIn("kept in", text)
        self.assertEqual(self.wisdom.read_text(), kept)
        self.assertEqual(self.tune(*ONE)[0]["choice"], everything["choice"])


class Bench(TuneTest):
    def bench(self, *arguments, **options):
        return self.run_here("bench", "--repeats", 1, *arguments, **options)

    def test_it_tunes_first_and_says_how(self):
        report, text, _ = self.bench("--tune", "measure", *ONE)
        tuning, (result,) = report["tuning"], report["results"]
        self.assertEqual((tuning["from"], tuning["kept_in"]), ("measurement", str(self.wisdom)))
        self.assertEqual(result["choice"], tuning["choice"])
        self.assertEqual(result["counts"], tuning["ranking"][0]["counts"])
        self.assertIn("ms a pair, measured; best of", text)
        self.assertNotIn("estimated", text)
        report, text, _ = self.bench("--tune", "measure", *ONE)
        self.assertEqual((report["tuning"]["from"], report["results"][0]["choice"]), ("wisdom", tuning["choice"]))
        self.assertIn("tune again with --set wisdom=renew", text)
        report, _, _ = self.bench("--tune", "measure", "--set", "wisdom=renew", *ONE)
        self.assertEqual(report["tuning"]["from"], "measurement")

    def test_off_is_as_without(self):
        report, text, _ = self.bench("--tune", "off", options="tune=measure")
        self.assertNotIn("tuning", report)
        self.assertNotIn("measured", text)
        self.assertFalse(self.wisdom.exists())

    def test_all_choices_are_measured_and_none_taken_from_wisdom(self):
        stated = ["--backend", "native", "--set", "stores=cached", *([] if is_full else ["--exchange", "alltoallv"])]
        found = []
        for _ in range(2):
            report, text, _ = self.bench("--choice", "all", *stated)
            tuning = report["tuning"]
            self.assertEqual((tuning["from"], tuning["n_measured"]), ("measurement", len(tuning["ranking"])))
            self.assertEqual(report["results"][0]["choice"], tuning["choice"])
            self.check_ranking(text, tuning, len(tuning["ranking"]))
            found.append({ranked["choice"] for ranked in tuning["ranking"]})
        self.assertGreater(len(found[0]), 4)
        self.assertEqual(*found)

    def test_all_choices_may_be_ranked_by_less_with_the_counts_of_their_plans(self):
        report, text, _ = self.bench("--choice", "all", "--tune", "estimate", "--grid", 2)
        tuning = report["tuning"]
        self.assertEqual(tuning["from"], "estimate")
        self.check_ranking(text, tuning, len(tuning["ranking"]))
        self.assertFalse(self.wisdom.exists())

        of_exchanges = {ranked["choice"].split()[2]: ranked for ranked in tuning["ranking"]}
        for exchange in ("alltoallw", "pipelined:p2p:3"):
            report, _, _ = self.bench("--choice", "all", "--tune", "estimate", "--exchange", exchange)
            of_exchanges[exchange] = report["tuning"]["ranking"][0]
        self.assertLessEqual({"window-pull", "window-push", "alltoallv"}, set(of_exchanges))
        chosen = list(of_exchanges.values())
        report, _, _ = self.bench("--choice", "; ".join(ranked["choice"] for ranked in chosen))
        for ranked, result in zip(chosen, report["results"], strict=True):
            with self.subTest(choice=ranked["choice"]):
                self.assertEqual(result["choice"], ranked["choice"])
                self.assertEqual(result["counts"], ranked["counts"])
                self.assertEqual({key: result["memory"][key] for key in ranked["memory"]}, ranked["memory"])


if __name__ == "__main__":
    unittest.main()
