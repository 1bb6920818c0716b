"""The page: head, figures with captions and tables, and all numbers. One file that fetches nothing and runs nothing."""

import datetime
import html
import re
from typing import Dict, List

from . import parts, series, tables
from .compare import KEYS, some
from .page_style import style_sheet
from .values import Row, Source, how_timed
from .sections import Section
from .tables import Table

VERSIONS = (("weft", "weft"), ("commit", "commit"), ("mpi", "MPI"), ("fft", "FFT"))


def page_of(rows: List[Row], sections: List[Section], svgs: Dict[str, str], title: str, notes: List[str],
            stem: str, command: str) -> str:
    """HTML text.

    svgs: the figures by the names of their sections; stem: of the files beside the page; command: that asked for it.
    """
    shown = [section for section in sections if section.name in svgs]
    links = "".join(f'<a href="#{s.name}">{_text(s.title)}</a>' for s in shown) + '<a href="#numbers">All numbers</a>'
    body = [f"<h1>{_text(title)}</h1>", f'<p class="lead">{_text(_lead(rows))}</p>', f"<nav>{links}</nav>",
            _tiles(rows), _head(rows, notes, command)]
    number = 0
    for section in sections:
        number += section.name in svgs
        body.append(_section(section, svgs.get(section.name), number, stem))
    body.append(_numbers(rows))
    description = " ".join(s.finding for s in shown)[:300]
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="description" content="{_text(description)}">\n<title>{_text(title)}</title>\n'
            f"<style>\n{style_sheet()}</style>\n</head>\n<body>\n<main>\n" + "\n".join(body) + "\n</main>\n</body>\n</html>\n")


def _text(value) -> str:
    return html.escape(str(value), quote=True)


def title_of(rows: List[Row]) -> str:
    """The problem in words."""
    shapes = list(dict.fromkeys(row.shape_text for row in rows))
    problem = ", ".join(" or ".join(dict.fromkeys(KEYS[key](row) for row in rows)) for key in ("transform", "precision"))
    timed = how_timed(rows).replace(" or ", " and ")
    simulated = f", {timed}" if "simulated" in timed else ""
    return f"{some(shapes, 3)}: {problem}{simulated}"


def _lead(rows: List[Row]) -> str:
    sources = _sources(rows)
    files = {source.file for source in sources}
    n_files = "1 file" if len(files) == 1 else f"{len(files)} files"
    n_rows = sum(row.applies for row in rows)
    kinds = [words for words in (how_timed(rows), "predicted" if any(r.predicted for r in rows) else "") if words]
    today = datetime.date.today().isoformat()
    return f"{n_rows} results of {n_files}, {' and '.join(kinds)}; report written by weft report on {today}."


def _sources(rows: List[Row]) -> List[Source]:
    return list({id(row.source): row.source for row in rows}.values())


def _tiles(rows: List[Row]) -> str:
    """The numbers that one looks for first."""
    tiles = []
    measured = [row for row in rows if row.pair is not None]
    if measured:
        best = min(measured, key=lambda row: row.pair)
        where = "1 process" if best.processes == 1 else f"{best.processes} processes"
        tiles.append((tables.time(best.pair)[0], f"shortest pair of transforms: {best.shape_text}, {where}, {best.choice}"))
        fastest = max((row for row in measured if row.gflops), key=lambda row: row.gflops, default=None)
        if fastest is not None:
            tiles.append((f"{fastest.gflops:.3g} GFlop/s", f"most, by {fastest.shape_text} on {fastest.processes}"))
    elif rows:
        best = min((row for row in rows if row.predicted), key=lambda row: row.predicted["pair"])
        tiles.append((tables.time(best.predicted["pair"])[0], f"shortest predicted pair of transforms: {best.shape_text}, "
                      f"{best.processes} processes, {best.choice}"))
    ratios = parts.ratios(rows)
    if ratios:
        least = min(ratios, key=lambda r: r.ratio)
        tiles.append((f"{least.ratio:.2f}", f"least ratio of a peer's time to ours: {least.peer}, {least.label}"))
    bounds = parts.bounds(rows)
    if bounds:
        tiles.append((f"{parts.median([b.percent for b in bounds]):.0f} %", "of the bound, median over calls"))
    errors = [abs(pair.error) for pair in parts.comparisons(rows)]
    if errors:
        tiles.append((f"{100 * parts.median(errors):.0f} %", f"median error of {len(errors)} predictions"))
    cells = "".join(f'<div class="tile"><b>{_text(value)}</b><span>{_text(words)}</span></div>' for value, words in tiles)
    return f'<div class="tiles">{cells}</div>' if tiles else ""


# --- head ------------------------------------------------------------------------------------------------


