"""Blocks of a layout as a drawing: of three axes as solids, of two as rectangles, of one as parts of a bar.

Up to six processes have a colour each; of more process 0 is blue. Of three axes the first goes back, the second down, the
third to the right. At most three axes are drawn and at most 16 parts of an axis: notes_of() says what is left out.
"""

import itertools
import math
from typing import List, NamedTuple

import numpy as np

from . import style

MOST_COLOURS = len(style.CYCLE)
MOST_PARTS = 16  # of an axis that are drawn; of more, several together
MOST_LONG = 3  # sides of a solid that differ by more are drawn as if they did by so much
BACK = np.array([0.5, 0.4])  # where a unit of the first axis goes on the page


def _drawn_axes(layout) -> List[int]:
    """At most three: those that are cut, then the last ones."""
    cut = sorted(set(layout.cut), key=lambda axis: (len(layout.parts[axis]) <= 2, axis))
    rest = [axis for axis in reversed(range(len(layout.shape))) if axis not in cut]
    return sorted((cut + rest)[:3])


class _Part(NamedTuple):
    """Of a drawn axis: some neighbouring parts as one."""

    begin: float  # of the length of the axis, from 0 to 1
    end: float
    first: int  # of its parts
    place: int  # among the drawn ones


def _nearness(parts):
    """Blocks that hide others come later: of three axes those in front, above and to the right."""
    return (-parts[0].place, -parts[1].place, parts[2].place) if len(parts) == 3 else tuple(part.place for part in parts)


