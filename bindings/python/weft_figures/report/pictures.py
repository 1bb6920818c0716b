"""The other figures: stages as stacked bars, ratios to peers, percentages of the bound, predicted over measured."""

import re
import textwrap
from typing import List

from .. import style
from .parts import EQUAL, MOST_BARS, TARGET_MEDIAN, TARGET_WORST, Bar, Bound, Comparison, Ratio

WIDE = 30  # from this ratio of the longest to the shortest call bars are shares


def draw_stages(bars: List[Bar]):
    """One bar for each call, measured ones filled, predicted ones hatched; as shares where the times differ widely."""
    bars = bars[:4 * MOST_BARS]
    figure, axes = style.new_figure(style.PAGE_WIDTH, 1.3 + 0.24 * len(bars) + 0.12 * _n_groups(bars))
    are_shares = max(bar.total for bar in bars) > WIDE * min(bar.total for bar in bars)
    unit, factor = ("%", 100) if are_shares else style.unit_of(max(bar.total for bar in bars))
    places, y, last = {}, 0.0, None
    for bar in bars:
        y += 0.5 if last is not None and bar.label != last else 0
        last = bar.label
        left = 0.0
        parts = [(style.BLUES[min(i, 2)], seconds) for i, (_, seconds) in enumerate(bar.sweeps)]
        for colour, seconds in [*parts, (style.ORANGE, bar.exchanges)]:
            look = dict(facecolor="none", edgecolor=colour, hatch="/////", linewidth=0.8) if bar.is_predicted else \
                dict(color=colour, linewidth=0)
            length = factor * seconds / (bar.total if are_shares else 1)
            axes.barh(y, length, left=left, height=0.82, **look)
            left += length
        words = bar.direction + (", model" if bar.is_predicted else "")
        _beside(axes, left, y, f"{words}: {seconds_text(bar.total)}" if are_shares else words)
        places.setdefault(bar.label, []).append(y)
        y += 1
    _name_groups(axes, places)
    if are_shares:
        axes.set_xticks(range(0, 101, 20))
    axes.set_xlim(0, 145 if are_shares else 1.22 * factor * max(bar.total for bar in bars))
    axes.set_xlabel("part of a call (%)" if are_shares else f"time of a call ({unit})")
    from matplotlib.patches import Patch

    n_sweeps = max(len(bar.sweeps) for bar in bars)
    handles = [Patch(color=style.BLUES[min(i, 2)], label=("1st", "2nd", "3rd", "4th")[min(i, 3)] + " sweep")
               for i in range(n_sweeps)]
    handles += [Patch(color=style.ORANGE, label="exchanges")]
    if any(bar.is_predicted for bar in bars):
        handles += [Patch(facecolor="none", edgecolor=style.INK, hatch="/////", label="model")]
    style.legend_below(axes, handles, min(len(handles), 3), _below(figure, 0.5))
    return figure


def seconds_text(seconds: float) -> str:
    name, factor = style.unit_of(seconds)
    return f"{factor * seconds:.3g} {name}"


def _beside(axes, x: float, y: float, words: str) -> None:
    """At the end of a bar."""
    axes.annotate(words, (x, y), xytext=(3, 0), textcoords="offset points", va="center", color=style.FAINT, fontsize=7)


def _name_groups(axes, places) -> None:
    """Names of groups of bars beside their middles; places: the y of the bars of each name."""
    axes.set_yticks([sum(ys) / len(ys) for ys in places.values()], [_wrapped(name) for name in places])
    everywhere = [y for ys in places.values() for y in ys]
    axes.set_ylim(max(everywhere) + 0.8, min(everywhere) - 0.8)
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)


def _wrapped(name: str) -> str:
    lines = textwrap.wrap(re.sub(" (process(es)?)$", "\u00a0\\1", name), 28, break_long_words=False)
    return "\n".join(lines if len(lines) <= 3 else [*lines[:2], lines[-1]])


def _n_groups(items) -> int:
    return len({item.label for item in items})


def _below(figure, inches: float) -> float:
    """So many inches below the axes, in parts of their height, which is nearly that of the figure."""
    return -inches / max(figure.get_figheight() - 1.0, 0.6)


