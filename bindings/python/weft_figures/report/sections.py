"""The sections of a report: for each its figure, the sentence that says what it shows, its table, or what is missing."""

from dataclasses import dataclass, field
from typing import Callable, List, Optional

from . import parts, pictures, scaling, series, tables
from .values import Row, how_timed, processes_text


@dataclass
class Section:
    """One topic. Without `draw`, `missing` says what a file would have to hold for the figure."""

    name: str  # of the figure's file: report-NAME.png
    title: str
    finding: str = ""  # what the numbers say, first thing in the section
    caption: str = ""
    alt: str = ""
    missing: str = ""
    draw: Optional[Callable] = None
    shown: List[tables.Table] = field(default_factory=list)  # beside the figure


def sections_of(rows: List[Row]) -> List[Section]:
    return [make(rows) for make in (strong, weak, stages, peers, bound, model)]


def _is_simulated(rows: List[Row]) -> bool:
    return how_timed(rows) == "simulated"


def strong(rows: List[Row]) -> Section:
    section = Section("strong-scaling", "Strong scaling")
    lines = series.strong(rows)
    if not lines:
        tool = "python3 lab/simulate PLATFORM P --shape ... &gt; FILE" if _is_simulated(rows) else \
            "weft-run -n P weft bench --shape ... --json FILE"
        section.missing = f"The results have each problem on one number of processes only. Run <code>{tool}</code> for several P."
        return section
    section.draw = lambda: scaling.draw_strong(lines)
    section.shown = [tables.scaling(lines, True)]
    section.finding = _scaling_finding(lines, True)
    what = f"{lines[0].rows[0].shape_text}" if len(lines) == 1 else "each problem"
    section.caption = (f"Time of a forward and a backward transform of {what} over the number of processes, and efficiency: "
                       "time on the fewest processes times their number, over time times number of processes. "
                       + _caption_of_lines(lines) + "Dotted: ideal scaling.")
    section.alt = "Curves of time over processes, both logarithmic, and of efficiency. " + section.finding
    return section


def weak(rows: List[Row]) -> Section:
    section = Section("weak-scaling", "Weak scaling")
    lines = series.weak(rows)
    if not lines:
        section.missing = ("No two results have as many points for each process with different shapes. Run "
                           f"<code>{'python3 lab/simulate' if _is_simulated(rows) else 'weft bench'}</code> with the shape growing with the processes, such as 128x128x128 on 1, "
                           "128x128x256 on 2, 128x256x256 on 4.")
        return section
    section.draw = lambda: scaling.draw_weak(lines)
    section.shown = [tables.scaling(lines, False)]
    section.finding = _scaling_finding(lines, False)
    points = f"{series.points_per_process(lines[0].rows[0]):,.0f}".replace(",", " ") if len(lines) == 1 else "as many"
    section.caption = (f"Time of a forward and a backward transform with {points} points for each process, and efficiency: "
                       "time on the fewest processes over time. The work of a point grows with the logarithm of the "
                       "lengths, so less than 100 % is due to that alone. " + _caption_of_lines(lines)
                       + "Dotted: ideal scaling.")
    section.alt = "Curves of time over processes, both logarithmic, and of efficiency. " + section.finding
    return section


def _caption_of_lines(lines: List[series.Line]) -> str:
    words = ""
    timed = [row for line in lines for row in line.best.values()]
    if any(row.source.is_simulated for row in timed):
        words = "Simulated: one round each, without noise. "
    if any(not row.source.is_simulated for row in timed):
        words += "Medians of the rounds, with their 95 % intervals (extremes below six rounds). "
    models = sorted({name for line in lines for name in line.models})
    if models:
        words += f"Dashed: the fastest choice by the model of {' and of '.join(models)}. "
    return words


