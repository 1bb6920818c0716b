"""The numbers of files that `weft plot` takes."""

from .kinds import all_kinds
from .kinds.explain import ResultsFile
from .kinds.kind import Kind, Plotted
from .numbers_file import NumbersFile
from .words import FigureError, check_word


def read(path: str, what: str, data: str) -> Plotted:
    """The numbers of a file. FigureError."""
    file = ResultsFile(path) if path.endswith(".json") else NumbersFile(path)
    kind = _kind_of(file)
    file.expect(kind.contents, kind.ending)
    check_word("--what", what, [*kind.what, "all"])
    if data:
        check_word("--data", data, [*kind.published, "none"])
    return Plotted(*kind.plotted(file, what, data))


def _kind_of(file: NumbersFile) -> Kind:
    program = file.text("program")
    for kind in all_kinds():
        if kind.program == program:
            return kind
    which = f'is of another program (its attribute program is "{program}")' if program else \
        "does not tell its program (it has no attribute program)"
    known = ", ".join(f'{kind.contents} (NAME{kind.ending}: "{kind.program}")' for kind in all_kinds())
    raise FigureError(f"{file.path} {which}; give a file that weft run or weft bench writes: {known}")
