"""environment.md: all environment variables, from the table in variables.py; and the names that the sources read."""

import ast
import re

from . import ROOT
from .markdown import page, table
from .variables import TABLE

FOLDERS = ("src", "cli", "apps", "alone", "bindings")
# Texts in capitals, in files that read the environment, which are no variables.
NO_VARIABLES = {"FFTW", "MKL", "MPICH", "FILE", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def names():
    return [row[0] for _, rows in TABLE for row in rows]


def read_by_cpp(text):
    """Names in the literals of a file of C++ that reads the environment, and constants that begin with WEFT_."""
    found = set(re.findall(r'constexpr const char\* \w+ = "(WEFT_\w+)"', text))
    if re.search(r"\bgetenv\(|\benvironment\(\w", text):
        found |= set(re.findall(r'"(OMPI_MCA_\w+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)"', text)) - NO_VARIABLES
    return found


def read_by_python(text):
    found = set()
    for node in ast.walk(ast.parse(text)):
        places = []
        if isinstance(node, ast.Call) and re.fullmatch(r"os\.environ\.(get|setdefault|pop)|os\.getenv", ast.unparse(node.func)):
            places = node.args[:1]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "_add_path":
            places = node.args[:1]
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            places = [node.slice]
        elif isinstance(node, ast.Compare) and any(ast.unparse(c) == "os.environ" for c in node.comparators):
            places = [node.left]
        found |= {place.value for place in places if isinstance(place, ast.Constant)}
    return found


def read_by_shell(text):
    used = set(re.findall(r"\$\{?([A-Z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|HOME)\b", text))
    return {name for name in used if not name.startswith("BASH_")}


def read_anywhere():
    """{name: files} of the variables that the library, the programs, weft-run and the Python package read."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".cpp", ".hpp", ".h", ".c"):
                read = read_by_cpp(path.read_text(encoding="utf-8"))
            elif path.suffix == ".py" and path.relative_to(ROOT).parts[:3][-1].startswith("weft"):
                read = read_by_python(path.read_text(encoding="utf-8"))
            else:
                continue
            for name in read:
                found.setdefault(name, []).append(path.relative_to(ROOT).as_posix())
    for name in read_by_shell((ROOT / "scripts/weft-run.in").read_text(encoding="utf-8")):
        found.setdefault(name, []).append("scripts/weft-run.in")
    return found


def row_of(name, values, default, meaning):
    return [f"`{name}`", values + (f"; default: {default}" if default else ""), meaning]


def page_of():
    parts = ["All environment variables that weft and its programs read. No variable must be set."]
    for title, rows in TABLE:
        parts += [f"## {title}", table(["variable", "values", "meaning"], [row_of(*row) for row in rows])]
    return page("Environment variables", *parts)
