"""What a plan would be, without making it; and the tables of keywords."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

from . import _core, arguments
from .keywords import PlanKeywords
from .layout import Layout, Wholes, whole
from .types import Unpack


@dataclass(frozen=True)
class Description:
    """A plan as one process of it would see it. Bytes and counts are for all of a call's sweeps and exchanges.

    choice: the line of text that reproduces the plan (option `choice`).
    points_layout, modes_layout: weft.Layout of both sides.
    points_shape, modes_shape: lengths of the local blocks.
    points_strides, modes_strides: of the local blocks, in elements.
    counts: as Plan.counts().
    memory: {"stages", "windows", "tiles"}: bytes that the plan allocates on this process.
    """

    choice: str
    points_layout: Layout
    modes_layout: Layout
    points_shape: Tuple[int, ...]
    modes_shape: Tuple[int, ...]
    points_strides: Tuple[int, ...]
    modes_strides: Tuple[int, ...]
    counts: Dict[str, Any]
    memory: Dict[str, int]


def describe(shape: Wholes, n_processes: int, rank: int, *, processes_per_node: int = 1, points: Optional[Layout] = None,
             modes: Optional[Layout] = None, **keywords: Unpack[PlanKeywords]) -> Description:
    """A dry run: what a plan of a problem does on one of its processes.

    Reads no environment and measures nothing: with the option tune, the choice is the one by rule. Not collective;
    MPI need not be running.
    n_processes, rank: the number of processes, and one of them, from 0; InvalidArgumentError for other ranks.
    processes_per_node: the number of consecutive ranks that share memory; InvalidArgumentError below 1.

    C++: describe.
    shape, points, modes and the other keywords are those of weft.Plan.

    >>> d = weft.describe((256, 256, 256), n_processes=4096, rank=17, grid=(64, 64))
    >>> d.points_shape, d.memory["stages"] > 0
    ((4, 4, 256), True)
    """
    of_problem: Dict[str, Any] = {"transform": "r2c"}
    of_problem.update((k, v) for k, v in keywords.items() if k in arguments.PROBLEM_KEYS)
    options = arguments.options_of({k: v for k, v in keywords.items() if k not in arguments.PROBLEM_KEYS})
    problem = arguments.problem_of(shape, of_problem, (points, modes))
    d = _core.describe(problem, whole(n_processes, "n_processes"), whole(rank, "rank"), options,
                       whole(processes_per_node, "processes_per_node"))
    return Description(d["choice"], Layout._of(d["points_layout"]), Layout._of(d["modes_layout"]),
                       d["points"]["shape"], d["modes"]["shape"], d["points"]["strides"], d["modes"]["strides"],
                       d["counts"], d["memory"])


def options(object: str = "plan") -> List[Dict[str, str]]:  # noqa: A002: the word of option_objects()
    """The options of a plan, or of another object: for each the key, its values, its default, and its meaning.

    Not collective.

    C++: option_table.
    object: a name of weft.option_objects(); InvalidArgumentError, with the nearest name, for another one.
    Rows with key, values, default, meaning.

    >>> [row["default"] for row in weft.options() if row["key"] == "in_place"]
    ['no']
    >>> [row["default"] for row in weft.options("halo") if row["key"] == "corners"]
    ['yes']
    """
    return _rows(_core.option_table(str(object)))


def option_objects() -> Tuple[str, ...]:
    """The objects with options: "plan", "halo", "dataset", "reading" (of a dataset), "checkpoint", "calibration".

    Not collective. Errors: none.

    C++: option_objects.

    >>> weft.option_objects()
    ('plan', 'halo', 'dataset', 'reading', 'checkpoint', 'calibration')
    """
    return tuple(_core.option_objects())


def problem_keys() -> List[Dict[str, str]]:
    """The table of the keys of problems: all fields but the shape and the two layouts, as text keys and text values.

    Errors: none. Not collective.

    C++: problem_table.
    Rows with key, values, default, meaning. The default of `transform` is "c2c" in the library and "r2c" in weft.Plan.

    >>> "norm" in [row["key"] for row in weft.problem_keys()]
    True
    """
    return _rows(_core.problem_table())


def _rows(table: Sequence[Sequence[str]]) -> List[Dict[str, str]]:
    return [dict(zip(("key", "values", "default", "meaning"), row)) for row in table]
