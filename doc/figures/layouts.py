#!/usr/bin/env python3
"""Draws the pictures of doc/layout.md: layouts for 4, 64 and 4096 processes, and which processes exchange.

The blocks, and the pairs of processes that share elements, are those of weft.Layout. Writes *.svg beside itself, or into another folder:

    .venv/bin/python doc/figures/layouts.py [FOLDER]
"""

import weft
from make_figures import COLOURS, INK, Drawing, draw_cube, project, shade

ME, FIRST, SECOND, PALE = "#4c78a8", "#f58518", "#54a24b", "#f4f4f4"  # of one process, and of those that get its pieces


def receivers(before, after, rank):
    """The other processes that own something after an exchange of what a process owned before."""
    mine = before.slices(rank)

    def meets(other):
        return all(max(a.start, b.start) < min(a.stop, b.stop) for a, b in zip(mine, after.slices(other)))

    return [other for other in range(before.n_processes) if other != rank and meets(other)]


def caption(drawing, x, top, title, *lines):
    drawing.text(x, top, title, 15, weight="bold")
    for n, line in enumerate(lines):
        drawing.text(x, top + 20 + 17 * n, line, 12)


def draw_4():
    """8 x 8 x 8 points over 4 processes: a slab, a pencil, and a plane of cycles."""
    drawing = Drawing(800, 300)
    shape = (8, 8, 8)
    for n, (title, layout, lines) in enumerate((
        ("slab, grid 4", weft.Layout(shape, (4,), (0,)), ("axis 0 is cut", "1 exchange, with 3 others")),
        ("pencil, grid 2x2", weft.Layout(shape, (2, 2), (0, 1)), ("axes 0 and 1 are cut", "2 exchanges, each with 1 other")),
    )):
        left = 30 + 262 * n
        caption(drawing, left + 90, 28, title, *lines)
        draw_cube(drawing, layout, left, 180, 12)
    # deal=cycles: an axis of p m points is two axes of the layout, (m, p); point i p + s has the indices i and s
    dealt = weft.describe(shape, 4, 0, transform="c2c", grid=(2, 2), deal="cycles").points_layout
    _, p0, _, p1, _ = dealt.shape
    left, top, cell = 575, 106, 21
    caption(drawing, left + 4 * cell, 28, "cycles, grid 2x2", "axes 0 and 1 are dealt out in turns", "1 exchange, with 3 others")
    for rank in range(dealt.n_processes):
        i0, s0, i1, s1, _ = (range(r.start, r.stop) for r in dealt.slices(rank))
        for i, j in ((p0 * i + s, p1 * j + r) for i in i0 for s in s0 for j in i1 for r in s1):
            drawing.rectangle(left + cell * j, top + cell * i, cell, cell, shade(COLOURS[rank], 0.65))
            drawing.text(left + cell * (j + 0.5), top + cell * (i + 0.5) + 4, str(rank), 11)
    drawing.text(left - 12, top + 4 * cell + 4, "0", 12)
    drawing.text(left + 4 * cell, top + 8 * cell + 16, "1", 12)
    drawing.save("layout-4.svg")


