"""Reports: scaling, stages, peers, bounds and predictions of results that weft bench wrote, as one page with figures.

The program `weft report` as a function. The page is one file that fetches nothing; the figures lie beside it,
300 dpi, for a paper. See doc/reports.md.
"""

from __future__ import annotations

import importlib.util
import os
from typing import Any, List, Literal, Sequence, Union

from . import errors
from .types import Name

__all__ = ["write"]


def __dir__() -> List[str]:
    return __all__


def write(files: Union[Name, Sequence[Name]], output: Name, *, only: Union[str, Sequence[str]] = (), several: bool = False,
          title: str = "", formats: Sequence[Literal["png", "pdf", "svg"]] = ("png",)) -> List[str]:
    """Writes a report of results. Not collective: call it on one process.

    files: names of files that `weft bench --json`, `weft model --json`, `python3 lab/simulate` or `python3 lab run`
        wrote; at least one.
    output: of the page, ends in .html; the figures lie beside it: report.html has report-strong-scaling.png, ...
    only: conditions that results must meet, such as "shape=64x64x64" or ["processes=1,2", "exchange=node"].
    several: results of different problems or machines, also measured and simulated ones, a line for each; else they are
    an error.
    title: of the page; empty: the problem.
    formats: of the figures, some of png, pdf and svg.

    Returns the names of the files that were written, the page first. InvalidArgumentError for files that are no results,
    damaged, or of different problems; ResourceError if a file cannot be read or written or there is no matplotlib or jinja2.

    >>> try:
    ...     weft.report.write(["absent.json"], "report.html")
    ... except weft.ResourceError as error:
    ...     print("cannot read absent.json" in str(error) or "pip install" in str(error))
    True
    """
    missing = [name for name in ("matplotlib", "jinja2") if importlib.util.find_spec(name) is None]
    if missing:
        raise errors.ResourceError(f"reports are made by {' and '.join(missing)}, which this Python does not have; pip install "
                                   + " ".join(missing))
    from weft_figures.report import job
    from weft_figures.words import FigureError

    names = [files] if isinstance(files, (str, os.PathLike)) else files
    try:
        made: Any = job.write([os.fspath(name) for name in names], os.fspath(output),
                         [only] if isinstance(only, str) else list(only), several, title, list(formats))
    except FigureError as error:
        kind = errors.ResourceError if error.is_resource else errors.InvalidArgumentError
        raise kind(str(error)) from None
    return made["written"]
