"""Raw results of bench/in_cache.py as a table and as a figure.

A measured cell is its problem with `seconds`: by program, the median of each launch; and `least`: the same of the least times,
which early files do not have.
"""

import json
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Failure(Exception):
    """In words, with the remedy."""


def times_of(measured, least=False):
    """By program: the median over launches, or the least time."""
    if least:
        return {name: min(times) for name, times in measured.get("least", {}).items()}
    return {name: statistics.median(times) for name, times in measured["seconds"].items()}


def best_of(measured, least=False):
    """The fastest peer, and its time over that of the faster way of weft; None where there is no peer."""
    peers = {name: seconds for name, seconds in times_of(measured, least).items() if not name.startswith("weft")}
    if not peers:
        return None, None
    best = min(peers, key=peers.get)
    return best, peers[best] / seconds_of_weft(measured, least)


def seconds_of_weft(measured, least=False):
    return min((seconds for name, seconds in times_of(measured, least).items() if name.startswith("weft")), default=None)


def is_missed(measured):
    ratio = best_of(measured)[1]
    return measured["target"] is not None and ratio is not None and ratio < measured["target"]


def microseconds(seconds):
    return "-" if seconds is None else f"{1e6 * seconds:.4g}"


def row_of(name, measured):
    medians, least = times_of(measured), times_of(measured, True)
    others = "  ".join(f"{peer} {microseconds(seconds)}" + (f" ({microseconds(least[peer])})" if least else "")
                       for peer, seconds in sorted(medians.items(), key=lambda item: item[1]) if not peer.startswith("weft"))
    ours = "".join(f"{microseconds(seconds_of_weft(measured, which)):>10}" for which in (False, True))
    ratios = [best_of(measured, which)[1] for which in (False, True)] + [measured["target"]]
    shown = "".join("      -" if ratio is None else f"{ratio:7.2f}" for ratio in ratios)
    return f"{name:26}{ours} {shown}  {'missed' if is_missed(measured) else '':6}  {others}"


HEAD = (f"{'cell':26}{'weft, us':>10}{'least':>10} {'ratio':>7}{'least':>7}{'target':>7}          "
        "peers, us of a pair (least), the fastest first")


def print_summary(cells):
    missed = [name for name, measured in cells.items() if is_missed(measured)]
    n = sum(measured["target"] is not None for measured in cells.values())
    print(f"\n{n - len(missed)} of {n} cells reach their target"
          + (f"; missed: {', '.join(missed)}" if missed else ""))


def draw_group(axes, cells, kinds, style):
    """The ratios of the cells of a group, as one marker for each kind of transform, beside their targets."""
    short = {name: re.sub("^lines-|-p[0-9]+$", "", name.split("-", 2)[2]) for name in cells}
    places = list(dict.fromkeys(short.values()))
    for k, kind in enumerate(kinds):
        points = [(places.index(short[name]) + 0.15 * (k - (len(kinds) - 1) / 2), best_of(m)[1], m["target"])
                  for name, m in cells.items() if (m["transform"], m["precision"]) == kind and best_of(m)[1]]
        colour = style.CYCLE[k]
        axes.plot([x for x, *_ in points], [ratio for _, ratio, _ in points], linestyle="none", markersize=4,
                  marker=style.MARKERS[k], color=colour, label=" ".join(kind))
        for x, _, target in points:
            if target:
                axes.plot([x - 0.06, x + 0.06], [target] * 2, color=colour, linewidth=1.5, alpha=0.6)
    axes.axhline(1, color=style.INK, linewidth=0.8)
    axes.set_yscale("log", base=2)
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, 0.5), max(high, 2))
    style.plain_log_axis(axes.yaxis)
    axes.set_xlim(-0.5, len(places) - 0.5)
    axes.set_xticks(range(len(places)), places)
    axes.set_ylabel("best peer / weft")


def draw(cells, path):
    """The ratios of all cells, a panel for each group."""
    sys.path.insert(0, str(ROOT / "bindings/python"))
    try:
        import matplotlib
        from weft_figures import style
    except ImportError as error:
        raise Failure(f"--figure needs {error.name}; pip install numpy matplotlib") from error
    groups = list(dict.fromkeys(measured["group"] for measured in cells.values()))
    kinds = list(dict.fromkeys((m["transform"], m["precision"]) for m in cells.values()))
    with matplotlib.rc_context(style.PAPER):
        height = 0.3 + style.ROW_HEIGHT * len(groups)
        figure, panels = style.new_figure(style.PAPER_WIDTH, height, nrows=len(groups), ncols=1, squeeze=False)
        for group, axes in zip(groups, panels.flat):
            draw_group(axes, {name: m for name, m in cells.items() if m["group"] == group}, kinds, style)
            axes.set_title(group, loc="left")
        figure.legend(*panels.flat[0].get_legend_handles_labels(), loc="outside upper center", ncol=len(kinds))
        text = "time of the best peer over that of weft (above 1: weft is faster); lines: targets"
        figure.text(0.5, -0.02, text, ha="center", fontsize=7)
        style.save(figure, str(path))


def read_tables(paths):
    cells = {}
    for path in paths:
        try:
            cells.update(json.loads(path.read_text(encoding="utf-8"))["cells"])
        except (OSError, ValueError, LookupError) as error:
            raise Failure(f"cannot read {path} ({error}); give files that this program wrote") from error
    return dict(sorted(cells.items(), key=lambda item: item[1]["shape"][-1]))


def show(cells, figure):
    print(HEAD)
    for name, measured in cells.items():
        print(row_of(name, measured))
    print_summary(cells)
    if figure:
        draw(cells, figure)
