"""Files of results as rows of one kind: from JSON to checked values, or to a sentence that says what is wrong.

Read are files of `weft bench --json` (measured), of `weft model --json` (predicted), and of bench/studies, whose
launches hold the former. A row has one problem, one number of processes and one choice. What a file does not tell is
None. Nothing is guessed: a value that cannot be (a time below zero, a text for a number) is an error that names its place.
"""

import datetime
import json
import math
import os
import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple


class ReportError(Exception):
    """What hinders a report, in one sentence; is_resource: not the files are wrong, but something is missing here."""

    def __init__(self, sentence: str, is_resource: bool = False):
        super().__init__(sentence)
        self.is_resource = is_resource


@dataclass
class Source:
    """One launch: a file, or one of the launches of a file of bench/studies."""

    file: str  # as given
    name: str  # of the launch; empty: the file has but one
    command: str  # that was typed
    date: str  # ISO; of the measurement if the file tells it, else of the file
    host: str
    machine: str  # in words
    machine_key: str  # equal where measurements can be compared
    versions: Dict[str, str]
    is_model: bool  # predicted for every row
    left_out: List[dict] = field(default_factory=list)  # peers, with reasons

    @property
    def label(self) -> str:
        return f"{self.file} ({self.name})" if self.name else self.file


@dataclass
class Row:
    """One choice for one problem on one number of processes. Times are seconds, maxima over the processes."""

    source: Source
    shape: Tuple[int, ...]
    transform: str
    precision: str
    fields: int
    extras: Dict[str, str]  # kinds, kept, axes: parts of the problem that are rarely stated, in words
    processes: int
    per_node: Optional[int]
    exchange: str
    choice: str
    applies: bool
    reason: str
    pair: Optional[float] = None  # median of a forward and backward call; None: not measured
    pair_min: Optional[float] = None
    forward: Optional[float] = None
    backward: Optional[float] = None
    rounds: List[float] = field(default_factory=list)  # of the pair
    gflops: Optional[float] = None
    timers: List[dict] = field(default_factory=list)
    stages: Dict[str, List[dict]] = field(default_factory=dict)
    explain: List[dict] = field(default_factory=list)
    peers: List[dict] = field(default_factory=list)
    predicted: Optional[dict] = None
    error: Optional[float] = None  # relative, of the transform
    plan_seconds: Optional[float] = None
    bytes: Optional[float] = None  # that the plan allocated on a process

    @property
    def points(self) -> int:
        return math.prod(self.shape)

    @property
    def shape_text(self) -> str:
        return "x".join(map(str, self.shape))


def read(path: str) -> List[Row]:
    """All rows of a file, also those that do not apply. ReportError."""
    value = _json_of(path)
    if not isinstance(value, dict):
        raise ReportError(f"{path} is no result of weft bench or weft model: {_wanted(value)}")
    if "launches" in value:
        return _rows_of_study(path, value)
    return _rows_of_report(path, "", value, _date_of_file(path), None)


# --- files ---------------------------------------------------------------------------------------------------


def _json_of(path: str):
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        raise ReportError(f"cannot read {path}: {error.strerror}; give files of weft bench --json", True)
    except UnicodeDecodeError:
        raise ReportError(f"{path} is no JSON: it is not even text; give files of weft bench --json")
    if not text.strip():
        raise ReportError(f"{path} is empty; make it anew: weft bench ... --json {path}")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ReportError(
            f"{path} is no JSON, or damaged or cut off: line {error.lineno}, column {error.colno}: {error.msg}; "
            f"make it anew: weft bench ... --json {path}")
    except RecursionError:
        raise ReportError(f"{path} is no result of weft: its lists are nested too deeply")


def _wanted(value) -> str:
    kind = {dict: "an object", list: "a list", str: "a text"}.get(type(value), "a number")
    return f"{kind} stands where an object with command, machine, versions and results is expected"


