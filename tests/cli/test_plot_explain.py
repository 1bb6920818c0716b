#!/usr/bin/env python3
"""Tests of the picture of `weft bench --explain`: made results of many layouts, and what is wrong with a file."""

import json
import math
import sys
import unittest

import made_results as made
from plotted import PlottedTest
from program import full_tier, is_full, weft
from weft_figures import plots
from weft_figures.kinds.explain import Layout
from weft_figures.words import FigureError

# Made plans: shape of the points, grid, cut axes of points and modes, and of each axis that has parts of its own where they begin.
PLANS = {"one process": ((64, 64, 64), (1,), (0,), (1,)), "slab": ((64, 48, 32), (2,), (0,), (1,)),
         "pencil of 64": ((64, 64, 64), (8, 8), (0, 1), (1, 2)), "pencil of 4096": ((512, 512, 512), (64, 64), (0, 1), (1, 2)),
         "bricks": ((16, 16, 16), (2, 2, 2), (0, 1, 2), (0, 1, 2)), "one axis": ((65536,), (4,), (0,), (0,)),
         "two axes, some without data": ((5, 40), (7,), (0,), (1,)), "four axes": ((8, 8, 8, 8), (2, 2, 2), (0, 1, 2), (1, 2, 3)),
         "long and thin": ((4, 4, 100000), (4,), (2,), (0,)), "cut twice": ((64, 8, 8), (2, 3), (0, 0), (1, 1))}


