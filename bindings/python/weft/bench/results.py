"""Measured cells as a table and as a figure: the time of the best other package over that of weft."""

from __future__ import annotations

import json
import pathlib
import statistics
from typing import Any, Dict, List, Sequence, Tuple

LEAST = 0.95  # a ratio below is marked
Measured = Dict[str, Any]
HEAD = "| transform | weft, us of a pair | best other | its time over weft's | others, us |\n|---|---|---|---|---|"


def best_other(cell: Measured) -> Tuple[str, float]:
    """The fastest package beside weft, and its time over that of weft."""
    others = {name: seconds for name, seconds in cell["median"].items() if name != "weft"}
    best = min(others, key=lambda name: others[name])
    return best, others[best] / cell["median"]["weft"]


def row(name: str, cell: Measured) -> str:
    best, ratio = best_other(cell)
    others = ", ".join(f"{other} {1e6 * seconds:.4g}" for other, seconds in sorted(cell["median"].items(), key=lambda item: float(item[1]))
                       if other != "weft")
    others += "".join(f", {other} wrong" for other in cell.get("wrong", []))
    mark = "" if ratio >= LEAST else " (slower)"
    return f"| {name} | {1e6 * cell['median']['weft']:.4g} | {best} | {ratio:.2f}{mark} | {others} |"


def summary(cells: Dict[str, Measured]) -> str:
    """One line for each group, and one for all."""
    groups: Dict[str, List[float]] = {}
    for cell in cells.values():
        groups.setdefault(cell["group"], []).append(best_other(cell)[1])
        groups.setdefault("all", []).append(best_other(cell)[1])
    lines = [f"{group}: {len(ratios)} cells, median {statistics.median(ratios):.2f}, least {min(ratios):.2f}, "
             f"{sum(ratio >= LEAST for ratio in ratios)} at {LEAST} or above"
             for group, ratios in sorted(groups.items(), key=lambda item: item[0] == "all")]
    return "\n".join(lines)


def table(cells: Dict[str, Measured]) -> str:
    return "\n".join([HEAD, *(row(name, cell) for name, cell in cells.items())])


def read(paths: Sequence[str]) -> Dict[str, Measured]:
    """The cells of files that `python -m weft.bench --scipy --json` wrote. ValueError, in words, for others."""
    cells: Dict[str, Measured] = {}
    for path in paths:
        try:
            cells.update(json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["cells"])
        except (OSError, ValueError, LookupError) as error:
            raise ValueError(f"cannot read {path} ({error}); give files that --json wrote") from error
    return cells


def write(path: str, cells: Dict[str, Measured], facts: Dict[str, Any]) -> None:
    pathlib.Path(path).write_text(json.dumps({**facts, "cells": _shortened(cells)}, separators=(",", ":")) + "\n", encoding="utf-8")


def _shortened(value: Any) -> Any:
    """The same with four digits of each number."""
    if isinstance(value, dict):
        return {key: _shortened(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_shortened(one) for one in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


def draw(cells: Dict[str, Measured], path: str) -> None:
    """The ratios as an SVG, PNG or PDF file, a row of panels for each group and a panel for each number of workers. ImportError
    without matplotlib."""
    import matplotlib
    from weft_figures import style

    groups = list(dict.fromkeys(cell["group"] for cell in cells.values()))
    workers = sorted({cell["workers"] for cell in cells.values()})
    kinds = list(dict.fromkeys((cell["transform"], cell["precision"]) for cell in cells.values()))
    with matplotlib.rc_context(style.PAPER):
        figure, panels = style.new_figure(style.PAPER_WIDTH, 0.3 + style.ROW_HEIGHT * len(groups), nrows=len(groups),
                                          ncols=len(workers), squeeze=False, sharey="row", sharex="row")
        for group, in_row in zip(groups, panels):
            for n, axes in zip(workers, in_row):
                _draw_panel(axes, [cell for cell in cells.values() if (cell["group"], cell["workers"]) == (group, n)], kinds, style)
                axes.set_title(f"{group}, {n} worker{'s' if n > 1 else ''}", loc="left")
            in_row[0].set_ylabel("best other / weft")
        for axes in panels[-1]:
            axes.set_xlabel("points along an axis")
        handles, labels = panels.flat[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper center", ncol=len(kinds))
        style.save(figure, path)


def _draw_panel(axes: Any, cells: Sequence[Measured], kinds: Sequence[Tuple[str, str]], style: Any) -> None:
    for k, kind in enumerate(kinds):
        points = sorted((cell["size"], best_other(cell)[1]) for cell in cells if (cell["transform"], cell["precision"]) == kind)
        axes.plot([size for size, _ in points], [ratio for _, ratio in points], linestyle="none", markersize=3.5,
                  marker=style.MARKERS[k], color=style.CYCLE[k], label=" ".join(kind))
    axes.axhline(1, color=style.INK, linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, 0.5), max(high, 2))
    style.plain_log_axis(axes.yaxis)
    style.plain_log_axis(axes.xaxis)
