"""The kinds of files that `weft plot` takes: the attribute "program" of a file says which it is.

A new kind is a file of its own and a row of the table.
"""

from typing import Callable, List, NamedTuple, Tuple

from . import box_history, box_spectra, channel
from .numbers_file import NumbersFile
from .words import FigureError, check_word


class Plotted(NamedTuple):
    """What a kind makes of a file."""

    result: dict  # the numbers, for --json
    lines: List[str]  # the same in words
    draw: Callable[[str], None]  # into the file of that name


class Kind(NamedTuple):
    program: str  # the attribute of that name of such files
    contents: str  # in words
    ending: str  # of the name of such files, after that of the run
    what: Tuple[str, ...]  # words of --what but "all"
    published: Tuple[str, ...]  # words of --data but "none"
    plotted: Callable  # of the file and the words of --what and --data, known ones or (the latter) empty


KINDS = (
    Kind("channel statistics", "statistics of a channel flow", ".statistics.h5", ("profiles", "spectra"),
         tuple(channel.PUBLISHED), channel.plotted),
    Kind("turbulence history", "the history of turbulence in a box", ".history.h5", ("energy", "scales", "scalars"),
         tuple(box_history.PUBLISHED), box_history.plotted),
    Kind("turbulence statistics", "statistics of turbulence in a box", ".statistics.h5", ("energy", "transfer", "scalars"), (),
         box_spectra.plotted),
)


def read(path: str, what: str, data: str) -> Plotted:
    """The numbers of a file. FigureError."""
    file = NumbersFile(path)
    kind = _kind_of(file)
    file.expect(kind.contents, kind.ending)
    check_word("--what", what, [*kind.what, "all"])
    if data:
        check_word("--data", data, [*kind.published, "none"])
    return Plotted(*kind.plotted(file, what, data))


def _kind_of(file: NumbersFile) -> Kind:
    program = file.text("program")
    for kind in KINDS:
        if kind.program == program:
            return kind
    which = f'is of another program (its attribute program is "{program}")' if program else \
        "does not tell its program (it has no attribute program)"
    known = ", ".join(f'{kind.contents} (NAME{kind.ending}: "{kind.program}")' for kind in KINDS)
    raise FigureError(f"{file.path} {which}; give a file that weft run writes: {known}")