class Solid:
    """The blocks of a layout, in inches from the upper left corner of a panel."""

    def __init__(self, layout, width: float, height: float):
        self.layout, self.drawn = layout, _drawn_axes(layout)
        self.letters = 7 if layout.n_processes <= 16 else 6  # points, of the ranks
        self.together = {axis: -(-(len(layout.parts[axis]) - 1) // MOST_PARTS) for axis in self.drawn}
        self.parts = [self._parts(axis) for axis in self.drawn]
        sides = [max(layout.shape[axis], max(layout.shape[a] for a in self.drawn) / MOST_LONG) for axis in self.drawn]
        room_below, room_left = 0.22, 0.3
        width, height = width - room_left - 0.35, height - room_below - 0.05
        if len(sides) == 3:
            wide, high = sides[2] + BACK[0] * sides[0], sides[1] + BACK[1] * sides[0]
        else:
            wide, high = sides[-1], sides[0] if len(sides) == 2 else sides[-1] / 8
        scale = min(width / wide, height / high)
        self.sides = [scale * side for side in sides]
        self.origin = np.array([room_left, -(scale * BACK[1] * sides[0] if len(sides) == 3 else 0) - 0.05])
        self.high = scale * high
        self.height = self.high + room_below + 0.05
        gaps = [0.06 if 1 < len(parts) <= 4 else 0.03 if len(parts) <= 8 else 0 for parts in self.parts]
        self.gaps = [gap if len(self.drawn) > 1 else 0 for gap in gaps]

    def _parts(self, axis: int) -> List[_Part]:
        begins, n, many = self.layout.parts[axis], self.layout.shape[axis], self.together[axis]
        ends = [min(i + many, len(begins) - 1) for i in range(0, len(begins) - 1, many)]
        found = [(begins[i * many] / n, begins[end] / n, i * many) for i, end in enumerate(ends)]
        there = [part for part in found if part[1] > part[0]]
        return [_Part(begin, end, first, place) for place, (begin, end, first) in enumerate(there)]

    def draw(self, axes) -> None:
        from matplotlib.patches import Polygon

        texts = []
        order = sorted(itertools.product(*self.parts), key=_nearness)
        for parts in order:
            colour = self._colour(parts)
            for polygon, light in zip(self._faces(parts), (0.65, 0.45, 0.85) if len(parts) == 3 else (0.65,)):
                looks = dict(facecolor=_shade(colour, light), edgecolor=style.INK, linewidth=0.5, joinstyle="round")
                axes.add_patch(Polygon(polygon, **looks))
            label = self._label(parts)
            if label:
                texts.append(label)
        if max(self.together.values()) > 1:
            self._draw_first(axes)
        for (x, y), words in texts:
            axes.text(x, y, words, ha="center", va="center", size=self.letters, weight="bold", color=style.INK)
        self._name_axes(axes)

    def _rank(self, parts) -> int:
        """Of a block, at the beginning of the axes that are not drawn."""
        numbers = dict(zip(self.drawn, (part.first for part in parts)))
        at = []
        for n, axis in zip(reversed(self.layout.grid), reversed(self.layout.cut)):
            numbers[axis], place = divmod(numbers.get(axis, 0), n)
            at.append(place)
        rank = 0
        for n, place in zip(self.layout.grid, reversed(at)):
            rank = rank * n + place
        return rank

    def _colour(self, parts) -> str:
        rank = self._rank(parts)
        if self.layout.n_processes <= MOST_COLOURS:
            return style.CYCLE[rank]
        if rank == 0 and max(self.together.values()) == 1:
            return style.BLUE
        return style.FAINT if sum(part.place for part in parts) % 2 else style.PALE

    def _at(self, corner):
        """Where a corner, in inches along the drawn axes, is on the page."""
        if len(corner) == 3:
            back, down, right = corner
            return self.origin + (right + BACK[0] * back, BACK[1] * back - down)
        down, right = (0, *corner)[-2:]
        return self.origin + (right, -down)

    def _box(self, parts):
        """Begin and end of a block along the drawn axes, in inches; neighbours stand a little apart."""
        n_gaps = [len(all_parts) - 1 for all_parts in self.parts]
        return [(side - gap * n) * np.array([part.begin, part.end]) + gap * part.place
                for part, side, gap, n in zip(parts, self.sides, self.gaps, n_gaps)]

    def _faces(self, parts):
        return self._faces_of(self._box(parts))

    def _faces_of(self, box):
        """Front, top and right side; of two axes a rectangle; of one a bar."""
        if len(box) == 3:
            (i0, i1), (j0, j1), (k0, k1) = box
            corners = [[(i0, j0, k0), (i0, j0, k1), (i0, j1, k1), (i0, j1, k0)],
                       [(i0, j0, k0), (i0, j0, k1), (i1, j0, k1), (i1, j0, k0)],
                       [(i0, j0, k1), (i0, j1, k1), (i1, j1, k1), (i1, j0, k1)]]
        else:
            (j0, j1), (k0, k1) = ([np.array([0, self.high])] + box)[-2:]
            corners = [[(j0, k0), (j0, k1), (j1, k1), (j1, k0)]]
        return [[self._at(corner) for corner in face] for face in corners]

    def _draw_first(self, axes) -> None:
        """The block of process 0, which is smaller than what is drawn as one."""
        from matplotlib.patches import Polygon

        box = [np.array([begin, end]) / self.layout.shape[axis] * side
               for axis, side in zip(self.drawn, self.sides) for begin, end in [self.layout.block(0)[axis]]]
        if all(end > begin for begin, end in box):
            reaches = self.layout.block(0)[self.drawn[-1]][1] == self.layout.shape[self.drawn[-1]]
            for polygon in self._faces_of(box)[:None if reaches else 2]:
                axes.add_patch(Polygon(polygon, facecolor=style.BLUE, edgecolor=style.BLUE, linewidth=1.2))

    def _label(self, parts):
        """Where the number of a process fits, and the number; None where nothing fits."""
        if max(self.together.values()) > 1:
            return None
        words, box, faces = str(self._rank(parts)), self._box(parts), self._faces(parts)
        longest = len(str(self.layout.n_processes - 1))  # all ranks of a face are there, or none
        wide, high = self.letters / 72 * 0.59 * longest + 0.02, 0.12
        sizes = [end - begin for begin, end in box]
        if len(parts) < 3:
            fits = [sizes[-1] > wide and (len(parts) == 1 or sizes[0] > high)]
        else:
            back, down, right = sizes
            last = parts[2].place == len(self.parts[2]) - 1
            fits = [parts[0].place == 0 and right > wide and down > high,
                    parts[1].place == 0 and right > wide and BACK[1] * back > high,
                    last and BACK[0] * back > wide and down > high + 0.04]
        return next(((np.mean(face, axis=0), words) for fit, face in zip(fits, faces) if fit), None)

    def _name_axes(self, axes) -> None:
        looks = dict(size=7, color=style.FAINT)
        names = [f"axis {axis}: {self.layout.shape[axis]}" for axis in self.drawn]
        ends = self.sides if len(self.sides) > 1 else [self.high, *self.sides]
        x, y = self._at((0, ends[-2], ends[-1] / 2))[:2] if len(self.sides) == 3 else self._at((ends[-2], ends[-1] / 2))
        axes.text(x, y - 0.06, names[-1], ha="center", va="top", **looks)
        if len(self.sides) > 1:
            x, y = self._at((0, ends[-2] / 2, 0)) if len(self.sides) == 3 else self._at((ends[-2] / 2, 0))
            axes.text(x - 0.06, y, names[-2], ha="right", va="center", rotation=90, **looks)
        if len(self.sides) == 3:
            x, y = self._at((ends[0] / 2, ends[1], ends[2]))
            axes.text(x + 0.06, y - 0.02, names[0], ha="left", va="top", rotation=math.degrees(math.atan2(BACK[1], BACK[0])),
                      rotation_mode="anchor", **looks)


def _shade(colour: str, factor: float) -> str:
    """The colour, nearer to white by a factor below 1."""
    channels = [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - (255 - c) * factor):02x}" for c in channels)


# --- words ---------------------------------------------------------------------------------------------------


def notes_of(side: str, layout, n_axes: int) -> List[str]:
    drawn, notes = _drawn_axes(layout), []
    whole = [str(axis) for axis in range(len(layout.shape)) if axis not in drawn and axis not in layout.cut]
    first = [str(axis) for axis in range(len(layout.shape)) if axis not in drawn and axis in layout.cut]
    if whole:
        notes.append(f"Not drawn of the {side}: {_axes(whole)}, whole on each process.")
    if first:
        notes.append(f"Not drawn of the {side}: {_axes(first)}, cut as well; the blocks are those at the beginning.")
    for axis in drawn:
        together = -(-(len(layout.parts[axis]) - 1) // MOST_PARTS)
        if together > 1:
            notes.append(f"Along axis {axis} of the {side} {together} parts of {len(layout.parts[axis]) - 1} are drawn as one.")
    empty = sum(any(begin == end for begin, end in layout.block(rank)) for rank in range(layout.n_processes))
    if empty:
        notes.append(f"{empty} of {layout.n_processes} processes have no {side}.")
    lengths = [layout.shape[axis] for axis in drawn]
    if len(drawn) > 1 and max(lengths) > MOST_LONG * min(lengths):
        notes.append("Sides are not to scale.")
    if len(layout.shape) > n_axes:
        notes.append("An axis that is dealt out in turns (deal=cycles) is two axes of the layout.")
    return notes


def _axes(names: List[str]) -> str:
    return f"axis {names[0]}" if len(names) == 1 else f"axes {', '.join(names)}"
