"""How figures look, and how they become files: one palette, the letters of papers and of pages, axes, legends.

Colours are those of Okabe and Ito (Color Universal Design, 2008), told apart by colour-blind readers; markers, hatches
and dashes say the same again. Figures of simulations fill two columns of a journal (PAPER: 7.2 inches, letters of 8
points), those of results one and a half, or a telephone (PAGE: 4.6 inches, letters of 9 points). In a page each colour is a
CSS variable, so that a figure is dark on white paper and light on a dark screen.
"""

import io
import os
import re

import numpy as np

from . import new_file

FORMATS = (".png", ".pdf", ".svg")
DPI = 300
INK, FAINT, GRID, PALE, BAND = "#1f2328", "#6e7781", "#d8dee4", "#b4bdc6", "#e7ecf0"
BLUE, RED, GREEN, PURPLE, ORANGE, SKY = CYCLE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
BLUES = (BLUE, "#5aa9d6", "#a9d3ec")  # of sweeps in their order
DASHES = ("-", (0, (6, 1.5)), (0, (3, 1.5)), (0, (3, 1.5, 1, 1.5)), (0, (1, 1.2)))
MARKERS = "osD^vPX*"
# Each colour as it is on a light and on a dark page.
VARIABLES = {INK: ("ink", "#e6edf3"), FAINT: ("faint", "#9da7b3"), GRID: ("grid", "#30363d"),
             PALE: ("pale", "#4d5761"), BAND: ("band", "#21262d"),
             BLUE: ("blue", "#4aa3df"), RED: ("red", "#ff8a4c"), GREEN: ("green", "#35c89b"),
             PURPLE: ("purple", "#e3a0c6"), ORANGE: ("orange", "#f2b840"), SKY: ("sky", "#8ccdf2"),
             BLUES[1]: ("blue-2", "#3179a8"), BLUES[2]: ("blue-3", "#234f6e")}

PAPER_WIDTH, ROW_HEIGHT, PAGE_WIDTH = 7.2, 2.35, 4.6  # inches, of a figure, of a row of panels, of a figure of a page
BOTH = {"axes.grid": True, "axes.grid.which": "major", "grid.color": GRID, "grid.linewidth": 0.6, "axes.axisbelow": True,
        "legend.frameon": False, "svg.hashsalt": "weft"}
PAPER = {
    **BOTH, "font.size": 8, "axes.labelsize": 8, "axes.titlesize": 8, "xtick.labelsize": 7, "ytick.labelsize": 7,
    "legend.fontsize": 7, "legend.handlelength": 2.4, "legend.labelspacing": 0.25, "legend.borderaxespad": 0.3,
    "lines.linewidth": 1.2, "axes.linewidth": 0.7,
}
PAGE = {
    **BOTH, "font.family": "DejaVu Sans", "font.size": 9, "axes.labelsize": 9, "xtick.labelsize": 8, "ytick.labelsize": 8,
    "legend.fontsize": 8, "legend.handlelength": 1.8, "legend.columnspacing": 1.2,
    "axes.edgecolor": INK, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.linewidth": 0.8, "axes.spines.top": False, "axes.spines.right": False,
    "lines.linewidth": 1.6, "lines.markersize": 5, "hatch.linewidth": 0.6, "svg.fonttype": "path",
    "xtick.minor.size": 0, "ytick.minor.size": 0,
    "figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "white",
}


