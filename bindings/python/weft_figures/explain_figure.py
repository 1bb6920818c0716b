"""The picture of an explanation: the steps of each direction as a timeline with a table beside it, and the blocks of points
and modes.

Everything has its place in inches, so that nothing overlaps, however many steps there are. A bar has three parts: the time of
the step in the colour of its kind, above in it a dark line as long as the bound, below in it the arithmetic of a sweep,
hatched. Up to six processes have a colour each; of more process 0 is blue, whose times these are. Blocks of three axes are
drawn as solids: the first axis goes back, the second down, the third to the right.
"""

import itertools
import math
import textwrap
from typing import List, NamedTuple

import numpy as np

from . import style
from .report.pictures import seconds_text

WIDTH, LEFT, TIMELINE = 7.2, 1.1, 3.15  # inches: of the picture, of the names of steps, of the bars
ROW, BLOCKS = 0.25, 2.15  # inches: height of a step, and of the drawing of the blocks
COLUMNS = (("time", 4.85), ("of call", 5.38), ("bytes", 5.98), ("GB/s", 6.45), ("of bound", 7.08))
LETTERS_OF_LINE = 125  # of the small letters, in the width of the picture
SWEEP, EXCHANGE = style.BLUES[2], "#f5d595"
MOST_COLOURS = len(style.CYCLE)
MOST_PARTS = 16  # of an axis that are drawn; of more, several together
MOST_LONG = 3  # sides of a solid that differ by more are drawn as if they did by so much
BACK = np.array([0.5, 0.4])  # where a unit of the first axis goes on the page


def draw(shown: dict, path: str) -> None:
    """shown: head (title and second line), directions (of kinds/explain.py; may be empty), layouts (of points and modes; may
    be empty), rates."""
    import matplotlib

    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **style.PAPER, "hatch.linewidth": 0.5, "text.hinting": "none"}):
        style.save(_figure(shown), path)


def _figure(shown: dict):
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    title, choice = shown["head"]
    small = textwrap.wrap(choice, LETTERS_OF_LINE)
    notes = _notes(shown)
    height = 0.1 + 0.22 + 0.15 * len(small) + 0.1 + 0.14 * len(notes) + 0.1
    n_rows = sum(len(found["steps"]) for found in shown["directions"].values())
    if n_rows:
        height += 0.2 + sum(0.38 + ROW * len(found["steps"]) for found in shown["directions"].values()) + 0.72
    half = WIDTH / 2 - 0.2
    solids = {side: _Solid(layout, half, BLOCKS) for side, layout in shown["layouts"].items()}
    if solids:
        height += 0.55 + max(solid.height for solid in solids.values())
    page = _Page(Figure(figsize=(WIDTH, height)), height)
    FigureCanvasAgg(page.figure)
    page.text(0.1, 0.2, title, size=9, weight="bold")
    for i, line in enumerate(small):
        page.text(0.1, 0.37 + 0.15 * i, line, color=style.FAINT, size=7)
    top = 0.42 + 0.15 * len(small)
    if n_rows:
        top = _draw_times(page, shown["directions"], top)
    if solids:
        top = _draw_layouts(page, solids, top)
    for i, line in enumerate(notes):
        page.text(0.1, top + 0.12 + 0.14 * i, line, color=style.FAINT, size=7)
    return page.figure


class _Page(NamedTuple):
    """A figure in inches from its upper left corner."""

    figure: object
    height: float

    def text(self, x: float, y: float, words: str, **looks) -> None:
        self.figure.text(x / WIDTH, 1 - y / self.height, words, **{"va": "baseline", "size": 8, **looks})

    def axes(self, left: float, top: float, width: float, height: float):
        return self.figure.add_axes((left / WIDTH, 1 - (top + height) / self.height, width / WIDTH, height / self.height))


# --- times --------------------------------------------------------------------------------------------------