def layout(shape, grid, cut):
    """As weft bench writes it, of axes that are divided evenly."""
    parts = []
    for axis, n in enumerate(shape):
        n_parts = math.prod(p for p, of in zip(grid, cut) if of == axis)
        parts.append([i * (n // n_parts) + min(i, n % n_parts) for i in range(n_parts + 1)])
    return {"shape": list(shape), "grid": list(grid), "cut": list(cut), "parts": parts}


def explained(name):
    shape, grid, points, modes = PLANS[name]
    report = made.bench(math.prod(grid), shape=shape if len(shape) == 3 else (64, 64, 64))
    for result in report["results"]:
        result["shape"] = list(shape)
        if result["applies"]:
            result["layouts"] = {"points": layout(shape, grid, points), "modes": layout(shape, grid, modes)}
    report["rates"] = {"together": {"cached": 2e11, "memory": 3e10}, "alone": {"cached": 2e11, "memory": 3e10}}
    return report


class ExplainTest(PlottedTest):
    def save(self, report):
        self.source = self.folder / "p.json"
        self.source.write_text(report if isinstance(report, str) else json.dumps(report))


class Blocks(unittest.TestCase):
    def test_blocks_are_those_of_the_grid(self):
        for shape, grid, cut in ((p[0], p[1], p[2]) for p in PLANS.values()):
            value = layout(shape, grid, cut)
            found = Layout(*(tuple(value[key]) for key in ("shape", "grid", "cut")), value["parts"])
            blocks = [found.block(rank) for rank in range(min(found.n_processes, 64))]
            sizes = [math.prod(end - begin for begin, end in block) for block in blocks]
            if found.n_processes <= 64:
                self.assertEqual(sum(sizes), math.prod(shape))
            self.assertEqual([begin for begin, _ in blocks[0]], [0] * len(shape))

    def test_ranks_are_row_major_in_the_grid(self):
        pencil = Layout((6, 4), (2, 3), (1, 0), ((0, 2, 4, 6), (0, 3, 4)))
        self.assertEqual(pencil.block(4), ((2, 4), (3, 4)))
        twice = Layout((6,), (2, 3), (0, 0), ((0, 1, 2, 3, 4, 5, 6),))
        self.assertEqual([twice.block(rank)[0] for rank in range(6)], [(i, i + 1) for i in range(6)])


class Figures(ExplainTest):
    def test_every_layout_is_drawn(self):
        words = {"one process": ["1 process", "sweep 2,1"], "pencil of 64": ["process 0 is blue", "8x8, cut on axes 0,1"],
                 "pencil of 4096": ["4 parts of 64 are drawn as one"], "bricks": ["2x2x2, cut on axes 0,1,2"],
                 "two axes, some without data": ["2 of 7 processes have no points", "not to scale"],
                 "four axes": ["Not drawn of the points: axis 3, whole on each process"], "long and thin": ["not to scale"]}
        for name in PLANS:
            with self.subTest(name):
                self.save(explained(name))
                panels, text = self.figure(lay_out=True)
                self.assertEqual(panels, 4)
                for word in ["forward", "backward", "points", "modes", "alltoallv", "the fastest of 2 choices", "30 GB/s in memory",
                             *([] if name == "one process" else words.get(name, []))]:
                    self.assertIn(word, text)

    def test_no_words_lie_on_others(self):
        """Those beside the bars and about them, in the tallest and in the widest picture."""
        for name in ("slab", "pencil of 4096", "four axes"):
            report = explained(name)
            for step in report["results"][0]["explain"]:
                step.update(seconds=123.4, bandwidth=1.234e9, bytes=123456789, percent=98.7)
            self.save(report)
            figure = self.laid_out()
            boxes = [(text.get_text(), text.get_window_extent()) for text in figure.texts if text.get_text()]
            for i, (words, box) in enumerate(boxes):
                self.assertGreaterEqual(box.x0, 0, words)
                self.assertLessEqual(box.x1, figure.bbox.x1, words)
                for others, other in boxes[:i]:
                    self.assertFalse(box.overlaps(other), f"{words} and {others}")

    def test_parts_are_drawn_alone(self):
        self.save(explained("slab"))
        for what, n_panels, there, absent in (("times", 2, "sweep 2,1", "cut on axis"), ("blocks", 2, "cut on axis", "sweep 2,1")):
            panels, text = self.figure("--what", what)
            self.assertEqual(panels, n_panels)
            self.assertIn(there, text)
            self.assertNotIn(absent, text)

    def test_a_file_of_an_older_version_has_no_blocks(self):
        self.save(made.bench(2))
        self.assertEqual(self.figure()[0], 2)
        self.assert_wrong(["does not tell the blocks", "--explain"], "--what", "blocks")

    def laid_out(self):
        from unittest import mock

        from weft_figures import style

        with mock.patch.object(style, "save") as save:
            self.plotted().draw("picture.svg")
        figure = save.call_args.args[0]
        figure.draw_without_rendering()
        return figure

    def assert_wrong(self, words, *arguments):
        with self.assertRaises(FigureError) as raised:
            self.plotted(*arguments)
        for word in (self.source.name, *words):
            self.assertIn(word, str(raised.exception))


class Numbers(ExplainTest):
    def test_the_fastest_choice_is_told(self):
        self.save(explained("slab"))
        result, output = self.result()
        self.assertEqual((result["choice"], result["choices"], result["processes"]), ("2 native window-pull", 2, 2))
        pair = made.seconds(64 * 48 * 32, 2, "window-pull")
        for direction in ("forward", "backward"):
            found = result["directions"][direction]
            self.assertAlmostEqual(found["seconds"], 0.5 * pair, 12)
            self.assertAlmostEqual(found["percent"], 50, 9)
        self.assertEqual(result["points"], {"layout": "64x48x32 on 2, cut on axis 0", "processes_without_data": 0})
        for words in ("50 % of the bound reached", "64x48x32 on 2, cut on axis 1"):
            self.assertIn(words, output)

    def test_what_is_wrong_is_told(self):
        def changed(change):
            report = explained("slab")
            change(report["results"][0])
            return report

        cases = ((made.bench(2, explain=False), ["does not explain", "--explain"]),
                 ("{", ["no JSON", "weft bench"]), (made.model((2, 4)), ["weft model", "weft bench --explain"]),
                 (changed(lambda r: r["layouts"].pop("modes")), ["layouts.modes"]),
                 (changed(lambda r: r["layouts"]["points"].update(grid=[3])), ["layouts.points", "no layout"]),
                 (changed(lambda r: r["layouts"]["points"]["parts"][0].append(7)), ["layouts.points", "no layout"]),
                 (changed(lambda r: r["layouts"]["points"].update(cut=[5])), ["layouts.points", "no layout"]),
                 (changed(lambda r: [step.update(seconds=0) for step in r["explain"]]), ["no times"]))
        for report, words in cases:
            self.save(report)
            with self.subTest(words), self.assertRaises(FigureError) as raised:
                self.plotted()
            for word in ("p.json", *words):
                self.assertIn(word, str(raised.exception))
        self.assert_one_error(weft("plot", self.source), "p.json", "no times")
        self.save(explained("slab"))
        for arguments, word in ((("--what", "profiles"), "times"), (("--data", "mkm180"), "none")):
            with self.assertRaises(FigureError) as raised:
                self.plotted(*arguments)
            self.assertIn(word, str(raised.exception))

    @full_tier
    def test_pictures_of_every_kind_are_written(self):
        self.save(explained("pencil of 64"))
        for ending in (".png", ".pdf", ".svg"):
            self.drawn(ending)


if __name__ == "__main__":
    unittest.main()