def new_figure(width: float, height: float, **panels):
    """A figure of so many inches and its axes: one, or an array of them; panels: as figure.subplots takes them."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(**panels)


def draw_rows(path: str, title: str, names, n_columns: int, height: float, draw_row) -> None:
    """A figure for a paper with a row of panels for each name, by draw_row(name, row)."""
    import matplotlib

    with matplotlib.rc_context(PAPER):
        figure, panels = new_figure(PAPER_WIDTH, 0.3 + height * len(names), nrows=len(names), ncols=n_columns, squeeze=False)
        for name, row in zip(names, panels):
            draw_row(name, row)
        for letter, axes in zip("abcdefghi", panels.flat):
            axes.set_title(f"({letter})", loc="left")
        figure.suptitle(title, fontsize=9)
        save(figure, path, DPI)


def save(figure, path: str, dpi: int = 150) -> None:
    """As a PNG, PDF or SVG file, by the ending of its name; dpi: points of a PNG file in an inch."""
    ending = os.path.splitext(path)[1].lower()
    file = new_file.NewFile(path)
    try:
        figure.savefig(file.name, format=ending[1:], dpi=dpi, bbox_inches="tight", pad_inches=0.1)
        file.put_in_place()
    finally:
        file.discard()


# --- words and numbers --------------------------------------------------------------------------------------


def with_units(name: str, units: str) -> str:
    """A label of an axis: "x [m]", or "x"."""
    return f"{name} [{units}]" if units else name


def unit_of(largest: float):
    """(name, factor) of the unit in which times of this size are read best."""
    for name, factor in (("s", 1), ("ms", 1e3)):
        if largest * factor >= 1:
            return name, factor
    return "µs", 1e6


# --- axes ---------------------------------------------------------------------------------------------------


def process_axis(axes, counts) -> None:
    """Processes on a logarithmic axis that is labelled with the counts themselves, as many as there is room for."""
    from matplotlib.ticker import FixedLocator, NullLocator

    axes.set_xscale("log", base=2)
    counts = sorted(counts)
    shown = counts[::-1][::max(1, -(-len(counts) // 9))]
    axes.xaxis.set_major_locator(FixedLocator(shown))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlim(counts[0] / 1.15, counts[-1] * 1.15)


def plain_log_axis(axis) -> None:
    """A logarithmic axis with numbers as one writes them: 0.5, 1, 2, 5, 10."""
    from matplotlib.ticker import LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    few = (1, 1.5, 2, 3, 4, 5, 6, 8)
    axis.set_major_locator(LogLocator(subs=few if high / low < 8 else (1, 2, 5) if high / low < 200 else (1,)))
    axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(lambda value, _: f"{value:g}")


LETTERS = 78  # of a legend that go into the width of a figure, with the handles


def legend_below(axes, handles=None, columns: int = 3, below: float = -0.2) -> None:
    """columns: at most; fewer where labels are long, so that the axes keep their width."""
    handles = axes.get_legend_handles_labels()[0] if handles is None else handles
    columns = max(1, min(columns, LETTERS // (max((len(str(h.get_label())) for h in handles), default=0) + 6)))
    axes.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, below), ncol=columns, borderaxespad=0)


# --- published data -----------------------------------------------------------------------------------------

SYMBOLS = dict(linestyle="none", markerfacecolor="none", markersize=3.2, markeredgewidth=0.7)
SYMBOLS_APART = 1 / 22  # along the curve, whose panel is 1 wide and 1 high


def thinned(places, apart: float):
    """Indices of places (ascending) that are at least so far from each other.

    >>> thinned([0, 1, 2, 3, 5, 9], 2).tolist()
    [0, 2, 4, 5]
    """
    kept = []
    for i, place in enumerate(places):
        if not kept or place - places[kept[-1]] >= apart:
            kept.append(i)
    return np.array(kept, int)


def draw_symbols(axes, x, y, colour: str, symbol: str, label=None) -> None:
    """Published data, as many symbols as there is room for; the limits of the axes (from 0 upwards) are given."""
    low, high = axes.get_xlim()
    is_log = axes.get_xscale() == "log"
    inside = np.flatnonzero((x >= low) & (x <= high))
    across = np.log(x[inside] / low) / np.log(high / low) if is_log else (x[inside] - low) / (high - low)
    up = y[inside] / axes.get_ylim()[1]
    steps = np.hypot(np.diff(across, prepend=across[:1]), np.diff(up, prepend=up[:1]))
    shown = inside[thinned(np.cumsum(steps), SYMBOLS_APART)]
    axes.plot(x[shown], y[shown], color=colour, marker=symbol, label=label, zorder=4, **SYMBOLS)


# --- figures of a page --------------------------------------------------------------------------------------


def lay_out(figure):
    """Puts everything in its place, once for all files; returns what is to be saved of the figure, in inches."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    return figure.get_tightbbox(figure.canvas.get_renderer()).padded(0.04)


def svg_text(figure, box, name: str) -> str:
    """The figure as an SVG element for the inside of a page: identifiers of its own, colours as variables of CSS."""
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, bbox_inches=box, metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'xlink:href="#', f'href="#{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-")
    svg = re.sub(r'\s(?:width|height)="[\d.]+pt"', "", svg, count=2)
    svg = re.sub(r'\sxmlns(?::xlink)?="[^"]*"', "", svg)  # inside HTML the element is SVG by its name
    for colour, (variable, _) in VARIABLES.items():
        svg = re.sub(re.escape(colour), f"var(--{variable})", svg, flags=re.IGNORECASE)
    return svg.strip()


def save_for_page(figure, box, path: str, kind: str) -> None:
    """Beside a page, without a date; kind: png, pdf or svg."""
    undated = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
    figure.savefig(path, format=kind, dpi=DPI, bbox_inches=box, metadata=undated.get(kind))
