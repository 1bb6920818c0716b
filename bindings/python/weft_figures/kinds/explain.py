"""`weft plot` of a file of `weft bench --explain --json`, and the picture of `weft bench --explain --plot`.

The numbers are those of the fastest choice in the file. A step is a sweep or an exchange on process 0; its bound is what a
copy of its bytes takes at the rate that this machine reached. The blocks are those that the plan has: the file tells where
the parts of each axis begin.
"""

import math
from typing import Dict, List, NamedTuple, Tuple

from ..explain_figure import draw
from ..report import results
from ..report.parts import verdict
from ..report.values import Row, get
from ..words import FigureError
from .kind import Kind

PROGRAM = "weft bench"
DIRECTIONS, SIDES = ("forward", "backward"), ("points", "modes")
REMEDY = "make it anew: weft bench ... --explain --json FILE"


class Layout(NamedTuple):
    """Which process owns which block; ranks are row-major in the grid."""

    shape: Tuple[int, ...]
    grid: Tuple[int, ...]
    cut: Tuple[int, ...]  # for each grid dimension the axis that it cuts
    parts: Tuple[Tuple[int, ...], ...]  # for each axis where its parts begin, and its length

    @property
    def n_processes(self) -> int:
        return math.prod(self.grid)

    def block(self, rank: int) -> Tuple[Tuple[int, int], ...]:
        """Begin and end along each axis."""
        at, rest = [], rank
        for n in reversed(self.grid):
            rest, place = divmod(rest, n)
            at.insert(0, place)
        numbers = [0] * len(self.shape)
        for n, axis, place in zip(self.grid, self.cut, at):
            numbers[axis] = numbers[axis] * n + place
        return tuple((begins[i], begins[i + 1]) for begins, i in zip(self.parts, numbers))

    @property
    def text(self) -> str:
        """As weft writes it: 64x64x33 on 2, cut on axis 1."""
        axes = ",".join(map(str, self.cut))
        return f"{by(self.shape)} on {by(self.grid)}, cut on {'axis' if len(self.cut) == 1 else 'axes'} {axes}"


def by(numbers) -> str:
    return "x".join(map(str, numbers))


class ResultsFile:
    """A file of `weft bench --json`, or its contents; what `weft plot` asks of the files of simulations."""

    def __init__(self, path: str, report=None):
        self.path = path
        self.report = results.json_of(path) if report is None else report
        self.rows = results.rows_of(path, self.report, "")

    def text(self, _) -> str:
        """Which program wrote it."""
        words = str(self.report.get("command", "")).split()
        return f"weft {words[1]}" if len(words) > 1 else ""

    def expect(self, contents: str, ending: str) -> None:
        """Its errors tell that themselves."""


def plotted(file: ResultsFile, what: str, _):
    """Result, lines and a way to draw of the fastest choice."""
    explained = [(row, value) for row, value in zip(file.rows, file.report["results"]) if row.explain and row.pair]
    if not explained:
        raise FigureError(f"{file.path} does not explain its results; {REMEDY}")
    row, value = min(explained, key=lambda pair: pair[0].pair)
    layouts = _layouts(file.path, value)
    if what == "blocks" and not layouts:
        raise FigureError(f"{file.path} does not tell the blocks of its plans (it is of an older version of weft); {REMEDY}")
    result = _result(file.path, row, len(explained), layouts)
    shown = {"directions": {} if what == "blocks" else result["directions"], "layouts": {} if what == "times" else layouts,
             "head": _head(row, result, str(file.report["machine"].get("cpu") or "")), "rates": file.report.get("rates"),
             "n_axes": len(row.shape)}
    return result, _lines(result), lambda path: draw(shown, path)


def draw_report(report: dict, path: str) -> None:
    """The picture of a run that has just ended."""
    plotted(ResultsFile("the result", report), "all", "")[2](path)


# --- numbers ------------------------------------------------------------------------------------------------


