"""Figures in one style, as SVG files that are the same for the same data."""

import pathlib
from typing import Callable

from study import ClusterError, Series

MARKS = "o^svDPX*<>"


def draw(path: pathlib.Path, panels: list[tuple[str, list[Series]]], x: str, y: str, *, log: bool = True,
         change: Callable | None = None) -> None:
    """Panels side by side, each of a title and its lines. A label that begins with "=" is of a formula: dashed, no
    marks. `change(axes)` is called for what a figure needs beside this."""
    try:
        import matplotlib
        matplotlib.use("svg")
        import matplotlib.pyplot as plt
    except ImportError:
        raise ClusterError("matplotlib is not installed; pip install matplotlib") from None
    matplotlib.rcParams.update({"svg.hashsalt": "weft", "svg.fonttype": "none", "font.size": 9})
    figure, grid = plt.subplots(1, len(panels), figsize=(4.6 * len(panels), 3.8), squeeze=False)
    for axes, (title, lines) in zip(grid[0], panels):
        for i, line in enumerate(lines):
            is_formula = line.label.startswith("=")
            axes.plot(line.x, line.y, "--" if is_formula else MARKS[i % len(MARKS)] + "-", linewidth=1,
                      color="gray" if is_formula and len(lines) < 4 else None, markersize=5, label=line.label.lstrip("="))
        if log:
            axes.set_xscale("log", base=2)
            axes.set_yscale("log")
            axes.set_xticks(sorted({value for line in lines for value in line.x}))
            axes.yaxis.set_major_locator(matplotlib.ticker.LogLocator(subs=(1, 2, 5)))
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
                axis.set_minor_locator(matplotlib.ticker.NullLocator())
        axes.set_title(title)
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        axes.grid(True, linewidth=0.3)
        axes.legend(fontsize=7)
        if change:
            change(axes)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