def _head(rows: List[Row], notes: List[str], command: str) -> str:
    sources = _sources(rows)
    facts = [("problem", _distinct(f"{r.transform} of {r.shape_text}, {r.precision} precision" +
                                   (f", {r.fields} fields" if r.fields > 1 else "") +
                                   "".join(f", {key} {value}" for key, value in r.extras.items()) for r in rows)),
             ("processes", ", ".join(map(str, sorted({r.processes for r in rows})))),
             ("processes on a node", _distinct(r.per_node for r in rows if r.per_node)),
             ("machine", _distinct(s.machine for s in sources if not s.is_model)),
             ("model of", _distinct(series.model_name(r) for r in rows if r.predicted))]
    facts += [(words, _distinct(s.versions.get(key) for s in sources if s.versions.get(key))) for key, words in VERSIONS]
    dates = sorted({s.date for s in sources})
    facts.append(("dates", dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"))
    items = "".join(f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in facts if value)
    told = "".join(f"<p>{_text(note)}</p>" for note in notes)
    commands = list(dict.fromkeys(_command(row) for row in rows)) + ([command] if command else [])
    shown = "\n".join(map(_text, commands))
    block = f'<pre class="all">{shown}</pre>'
    if len(commands) > 12:
        block = f"<details><summary>{len(commands)} commands</summary>{block}</details>"
    done = how_timed(rows) or "predicted"
    do = {"measured": "Measure", "simulated": "Simulate", "predicted": "Predict"}.get(done, "Get")
    return (f'<section class="head" id="head"><div><h2>What was {done}</h2><dl>{items}</dl>{told}</div>'
            f"<div><h2>{do} it again</h2>{block}</div></section>")


def _distinct(values) -> str:
    texts = list(dict.fromkeys(str(value) for value in values))
    return some(texts, 6, "; " if any("," in text for text in texts) else ", ")


def _command(row: Row) -> str:
    source = row.source
    if source.is_model or not source.command.startswith("weft "):
        return source.command or f"# {source.label} does not say"
    command = f"weft-run -n {row.processes} {source.command}"
    return f"{command}  # {source.name}, {source.machine}" if source.name else command


# --- sections --------------------------------------------------------------------------------------------


def _section(section: Section, svg: str, number: int, stem: str) -> str:
    if svg is None:
        return (f'<section id="{section.name}"><h2>{_text(section.title)}</h2>'
                f'<p class="missing">{section.missing}</p></section>')
    svg = svg.replace("<svg", f'<svg role="img" aria-label="{_text(section.alt)}"', 1)
    caption = f"<b>Figure {number}.</b> {_text(section.caption)} File: <code>{_text(stem)}-{section.name}.png</code>."
    shown = "".join(_table(table) for table in section.shown)
    return (f'<section class="pair" id="{section.name}"><h2>{_text(section.title)}</h2><p>{_text(section.finding)}</p>'
            f"<figure>{svg}<figcaption>{caption}</figcaption></figure><div class=\"numbers\">{shown}</div></section>")


def _table(table: Table) -> str:
    numeric = [all(_is_number(row[i]) for row in table.rows) for i in range(len(table.columns))]
    texts = [not numeric[i] and any(len(row[i][0]) > 26 for row in table.rows) for i in range(len(table.columns))]
    kinds = [' class="n"' if n else ' class="t"' if t else "" for n, t in zip(numeric, texts)]
    head = "".join(f"<th{kind}>{_text(name)}</th>" for name, kind in zip(table.columns, kinds))
    lines = ["<tr>" + "".join(f"<td{kind}{_tooltip(cell)}>{_breakable(cell[0])}</td>" for cell, kind in zip(row, kinds)) + "</tr>"
             for row in table.rows]
    return (f'<div class="scroll" tabindex="0"><table id="table-{table.name}"><thead><tr>{head}</tr></thead>'
            f"<tbody>{''.join(lines)}</tbody></table></div>")


def _breakable(text) -> str:
    """Choices may break after commas: "native,native,fftw:measure"."""
    return re.sub(r",(?=\S)", ",<wbr>", _text(text))


def _is_number(cell) -> bool:
    return cell[1] is None or isinstance(cell[1], (int, float)) or bool(re.match(r"^[\d.]+ (to|of) ", str(cell[1])))


def _tooltip(cell) -> str:
    text, full = cell
    return "" if full is None or str(full) == text else f' title="{_text(full)}"'


def _numbers(rows: List[Row]) -> str:
    made = ((tables.all_results(rows), "Results"), (tables.all_rounds(rows), "Rounds"), (tables.all_stages(rows), "Stages"),
            (tables.all_peers(rows), "Peers"), (tables.all_steps(rows), "Steps and their bounds"),
            (tables.all_comparisons(parts.comparisons(rows)), "Predictions"),
            (tables.not_applicable(rows), "What does not apply here"))
    blocks = []
    for table, title in made:
        if table.rows:
            lines = "1 line" if len(table.rows) == 1 else f"{len(table.rows)} lines"
            blocks.append(f'<details class="raw"><summary>{title} ({lines})</summary>{_table(table)}<details><summary>'
                          f"As comma-separated values, in seconds and bytes</summary>"
                          f'<pre class="all">{_text(table.csv())}</pre></details></details>')
    return ('<section id="numbers"><h2>All numbers</h2><p>Times are maxima over the processes, medians unless said. A cell '
            "shows all its digits to a pointer that rests on it; one click takes a whole list of comma-separated values."
            f"</p><div>{''.join(blocks)}</div></section>")
