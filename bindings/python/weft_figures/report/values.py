"""What a result is, and checks of the values of its file: each that cannot be is an error that names its place."""

import datetime
import json
import math
import os
import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

from ..words import FigureError


@dataclass
class Source:
    """One launch: a file, or one of the launches of a study in lab/."""

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
    is_simulated: bool = False  # neither measured nor predicted: by lab/simulate

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


def how_timed(rows: List[Row]) -> str:
    """In a word: where the times come from that are not predictions; empty if there are none."""
    there = {row.source.is_simulated for row in rows if row.pair is not None}
    return " or ".join(word for word, is_simulated in (("measured", False), ("simulated", True)) if is_simulated in there)


def processes_text(n: int) -> str:
    return "1 process" if n == 1 else f"{n} processes"


# --- checked values -------------------------------------------------------------------------------------


def get(place: str, value, key: str, kind, optional: bool = False):
    """value[key], which must be of that kind; None where it is missing or null and optional."""
    found = value.get(key) if isinstance(value, dict) else None
    if found is None and optional:
        return None
    good = isinstance(found, kind) and not isinstance(found, bool) or kind is bool and isinstance(found, bool)
    if not good:
        shown = "is missing" if found is None else f"is {json.dumps(found)[:40]}"
        raise FigureError(f"{place}.{key} {shown}: {_names[kind]} is expected; the file is damaged or of another "
                          "version of weft, make it anew")
    return found


number = (int, float)
_names = {dict: "an object", list: "a list", str: "a text", int: "a whole number", bool: "true or false",
          number: "a number"}


def seconds(place: str, value, key: str, optional: bool = True) -> Optional[float]:
    """A finite number above 0."""
    found = get(place, value, key, number, optional)
    if found is not None and not 0 < found < math.inf:
        raise FigureError(f"{place}.{key} is {found}: times are numbers above 0; make the file anew")
    return None if found is None else float(found)


def objects(place: str, result: dict, key: str, wanted: Tuple[str, ...]) -> List[dict]:
    """A list of objects that all have these keys; none where it is missing."""
    found = get(place, result, key, list, True) or []
    for i, value in enumerate(found):
        missing = [k for k in wanted if not isinstance(value, dict) or value.get(k) is None]
        if missing:
            raise FigureError(f"{place}.{key}[{i}].{missing[0]} is missing: the file is damaged or of another version "
                              "of weft, make it anew")
        for name in NUMBERS:
            if name in value:
                _not_negative(f"{place}.{key}[{i}]", value, name)
        if "ratio_95_percent" in value:
            ends = dict(enumerate(get(f"{place}.{key}[{i}]", value, "ratio_95_percent", list)))
            for end in (0, 1):
                _not_negative(f"{place}.{key}[{i}].ratio_95_percent", ends, end, False)
    return found


NUMBERS = ("seconds", "mean", "median_seconds", "ratio", "min_seconds", "bytes", "arithmetic_seconds", "bound_seconds",
           "percent", "arithmetic", "memory", "messages", "hidden")


def _not_negative(place: str, value, key, optional: bool = True) -> None:
    found = get(place, value, key, number, optional)
    if found is not None and not 0 <= found < math.inf:
        raise FigureError(f"{place}.{key} is {found}: a number that is not below 0 is expected; make the file anew")


def date_of_file(path: str) -> str:
    """From a name that begins with YYYYMMDD, else when the file was written."""
    name = re.match(r"(20\d\d)(\d\d)(\d\d)(?!\d)", os.path.basename(path))
    if name:
        return "-".join(name.groups())
    return datetime.date.fromtimestamp(os.path.getmtime(path)).isoformat()
