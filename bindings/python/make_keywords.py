#!/usr/bin/env python3
"""Draws weft/keywords.py, the keywords of weft.Plan and of all else that has options, as types, from the tables of the library.

    python bindings/python/make_keywords.py [--check]

An option of the library is thereby known to editors and type checkers without a line by hand. --check changes nothing, and
ends with 1 if the file is not up to date. WEFT_BUILD is the build folder (build); one without an exchange or a backend
would draw the file without that.
"""

import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE / "weft/keywords.py"
sys.path[0] = os.path.join(os.environ.get("WEFT_BUILD", HERE.parents[1] / "build"), "python")
import weft  # noqa: E402

HEAD = '''"""Keywords that are options, as types, for editors and type checkers. Drawn by bindings/python/make_keywords.py."""

from __future__ import annotations

from typing import Literal, Optional, Sequence, TypedDict, Union

Switch = Union[bool, Literal["no", "yes"]]
'''
# What takes other values than words: as to_text() and problem_of() of arguments.py read them.
TYPES = {
    "grid": "Union[int, Sequence[int], str]",
    "choice": "str",
    "memory": 'Union[Literal["normal", "low"], str]',
    "threads": 'Union[int, Literal["auto"]]',
    "lump": 'Union[int, Literal["auto", "all"]]',
    "tune_seconds": 'Union[int, Literal["auto"]]',
    "space": "str",
    "timeout": "int",
    "axes": "Union[int, Sequence[int], None]",
    "kinds": "Union[Kind, Sequence[Kind], None]",
    "kept": "Union[int, Sequence[int], None]",
    "points_order": 'Union[Sequence[int], Literal["C"], None]',
    "modes_order": 'Union[Sequence[int], Literal["order"], None]',
    "points_padding": 'Union[Sequence[int], Literal["none"], None]',
    "modes_padding": 'Union[Sequence[int], Literal["none"], None]',
    "sign": "Literal[-1, 1]",
    "n_fields": "int",
    "periodic": "Union[bool, Sequence[bool], str]",
    "chunks": "Union[int, Sequence[int], str]",
    "compression": "int",
}
ALIASES = {"kinds": "Kind"}  # where the name is not that of the key
WIDTH = 120


def type_of(row, named: dict, prefix: str = "") -> str:
    """The type of a keyword, from what its row says of the values; names of several words go into `named`, with a
    prefix where the name is that of other words."""
    words, others = re.match(r"([\w:-]+(?:\|[\w:-]+)*)?(.*)", row["values"]).groups()
    if row["values"] == "no|yes":
        return "Switch"
    if row["values"] == "seconds greater than 0":
        return "float"
    if words and "|" in words:
        name = ALIASES.get(row["key"], row["key"].title().replace("_", ""))
        if named.setdefault(name, words.split("|")) != words.split("|"):  # another object has the key, with other words
            name = prefix + name
        named[name] = words.split("|")
        if row["key"] not in TYPES:  # words and, as for a pipelined exchange, texts of a form
            return f"Union[{name}, str]" if others else name
    return TYPES.get(row["key"], "Union[int, str]")


def alias(name: str, words) -> str:
    lines, line = [], f"{name} = Literal["
    for word in words:
        piece = f'"{word}", '
        if len(line) + len(piece) > WIDTH:
            lines.append(line.rstrip())
            line = " " * (len(name) + 11)
        line += piece
    return "\n".join([*lines, line.rstrip(", ") + "]\n"])


def comment(text: str) -> str:
    """A meaning as the docstring of a key, in lines that are not too long."""
    line, lines = '    """', []
    for word in text.split():
        if len(line) + len(word) + 4 > WIDTH:
            lines.append(line.rstrip())
            line = "    "
        line += word + " "
    return "\n".join([*lines, line.rstrip() + '"""\n'])


def keys_of(name: str, doc: str, rows, named: dict, kind: str = "{}", prefix: str = "") -> str:
    keys = "".join(f"    {row['key']}: {kind.format(type_of(row, named, prefix))}\n{comment(row['meaning'])}" for row in rows)
    return f'\n\nclass {name}(TypedDict, total=False):\n    """{doc}"""\n\n{keys}'


def drawn() -> str:
    named: dict = {}
    problem = keys_of("ProblemKeys", "What a plan transforms: the rows of weft.problem_keys().", weft.problem_keys(), named)
    options = keys_of("PlanOptions", "Options of a plan: the rows of weft.options().", weft.options(), named)
    both = '\n\nclass PlanKeywords(ProblemKeys, PlanOptions):\n    """Keys of the problem and options of the plan."""\n'
    others = "".join(
        keys_of(f"{name.title()}Options", f'The rows of weft.options("{name}"); None leaves an option unchanged.',
                weft.options(name), named, "Optional[{}]", name.title())
        for name in weft.option_objects() if name != "plan")
    return HEAD + "".join(alias(name, words) for name, words in named.items()) + problem + options + both + others


def main() -> int:
    text = drawn()
    if FILE.exists() and FILE.read_text() == text:
        return 0
    if "--check" in sys.argv:
        print(f"{FILE.name} is not what the tables of the library say; run bindings/python/make_keywords.py")
        return 1
    FILE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