def _scaling_finding(lines: List[series.Line], is_strong: bool) -> str:
    words = []
    for line in lines:
        times = {n: row.pair for n, row in line.best.items()}
        verb = "takes"
        if len(times) < 2:
            rows = max(line.models.values(), key=len, default={})
            times, verb = {n: row.predicted["pair"] for n, row in rows.items()}, "is predicted to take"
        if len(times) < 2:
            continue
        first, last = min(times), max(times)
        efficiency_of = series.strong_efficiency if is_strong else series.weak_efficiency
        efficiency = efficiency_of((first, times[first]), last, times[last])
        name = f"{line.label}: a pair" if line.label else "A pair"
        shape = "" if is_strong else " with as many points for each"
        words.append(f"{name} {verb} {tables.time(times[first])[0]} on {processes_text(first)} and "
                     f"{tables.time(times[last])[0]} on {last}{shape}: {100 * efficiency:.0f} % efficiency.")
    if len(lines) == 1 and is_strong:
        words += _turning_points(lines[0])
    return " ".join(words[:4])


def _turning_points(line: series.Line) -> List[str]:
    """Of each model: the number of processes beyond which more are slower, if it predicts any beyond."""
    words = []
    for name, rows in line.models.items():
        best = min(rows, key=lambda n: rows[n].predicted["pair"])
        if best < max(rows):
            words.append(f"By the model of {name} more than {processes_text(best)} are slower.")
    return words


def stages(rows: List[Row]) -> Section:
    section = Section("stages", "Where the time goes")
    bars = parts.bars(rows)
    if not bars:
        section.missing = "The results have no times of stages; weft bench of this version writes them."
        return section
    section.draw = lambda: pictures.draw_stages(bars)
    section.shown = [tables.stages(rows)]
    measured = [bar for bar in bars if not bar.is_predicted] or bars
    most = max(measured, key=lambda bar: bar.exchanges / bar.total)
    section.finding = (f"Exchanges take up to {100 * most.exchanges / most.total:.0f} % of a call "
                       f"({most.label}, {most.direction}).")
    source = "as predicted" if measured[0].is_predicted else \
        "means over all processes" if any(bar.row.timers for bar in measured) else "of process 0"
    section.caption = (f"Sweeps and exchanges of a call, {source}. What travels while a process sweeps adds nothing. "
                       "Windows in shared memory send nothing: their exchanges are waiting, and the bytes are read by the "
                       "next sweep.")
    if any(bar.is_predicted for bar in bars):
        section.caption += " Hatched: predicted."
    if len(bars) > 4 * parts.MOST_BARS:
        section.caption += f" The first {4 * parts.MOST_BARS} of {len(bars)} calls; all are in the table."
    section.alt = "Stacked bars of the sweeps and exchanges of each call. " + section.finding
    return section


def peers(rows: List[Row]) -> Section:
    section = Section("peers", "Other libraries")
    ratios = parts.ratios(rows)
    if not ratios:
        section.missing = "Only weft was simulated." if _is_simulated(rows) else \
            "The results have no peers; give <code>weft bench --peers fftw-mpi</code>."
        return section
    section.draw = lambda: pictures.draw_ratios(ratios)
    section.shown = [tables.ratios(ratios)]
    least = [min((r for r in ratios if r.label == label), key=lambda r: r.ratio)
             for label in dict.fromkeys(r.label for r in ratios)]
    if len(least) <= 4:
        section.finding = " ".join(f"{r.label}: weft is {parts.in_words(r.ratio)} the fastest peer, {r.peer}." for r in least)
    else:
        faster, slower = sum(r.ratio >= parts.EQUAL for r in least), sum(r.ratio <= 1 / parts.EQUAL for r in least)
        section.finding = (f"Against the fastest peer of each of {len(least)} results, weft is faster in {faster}, equal in "
                           f"{len(least) - faster - slower}, slower in {slower}.")
    section.caption = ("Time of a peer over time of weft (fastest choice), median over interleaved rounds with its 95 % "
                       f"interval. Right of 1 weft is faster; ratios in the band, below {parts.EQUAL} and above "
                       f"1/{parts.EQUAL}, are called equal.")
    section.alt = "Ratios of times to other libraries, with intervals. " + section.finding
    return section


