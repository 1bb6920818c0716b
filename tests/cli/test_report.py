#!/usr/bin/env python3
"""Tests of `weft report`: the page fetches nothing and has every figure and number, and the pictures are fit for print."""

import csv
import io
import json
import pathlib
import struct
import tempfile
import unittest
from unittest import mock

import made_results as made
from program import is_full, weft
from read_page import Page, ReportTest
from weft_figures import style
from weft_figures.report import job

FIGURES = ["strong-scaling", "weak-scaling", "stages", "peers", "bound", "model"]


class Everything(ReportTest):
    """One report with all that there can be: strong and weak scaling, and a model of another machine."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.page = cls.folder / "report.html"
        reports = {"b1": made.bench(1), "b2": made.bench(2), "b4": made.bench(4), "w2": made.bench(2, (64, 64, 128)),
                   "w4": made.bench(4, (64, 128, 128)), "m": made.model([1, 2, 4, 8, 16, 32])}
        cls.files = [cls.folder / f"{name}.json" for name in reports]
        for path, report in zip(cls.files, reports.values()):
            path.write_text(json.dumps(report))
        cls.result = weft("report", *cls.files, "-o", cls.page)

    def setUp(self):
        self.assertEqual((self.result.returncode, self.result.stderr), (0, ""))
        self.read = Page(self.page.read_text(encoding="utf-8"))

    def test_the_page_stands_alone_and_has_every_figure(self):
        page, text, output = self.read, self.page.read_text(encoding="utf-8"), self.result.stdout
        self.assertEqual(page.open, [])
        self.assertEqual((page.fetched, page.scripts), ([], 0))
        for word in ("@import", "url(http", "//", "font-face"):
            self.assertNotIn(word, text)
        self.assertEqual(len(page.ids), len(set(page.ids)))
        self.assertEqual(list(page.figures), FIGURES)
        for name, attributes in page.figures.items():
            self.assertEqual(attributes["role"], "img")
            self.assertGreater(len(attributes["aria-label"]), 40, name)
            self.assertIn("viewbox", attributes)
            self.assertIn(f"Figure {1 + FIGURES.index(name)}.", page.texts[name])
            self.assertIn(f"report-{name}.png", page.texts[name])
            self.assertIn(f"report-{name}.png", output)
        self.assertIn("prefers-color-scheme: dark", text)
        self.assertIn("@media print", text)
        for fact in ("r2c of 64x64x64, double precision", "Made & Sons CPU", "abcdef123456", "Open MPI v4.1.4",
                     "weft-run -n 4 weft bench --shape 64x64x64", "beowulf, 2000", f"-o {self.page}"):
            self.assertIn(fact, page.texts["head"])

    def test_pictures_are_fit_for_print(self):
        self.assertEqual(sorted(p.name for p in self.folder.glob("report*")),
                         sorted(["report.html"] + [f"report-{name}.png" for name in FIGURES]))
        for name in FIGURES:
            data = (self.folder / f"report-{name}.png").read_bytes()
            self.assertTrue(data.startswith(b"\x89PNG\r\n\x1a\n") and data.endswith(b"IEND\xaeB`\x82"))
            width, height = struct.unpack(">II", data[16:24])
            self.assertTrue(1200 <= width <= 1500 and 600 <= height <= 4000, (name, width, height))
            at = data.index(b"pHYs") + 4
            self.assertEqual(round(struct.unpack(">I", data[at:at + 4])[0] * 0.0254), 300)

    def test_numbers_are_those_of_the_files(self):
        page, files = self.read, self.files
        listed = list(csv.DictReader(io.StringIO(next(text for text in page.lists if text.startswith("processes,shape,choice,transform")))))
        there = {(row["processes"], row["shape"], row["choice"], row["file"]): row for row in listed}
        n_rows = 0
        for path in files:
            report = json.loads(path.read_text())
            for result in report["results"]:
                if not result["applies"]:
                    continue
                n_rows += 1
                processes = str(result.get("processes", report["machine"].get("processes")))
                row = there[processes, "x".join(map(str, result["shape"])), result["choice"], str(path)]
                for column, value in (("median", result.get("pair", {}).get("median")), ("least", result.get("pair", {}).get("min")),
                                      ("forward", result.get("forward", {}).get("median")), ("predicted", result["predicted"]["pair"]),
                                      ("GFlop/s", result["gflops"])):
                    self.assertEqual(row[column], "" if value is None else str(value), (path, column))
        self.assertEqual((len(listed), n_rows), (16, 16))
        ratios = [(row["peer"], row["ratio"], row["95 % interval"]) for row in page.rows("peers")]
        self.assertEqual(ratios[:2], [("fftw-mpi-transposed", "1.50", "1.35 to 1.65"), ("fftw-mpi-<natural>", "1.05", "0.95 to 1.16")])
        for column, tooltip in (("median", f"{made.seconds(64**3, 1, 'window-pull')}"),):
            cells = [cell for row in page.tables["table-results"][1:] for cell in row]
            self.assertIn(tooltip, [cell[1] for cell in cells], column)

    def test_what_does_not_apply_is_told(self):
        page = self.read
        rows = page.rows("not-applicable")
        self.assertIn("its <processes> share a node & more", [row["reason"] for row in rows])
        self.assertIn("peer p3dfft", [row["exchange"] for row in rows])

    def test_strong_scaling(self):
        page = self.read
        rows = page.rows("strong-scaling")
        self.assertEqual([row["processes"] for row in rows], ["1", "2", "4", "8", "16", "32"])
        t1, t4 = made.seconds(64**3, 1, "window-pull"), made.seconds(64**3, 4, "window-pull")
        self.assertEqual(rows[2]["fastest choice"], "4 native window-pull")
        self.assertEqual(rows[2]["time"], f"{1e3 * t4:.3g} ms")
        self.assertEqual(rows[2]["speedup"], f"{t1 / t4:.2f}")
        self.assertEqual(rows[2]["efficiency"], f"{100 * t1 / t4 / 4:.0f} %")
        self.assertEqual(rows[2]["model"], f"{1e3 * 1.1 * t4:.3g} ms")
        self.assertEqual((rows[3]["time"], rows[3]["model"]), ("–", "1.25 ms"))
        self.assertIn("more than 16 processes are slower", page.texts["strong-scaling"])

    def test_weak_scaling(self):
        page = self.read
        rows = page.rows("weak-scaling")
        self.assertEqual([(row["processes"], row["shape"]) for row in rows],
                         [("1", "64x64x64"), ("2", "64x64x128"), ("4", "64x128x128")])
        times = [made.seconds(64**3 * n, n, "window-pull") for n in (1, 2, 4)]
        self.assertEqual([row["efficiency"] for row in rows], [f"{100 * times[0] / t:.0f} %" for t in times])
        self.assertIn("262 144 points for each process", page.texts["weak-scaling"])


class Pages(ReportTest):
    def test_other_formats_on_request(self):
        self.report(self.file("b.json", made.bench(1, explain=False, predicted=None)), "--formats", "pdf,svg")
        self.assertTrue((self.folder / "report-peers.pdf").read_bytes().startswith(b"%PDF"))
        self.assertIn("<svg", (self.folder / "report-peers.svg").read_text())
        self.assertEqual(list(self.folder.glob("*.png")), [])

    def test_missing_parts_are_told_and_old_pictures_named(self):
        (self.folder / "report-peers.png").write_text("old")
        result = weft("report", self.file("b.json", made.bench(1, peers=False, explain=False, predicted=None)), "-o", self.page)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("of an earlier report", result.stderr)
        page = Page(self.page.read_text())
        self.assertEqual(list(page.figures), ["stages"])
        for name, words in (("strong-scaling", "for several P"), ("weak-scaling", "as many points"), ("peers", "--peers"),
                            ("bound", "--explain"), ("model", "predict")):
            self.assertIn(words, page.texts[name])
        self.assertIn("Strong scaling, Weak scaling, Other libraries", result.stdout)

    def test_a_page_does_not_run_what_files_say(self):
        report = made.bench(2, explain=False, predicted=None)
        report["command"] = "weft bench <script>alert(1)</script> \" onload=\"x"
        report["results"][0]["peers"][0]["name"] = "<img src=http://example.org/x.png>"
        report["machine"]["cpu"] = "</style><script src=x>"
        page, _, _ = self.report(self.file("b.json", report), "--title", "<b>title</b>")
        self.assertEqual((page.scripts, page.fetched), (0, []))
        self.assertIn("<b>title</b>", page.texts[None])

    def test_under_several_processes_one_writes(self):
        page, _, output = self.report(self.file("b.json", made.bench(2, **made.TIMES_ONLY)), processes=2)
        self.assertEqual(output.count("report.html:"), 1)
        self.assertEqual(list(page.figures), ["stages"])


class Numbers(ReportTest):
    """What the page tells of results. The fast tier runs without the program, and its figures are laid out, not drawn."""

    def report(self, *arguments, **options):
        if is_full:
            return super().report(*arguments, **options)
        words = [word for word in arguments if isinstance(word, str)]
        only = [value for key, value in zip(words, words[1:]) if key == "--only"]
        with mock.patch.object(style, "svg_text", lambda *_: "<svg></svg>"), \
                mock.patch.object(style, "save_for_page", lambda figure, box, path, kind: pathlib.Path(path).touch()):
            job.write([str(file) for file in arguments if file not in words], str(self.page), only, "--several" in words)
        text = self.page.read_text(encoding="utf-8")
        page = Page(text)
        self.assertEqual(page.open, [])
        return page, text, ""

    def test_stages_bounds_and_model(self):
        page, _, _ = self.report(*[self.file(f"b{n}.json", made.bench(n)) for n in (1, 2, 4)])
        pair = made.seconds(64**3, 2, "window-pull")
        row = next(r for r in page.rows("stages") if r["result"] == "2 processes" and r[""] == "measured")
        self.assertEqual((row["sweeps"], row["exchanges"], row["of it exchanges"]),
                         (f"{1e3 * 0.4 * pair:.3g} ms", f"{1e6 * 0.1 * pair:.3g} µs", "20 %"))
        row = next(r for r in page.rows("stages") if r["result"] == "2 processes" and r[""] == "model")
        self.assertEqual(row["of it exchanges"], "20 %")
        row = page.rows("bound")[0]
        self.assertEqual((row["reached"], row["what takes the time"]),
                         ("50 %", "most of the rest is in the sweeps: arithmetic, and moving lines in cache"))
        numbers = {row[""]: row["value"] for row in page.rows("model")}
        self.assertEqual(numbers["results compared"], "6")
        self.assertEqual((numbers["median error"], numbers["largest error"]), ("15.0 %", "+20.0 %"))
        self.assertEqual((numbers["within 15 %"], numbers["within 35 %"]), ("50 %", "100 %"))
        self.assertEqual(numbers["predicted best within 10 % of the measured best"], "3 of 3")

    def test_the_best_row_is_missed_where_the_prediction_ranks_wrongly(self):
        report = made.bench(2)
        report["results"][1]["predicted"]["pair"] = 0.5 * report["results"][0]["pair"]["median"]
        page, _, _ = self.report(self.file("b.json", report))
        row = page.rows("best-rows")[0]
        self.assertEqual((row["fastest measured"], row["fastest predicted"], row["loss"]),
                         ("2 native window-pull", "2 native alltoallv", "25 %"))
        numbers = {row[""]: row["value"] for row in page.rows("model")}
        self.assertEqual(numbers["predicted best within 10 % of the measured best"], "0 of 1")

    def test_a_model_alone(self):
        page, _, _ = self.report(self.file("m.json", made.model([4, 8, 16, 32])))
        self.assertEqual(list(page.figures), ["strong-scaling", "stages"])
        rows = page.rows("strong-scaling")
        self.assertEqual(rows[0]["speedup"], "4.00")
        self.assertNotIn("time", rows[0])

    def test_launches_of_a_study(self):
        study = made.study({"two": made.bench(2, **made.TIMES_ONLY), "four": made.bench(4, host="other", **made.TIMES_ONLY)})
        page, _, _ = self.report(self.file("study.json", study))
        self.assertEqual([row["processes"] for row in page.rows("strong-scaling")], ["2", "4"])
        self.assertIn("emulated: hosts on one switch", page.texts["head"])
        self.assertIn("2026-11-20", page.texts["head"])

    def test_simulations_say_so(self):
        rows = [made.simulation(n, exchange=name) for n in (2, 4) for name in ("alltoallv", "window-pull")]
        study = {"study": "made", "part": "up", "date": "2026-11-20", "command": "python3 lab run made up",
                 "launches": [{"words": ["--set", f"exchange={row['choice']}"], "report": row} for row in rows]}
        page, text, _ = self.report(self.file("simulated.json", study))
        self.assertEqual(list(page.figures), ["strong-scaling", "stages", "model"])
        self.assertIn("simulated: torus, sweeps as on typical", page.texts["head"])
        self.assertIn("What was simulated", page.texts["head"])
        self.assertIn("Model and simulation", page.texts["model"])
        self.assertNotIn("measured", text)
        self.assertEqual(page.rows("strong-scaling")[0]["fastest choice"], "2 simulated window-pull")
        self.assertIn("Only weft was simulated", page.texts["peers"])
        page, _, _ = self.report(self.file("one.json", rows[0]), self.file("other.json", rows[2]))
        self.assertEqual([row["processes"] for row in page.rows("strong-scaling")], ["2", "4"])
        self.assertIn("python3 lab/simulate torus 4", page.texts["head"])

    def test_launches_of_simulations_without_a_command_can_be_typed_again(self):
        rows = [{**made.simulation(n), "command": "", "processes_per_node": n // 2} for n in (2, 4)]
        launches = [{"words": ["--shape", "64x64x64"], "report": row} for row in rows]
        page, _, _ = self.report(self.file("study.json", {"study": "made", "launches": launches}))
        for words in ("python3 lab/simulate torus 2 --shape 64x64x64", "lab/simulate torus 4 --per-host 2 --shape 64x64x64"):
            self.assertIn(words, page.texts["head"])

    def test_measured_beside_simulated_on_request_says_both(self):
        files = [self.file("b.json", made.bench(2, **made.TIMES_ONLY)), self.file("s.json", made.simulation(2))]
        page, text, _ = self.report(*files, "--several")
        self.assertIn("<title>64x64x64: r2c, double, measured and simulated</title>", text)
        self.assertEqual([row[""] for row in page.rows("stages")][::2], ["measured", "simulated"])

    def test_a_model_has_the_name_of_its_machine(self):
        bench, model = made.bench(1, **made.TIMES_ONLY), made.model([1, 2, 4])
        for result, report in [(r, report) for report in (bench, model) for r in report["results"]]:
            result["predicted"] = made.prediction(1e-3, "node7, 2026-11-22" if report is bench else "machines/node.toml")
        model["machine"] = {"file": "machines/node.toml", "host": "node7", "date": "2026-11-22"}
        other = made.model([1, 2, 4])
        for result in other["results"]:
            result["predicted"] = made.prediction(1e-4, "machines/torus.toml")
        page, text, _ = self.report(*[self.file(f"{i}.json", value) for i, value in enumerate((bench, model, other))])
        self.assertIn("by the model of node7, 2026-11-22 and of torus.", page.texts["strong-scaling"])
        self.assertNotIn("machines/node", text)
        self.assertEqual([row["result"] for row in page.rows("stages")][-2:], ["4 processes, node7"] * 2)

    def test_only_chooses_and_several_draws_a_line_of_each(self):
        files = [self.file(f"{precision}{n}.json", made.bench(n, precision=precision, **made.TIMES_ONLY))
                 for precision in ("double", "single") for n in (2, 4)]
        page, _, _ = self.report(*files, "--only", "precision=single", "--only", "exchange=alltoallv,node")
        self.assertEqual({(row["precision"], row["exchange"]) for row in page.rows("results")}, {("single", "alltoallv")})
        page, _, _ = self.report(*files, "--several")
        self.assertEqual([row["problem"] for row in page.rows("strong-scaling")], ["double"] * 2 + ["single"] * 2)


class RealResults(ReportTest):
    def test_what_bench_writes_is_read(self):
        files = [self.folder / f"b{n}.json" for n in (1, 2)]
        for n, path in zip((1, 2), files):
            self.run_well("bench", "--shape", "16x16x16", "--repeats", "2", "--exchange", "p2p" if n == 2 else "all",
                          "--explain", "--json", path, processes=n)
        result = weft("report", *files, "-o", self.page)
        self.assertEqual(result.returncode, 0, result.stderr)
        page = Page(self.page.read_text())
        self.assertEqual([name for name in FIGURES[:5] if name in page.figures], ["strong-scaling", "stages", "bound"])
        self.assertEqual([row["processes"] for row in page.rows("strong-scaling")], ["1", "2"])


if __name__ == "__main__":
    unittest.main()
