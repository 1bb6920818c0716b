"""The figures of strong and weak scaling: time over processes, the ideal, predictions, and the efficiency below.

One line: its fastest choice in front, the other exchanges thin behind it, and the fastest peer. Several: the fastest of
each.
"""

from typing import Dict, List

from .. import style
from .series import Line, interval, strong_efficiency, weak_efficiency
from .values import how_timed

MOST_EXCHANGES = 6  # that are told apart; the rest is one grey


def draw_strong(lines: List[Line]):
    return _draw(lines, strong_efficiency, lambda first, n: first[1] * first[0] / n)


def draw_weak(lines: List[Line]):
    return _draw(lines, weak_efficiency, lambda first, n: first[1])


def _draw(lines: List[Line], efficiency_of, ideal_of):
    figure, (times, shares) = style.new_figure(style.PAGE_WIDTH, 4.7, nrows=2, sharex=True, height_ratios=(2.4, 1))
    unit, factor = style.unit_of(_largest(lines))
    for i, line in enumerate(lines):
        colour, marker = style.CYCLE[i % len(style.CYCLE)], style.MARKERS[i % len(style.MARKERS)]
        if len(lines) == 1:
            _draw_others(times, line, factor)
        if line.best:
            _draw_best(times, line, factor, colour, marker, len(lines) == 1)
        first = _first(line)
        counts = line.all_processes
        times.plot(counts, [factor * ideal_of(first, n) for n in counts], color=style.FAINT, linewidth=0.9, linestyle=":",
                   label="ideal" if i == 0 else None, zorder=1)
        _draw_models(times, shares, line, factor, colour, marker, efficiency_of, len(lines) == 1)
        if len(line.best) > 1:
            shares.plot(line.processes, [100 * efficiency_of(first, n, line.best[n].pair) for n in line.processes],
                        color=colour, marker=marker)
    counts = sorted(set().union(*(line.all_processes for line in lines)))
    shares.axhline(100, color=style.FAINT, linewidth=0.9, linestyle=":")
    shares.set_ylim(bottom=0, top=max(112, 1.08 * shares.get_ylim()[1]))
    style.process_axis(times, counts)
    style.process_axis(shares, counts)
    times.tick_params(labelbottom=False)
    times.set_yscale("log")
    style.plain_log_axis(times.yaxis)
    timed = how_timed([row for line in lines for row in line.best.values()])
    before = "simulated " if timed == "simulated" else f"{timed}\n" if "simulated" in timed else ""
    times.set_ylabel(f"{before}time of a pair ({unit})")
    shares.set_ylabel("efficiency (%)")
    shares.set_xlabel("processes")
    style.legend_below(shares, _handles(times), 3 if len(lines) == 1 else 2, -0.55)
    return figure


def _handles(axes) -> list:
    """What is in front first."""
    handles, _ = axes.get_legend_handles_labels()
    return sorted(handles, key=lambda handle: -_depth(handle))


def _depth(handle) -> float:
    return handle.lines[0].get_zorder() if hasattr(handle, "lines") else handle.get_zorder()


def _largest(lines: List[Line]) -> float:
    return max(row.pair if row.pair is not None else row.predicted["pair"]
               for line in lines for rows in (line.best, *line.models.values()) for row in rows.values())


def _first(line: Line):
    """Smallest number of processes and its time: measured, or else predicted."""
    if line.best:
        n = line.processes[0]
        return n, line.best[n].pair
    rows = next(iter(line.models.values()))
    return min(rows), rows[min(rows)].predicted["pair"]


def _draw_best(axes, line: Line, factor: float, colour: str, marker: str, is_alone: bool) -> None:
    counts = line.processes
    pairs = [factor * line.best[n].pair for n in counts]
    ends = [interval(line.best[n]) for n in counts]
    below = [pair - factor * low for pair, (low, _) in zip(pairs, ends)]
    above = [factor * high - pair for pair, (_, high) in zip(pairs, ends)]
    label = line.label or "weft"
    if is_alone and len(line.exchanges) > 1:
        label = "weft, fastest exchange"
    axes.errorbar(counts, pairs, yerr=[below, above], color=colour, marker=marker, capsize=2.5, capthick=0.9, elinewidth=0.9,
                  label=label, zorder=5)


def _draw_others(axes, line: Line, factor: float) -> None:
    """The exchanges, fastest first, each with its fastest choice; and the fastest peer."""
    exchanges = {name: rows for name, rows in line.exchanges.items() if len(rows) > 1}
    if len(line.exchanges) > 1:
        order = sorted(exchanges, key=lambda name: sum(row.pair / line.best[n].pair for n, row in
                                                       exchanges[name].items()) / len(exchanges[name]))
        for i, name in enumerate(order):
            counts = sorted(exchanges[name])
            is_named = i < MOST_EXCHANGES
            label = name if is_named else "other exchanges" if i == MOST_EXCHANGES else None
            colour = (style.SKY, style.GREEN, style.PURPLE, style.ORANGE, style.BLUES[1], style.FAINT)[i] if is_named \
                else style.PALE
            axes.plot(counts, [factor * exchanges[name][n].pair for n in counts], color=colour, linewidth=0.9,
                      marker=style.MARKERS[1:][i % 7] if is_named else None, markersize=3, label=label, zorder=3 - i / 100)
    if len(line.peers) > 1:
        names = {name for name, _ in line.peers.values()}
        counts = sorted(line.peers)
        axes.plot(counts, [factor * line.peers[n][1] for n in counts], color=style.RED, linewidth=1.2, marker="s",
                  markersize=4, label=next(iter(names)) if len(names) == 1 else "fastest peer", zorder=4)


def _draw_models(times, shares, line: Line, factor: float, colour: str, marker: str, efficiency_of,
                 is_alone: bool) -> None:
    for i, (name, rows) in enumerate(line.models.items()):
        colour_here = style.INK if is_alone and i == 0 else style.CYCLE[(i + 1) % 6] if is_alone else colour
        counts = sorted(rows)
        seconds: Dict[int, float] = {n: rows[n].predicted["pair"] for n in counts}
        label = "model" if is_alone and len(line.models) == 1 else f"model: {name.split(',')[0]}" if is_alone else \
            None if line.best else f"{line.label}: model"
        style_of = dict(color=colour_here, linestyle="--", linewidth=1.2, marker=marker if is_alone else None,
                        markerfacecolor="none", markersize=3.5 if len(counts) < 12 else 0, zorder=4)
        times.plot(counts, [factor * seconds[n] for n in counts], label=label, **style_of)
        if len(counts) > 1:
            first = counts[0], seconds[counts[0]]
            shares.plot(counts, [100 * efficiency_of(first, n, seconds[n]) for n in counts], **style_of)
