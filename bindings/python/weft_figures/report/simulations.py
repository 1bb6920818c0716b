"""Results of simulated machines as rows: what lab/simulate prints, and the launches of its studies.

A simulation has no noise: one round is all, and its times are exact for the machine that was simulated. The platform
counts as the machine, so simulated times never stand beside measured ones without being asked for, and every name says
"simulated".
"""

import re
from typing import List, Optional

from ..words import FigureError
from .values import Row, Source, date_of_file, get, number, objects, seconds


def is_simulation(report) -> bool:
    """Whether it is what lab/simulate prints."""
    return isinstance(report, dict) and "platform" in report and "results" not in report


def row_of(path: str, launch: Optional[list], report: dict, date: str = "") -> List[Row]:
    """The one row of a simulation. FigureError.

    launch: words that a study gave to lab/simulate; None: the file is not of a study.
    """
    name = "" if launch is None else _typed(report, launch)
    place = f"{path}: {name}" if name else path
    platform = get(place, report, "platform", str)
    shape = get(place, report, "shape", str)
    if not re.fullmatch(r"[1-9]\d*(x[1-9]\d*)*", shape):
        raise FigureError(f"{place}.shape is {shape}: lengths are whole numbers above 0, as in 64x64x64; make the file anew")
    processes = get(place, report, "processes", int)
    if processes < 1:
        raise FigureError(f"{place}.processes is {processes}: at least 1 is expected; make the file anew")
    words = f"simulated: {platform}, sweeps as on {get(place, report, 'machine', str)}"
    command = str(report.get("command") or (f"python3 lab/simulate {name}" if name else ""))
    date = str(report.get("date") or date or date_of_file(path))[:10]
    source = Source(path, name, command, date, "", words, words, {}, False, is_simulated=True)
    choice = str(report.get("choice") or "")
    row = Row(source, tuple(map(int, shape.split("x"))), get(place, report, "transform", str),
              get(place, report, "precision", str), 1, {}, processes, report.get("processes_per_node"),
              _exchange_of(choice), choice, True, "")
    row.pair = seconds(place, report, "pair", False)
    row.pair_min = row.pair
    row.forward, row.backward = (seconds(place, report, key) for key in ("forward", "backward"))
    row.timers = objects(place, report, "stages", ("direction", "stage", "kind", "mean"))
    row.error = get(place, report, "error", number, True)
    predicted = get(place, report, "predicted", dict, True)
    if predicted is not None:
        seconds(f"{place}.predicted", predicted, "pair", False)
        row.predicted = {"machine": f"{platform}, by formula", **predicted}
    return [row]


def _typed(report: dict, words: list) -> str:
    """What one types after lab/simulate: "dragonfly 64 --per-host 4 --shape 64x64x64"."""
    per_host = report.get("processes_per_node") or 1
    several = ["--per-host", per_host] if per_host != 1 else []
    return " ".join(map(str, [report.get("platform"), report.get("processes"), *several, *words]))


def _exchange_of(choice: str) -> str:
    """The exchanges of "4x4 simulated alltoallw alltoallw": one name if they are the same."""
    names = list(dict.fromkeys(choice.split()[2:]))
    return "+".join(names) or "none"
