"""The picture of an explanation: the steps of each direction as a timeline with a table beside it, and the blocks of points
and modes.

Everything has its place in inches, so that nothing overlaps, however many steps there are. A bar has three parts: the time of
the step in the colour of its kind, above in it a dark line as long as the bound, below in it the arithmetic of a sweep,
hatched. The times are those of process 0.
"""

import itertools
import textwrap
from typing import List, NamedTuple

from . import style
from .blocks_figure import MOST_COLOURS, Solid, notes_of
from .report.pictures import seconds_text

WIDTH, LEFT, TIMELINE = 7.2, 1.1, 3.15  # inches: of the picture, of the names of steps, of the bars
ROW, BLOCKS = 0.25, 2.15  # inches: height of a step, and of the drawing of the blocks
COLUMNS = (("time", 4.85), ("of call", 5.38), ("bytes", 5.98), ("GB/s", 6.45), ("of bound", 7.08))
LETTERS_OF_LINE = 125  # of the small letters, in the width of the picture
SWEEP, EXCHANGE = style.BLUES[2], "#f5d595"


def draw(shown: dict, path: str) -> None:
    """shown: head (title and second line), directions (of kinds/explain.py; may be empty), layouts (of points and modes; may
    be empty), rates."""
    import matplotlib

    looks = {"hatch.linewidth": 0.5, "text.hinting": "none"}  # hinted, small bold digits look like those of another font
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **style.PAPER, **looks}):
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
    solids = {side: Solid(layout, half, BLOCKS) for side, layout in shown["layouts"].items()}
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
        colour = SWEEP if _is_sweep(step) else EXCHANGE
        axes.barh(i, factor * step["seconds"], left=begin, height=0.76, color=colour, linewidth=0.6)
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
        corner = x / WIDTH, 1 - (y - 0.03 + thick / 2) / page.height
        page.figure.add_artist(Rectangle(corner, 0.22 / WIDTH, thick / page.height, linewidth=0.5 if "hatch" in looks else 0,
                                         transform=page.figure.transFigure, **looks))
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
        notes += dict.fromkeys(note for side in shown["layouts"].items() for note in notes_of(*side, shown["n_axes"]))
    return textwrap.wrap(" ".join(notes), LETTERS_OF_LINE)