def _draw_times(page: _Page, directions: dict, top: float) -> float:
    """Returns where the next part begins."""
    longest = max(max(found["seconds"], _reach(found["steps"])) for found in directions.values())
    unit, factor = style.unit_of(longest)
    axes = None
    for name, x in COLUMNS:
        page.text(x, top + 0.16, name, ha="right", size=7, color=style.FAINT)
    top += 0.2
    for direction, found in directions.items():
        reached = f", {_percent(found['percent'])} of the bound reached" if found["percent"] else ""
        page.text(0.1, top + 0.2, direction, weight="bold")
        page.text(LEFT, top + 0.2, f"{seconds_text(found['seconds'])}{reached}" +
                  (f"; {found['verdict']}" if found["verdict"] else ""), size=7)
        steps = found["steps"]
        axes = page.axes(LEFT, top + 0.28, TIMELINE, ROW * len(steps))
        _draw_bars(axes, steps, factor)
        axes.set_xlim(0, 1.02 * factor * longest)
        axes.set_ylim(len(steps) - 0.5, -0.5)
        for i, step in enumerate(steps):
            y = top + 0.28 + ROW * (i + 0.5) + 0.04
            page.text(LEFT - 0.08, y, _short(step["step"]), ha="right", size=7)
            for (_, x), words in zip(COLUMNS, _cells(step, found["seconds"])):
                page.text(x, y, words, ha="right", size=7)
        top += 0.38 + ROW * len(steps)
    axes.tick_params(axis="x", labelbottom=True)
    axes.set_xlabel(f"time of a call ({unit})", labelpad=2)
    _draw_key(page, directions, top + 0.52)
    return top + 0.72


def _reach(steps: List[dict]) -> float:
    """Up to where a bar goes, its bound or its arithmetic."""
    ends = list(itertools.accumulate(step["seconds"] for step in steps))
    return max(end - step["seconds"] + (step.get(key) or 0) for step, end in zip(steps, ends)
               for key in ("bound_seconds", "arithmetic_seconds"))


def _draw_bars(axes, steps: List[dict], factor: float) -> None:
    begin = 0.0
    for i, step in enumerate(steps):
        bound, arithmetic = (factor * (step.get(key) or 0) for key in ("bound_seconds", "arithmetic_seconds"))
        axes.barh(i, factor * step["seconds"], left=begin, height=0.76, color=SWEEP if _is_sweep(step) else EXCHANGE, linewidth=0)
        axes.barh(i - 0.19, bound, left=begin, height=0.16, color=style.INK, linewidth=0)
        if arithmetic:
            axes.barh(i + 0.17, arithmetic, left=begin, height=0.26, facecolor="none", edgecolor=style.INK, hatch="//////",
                      linewidth=0.5)
        begin += factor * step["seconds"]
    axes.set_yticks([])
    axes.tick_params(axis="x", labelbottom=False, length=2)
    axes.spines[["top", "right"]].set_visible(False)


def _is_sweep(step: dict) -> bool:
    return step["step"].startswith(("sweep", "copy"))


def _short(name: str) -> str:
    return name if len(name) <= 19 else name[:16] + "..."


def _cells(step: dict, seconds: float) -> List[str]:
    n_bytes, bandwidth = step.get("bytes") or 0, step.get("bandwidth") or 0
    return [seconds_text(step["seconds"]) if step["seconds"] else "0", _percent(100 * step["seconds"] / seconds),
            _bytes(n_bytes) if n_bytes else "waiting", _rate(bandwidth) if n_bytes and bandwidth else "",
            _percent(step["percent"]) if step.get("percent") else ""]


def _bytes(n: int) -> str:
    return next((f"{n / size:.3g} {name}" for name, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)) if n >= size), f"{n} B")


def _rate(bandwidth: float) -> str:
    return f"{bandwidth / 1e9:.3g}" if bandwidth >= 1e7 else "< 0.01"


def _percent(value: float) -> str:
    return f"{value:.0f} %" if value >= 1 else f"{value:.1g} %" if value > 0 else "0 %"


