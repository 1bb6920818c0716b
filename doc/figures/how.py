#!/usr/bin/env python3
"""Draws the pictures of doc/how-it-works.md: passes over memory, a sweep, lines in the lanes of vectors.

    .venv/bin/python doc/figures/how.py [FOLDER]
"""

from make_figures import COLOURS, Drawing, shade

BLUE, ORANGE, GREEN = COLOURS[:3]


def boxes(drawing, top, title, steps):
    """A row of steps, each (words, colour, passes over the array); returns how many passes they are."""
    drawing.text(12, top + 22, title, 13, anchor="start", weight="bold")
    left, n = 150, 0
    for words, colour, passes in steps:
        drawing.rectangle(left, top, 84, 36, shade(colour, 0.6 if passes else 0.25))
        drawing.text(left + 42, top + 22, words, 12)
        left += 96
        n += passes
    return n


def draw_passes():
    """A slab, forward: what passes over the array, the usual way and in weft."""
    drawing = Drawing(780, 140)
    usual = [("transform 2, 1", BLUE, 1), ("pack", ORANGE, 1), ("exchange", GREEN, 1), ("unpack", ORANGE, 1), ("transform 0", BLUE, 1)]
    n_usual = boxes(drawing, 20, "step by step", usual)
    n_weft = boxes(drawing, 84, "in sweeps", [("sweep 2, 1", BLUE, 1), ("sweep 0", BLUE, 1)])
    drawing.text(150 + 96 * 5 + 4, 42, f"{n_usual} passes", 13, anchor="start")
    drawing.text(150 + 96 * 2 + 4, 106, f"{n_weft} passes: the second reads the memory of the other processes", 13, anchor="start")
    drawing.save("how-passes.svg")


def grid(drawing, left, top, rows, columns, cell, colour_of):
    for i in range(rows):
        for j in range(columns):
            drawing.rectangle(left + j * cell, top + i * cell, cell, cell, colour_of(i, j))


def draw_sweep():
    """Lines of two processes' memory, read into cache, transformed, written in another order."""
    drawing, cell = Drawing(680, 270), 22
    for rank, top in ((0, 40), (1, 164)):
        grid(drawing, 40, top, 4, 8, cell, lambda i, j: shade(COLOURS[rank], 0.75 if j < 2 else 0.25))
        drawing.text(40 + 4 * cell, top - 8, f"memory of process {rank}", 12)
    drawing.arrow((224, 84), (306, 104))
    drawing.arrow((224, 206), (306, 154))
    grid(drawing, 320, 84, 8, 2, 11, lambda i, j: shade(COLOURS[i // 4], 0.75))
    drawing.text(331, 72, "cache", 12, weight="bold")
    drawing.text(331, 192, "2 lines of", 12)
    drawing.text(331, 206, "8 points", 12)
    drawing.arrow((350, 128), (440, 128))
    drawing.text(394, 118, "transform", 12)
    grid(drawing, 456, 84, 4, 8, cell, lambda i, j: shade(GREEN, 0.75 if i < 2 else 0.25))
    drawing.text(456 + 4 * cell, 72, "the output of process 0", 12)
    drawing.text(456 + 4 * cell, 192, "the transformed axis is contiguous", 12)
    drawing.save("how-sweep.svg")


def draw_lanes():
    """Eight lines in the lanes of vectors."""
    drawing, cell = Drawing(640, 210), 26
    for j in range(8):
        for i in range(4):
            drawing.rectangle(120 + j * cell, 50 + i * cell, cell, cell, shade(COLOURS[j % 4], 0.3 + 0.15 * i))
        drawing.text(133 + j * cell, 42, str(j), 12)
    drawing.text(120 + 4 * cell, 24, "line", 13, weight="bold")
    for i in range(4):
        drawing.text(112, 68 + i * cell, f"vector {i}", 12, anchor="end")
    drawing.arrow((340, 102), (392, 102))
    drawing.text(404, 84, "a butterfly of points 0 to 3:", 13, anchor="start")
    drawing.text(404, 104, "the same instructions for all lines;", 13, anchor="start")
    drawing.text(404, 124, "no number changes its lane", 13, anchor="start")
    drawing.text(120 + 4 * cell, 180, "vector i holds point i of eight lines", 12)
    drawing.save("how-lanes.svg")


if __name__ == "__main__":
    draw_passes()
    draw_sweep()
    draw_lanes()
