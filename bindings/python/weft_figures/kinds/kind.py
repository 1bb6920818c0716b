"""What a kind of files that `weft plot` takes has to tell."""

from typing import Callable, List, NamedTuple, Tuple


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
