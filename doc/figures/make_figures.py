#!/usr/bin/env python3
"""Draws the pictures of doc/concepts.md: four processes, their blocks, what moves between them.

The blocks are those of weft.Layout, so the pictures cannot disagree with the library. Writes *.svg beside itself, or
into another folder:

    .venv/bin/python doc/figures/make_figures.py [FOLDER]
"""

import pathlib
import sys

import weft

FOLDER = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent
COLOURS = ["#4c78a8", "#f58518", "#54a24b", "#b279a2"]  # of process 0, 1, 2, 3
INK = "#333333"
FONT = 'font-family="Helvetica, Arial, sans-serif"'


class Drawing:
    """An SVG picture, in pixels from the upper left corner."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.parts = []

    def polygon(self, points, fill, stroke=INK, width=0.8):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polygon points="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"/>'
        )

    def rectangle(self, x, y, width, height, fill, stroke=INK):
        self.polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], fill, stroke)

    def text(self, x, y, words, size=13, anchor="middle", colour=INK, weight="normal"):
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" {FONT} font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
            f'font-weight="{weight}">{words}</text>'
        )

    def arrow(self, start, end, width=1.6):
        (x0, y0), (x1, y1) = start, end
        self.parts.append(
            f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="{INK}" stroke-width="{width}" '
            'marker-end="url(#head)"/>'
        )

    def save(self, name):
        head = (
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            f'orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{INK}"/></marker></defs>'
        )
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}">\n<rect width="100%" height="100%" fill="white"/>\n'
            + "\n".join([head, *self.parts])
            + "\n</svg>\n"
        )
        (FOLDER / name).write_text(text, encoding="utf-8")


def shade(colour, factor):
    """The colour, nearer to white by a factor below 1."""
    channels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - c) * factor):02x}" for c in channels)


def project(x, y, left, top, scale):
    """Axis 0 goes back and to the upper right, axis 1 down, axis 2 to the right: position on the page."""
    i, j, k = x, y[0], y[1]
    return left + scale * (k + 0.5 * i), top + scale * (j - 0.4 * i)


def faces(box, left, top, scale):
    """The visible faces of a solid on the page: front, top, right."""
    (i0, i1), (j0, j1), (k0, k1) = ((r.start, r.stop) for r in box)

    def at(i, j, k):
        return project(i, (j, k), left, top, scale)

    return [
        [at(i0, j0, k0), at(i0, j0, k1), at(i0, j1, k1), at(i0, j1, k0)],
        [at(i0, j0, k0), at(i0, j0, k1), at(i1, j0, k1), at(i1, j0, k0)],
        [at(i0, j0, k1), at(i0, j1, k1), at(i1, j1, k1), at(i1, j0, k1)],
    ]


def covers(polygon, point):
    """Whether a convex polygon covers a point, or comes close to it."""
    x, y = point
    sides = [
        (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1])
    ]
    return all(side > -120 for side in sides) or all(side < 120 for side in sides)


def place_label(box_faces, hidden_by):
    """A point of the solid that nothing drawn later covers."""
    for a, b, c, d in box_faces:
        for u, v in ((0.5, 0.5), (0.5, 0.3), (0.8, 0.5), (0.85, 0.15), (0.15, 0.85)):
            x = (1 - u) * (1 - v) * a[0] + u * (1 - v) * b[0] + u * v * c[0] + (1 - u) * v * d[0]
            y = (1 - u) * (1 - v) * a[1] + u * (1 - v) * b[1] + u * v * c[1] + (1 - u) * v * d[1]
            if not any(covers(polygon, (x, y)) for polygon in hidden_by):
                return x, y
    raise ValueError("a block is hidden; pull the blocks further apart")


def draw_cube(drawing, layout, left, top, scale, gap=1.1):
    """All blocks of a 3-D layout, pulled a little apart, those behind first."""
    boxes = [(rank, layout.slices(rank)) for rank in range(layout.n_processes)]
    starts = [sorted({box[axis].start for _, box in boxes}) for axis in range(3)]
    solids = []
    for rank, box in sorted(boxes, key=lambda b: (-b[1][0].start, b[1][1].start, b[1][2].start)):
        shifts = [gap * starts[axis].index(box[axis].start) for axis in range(3)]
        apart = tuple(slice(r.start + shift, r.stop + shift) for r, shift in zip(box, shifts))
        solids.append((rank, faces(apart, left, top, scale)))
    for rank, solid in solids:
        for polygon, light in zip(solid, (0.65, 0.45, 0.85)):
            drawing.polygon(polygon, shade(COLOURS[rank], light))
    for n, (rank, solid) in enumerate(solids):
        x, y = place_label(solid, [polygon for _, later in solids[n + 1 :] for polygon in later])
        drawing.text(x, y + 5, str(rank), 14, weight="bold")


def axes_key(drawing, left, top):
    """Which way the axes go."""
    origin = (left, top)
    drawing.arrow(origin, (left + 26, top - 21))
    drawing.arrow(origin, (left, top + 34))
    drawing.arrow(origin, (left + 34, top))
    drawing.text(left + 32, top - 25, "0", 12)
    drawing.text(left, top + 48, "1", 12)
    drawing.text(left + 42, top + 4, "2", 12)


def route(name, titles, layouts, sweeps):
    """Cubes side by side, with what happens between them."""
    step = 262
    drawing = Drawing(40 + step * len(layouts), 300)
    axes_key(drawing, 22, 232)
    for n, (title, layout) in enumerate(zip(titles, layouts)):
        left = 82 + n * step
        draw_cube(drawing, layout, left, 120, 12)
        drawing.text(left + 78, 28, title, 15, weight="bold")
        cut = ", ".join(str(axis) for axis in layout.cut)
        drawing.text(left + 78, 48, f"cut on axis {cut}" if len(layout.cut) == 1 else f"cut on axes {cut}", 12)
        drawing.text(left + 60, 278, sweeps[n], 12)
        if n > 0:
            drawing.arrow((left - 62, 160), (left - 18, 160))
            drawing.text(left - 42, 150, "exchange", 11)
    drawing.save(name)


def draw_slab():
    shape = (8, 8, 8)
    points, modes = weft.Layout(shape, (4,), (0,)), weft.Layout(shape, (4,), (1,))
    route(
        "slab.svg",
        ["points", "modes"],
        [points, modes],
        ["sweep 1: transform axes 2 and 1", "sweep 2: transform axis 0"],
    )


def draw_pencil():
    shape = (8, 8, 8)
    cuts = [(0, 1), (0, 2), (1, 2)]
    layouts = [weft.Layout(shape, (2, 2), cut) for cut in cuts]
    route(
        "pencil.svg",
        ["points", "between", "modes"],
        layouts,
        ["sweep 1: transform axis 2", "sweep 2: transform axis 1", "sweep 3: transform axis 0"],
    )


def draw_exchange():
    """A matrix cut into rows, the same cut into columns, and the pieces that travel from process 1."""
    shape, cell = (8, 8), 24
    rows, columns = weft.Layout(shape, (4,), (0,)), weft.Layout(shape, (4,), (1,))
    drawing = Drawing(560, 290)
    for left, layout, title in ((40, rows, "before: cut on axis 0"), (320, columns, "after: cut on axis 1")):
        drawing.text(left + 4 * cell, 32, title, 14, weight="bold")
        for rank in range(4):
            for other in range(4):
                mine, theirs = rows.slices(rank), columns.slices(other)
                owner, partner = (rank, other) if layout is rows else (other, rank)
                i, j = mine[0], theirs[1]
                drawing.rectangle(
                    left + cell * j.start,
                    50 + cell * i.start,
                    cell * (j.stop - j.start),
                    cell * (i.stop - i.start),
                    shade(COLOURS[owner], 0.65 if owner != partner else 0.3),
                )
                words = f"{rank}→{other}" if owner != partner else "stays"
                drawing.text(
                    left + cell * (j.start + j.stop) / 2, 55 + cell * (i.start + i.stop) / 2, words, 12
                )
    drawing.arrow((250, 50 + 4 * cell), (304, 50 + 4 * cell))
    drawing.text(280, 270, "16 pieces: 12 travel, 4 stay where they are", 13)
    drawing.save("exchange.svg")


def draw_uneven():
    """Ten points over four processes, and three over four."""
    drawing = Drawing(520, 150)
    for top, n in ((34, 10), (98, 3)):
        layout = weft.Layout((n,), (4,), (0,))
        drawing.text(96, top + 20, f"{n} points", 13, anchor="end")
        for rank in range(4):
            (block,) = layout.slices(rank)
            for i in range(block.start, block.stop):
                drawing.rectangle(110 + 30 * i, top, 30, 30, shade(COLOURS[rank], 0.65))
                drawing.text(125 + 30 * i, top + 20, str(rank), 13)
        if n == 3:
            drawing.text(110 + 30 * n + 14, top + 20, "process 3 has an empty block", 12, anchor="start")
    drawing.save("uneven.svg")


def draw_memory():
    """One block of the modes: where its elements lie in memory, in C order and in the fast order."""
    drawing = Drawing(560, 190)
    rows, columns, cell = 3, 5, 34
    for left, title, position in (
        (40, 'order="C"', lambda i, j: i * columns + j),
        (310, 'order="fast"', lambda i, j: j * rows + i),
    ):
        drawing.text(left + columns * cell / 2, 28, title, 14, weight="bold")
        for i in range(rows):
            for j in range(columns):
                at = position(i, j)
                drawing.rectangle(
                    left + j * cell, 48 + i * cell, cell, cell, shade(COLOURS[0], 0.1 + 0.7 * at / (rows * columns))
                )
                drawing.text(left + (j + 0.5) * cell, 48 + (i + 0.5) * cell + 5, str(at), 13)
    drawing.text(280, 176, "the number is the place in memory; the index of an element is the same in both", 12)
    drawing.save("memory.svg")


def main():
    draw_slab()
    draw_pencil()
    draw_exchange()
    draw_uneven()
    draw_memory()


if __name__ == "__main__":
    main()
