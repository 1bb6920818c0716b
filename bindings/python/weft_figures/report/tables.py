"""Tables of the page: what each figure shows as numbers, and all numbers of the files, to be copied.

A cell is (text, full): the text is what one reads, full the number with all its digits, which the page shows as a
tooltip and in the lists of comma-separated values.
"""

import csv
import io
from typing import List, Optional, Sequence, Tuple

from .parts import BestRow, Bound, Comparison, Ratio, bars, measured_stages, seconds_of
from .values import Row, how_timed
from .series import Line, interval, model_seconds, speedup, strong_efficiency, weak_efficiency
from ..style import unit_of

Cell = Tuple[str, object]


class Table:
    """Names of columns, and rows of cells; `numbers` says which columns are to be aligned as such."""

    def __init__(self, name: str, columns: Sequence[str]):
        self.name, self.columns, self.rows = name, list(columns), []

    def add(self, *cells) -> None:
        self.rows.append([cell if isinstance(cell, tuple) else (str(cell), cell) for cell in cells])

    def drop_empty(self, column: str) -> None:
        """Leaves a column out that has nothing."""
        i = self.columns.index(column)
        if all(row[i] == NOTHING for row in self.rows):
            del self.columns[i]
            for row in self.rows:
                del row[i]

    def csv(self) -> str:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([["" if full is None else full for _, full in row] for row in self.rows])
        return text.getvalue()


NOTHING: Cell = ("–", None)


def time(seconds: Optional[float]) -> Cell:
    if seconds is None:
        return NOTHING
    name, factor = unit_of(abs(seconds))
    return f"{seconds * factor:.3g} {name}", seconds


def number(value: Optional[float], digits: int = 3) -> Cell:
    return NOTHING if value is None else (f"{value:.{digits}g}", value)


def fixed(value: Optional[float], digits: int = 2) -> Cell:
    return NOTHING if value is None else (f"{value:.{digits}f}", value)


def percent(part: Optional[float]) -> Cell:
    return NOTHING if part is None else (f"{100 * part:.0f} %", 100 * part)


def bytes_(value: Optional[float]) -> Cell:
    if value is None:
        return NOTHING
    for name, size in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if value >= size:
            return f"{value / size:.3g} {name}", value
    return f"{value:.0f} B", value


# --- beside the figures -----------------------------------------------------------------------------------


def scaling(lines: List[Line], is_strong: bool) -> Table:
    has_model, is_measured = any(line.models for line in lines), any(line.best for line in lines)
    columns = (["problem"] if len(lines) > 1 else []) + ["processes"] + ([] if is_strong else ["shape"]) + \
        ["fastest choice"] + (["time"] if is_measured else []) + (["speedup"] if is_strong else []) + \
        ["efficiency", "GFlop/s"] + (["model"] if has_model else []) + (["model / time"] if has_model and is_measured else [])
    table = Table("strong-scaling" if is_strong else "weak-scaling", columns)
    for line in lines:
        model = next(iter(line.models.values()), {})
        own = {n: row.pair for n, row in line.best.items()} or {n: row.predicted["pair"] for n, row in model.items()}
        first = min(own), own[min(own)]
        for n in line.all_processes:
            row = line.best.get(n) or next(rows[n] for rows in line.models.values() if n in rows)
            seconds, predicted = own.get(n), model_seconds(line, n)
            efficiency = None if seconds is None else (strong_efficiency if is_strong else weak_efficiency)(first, n, seconds)
            measured = row.pair if n in line.best else None
            cells: list = [line.label] if len(lines) > 1 else []
            cells += [n] + ([] if is_strong else [row.shape_text]) + [row.choice or row.exchange]
            cells += [time(measured)] if is_measured else []
            cells += [fixed(None if seconds is None else speedup(first, n, seconds))] if is_strong else []
            cells += [percent(efficiency), number(row.gflops)]
            cells += [time(predicted)] if has_model else []
            if has_model and is_measured:
                cells += [fixed(predicted / measured if predicted and measured else None)]
            table.add(*cells)
    table.drop_empty("GFlop/s")
    return table


def stages(rows: List[Row]) -> Table:
    table = Table("stages", ["result", "direction", "", "sweeps", "exchanges", "sum", "of it exchanges"])
    for bar in bars(rows):
        sweeps = bar.total - bar.exchanges
        table.add(bar.label, bar.direction, "model" if bar.is_predicted else how_timed([bar.row]), time(sweeps), time(bar.exchanges),
                  time(bar.total), percent(bar.exchanges / bar.total))
    return table


def ratios(found: List[Ratio]) -> Table:
    table = Table("peers", ["result", "peer", "its time", "weft's time", "ratio", "95 % interval"])
    for r in found:
        ends = NOTHING if r.low is None else (f"{r.low:.2f} to {r.high:.2f}", f"{r.low} to {r.high}")
        table.add(r.label, r.peer, time(r.seconds), time(r.row.pair), fixed(r.ratio), ends)
    return table


def bounds(found: List[Bound]) -> Table:
    table = Table("bound", ["result", "direction", "time", "at least", "reached", "what takes the time"])
    for b in found:
        table.add(b.label, b.direction, time(b.seconds), time(b.bound), (f"{b.percent:.0f} %", b.percent), b.verdict)
    return table