def draw_ratios(ratios: List[Ratio]):
    """Over 1 weft is faster; a point for each peer, with the 95 % interval of the median."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

    peers = list(dict.fromkeys(r.peer for r in ratios))
    labels = list(dict.fromkeys(r.label for r in ratios))
    figure, axes = style.new_figure(style.PAGE_WIDTH, 1.5 + 0.17 * len(ratios) + 0.12 * len(labels))
    y, places, seen = 0.0, {}, set()
    for label in labels:
        for ratio in (r for r in ratios if r.label == label):
            i = peers.index(ratio.peer)
            ends = None if ratio.low is None else [[max(ratio.ratio - ratio.low, 0)], [max(ratio.high - ratio.ratio, 0)]]
            axes.errorbar(ratio.ratio, y, xerr=ends, color=style.CYCLE[i % 6], marker=style.MARKERS[i % 8], linestyle="none",
                          capsize=2.5, elinewidth=0.9, label=None if ratio.peer in seen else short(ratio.peer))
            seen.add(ratio.peer)
            places.setdefault(label, []).append(y)
            y += 1
        y += 0.7
    axes.axvspan(1 / EQUAL, EQUAL, color=style.BAND, zorder=0, linewidth=0)
    axes.axvline(1, color=style.INK, linewidth=0.8)
    _name_groups(axes, places)
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    axes.set_xlim(min(low, 0.8), max(high, 1.3))
    many = high / min(low, 0.8) > 12
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if many else (1, 1.5, 2, 3, 4, 5, 6, 8)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_xlabel("time of the peer / time of weft")
    style.legend_below(axes, None, 2 if len(peers) > 1 else 1, _below(figure, 0.5))
    return figure


def short(name: str) -> str:
    """Names of peers for figures; programs have long ones."""
    return name if len(name) <= 34 else name[:31] + "..."


def draw_bounds(bounds: List[Bound]):
    """Bars for whole directions, marks for their steps."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    bounds = bounds[:2 * MOST_BARS]
    figure, axes = style.new_figure(style.PAGE_WIDTH, 1.4 + 0.26 * len(bounds) + 0.12 * _n_groups(bounds))
    places, y, last = {}, 0.0, None
    kinds = {}
    for bound in bounds:
        y += 0.5 if last is not None and bound.label != last else 0
        last = bound.label
        axes.barh(y, bound.percent, height=0.72, color=style.BLUES[2], linewidth=0)
        n_sweeps = 0
        for step in bound.steps:
            if not step.get("percent"):
                n_sweeps += step["step"].startswith("sweep")
                continue
            if step["step"].startswith("sweep"):
                look = (("o", style.BLUE, "1st sweep"), ("s", style.GREEN, "2nd sweep"), ("^", style.PURPLE, "3rd sweep"))[
                    min(n_sweeps, 2)]
                n_sweeps += 1
            else:
                look = "D", style.RED, "exchange"
            kinds[look[2]] = look
            axes.plot(step["percent"], y, marker=look[0], color=look[1], linestyle="none", markersize=4.5, zorder=3)
        right = max([bound.percent] + [step["percent"] for step in bound.steps if step.get("percent")])
        _beside(axes, right + 1, y, bound.direction)
        places.setdefault(bound.label, []).append(y)
        y += 1
    _name_groups(axes, places)
    axes.axvline(100, color=style.FAINT, linewidth=0.9, linestyle=":")
    axes.set_xlim(0, max(105, axes.get_xlim()[1]))
    axes.set_xlabel("part of the bound that was reached (%)")
    handles = [Patch(color=style.BLUES[2], label="in all")]
    handles += [Line2D([], [], marker=m, color=c, linestyle="none", markersize=4.5, label=name)
                for name, (m, c, _) in sorted(kinds.items())]
    style.legend_below(axes, handles, 3, _below(figure, 0.5))
    return figure


def draw_model(pairs: List[Comparison], timed: str):
    """Predicted over what was `timed` (measured, simulated), with the bands of 15 and 35 %."""
    figure, axes = style.new_figure(style.PAGE_WIDTH, 4.2)
    times = [t for pair in pairs for t in (pair.measured, pair.predicted)]
    unit, factor = style.unit_of(max(times))
    low, high = factor * min(times) / 1.4, factor * max(times) * 1.4
    ends = [low, high]
    axes.fill_between(ends, [(1 - TARGET_MEDIAN) * e for e in ends], [(1 + TARGET_MEDIAN) * e for e in ends],
                      color=style.BAND, linewidth=0, zorder=0, label=f"within {100 * TARGET_MEDIAN:.0f} %")
    for sign, label in ((1, f"within {100 * TARGET_WORST:.0f} %"), (-1, None)):
        axes.plot(ends, [(1 + sign * TARGET_WORST) * e for e in ends], color=style.FAINT, linewidth=0.9, linestyle="--",
                  label=label, zorder=1)
    axes.plot(ends, ends, color=style.INK, linewidth=0.8, zorder=1, label="equal")
    exchanges = sorted({pair.row.exchange for pair in pairs}, key=lambda e: (-sum(p.row.exchange == e for p in pairs), e))
    for i, exchange in enumerate(exchanges):
        there = [pair for pair in pairs if pair.row.exchange == exchange]
        is_named = i < 8
        axes.plot([factor * p.measured for p in there], [factor * p.predicted for p in there], linestyle="none",
                  marker=style.MARKERS[i] if is_named else ".", markersize=4.5, markeredgewidth=0.9, markerfacecolor="none",
                  color=(*style.CYCLE, style.BLUES[1], style.FAINT)[i] if is_named else style.FAINT,
                  label=exchange if is_named else "other exchanges" if i == 8 else None, zorder=3)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    axes.set_aspect("equal")
    style.plain_log_axis(axes.xaxis)
    style.plain_log_axis(axes.yaxis)
    axes.set_xlabel(f"{timed} ({unit})")
    axes.set_ylabel(f"predicted ({unit})")
    axes.legend(loc="upper left", bbox_to_anchor=(1.02, 1), borderaxespad=0)
    return figure