def bound(rows: List[Row]) -> Section:
    section = Section("bound", "How near the bound")
    bounds = parts.bounds(rows)
    if not bounds:
        section.missing = "Sweeps were simulated at the pace of a machine file, which has no bound." if _is_simulated(rows) else \
            "The results do not say what bounds them; give <code>weft bench --explain</code>."
        return section
    section.draw = lambda: pictures.draw_bounds(bounds)
    section.shown = [tables.bounds(bounds)]
    best = max(bounds, key=lambda b: b.percent)
    worst = min(bounds, key=lambda b: b.percent)
    section.finding = (f"From {worst.percent:.0f} % ({worst.label}, {worst.direction}) to {best.percent:.0f} % "
                       f"({best.label}, {best.direction}) of the bound. In the former, {worst.verdict}.")
    section.caption = ("The bound of a step is a copy of its bytes at the rate that this machine reached for copies, in cache "
                       "or in memory; 100 % is what no sweep can exceed unless its data stayed in a nearer cache. Bars: whole "
                       "directions on process 0; marks: their steps. Exchanges by shared windows have no bytes of their own.")
    section.alt = "Bars of the part of the bound that each direction reached. " + section.finding
    return section


def model(rows: List[Row]) -> Section:
    pairs = parts.comparisons(rows)
    timed = how_timed([pair.row for pair in pairs])
    section = Section("model", "Model and simulation" if timed == "simulated" else "Model and measurement")
    if not pairs:
        section.missing = ("No result was both measured and predicted. <code>weft bench</code> predicts on a machine that "
                           "<code>weft calibrate</code> knows.")
        return section
    errors = sorted(abs(pair.error) for pair in pairs)
    middle, worst = parts.median(errors), max(pairs, key=lambda pair: abs(pair.error))
    best = parts.best_rows(pairs)
    good = sum(b.loss <= parts.TARGET_BEST_ROW for b in best)
    section.draw = lambda: pictures.draw_model(pairs, timed)
    numbers = tables.Table("model", ["", "value", "asked for"])
    numbers.add("results compared", len(pairs), "")
    numbers.add("median error", (f"{100 * middle:.1f} %", 100 * middle), f"at most {100 * parts.TARGET_MEDIAN:.0f} %")
    numbers.add("largest error", (f"{100 * worst.error:+.1f} %", 100 * worst.error), f"at most {100 * parts.TARGET_WORST:.0f} %")
    numbers.add("where", f"{worst.row.shape_text}, {worst.row.choice}, {processes_text(worst.row.processes)}", "")
    within = [sum(e <= limit for e in errors) / len(errors) for limit in (parts.TARGET_MEDIAN, parts.TARGET_WORST)]
    numbers.add(f"within {100 * parts.TARGET_MEDIAN:.0f} %", tables.percent(within[0]), "")
    numbers.add(f"within {100 * parts.TARGET_WORST:.0f} %", tables.percent(within[1]), "")
    if best:
        numbers.add(f"predicted best within {100 * parts.TARGET_BEST_ROW:.0f} % of the {timed} best",
                    (f"{good} of {len(best)}", f"{good} of {len(best)}"), "90 %")
    section.shown = [numbers] + ([tables.best_rows(best)] if best else [])
    section.finding = (f"The model misses {len(pairs)} {timed} times by {100 * middle:.0f} % in the median and by "
                       f"{100 * abs(worst.error):.0f} % at worst.")
    if best:
        section.finding += (f" The choice that it takes for the fastest is within {100 * parts.TARGET_BEST_ROW:.0f} % of the "
                            f"fastest {timed} one in {good} of {len(best)} cases.")
    section.caption = (f"Predicted over {timed} time of a pair. Band: within {100 * parts.TARGET_MEDIAN:.0f} %; dashed: within "
                       f"{100 * parts.TARGET_WORST:.0f} %. An error is predicted over {timed}, less 1.")
    section.alt = f"Points of predicted over {timed} times about a diagonal. " + section.finding
    return section