def _layouts(path: str, value: dict) -> Dict[str, Layout]:
    """Of points and modes; none: the file is of an older version."""
    if get(path, value, "layouts", dict, True) is None:
        return {}
    return {side: _layout(f"{path}: layouts.{side}", get(f"{path}: layouts", value["layouts"], side, dict)) for side in SIDES}


def _layout(place: str, value: dict) -> Layout:
    shape, grid, cut, parts = (get(place, value, name, list) for name in ("shape", "grid", "cut", "parts"))

    def are_numbers(numbers, least):
        return isinstance(numbers, list) and all(isinstance(n, int) and n >= least for n in numbers)

    good = are_numbers(shape, 1) and are_numbers(grid, 1) and are_numbers(cut, 0) and len(grid) == len(cut) and \
        len(shape) == len(parts) > max(cut, default=-1) and all(are_numbers(begins, 0) for begins in parts)
    for axis, begins in enumerate(parts if good else []):
        n_parts = math.prod(n for n, of in zip(grid, cut) if of == axis)
        good = good and len(begins) == n_parts + 1 and begins[0] == 0 and begins == sorted(begins) and begins[-1] == shape[axis]
    if not good:
        raise FigureError(f"{place} is no layout: shape, grid, cut and parts do not fit together; {REMEDY}")
    return Layout(tuple(shape), tuple(grid), tuple(cut), tuple(map(tuple, parts)))


def _result(path: str, row: Row, n_choices: int, layouts: Dict[str, Layout]) -> dict:
    directions = {}
    for direction in DIRECTIONS:
        steps = [step for step in row.explain if step["direction"] == direction and step["step"] != "local"]  # moves nothing
        seconds, bound = (sum(step.get(key) or 0 for step in steps) for key in ("seconds", "bound_seconds"))
        if not seconds > 0:
            raise FigureError(f"{path} has no times of the steps of {direction}; {REMEDY}")
        directions[direction] = {
            "seconds": seconds, "bound_seconds": bound or None, "percent": 100 * bound / seconds if bound else None,
            "verdict": verdict(steps, seconds, bound) if bound else None, "steps": steps}
    result = {"file": path, "shape": list(row.shape), "transform": row.transform, "precision": row.precision,
              "fields": row.fields, "processes": row.processes, "choice": row.choice, "choices": n_choices,
              "pair_seconds": row.pair, "machine": row.source.machine, "directions": directions}
    for side, layout in layouts.items():
        empty = sum(any(begin == end for begin, end in layout.block(rank)) for rank in range(layout.n_processes))
        result[side] = {"layout": layout.text, "processes_without_data": empty}
    return result


def _head(row: Row, result: dict, cpu: str) -> List[str]:
    """Title and second line of the picture."""
    fields = f", {row.fields} fields" if row.fields > 1 else ""
    extras = "".join(f", {name} {value}" for name, value in row.extras.items())
    processes = "1 process" if row.processes == 1 else f"{row.processes} processes"
    of_several = f", the fastest of {result['choices']} choices" if result["choices"] > 1 else ""
    on = f", on {cpu}" if cpu else ""
    return [f"{row.shape_text} {row.transform}, {row.precision} precision{fields}{extras}, {processes}",
            f"choice: {row.choice}{of_several}{on}"]


def _lines(result: dict) -> List[str]:
    lines = [f"{result['file']}: {by(result['shape'])} {result['transform']} {result['precision']}, {result['choice']}"]
    for direction, found in result["directions"].items():
        bound = f", {found['percent']:.0f} % of the bound reached; {found['verdict']}" if found["bound_seconds"] else ""
        lines.append(f"  {direction:10} {1e3 * found['seconds']:.4g} ms{bound}")
    for side in SIDES:
        if side in result:
            lines.append(f"  {side:10} {result[side]['layout']}")
    return lines


KIND = Kind(PROGRAM, "results of weft bench --explain --json", ".json", ("times", "blocks"), (), plotted)