def best_rows(found: List[BestRow]) -> Table:
    timed = how_timed([b.measured for b in found])
    problems = {"shape": lambda row: row.shape_text, "precision": lambda row: f"{row.transform}, {row.precision}",
                "machine": lambda row: row.source.machine}
    differing = {name: of for name, of in problems.items() if len({of(b.measured) for b in found}) > 1}
    table = Table("best-rows", [*differing, "processes", "choices", f"fastest {timed}", "its time", "fastest predicted",
                                f"its time, {timed}", "loss"])
    for b in found:
        row = b.measured
        table.add(*(of(row) for of in differing.values()), row.processes, b.n_choices, row.choice, time(row.pair),
                  b.predicted.choice, time(b.predicted.pair), (f"{100 * b.loss:.0f} %", 100 * b.loss))
    return table


# --- everything -------------------------------------------------------------------------------------------


def _where(row: Row) -> list:
    return [row.processes, row.shape_text, row.choice or row.exchange]


WHERE = ["processes", "shape", "choice"]


def all_results(rows: List[Row]) -> Table:
    table = Table("results", [*WHERE, "transform", "precision", "exchange", "median", "95 % from", "to", "least", "forward", "backward",
                              "predicted", "GFlop/s", "planning", "memory", "error", "file"])
    for row in sorted((r for r in rows if r.applies), key=lambda r: (r.processes, r.points, seconds_of(r))):
        table.add(*_where(row), row.transform, row.precision, row.exchange, time(row.pair), *map(time, interval(row)), time(row.pair_min),
                  time(row.forward), time(row.backward), time(row.predicted["pair"] if row.predicted else None),
                  number(row.gflops), time(row.plan_seconds), bytes_(row.bytes), number(row.error), row.source.label)
    return table


def all_rounds(rows: List[Row]) -> Table:
    table = Table("rounds", [*WHERE, "file", "rounds (seconds of a pair)"])
    for row in rows:
        if row.rounds:
            table.add(*_where(row), row.source.label, (", ".join(f"{t:.4g}" for t in row.rounds),
                                                       " ".join(map(str, row.rounds))))
    return table


def all_stages(rows: List[Row]) -> Table:
    timed = how_timed(rows) or "measured"
    table = Table("all-stages", [*WHERE, "direction", "stage", timed, "predicted", "of it arithmetic", "memory",
                                 "messages", "hidden"])
    for row in rows:
        for direction in ("forward", "backward"):
            for name, seconds in measured_stages(row, direction):
                table.add(*_where(row), direction, name, time(seconds), *[NOTHING] * 5)
            for stage in (row.predicted or {}).get("stages") or []:
                if stage["direction"] == direction:
                    parts = [time(stage.get(key)) for key in ("seconds", "arithmetic", "memory", "messages", "hidden")]
                    table.add(*_where(row), direction, stage["stage"], NOTHING, *parts)
    return table


def all_peers(rows: List[Row]) -> Table:
    table = Table("all-peers", [*WHERE, "peer", "median", "least", "ratio", "low", "high", "interleaved"])
    for row in rows:
        for peer in row.peers:
            low, high = peer.get("ratio_95_percent") or (None, None)
            table.add(*_where(row), peer["name"], time(peer["median_seconds"]), time(peer.get("min_seconds")),
                      fixed(peer["ratio"], 3), fixed(low, 3), fixed(high, 3), "yes" if peer.get("interleaved") else "no")
    return table


def all_steps(rows: List[Row]) -> Table:
    table = Table("steps", [*WHERE, "direction", "step", "bytes", "time", "arithmetic", "bound", "rate", "reached"])
    for row in rows:
        for step in row.explain:
            reached = step.get("percent")
            table.add(*_where(row), step["direction"], step["step"], number(step.get("bytes"), 9), time(step["seconds"]),
                      time(step.get("arithmetic_seconds")), time(step.get("bound_seconds")), step.get("rate") or NOTHING,
                      NOTHING if reached is None else (f"{reached:.0f} %", reached))
    return table


def all_comparisons(pairs: List[Comparison]) -> Table:
    timed = how_timed([pair.row for pair in pairs])
    table = Table("predictions", [*WHERE, "transform", "precision", timed, "predicted", "error", "file"])
    for pair in sorted(pairs, key=lambda p: -abs(p.error)):
        table.add(*_where(pair.row), pair.row.transform, pair.row.precision, time(pair.measured), time(pair.predicted),
                  (f"{100 * pair.error:+.0f} %", 100 * pair.error), pair.row.source.label)
    return table


def not_applicable(rows: List[Row]) -> Table:
    table = Table("not-applicable", ["processes", "shape", "exchange", "reason", "file"])
    for row in rows:
        if not row.applies:
            table.add(row.processes, row.shape_text, row.exchange, row.reason, row.source.label)
    for source in {id(row.source): row.source for row in rows}.values():
        for peer in source.left_out:
            table.add(NOTHING, NOTHING, f"peer {peer.get('name', '')}", str(peer.get("reason", "")), source.label)
    return table
