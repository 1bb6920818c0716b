"""The page: head, figures with captions and tables, and all numbers. One file that fetches nothing and runs nothing.

What it says is gathered here, how it is laid out is in page.html.j2, how it looks in page.css.j2.
"""

import datetime
import os
import re
from typing import Dict, List

from .. import style
from . import parts, series, tables
from .compare import KEYS, some
from .sections import Section
from .tables import Table
from .values import Row, how_timed, processes_text

VERSIONS = (("weft", "weft"), ("commit", "commit"), ("mpi", "MPI"), ("fft", "FFT"))
MOST_COMMANDS = 12  # that are shown unasked


def page_of(rows: List[Row], sections: List[Section], svgs: Dict[str, str], title: str, notes: List[str], stem: str,
            command: str) -> str:
    """HTML text.

    svgs: the figures by the names of their sections; stem: of the files beside the page; command: that asked for it.
    """
    import jinja2

    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(os.path.dirname(__file__)), autoescape=True,
                                     trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(kinds=_kinds_of_columns, breakable=_breakable)
    return environment.get_template("page.html.j2").render(
        title=title, lead=_lead(rows), tiles=_tiles(rows), facts=_facts(rows), notes=notes, timed=how_timed(rows) or "predicted",
        commands=list(dict.fromkeys(map(_command, rows))) + [command] * bool(command), most_commands=MOST_COMMANDS,
        sections=sections, svgs=svgs, stem=stem, lists=[(words, table) for words, table in _lists(rows) if table.rows],
        colours=style.VARIABLES)


def title_of(rows: List[Row]) -> str:
    """The problem in words."""
    shapes = list(dict.fromkeys(row.shape_text for row in rows))
    problem = ", ".join(" or ".join(dict.fromkeys(KEYS[key](row) for row in rows)) for key in ("transform", "precision"))
    timed = how_timed(rows).replace(" or ", " and ")
    simulated = f", {timed}" if "simulated" in timed else ""
    return f"{some(shapes, 3)}: {problem}{simulated}"


def _lead(rows: List[Row]) -> str:
    n_files, n_rows = len({row.source.file for row in rows}), sum(row.applies for row in rows)
    kinds = [words for words in (how_timed(rows), "predicted" if any(r.predicted for r in rows) else "") if words]
    today = datetime.date.today().isoformat()
    return f"{n_rows} results of {n_files} {'file' if n_files == 1 else 'files'}, {' and '.join(kinds)}; report written by " \
           f"weft report on {today}."


def _tiles(rows: List[Row]) -> list:
    """The numbers that one looks for first, with what they are."""
    tiles = []
    measured = [row for row in rows if row.pair is not None]
    if measured:
        best = min(measured, key=lambda row: row.pair)
        tiles.append((tables.time(best.pair)[0], "shortest pair of transforms: "
                      f"{best.shape_text}, {processes_text(best.processes)}, {best.choice}"))
        fastest = max((row for row in measured if row.gflops), key=lambda row: row.gflops, default=None)
        if fastest is not None:
            tiles.append((f"{fastest.gflops:.3g} GFlop/s", f"most, by {fastest.shape_text} on {fastest.processes}"))
    elif rows:
        best = min((row for row in rows if row.predicted), key=lambda row: row.predicted["pair"])
        tiles.append((tables.time(best.predicted["pair"])[0], f"shortest predicted pair of transforms: {best.shape_text}, "
                      f"{best.processes} processes, {best.choice}"))
    ratios, bounds = parts.ratios(rows), parts.bounds(rows)
    if ratios:
        least = min(ratios, key=lambda r: r.ratio)
        tiles.append((f"{least.ratio:.2f}", f"least ratio of a peer's time to ours: {least.peer}, {least.label}"))
    if bounds:
        tiles.append((f"{parts.median([b.percent for b in bounds]):.0f} %", "of the bound, median over calls"))
    errors = [abs(pair.error) for pair in parts.comparisons(rows)]
    if errors:
        tiles.append((f"{100 * parts.median(errors):.0f} %", f"median error of {len(errors)} predictions"))
    return tiles


def _facts(rows: List[Row]) -> list:
    """Names and values of what was measured, and where; values may be empty."""
    sources = list({id(row.source): row.source for row in rows}.values())
    dates = sorted({source.date for source in sources})
    return [("problem", _distinct(f"{r.transform} of {r.shape_text}, {r.precision} precision" +
                                  (f", {r.fields} fields" if r.fields > 1 else "") +
                                  "".join(f", {key} {value}" for key, value in r.extras.items()) for r in rows)),
            ("processes", ", ".join(map(str, sorted({r.processes for r in rows})))),
            ("processes on a node", _distinct(r.per_node for r in rows if r.per_node)),
            ("machine", _distinct(s.machine for s in sources if not s.is_model)),
            ("model of", _distinct(series.model_name(r) for r in rows if r.predicted)),
            *((words, _distinct(s.versions.get(key) for s in sources if s.versions.get(key))) for key, words in VERSIONS),
            ("dates", dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}")]


def _distinct(values) -> str:
    texts = list(dict.fromkeys(str(value) for value in values))
    return some(texts, 6, "; " if any("," in text for text in texts) else ", ")


def _command(row: Row) -> str:
    source = row.source
    if source.is_model or not source.command.startswith("weft "):
        return source.command or f"# {source.label} does not say"
    command = f"weft-run -n {row.processes} {source.command}"
    return f"{command}  # {source.name}, {source.machine}" if source.name else command


def _lists(rows: List[Row]) -> list:
    return [("Results", tables.all_results(rows)), ("Rounds", tables.all_rounds(rows)), ("Stages", tables.all_stages(rows)),
            ("Peers", tables.all_peers(rows)), ("Steps and their bounds", tables.all_steps(rows)),
            ("Predictions", tables.all_comparisons(parts.comparisons(rows))),
            ("What does not apply here", tables.not_applicable(rows))]


def _kinds_of_columns(table: Table) -> List[str]:
    """The class of each column in the style sheet: n of numbers, t of long texts, or none."""
    columns = zip(*table.rows) if table.rows else [()] * len(table.columns)
    return ["n" if all(map(_is_number, cells)) else "t" if any(len(text) > 26 for text, _ in cells) else None
            for cells in columns]


def _is_number(cell) -> bool:
    return cell[1] is None or isinstance(cell[1], (int, float)) or bool(re.match(r"^[\d.]+ (to|of) ", str(cell[1])))


def _breakable(text: str):
    """Choices may break after commas: "native,native,fftw:measure"."""
    import markupsafe

    return markupsafe.Markup(re.sub(r",(?=\S)", ",<wbr>", str(markupsafe.escape(text))))