def _draw_key(page: _Page, directions: dict, y: float) -> None:
    """What the parts of a bar are, in one line."""
    from matplotlib.patches import Rectangle

    steps = [step for found in directions.values() for step in found["steps"]]
    entries = [("sweep", dict(facecolor=SWEEP), 0.1, 0.62)]
    if not all(map(_is_sweep, steps)):
        entries.append(("exchange", dict(facecolor=EXCHANGE), 0.1, 0.8))
    if any(step.get("bound_seconds") for step in steps):
        entries.append(("bound: a copy of its bytes", dict(facecolor=style.INK), 0.03, 1.62))
    if any(step.get("arithmetic_seconds") for step in steps):
        entries.append(("its arithmetic, in cache", dict(facecolor="none", edgecolor=style.INK, hatch="//////"), 0.06, 1.5))
    x = LEFT
    for words, looks, thick, wide in entries:
        page.figure.add_artist(Rectangle((x / WIDTH, 1 - (y - 0.02 + thick / 2 - 0.01) / page.height), 0.22 / WIDTH, thick / page.height,
                                         linewidth=0.5 if "hatch" in looks else 0, transform=page.figure.transFigure, **looks))
        page.text(x + 0.28, y, words, size=7)
        x += wide + 0.25


# --- blocks -------------------------------------------------------------------------------------------------


def _draw_layouts(page: _Page, solids: dict, top: float) -> float:
    """Returns where the next part begins."""
    width, height = WIDTH / len(solids), max(solid.height for solid in solids.values())
    for i, (side, solid) in enumerate(solids.items()):
        page.text(width * i + 0.1, top + 0.2, side, weight="bold")
        page.text(width * i + 0.65, top + 0.2, _cut_text(solid.layout), size=7)
        axes = page.axes(width * i + 0.1, top + 0.32, width - 0.2, height)
        axes.set_axis_off()
        axes.set_xlim(0, width - 0.2)
        axes.set_ylim(-height, 0)
        solid.draw(axes)
    return top + 0.4 + height


def _cut_text(layout) -> str:
    text = layout.text
    return text if len(text) <= 56 else text[:53] + "..."


def drawn_axes(layout) -> List[int]:
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


class _Solid:
    """The blocks of a layout, in inches from the upper left corner of a panel."""

    def __init__(self, layout, width: float, height: float):
        self.layout, self.drawn = layout, drawn_axes(layout)
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
                axes.add_patch(Polygon(polygon, facecolor=_shade(colour, light), edgecolor=style.INK, linewidth=0.5, joinstyle="round"))
            label = self._label(parts)
            if label:
                texts.append(label)
        if max(self.together.values()) > 1:
            self._draw_first(axes)
        for (x, y), words in texts:
            axes.text(x, y, words, ha="center", va="center", size=7, weight="bold", color=style.INK)
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
        wide, high = 0.057 * len(words) + 0.03, 0.12
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


# --- words --------------------------------------------------------------------------------------------------


def _notes(shown: dict) -> List[str]:
    """What the picture means and what is not in it, as lines of small letters."""
    notes = []
    if shown["directions"]:
        notes.append("Times of process 0, medians of a few calls.")
        rates = (shown.get("rates") or {}).get("together") or {}
        if rates.get("memory") and rates.get("cached"):
            notes.append(f"Rates of a copy, while all processes copy: {rates['memory'] / 1e9:.3g} GB/s in memory, "
                         f"{rates['cached'] / 1e9:.3g} in cache.")
        steps = [step for found in shown["directions"].values() for step in found["steps"]]
        if any(not _is_sweep(step) and not step.get("bytes") for step in steps):
            notes.append("An exchange through shared memory sends nothing: it waits, and the next sweep reads the bytes of the others.")
    if shown["layouts"]:
        layout = next(iter(shown["layouts"].values()))
        colours = "each colour is a process" if layout.n_processes <= MOST_COLOURS else "process 0 is blue"
        notes.append(f"Blocks: {colours}, numbers are ranks.")
        notes += dict.fromkeys(note for side in shown["layouts"].items() for note in _notes_of(*side, shown["n_axes"]))
    return textwrap.wrap(" ".join(notes), LETTERS_OF_LINE)


def _notes_of(side: str, layout, n_axes: int) -> List[str]:
    drawn, notes = drawn_axes(layout), []
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
