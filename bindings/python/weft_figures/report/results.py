"""Files of results as rows of one kind: from JSON to checked values, or to a sentence that says what is wrong.

Read are files of `weft bench --json` (measured), of `weft model --json` (predicted), of lab/simulate (simulated),
and of studies in lab/, whose launches hold the first or the last. A row has one problem, one number of processes and one
choice. What a file does not tell is None. Nothing is guessed: a value that cannot be (a time below zero, a text for a
number) is an error that names its place.
"""

import json
import os
import re
from typing import Dict, List, Optional, Tuple

from . import simulations
from ..words import FigureError
from .values import Row, Source, date_of_file, get, number, objects, seconds

_MOST_CHARACTERS = 1 << 30


def read(path: str) -> List[Row]:
    """All rows of a file, also those that do not apply. FigureError."""
    return rows_of(path, json_of(path), date_of_file(path))


def rows_of(path: str, value, date: str) -> List[Row]:
    """The same of what is in a file of that date."""
    if not isinstance(value, dict):
        raise FigureError(f"{path} is no result of weft bench or weft model: {_wanted(value)}")
    if "launches" in value:
        return _rows_of_study(path, value)
    if simulations.is_simulation(value):
        return simulations.row_of(path, None, value)
    return _rows_of_report(path, "", value, date, None)


# --- files -----------------------------------------------------------------------------------------------


def json_of(path: str):
    """What is in a file. FigureError."""
    try:
        if os.path.exists(path) and not os.path.isdir(path) and not os.path.isfile(path):
            raise FigureError(f"cannot read {path}: it is not a regular file; copy it to one", True)
        with open(path, encoding="utf-8") as file:
            text = file.read(_MOST_CHARACTERS + 1)
        if len(text) > _MOST_CHARACTERS:
            raise FigureError(f"cannot read {path}: it has more than {_MOST_CHARACTERS >> 20} MiB; give files of "
                              "weft bench --json", True)
    except OSError as error:
        raise FigureError(f"cannot read {path}: {error.strerror}; give files of weft bench --json", True)
    except UnicodeDecodeError:
        raise FigureError(f"{path} is no JSON: it is not even text; give files of weft bench --json")
    if not text.strip():
        raise FigureError(f"{path} is empty; make it anew: weft bench ... --json {path}")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FigureError(
            f"{path} is no JSON, or damaged or cut off: line {error.lineno}, column {error.colno}: {error.msg}; "
            f"make it anew: weft bench ... --json {path}")
    except RecursionError:
        raise FigureError(f"{path} is no result of weft: its lists are nested too deeply")


def _wanted(value) -> str:
    kind = {dict: "an object", list: "a list", str: "a text"}.get(type(value), "a number")
    return f"{kind} stands where an object with command, machine, versions and results is expected"


def _rows_of_study(path: str, study: dict) -> List[Row]:
    launches = study["launches"]
    if not isinstance(launches, list) or not launches:
        raise FigureError(f"{path} has no launches; run its study again: {study.get('command', 'python3 lab run')}")
    rows = []
    for launch in launches:
        report, emulation = get(path, launch, "report", dict), launch.get("emulation")
        date = (emulation or {}).get("date") or study.get("date") or date_of_file(path)
        if simulations.is_simulation(report):
            rows += simulations.row_of(path, launch.get("words") or [], report, str(date)[:10])
        else:
            rows += _rows_of_report(path, str(launch.get("name", "")), report, str(date)[:10], emulation)
    return rows


def _rows_of_report(path: str, name: str, report: dict, date: str, emulation: Optional[dict]) -> List[Row]:
    command = str(report.get("command", ""))
    if "results" not in report or not isinstance(report.get("machine"), dict) or "protocol" not in report and \
            command.split()[1:2] != ["model"]:
        what = f"made by `{command[:60]}`" if command else "without a command"
        raise FigureError(f"{path} is no result of weft bench or weft model ({what}); "
                          "reports are made of files that weft bench --json or weft model --json wrote")
    if "paper" in (report.get("protocol") or {}):
        raise FigureError(f"{path} is a comparison of a paper (weft-lab), which has pages of its own: "
                          "python3 lab pages; give results of weft bench --shape ...")
    machine, versions = report["machine"], report.get("versions") or {}
    words, key = _machine_of(machine, emulation)
    source = Source(path, name, command, str(machine.get("date") or report.get("date") or date)[:10],
                    str(machine.get("host") or ""), words, key,
                    {k: str(v) for k, v in versions.items()}, command.split()[1:2] == ["model"],
                    report.get("left_out") or [])
    results = report["results"]
    if not isinstance(results, list) or not results:
        raise FigureError(f"{path} has no results; make it anew: {command or 'weft bench ... --json FILE'}")
    return [_row(f"{path}: results[{i}]", source, machine, result) for i, result in enumerate(results)]


