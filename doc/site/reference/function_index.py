"""functions.md, which lists the groups, and the page of each group with its functions."""

import re

from describe.contracts import HEADERS, ITEM

from . import c, cpp, fftw, join
from .function_page import Page, neutral
from .links import Links
from .markdown import escaped, fence, page, table
from .model import LANGUAGES


def names_in(entry, language):
    """The names that a language has, as code; members without those of their class."""
    names = dict.fromkeys(side.name.removeprefix("weft::") for side in entry.sides.get(language, []))
    return ", ".join(f"`{name}`" for name in names)


def other_names(entry):
    """What the other languages call it."""
    parts = [f"{word}: {names}" for language, word in list(LANGUAGES.items())[1:] if (names := names_in(entry, language))]
    return "; ".join(parts)


def group_page(name, title, entries, links, texts, constants):
    """The page of one group."""
    members = [entry for entry in entries.values() if entry.group == name]
    headers = next((headers for group, _, headers in join.GROUPS if group == name), [])
    parts = []
    for header in headers:
        text = texts.get(header)
        if text:
            parts += paragraphs_of(text, links)
    ways = {True: [entry for entry in members if "cpp" in entry.sides], False: [entry for entry in members if "cpp" not in entry.sides]}
    if ways[True]:
        rows = [[f"[`{entry.key}`]({entry.file}.md)", "<br>".join(filter(None, [summary_of(entry, links), other_names(entry)]))] for entry in ordered(ways[True])]
        parts += ["## Functions and types", table(["C++", "purpose, and names in C, Fortran and Python"], rows)]
    for language, word in list(LANGUAGES.items())[1:]:
        alone = [entry for entry in ways[False] if next(iter(entry.sides)) == language]
        if alone:
            rows = [[f"[`{entry.key}`]({entry.file}.md)", summary_of(entry, links)] for entry in ordered(alone)]
            parts += [f"## In {word} alone", table(["name", "purpose"], rows)]
    if declared := declarations_of(headers):
        parts += ["## Names of types and constants", fence("cpp", "\n".join(declared))]
    for file, code in c.constants():
        if majority_of_file(file, entries, "c") == name:
            parts += ["## Constants of C", fence("c", code)]
    own = [(text, meaning) for text, meaning, file in constants.values() if majority_of_file(file, entries) == name]
    if own:
        parts += ["## Constants of Fortran", table(["constant", "meaning"], [[f"`{text}`", escaped(meaning)] for text, meaning in own])]
    return page(title, "[All groups](../functions.md)", *parts)


def paragraphs_of(text, links):
    """The comment that begins a header; its first word with a colon is no parameter."""
    found = list(text.paragraphs)
    if len(found) > 1 and ITEM.match(found[0]) and not found[0].endswith("."):
        found[:2] = [" ".join(found[:2])]
    plain = links.plain_of_groups
    return [escaped(neutral(p), plain=plain) for i, p in enumerate(found) if not i or not ITEM.match(p)]


def majority_of_file(file, entries, language="fortran"):
    """The group of most functions of a file; that of errors for one without functions."""
    groups = [entry.group for entry in entries.values() for side in entry.sides.get(language, []) if side.file == file and side.kind != "class"]
    return max(sorted(set(groups)), key=groups.count) if groups else "errors"


def summary_of(entry, links):
    code, plain = links.here(entry)
    return escaped(neutral(entry.summary), code, plain)


def ordered(entries):
    """Classes in the order of their headers, each with its functions; then functions of no class."""
    owners = list(dict.fromkeys(entry.key for entry in entries if entry.kind == "class" and not entry.owner))
    owners += [entry.owner for entry in entries if entry.owner and entry.owner not in owners]
    def place(entry):
        owner = entry.key if entry.kind == "class" else entry.owner
        return owners.index(owner) if owner in owners else len(owners)
    return sorted(entries, key=place)


def declarations_of(headers):
    """Aliases and constants of headers, with what their comments say."""
    found = []
    for header in headers:
        text = (HEADERS / f"{header}.hpp").read_text(encoding="utf-8")
        for match in re.finditer(r"^(?:template ?<[^\n]*>\n)?(?:using|inline constexpr) [^;]*;(?: *//[^\n]*)?", text, re.MULTILINE):
            found.append(re.sub(r"\n\s*", " ", match[0]))
    return found


def index_page(entries, values):
    """functions.md."""
    titles, rows = join.titles(), []
    for name, title in titles.items():
        count = sum(entry.group == name for entry in entries.values())
        if not count:
            continue
        first = [entry.key for entry in entries.values() if entry.group == name and entry.kind == "class" and not entry.owner][:4]
        rows.append([f"[{title}](functions/{name}.md)", str(count), ", ".join(f"`{key}`" for key in first)])
    rows.append(["[Names of FFTW](functions/fftw-mpi.md)", str(fftw.count()), "`fftw_mpi_plan_dft_3d`"])
    toctree = "```{toctree}\n:hidden:\n\n" + "\n".join([*(f"functions/{name}" for name in titles
                                                         if any(entry.group == name for entry in entries.values())), "functions/fftw-mpi"]) + "\n```"
    also = [f"| `{package}` | {', '.join(f'`{name}`' for name in names)} |" for package, names in values.items()]
    return page("Functions", "Every public function and type of weft has a page: the contract once, then C++, C, Fortran and Python side by side.",
                table(["group", "pages", "types"], rows),
                "Modules and values of the Python packages have no page of their own:", "| package | names |\n| --- | --- |\n" + "\n".join(also), toctree)


def pages():
    """All pages by their names below doc/reference/."""
    entries, properties, constants, values = join.joined()
    links, titles, texts = Links(entries), join.titles(), cpp.files()
    for entry in entries.values():
        titles.setdefault(entry.group, entry.group.replace("-", " ").capitalize())
    found = {"functions.md": index_page(entries, values), "functions/fftw-mpi.md": fftw.page_of()}
    for name, title in titles.items():
        if any(entry.group == name for entry in entries.values()):
            found[f"functions/{name}.md"] = group_page(name, title, entries, links, texts, constants)
    for entry in entries.values():
        name = f"functions/{entry.file}.md"
        if name in found:
            raise SystemExit(f"make_reference: error: two pages are called {name}")
        found[name] = Page(entry, links, entries, properties, titles).text()
    return found
