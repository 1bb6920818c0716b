"""How figures look, and how they become files: SVG inside the page, PNG of 300 dpi (or PDF, SVG) beside it.

Width 4.6 inches and letters of 9 points: readable in one and a half columns of a journal, and on a telephone. Colours are
those of Okabe and Ito (Color Universal Design, 2008), told apart by colour-blind readers; markers, hatches and dashes say
the same again. In the page each colour is a CSS variable, so that a figure is dark on white paper and light on a dark
screen.
"""

import io
import re

WIDTH = 4.6  # inches
INK, FAINT, GRID, PALE = "#1f2328", "#6e7781", "#d8dee4", "#b4bdc6"
BLUE, RED, GREEN, PURPLE, ORANGE, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"
BLUES = ("#0072b2", "#5aa9d6", "#a9d3ec")  # of sweeps in their order
BAND = "#e7ecf0"
CYCLE = (BLUE, RED, GREEN, PURPLE, ORANGE, SKY)
MARKERS = "osD^vPX*"
# Each colour as it is on a light and on a dark page.
VARIABLES = {INK: ("ink", "#e6edf3"), FAINT: ("faint", "#9da7b3"), GRID: ("grid", "#30363d"),
             PALE: ("pale", "#4d5761"), BAND: ("band", "#21262d"),
             BLUE: ("blue", "#4aa3df"), RED: ("red", "#ff8a4c"), GREEN: ("green", "#35c89b"),
             PURPLE: ("purple", "#e3a0c6"), ORANGE: ("orange", "#f2b840"), SKY: ("sky", "#8ccdf2"),
             BLUES[1]: ("blue-2", "#3179a8"), BLUES[2]: ("blue-3", "#234f6e")}
SETTINGS = {
    "font.family": "DejaVu Sans", "font.size": 9, "axes.labelsize": 9, "xtick.labelsize": 8, "ytick.labelsize": 8,
    "legend.fontsize": 8, "legend.frameon": False, "legend.handlelength": 1.8, "legend.columnspacing": 1.2,
    "axes.edgecolor": INK, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.linewidth": 0.8, "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "lines.linewidth": 1.6, "lines.markersize": 5, "hatch.linewidth": 0.6, "svg.fonttype": "path",
    "svg.hashsalt": "weft", "figure.facecolor": "none", "axes.facecolor": "none", "savefig.facecolor": "white",
}
DPI = 300


def new_figure(height: float, rows: int = 1, ratios=None, share_x: bool = False):
    """A figure of so many inches, and its axes, one or a list."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(rows, 1, sharex=share_x, gridspec_kw={"height_ratios": ratios} if ratios else None)
    for one in axes if rows > 1 else [axes]:
        one.grid(True, color=GRID, linewidth=0.6)
    return figure, list(axes) if rows > 1 else axes


def unit_of(largest: float):
    """(name, factor) of the unit in which times of this size are read best."""
    for name, factor in (("s", 1), ("ms", 1e3)):
        if largest * factor >= 1:
            return name, factor
    return "µs", 1e6


def process_axis(axes, counts) -> None:
    """Processes on a logarithmic axis that is labelled with the counts themselves, as many as there is room for."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    axes.set_xscale("log", base=2)
    counts = sorted(counts)
    shown = counts[::-1][::max(1, -(-len(counts) // 9))]
    axes.xaxis.set_major_locator(FixedLocator(shown))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_xlim(counts[0] / 1.15, counts[-1] * 1.15)


def plain_log_axis(axis) -> None:
    """Times on a logarithmic axis with numbers as one writes them: 0.5, 1, 2, 5, 10."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

    low, high = axis.get_view_interval()
    subs = (1, 1.5, 2, 3, 4, 5, 6, 8) if high / low < 8 else (1, 2, 5) if high / low < 200 else (1,)
    axis.set_major_locator(LogLocator(subs=subs))
    axis.set_minor_formatter(NullFormatter())
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


LETTERS = 78  # of a legend that go into the width of a figure, with the handles


def legend_below(axes, handles=None, columns: int = 3, below: float = -0.2) -> None:
    """columns: at most; fewer where labels are long, so that the axes keep their width."""
    labels = [str(h.get_label()) for h in handles] if handles is not None else axes.get_legend_handles_labels()[1]
    columns = max(1, min(columns, LETTERS // (max(map(len, labels), default=0) + 6)))
    options = dict(loc="upper center", bbox_to_anchor=(0.5, below), ncol=columns, borderaxespad=0)
    if handles is None:
        axes.legend(**options)
    else:
        axes.legend(handles=handles, **options)


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


def save(figure, box, path: str, kind: str) -> None:
    """As a file for a paper; kind: png, pdf or svg."""
    undated = {"pdf": {"CreationDate": None}, "svg": {"Date": None}}
    figure.savefig(path, format=kind, dpi=DPI, bbox_inches=box, metadata=undated.get(kind))