def _machine_of(machine: dict, emulation: Optional[dict]) -> Tuple[str, str]:
    """A machine in words, and what is equal for all nodes of it: names of hosts without their numbers."""
    if emulation:
        text = str(emulation.get("cluster", {}).get("text", "emulated cluster"))
        text = re.sub(r"^\d+ hosts?", "hosts", text)
        return f"emulated: {text}", text
    name = str(machine.get("name") or machine.get("host") or "machine of unknown name")
    cpu = str(machine.get("cpu") or "")
    words = f"{name} ({cpu})" if cpu else name
    return words, re.sub(r"\d+", "#", name) + " " + cpu


# --- values ----------------------------------------------------------------------------------------------


def _median(place: str, result: dict, key: str):
    times = get(place, result, key, dict, True)
    if times is None:
        return None, None
    return seconds(f"{place}.{key}", times, "median"), seconds(f"{place}.{key}", times, "min")


def _row(place: str, source: Source, machine: dict, result) -> Row:
    shape = tuple(get(place, result, "shape", list))
    if not shape or any(not isinstance(n, int) or n < 1 for n in shape):
        raise FigureError(f"{place}.shape is {list(shape)}: lengths are whole numbers above 0")
    processes = result.get("processes", machine.get("processes"))
    processes = get(place, {"processes": processes}, "processes", int)
    if processes < 1:
        raise FigureError(f"{place}.processes is {processes}: at least 1 is expected")
    applies = result.get("applies") is not False
    row = Row(source, shape, get(place, result, "transform", str), get(place, result, "precision", str),
              get(place, result, "fields", int, True) or 1, _extras(result, shape), processes,
              result.get("processes_per_node", machine.get("processes_per_node")), str(result.get("exchange") or "none"),
              str(result.get("choice") or ""), applies, str(result.get("reason") or ""))
    if not applies:
        return row
    row.predicted = _predicted(place, result)
    row.gflops = seconds(place, result, "gflops")
    memory = get(place, result, "memory", dict, True) or {}
    row.bytes = next((get(f"{place}.memory", memory, key, number) for key in ("allocated_largest", "plan") if key in memory),
                     None)
    if source.is_model:
        if row.predicted is None:
            raise FigureError(f"{place}.predicted is missing: a result of weft model has a prediction")
        row.predicted = {**row.predicted, "machine": _modelled(machine, row.predicted)}
        return row
    row.pair, row.pair_min = _median(place, result, "pair")
    if row.pair is None:
        raise FigureError(f"{place}.pair is missing: a measurement has a time; make the file anew")
    row.forward, row.backward = (_median(place, result, key)[0] for key in ("forward", "backward"))
    rounds = get(place, result, "rounds", dict, True) or {}
    row.rounds = get(f"{place}.rounds", rounds, "pair", list, True) or []
    for i in range(len(row.rounds)):
        seconds(f"{place}.rounds", dict(enumerate(row.rounds)), i, False)
    row.timers = objects(place, result, "timers", ("direction", "stage", "kind", "mean"))
    stages = get(place, result, "stages", dict, True) or {}
    row.stages = {key: objects(f"{place}.stages", stages, key, ("name", "seconds")) for key in stages}
    row.explain = objects(place, result, "explain", ("direction", "step", "seconds"))
    row.peers = objects(place, result, "peers", ("name", "median_seconds", "ratio"))
    for i, peer in enumerate(row.peers):
        seconds(f"{place}.peers[{i}]", peer, "median_seconds", False)
        seconds(f"{place}.peers[{i}]", peer, "ratio", False)
    row.error = get(place, result, "error", number, True)
    row.plan_seconds = get(place, result, "plan_seconds", number, True)
    return row


def _predicted(place: str, result: dict) -> Optional[dict]:
    predicted = get(place, result, "predicted", dict, True)
    if predicted is None:
        return None
    seconds(f"{place}.predicted", predicted, "pair", False)
    objects(f"{place}.predicted", predicted, "stages", ("direction", "stage", "seconds"))
    return predicted


def _modelled(machine: dict, predicted: dict) -> str:
    """The machine that a model's file is about, named as `weft bench` does: where and when it was measured. By hand: as
    the file of the machine, without its folder."""
    if machine.get("host") and machine.get("date"):
        return f"{machine['host']}, {machine['date']}"
    name = str(predicted.get("machine") or machine.get("name") or machine.get("file") or "machine of unknown name")
    return os.path.basename(name).removesuffix(".toml")


def _extras(result: dict, shape: Tuple[int, ...]) -> Dict[str, str]:
    """Parts of the problem beside shape, transform, precision and fields, where they are not the usual ones."""
    extras = {}
    kinds, axes, kept = (result.get(key) for key in ("kinds", "axes", "kept"))
    kinds = kinds if isinstance(kinds, str) else ",".join(map(str, kinds or []))
    if set(kinds.split(",")) - {"", "fourier"}:
        extras["kinds"] = kinds
    if axes and list(axes) != list(range(len(shape))):
        extras["axes"] = ",".join(map(str, axes))
    if kept and tuple(kept) != shape:
        extras["kept"] = "x".join(map(str, kept))
    return extras