def _date_of_file(path: str) -> str:
    """From a name that begins with YYYYMMDD, else when the file was written."""
    name = re.match(r"(20\d\d)(\d\d)(\d\d)(?!\d)", os.path.basename(path))
    if name:
        return "-".join(name.groups())
    return datetime.date.fromtimestamp(os.path.getmtime(path)).isoformat()


def _rows_of_study(path: str, study: dict) -> List[Row]:
    launches = study["launches"]
    if not isinstance(launches, list) or not launches:
        raise ReportError(f"{path} has no launches; run its study again: {study.get('command', 'bench/studies')}")
    rows = []
    for launch in launches:
        report, emulation = _get(path, launch, "report", dict), launch.get("emulation")
        date = (emulation or {}).get("date") or study.get("date") or _date_of_file(path)
        rows += _rows_of_report(path, str(launch.get("name", "")), report, str(date)[:10], emulation)
    return rows


def _rows_of_report(path: str, name: str, report: dict, date: str, emulation: Optional[dict]) -> List[Row]:
    command = str(report.get("command", ""))
    if "results" not in report or not isinstance(report.get("machine"), dict) or "protocol" not in report and \
            command.split()[1:2] != ["model"]:
        what = f"made by `{command[:60]}`" if command else "without a command"
        raise ReportError(f"{path} is no result of weft bench or weft model ({what}); "
                          "reports are made of files that weft bench --json or weft model --json wrote")
    if "paper" in (report.get("protocol") or {}):
        raise ReportError(f"{path} is a comparison of a paper (weft bench --paper), which has pages of its own: "
                          "python3 bench/studies pages; give results of weft bench --shape ...")
    machine, versions = report["machine"], report.get("versions") or {}
    words, key = _machine_of(machine, emulation)
    source = Source(path, name, command, str(report.get("date", date))[:10],
                    str(machine.get("host") or ""), words, key,
                    {k: str(v) for k, v in versions.items()}, command.split()[1:2] == ["model"],
                    report.get("left_out") or [])
    results = report["results"]
    if not isinstance(results, list) or not results:
        raise ReportError(f"{path} has no results; make it anew: {command or 'weft bench ... --json FILE'}")
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


# --- values --------------------------------------------------------------------------------------------------


def _get(place: str, value, key: str, kind, optional: bool = False):
    """value[key], which must be of that kind; None where it is missing or null and optional."""
    found = value.get(key) if isinstance(value, dict) else None
    if found is None and optional:
        return None
    good = isinstance(found, kind) and not isinstance(found, bool) or kind is bool and isinstance(found, bool)
    if not good:
        shown = "is missing" if found is None else f"is {json.dumps(found)[:40]}"
        raise ReportError(f"{place}.{key} {shown}: {_names[kind]} is expected; the file is damaged or of another "
                          "version of weft, make it anew")
    return found


_number = (int, float)
_names = {dict: "an object", list: "a list", str: "a text", int: "a whole number", bool: "true or false",
          _number: "a number"}


def _seconds(place: str, value, key: str, optional: bool = True) -> Optional[float]:
    """A finite number above 0."""
    number = _get(place, value, key, _number, optional)
    if number is not None and not 0 < number < math.inf:
        raise ReportError(f"{place}.{key} is {number}: times are numbers above 0; make the file anew")
    return None if number is None else float(number)


def _median(place: str, result: dict, key: str):
    times = _get(place, result, key, dict, True)
    if times is None:
        return None, None
    return _seconds(f"{place}.{key}", times, "median"), _seconds(f"{place}.{key}", times, "min")


