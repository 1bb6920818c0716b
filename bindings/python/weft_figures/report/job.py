"""A report from files to files: read, check, draw, write.

Everything is written beside its final name and renamed at the end: nobody sees half of a report, and an old one survives
a failure.
"""

import os
from typing import Dict, List, Sequence

from .. import new_file, style
from ..words import FigureError, check_word
from . import compare, parts, results, sections
from .page import page_of, title_of
from .values import Row

FORMATS = ("png", "pdf", "svg")
NAMES = ("strong-scaling", "weak-scaling", "stages", "peers", "bound", "model")


def rows_of(files: Sequence[str], only: Sequence[str] = (), several: bool = False) -> List[Row]:
    """The rows of all files, as they may stand in one report. FigureError."""
    if not files:
        raise FigureError("which results? Give files that weft bench --json wrote")
    known = {}
    for path in files:
        same = known.setdefault(os.path.realpath(path), path)
        if same is not path:
            raise FigureError(f"{path} is given twice" if path == same else f"{path} and {same} are one file")
    rows = [row for path in files for row in results.read(path)]
    rows = compare.keep_only(rows, only)
    if not any(row.applies for row in rows):
        reason = next((f": {row.reason}" for row in rows if row.reason), "")
        raise FigureError(f"none of the {len(rows)} results applies, so there is nothing to show{reason}")
    if not several:
        compare.check(rows)
    parts.join_models(rows)
    return rows


def notes_of(rows: List[Row]) -> List[str]:
    """What a reader of the report should know, though it is no error."""
    notes = []
    for key, words in (("commit", "versions of weft"), ("mpi", "MPI libraries"), ("fft", "FFT libraries")):
        there = list(dict.fromkeys(row.source.versions[key] for row in rows if row.source.versions.get(key)))
        if len(there) > 1:
            notes.append(f"The results are of different {words}: {compare.some(there)}.")
    loaded = [row for row in rows if row.pair and len(row.rounds) > 2 and max(row.rounds) > 2 * min(row.rounds)]
    if loaded:
        example = loaded[0]
        notes.append(f"In {len(loaded)} of {sum(row.pair is not None for row in rows)} results some round took more than twice "
                     f"as long as another (such as {example.choice} in {example.source.label}): the machine may have had "
                     "other work.")
    return notes


def write(files: Sequence[str], output: str, only: Sequence[str] = (), several: bool = False, title: str = "",
          formats: Sequence[str] = ("png",), command: str = "") -> dict:
    """Writes the page and its figures. FigureError.

    command: by which the report was asked for; the page tells it. Returns {"written": names of files, "notes": sentences,
    "results": their number, "files": of so many files, "missing": titles of sections without a figure}.
    """
    check_output(output, formats)
    rows = rows_of(files, only, several)
    import matplotlib

    stem = os.path.splitext(output)[0]
    made = sections.sections_of(rows)
    notes = notes_of(rows)
    written, svgs = _Files(), {}
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **style.PAGE}), written:
        for section in made:
            if section.draw is not None:
                figure = section.draw()
                box = style.lay_out(figure)
                svgs[section.name] = style.svg_text(figure, box, section.name)
                for kind in formats:
                    style.save_for_page(figure, box, written.new(f"{stem}-{section.name}.{kind}"), kind)
        page = page_of(rows, made, svgs, title or title_of(rows), notes, os.path.basename(stem), command)
        with open(written.new(output), "w", encoding="utf-8") as file:
            file.write(page)
        written.put_in_place()
    old = [f"{stem}-{name}.{kind}" for name in NAMES for kind in FORMATS]
    old = [path for path in old if path not in written.names and os.path.exists(path)]
    if old:
        verb = "is" if len(old) == 1 else "are"
        notes.append(f"{compare.some(old)} {verb} of an earlier report, this one has no such figure")
    return {"written": [output] + [name for name in written.names if name != output], "notes": notes,
            "results": sum(row.applies for row in rows), "files": len({row.source.file for row in rows}),
            "missing": [s.title for s in made if s.draw is None]}


def check_output(output: str, formats: Sequence[str]) -> None:
    for kind in formats:
        check_word("--formats", kind, FORMATS)
    if not output.endswith((".html", ".htm")):
        raise FigureError(f"--output: {output} is to be a page of HTML; give a name that ends in .html")
    problem = new_file.problem_of(output)
    if problem is not None:
        raise FigureError(f"cannot write {output}: {problem}; choose another file with --output", True)


class _Files:
    """Files that appear together: written under other names, renamed when all are complete, removed if they are not."""

    def __init__(self):
        self._files: Dict[str, new_file.NewFile] = {}

    @property
    def names(self) -> List[str]:
        return list(self._files)

    def new(self, name: str) -> str:
        self._files[name] = new_file.NewFile(name)
        return self._files[name].name

    def put_in_place(self) -> None:
        for file in self._files.values():
            file.put_in_place()

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        for file in self._files.values():
            file.discard()
        if isinstance(error, OSError):
            raise FigureError(f"cannot write {error.filename or 'the report'}: {error.strerror}; choose another file with "
                              "--output", True) from error