def draw_grid(drawing, grid, layouts, rank, left, top, side):
    """The processes of a grid by the block of points that they have; those that get something of one of them in each exchange."""
    rows, columns = grid
    height, width = side / rows, side / columns

    def cell(other, colour):
        drawing.rectangle(left + width * (other % columns), top + height * (other // columns), width, height, colour, stroke="none")

    drawing.rectangle(left, top, side, side, PALE)
    for before, after, colour in zip(layouts, layouts[1:], (FIRST, SECOND)):
        for other in receivers(before, after, rank):
            cell(other, shade(colour, 0.7))
    line = INK if rows <= 8 else "#ffffff" if columns == 1 else "#c4c4c4"
    for n in range(1, rows):
        drawing.polygon([(left, top + height * n), (left + side, top + height * n)], "none", line, 0.5)
    for n in range(1, columns):
        drawing.polygon([(left + width * n, top), (left + width * n, top + side)], "none", line, 0.5)
    drawing.rectangle(left, top, side, side, "none")
    cell(rank, ME)


def slab_layouts(shape, p):
    return [weft.Layout(shape, (p,), cut) for cut in ((0,), (1,))]


def pencil_layouts(shape, grid):
    return [weft.Layout(shape, grid, cut) for cut in ((0, 1), (0, 2), (1, 2))]


def axes_of_plane(drawing, left, top, side):
    drawing.text(left - 12, top + side / 2 + 4, "0", 12)
    drawing.text(left + side / 2, top + side + 16, "1", 12)


def draw_hull(drawing, shape, left, top, scale):
    """The visible edges of an array."""
    a, b, c = shape
    for face in (
        [(0, 0, 0), (0, 0, c), (0, b, c), (0, b, 0)],
        [(0, 0, 0), (0, 0, c), (a, 0, c), (a, 0, 0)],
        [(0, 0, c), (0, b, c), (a, b, c), (a, 0, c)],
    ):
        drawing.polygon([project(i, (j, k), left, top, scale) for i, j, k in face], PALE)


def draw_bricks(drawing, layout, rank, left, top, scale):
    """The faces of bricks that are seen from outside; those of one are filled."""
    a, b, c = layout.shape
    draw_hull(drawing, layout.shape, left, top, scale)
    for other in range(layout.n_processes):
        (i0, i1), (j0, j1), (k0, k1) = ((r.start, r.stop) for r in layout.slices(other))
        seen = []
        if i0 == 0:
            seen.append([(0, j0, k0), (0, j0, k1), (0, j1, k1), (0, j1, k0)])
        if j0 == 0:
            seen.append([(i0, 0, k0), (i0, 0, k1), (i1, 0, k1), (i1, 0, k0)])
        if k1 == c:
            seen.append([(i0, j0, c), (i0, j1, c), (i1, j1, c), (i1, j0, c)])
        for face in seen:
            drawing.polygon([project(i, (j, k), left, top, scale) for i, j, k in face], ME if other == rank else PALE, width=0.5)


def legend(drawing, left, top, rows):
    for n, (colour, words) in enumerate(rows):
        drawing.rectangle(left, top + 20 * n - 10, 12, 12, colour, stroke=INK)
        drawing.text(left + 18, top + 20 * n, words, 12, anchor="start")


def draw_64():
    """1024^3 points over 64 processes, seen along axis 2."""
    drawing = Drawing(800, 330)
    shape, side, top, rank = (1024, 1024, 1024), 192, 76, 17
    slabs, pencils = slab_layouts(shape, 64), pencil_layouts(shape, (8, 8))
    caption(drawing, 40 + side / 2, 28, "slab, grid 64", "a block: 16 x 1024 x 1024 points", "")
    draw_grid(drawing, (64, 1), slabs, rank, 40, top, side)
    axes_of_plane(drawing, 40, top, side)
    caption(drawing, 300 + side / 2, 28, "pencil, grid 8x8", "a block: 128 x 128 x 1024 points", "")
    draw_grid(drawing, (8, 8), pencils, rank, 300, top, side)
    axes_of_plane(drawing, 300, top, side)
    caption(drawing, 650, 28, "bricks, grid 4x4x4", "a block: 256 x 256 x 256 points", "")
    draw_bricks(drawing, weft.Layout(shape, (4, 4, 4), (0, 1, 2)), rank, 550, top + 66, 0.132)
    n_first, n_second = (len(receivers(a, b, rank)) for a, b in zip(pencils, pencils[1:]))
    legend(drawing, 40, 312, [(ME, f"process {rank}")])
    legend(drawing, 150, 312, [(shade(FIRST, 0.7), f"gets a piece in exchange 1: {len(receivers(*slabs, rank))} of the slab, {n_first} of the pencil")])
    legend(drawing, 520, 312, [(shade(SECOND, 0.7), f"in exchange 2: {n_second}")])
    drawing.save("layout-64.svg")


def draw_4096():
    """1024^3 points over 4096 processes: the grid, one process, and its block."""
    drawing = Drawing(800, 420)
    shape, grid, side, left, top, rank = (1024, 1024, 1024), (64, 64), 320, 40, 50, 1300
    layouts = pencil_layouts(shape, grid)
    drawing.text(left + side / 2, 28, "pencil, grid 64x64, seen along axis 2", 15, weight="bold")
    draw_grid(drawing, grid, layouts, rank, left, top, side)
    axes_of_plane(drawing, left, top, side)
    n_first, n_second = (len(receivers(a, b, rank)) for a, b in zip(layouts, layouts[1:]))
    legend(drawing, left, 406, [(ME, f"process {rank}")])
    legend(drawing, left + 120, 406, [(shade(FIRST, 0.7), f"the {n_first} others of exchange 1: consecutive ranks")])
    legend(drawing, left + 430, 406, [(shade(SECOND, 0.7), f"the {n_second} others of exchange 2: every 64th rank")])
    points, scale = layouts[0].slices(rank), 0.18
    drawing.text(605, 28, f"the block of process {rank}", 15, weight="bold")
    draw_hull(drawing, shape, 460, 200, scale)
    (i0, i1), (j0, j1), (k0, k1) = ((r.start, r.stop) for r in points)
    for face in ([(i0, j0, k0), (i0, j0, k1), (i0, j1, k1), (i0, j1, k0)], [(i0, j0, k1), (i0, j1, k1), (i1, j1, k1), (i1, j0, k1)],
                 [(i0, j0, k0), (i0, j0, k1), (i1, j0, k1), (i1, j0, k0)]):
        drawing.polygon([project(i, (j, k), 460, 200, scale) for i, j, k in face], ME, stroke=ME, width=1.5)
    sizes = " x ".join(str(r.stop - r.start) for r in points)
    drawing.text(605, 72, f"{sizes} points, seen through the array", 12)
    drawing.save("layout-4096.svg")


def main():
    draw_4()
    draw_64()
    draw_4096()


if __name__ == "__main__":
    main()