def _row(place: str, source: Source, machine: dict, result) -> Row:
    shape = tuple(_get(place, result, "shape", list))
    if not shape or any(not isinstance(n, int) or n < 1 for n in shape):
        raise ReportError(f"{place}.shape is {list(shape)}: lengths are whole numbers above 0")
    processes = result.get("processes", machine.get("processes"))
    processes = _get(place, {"processes": processes}, "processes", int)
    if processes < 1:
        raise ReportError(f"{place}.processes is {processes}: at least 1 is expected")
    applies = result.get("applies") is not False
    row = Row(source, shape, _get(place, result, "transform", str), _get(place, result, "precision", str),
              _get(place, result, "fields", int, True) or 1, _extras(result, shape), processes,
              result.get("processes_per_node", machine.get("processes_per_node")), str(result.get("exchange") or "none"),
              str(result.get("choice") or ""), applies, str(result.get("reason") or ""))
    if not applies:
        return row
    row.predicted = _predicted(place, result)
    row.gflops = _seconds(place, result, "gflops")
    memory = _get(place, result, "memory", dict, True) or {}
    row.bytes = next((_get(f"{place}.memory", memory, key, _number) for key in ("allocated_largest", "plan") if key in memory),
                     None)
    if source.is_model:
        if row.predicted is None:
            raise ReportError(f"{place}.predicted is missing: a result of weft model has a prediction")
        return row
    row.pair, row.pair_min = _median(place, result, "pair")
    if row.pair is None:
        raise ReportError(f"{place}.pair is missing: a measurement has a time; make the file anew")
    row.forward, row.backward = (_median(place, result, key)[0] for key in ("forward", "backward"))
    rounds = _get(place, result, "rounds", dict, True) or {}
    row.rounds = _get(f"{place}.rounds", rounds, "pair", list, True) or []
    for i in range(len(row.rounds)):
        _seconds(f"{place}.rounds", dict(enumerate(row.rounds)), i, False)
    row.timers = _objects(place, result, "timers", ("direction", "stage", "kind", "mean"))
    stages = _get(place, result, "stages", dict, True) or {}
    row.stages = {key: _objects(f"{place}.stages", stages, key, ("name", "seconds")) for key in stages}
    row.explain = _objects(place, result, "explain", ("direction", "step", "seconds"))
    row.peers = _objects(place, result, "peers", ("name", "median_seconds", "ratio"))
    for i, peer in enumerate(row.peers):
        _seconds(f"{place}.peers[{i}]", peer, "median_seconds", False)
        _seconds(f"{place}.peers[{i}]", peer, "ratio", False)
    row.error = _get(place, result, "error", _number, True)
    row.plan_seconds = _get(place, result, "plan_seconds", _number, True)
    return row


def _objects(place: str, result: dict, key: str, wanted: Tuple[str, ...]) -> List[dict]:
    """A list of objects that all have these keys; none where it is missing."""
    objects = _get(place, result, key, list, True) or []
    for i, value in enumerate(objects):
        missing = [k for k in wanted if not isinstance(value, dict) or value.get(k) is None]
        if missing:
            raise ReportError(f"{place}.{key}[{i}].{missing[0]} is missing: the file is damaged or of another version "
                              "of weft, make it anew")
        for number in NUMBERS:
            if number in value:
                _not_negative(f"{place}.{key}[{i}]", value, number)
        if "ratio_95_percent" in value:
            ends = dict(enumerate(_get(f"{place}.{key}[{i}]", value, "ratio_95_percent", list)))
            for end in (0, 1):
                _not_negative(f"{place}.{key}[{i}].ratio_95_percent", ends, end, False)
    return objects


NUMBERS = ("seconds", "mean", "median_seconds", "ratio", "min_seconds", "bytes", "arithmetic_seconds", "bound_seconds",
           "percent", "arithmetic", "memory", "messages", "hidden")


def _not_negative(place: str, value, key, optional: bool = True) -> None:
    number = _get(place, value, key, _number, optional)
    if number is not None and not 0 <= number < math.inf:
        raise ReportError(f"{place}.{key} is {number}: a number that is not below 0 is expected; make the file anew")


def _predicted(place: str, result: dict) -> Optional[dict]:
    predicted = _get(place, result, "predicted", dict, True)
    if predicted is None:
        return None
    _seconds(f"{place}.predicted", predicted, "pair", False)
    _objects(f"{place}.predicted", predicted, "stages", ("direction", "stage", "seconds"))
    return predicted


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
