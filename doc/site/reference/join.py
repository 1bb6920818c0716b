"""Joins what the languages have to entries: one for each function, class or enumeration of C++, and one for what a language has alone."""

import collections
import re

from . import c, cpp, fortran, python
from .model import Entry, Side

# Groups of headers: the file of the group's page, its title, the headers. A header in no row is a group by itself.
GROUPS = [
    ("plans", "Plans", ["weft"]),
    ("problems", "Problems", ["problem"]),
    ("options", "Options and choices", ["options", "choice"]),
    ("layouts", "Layouts", ["layout"]),
    ("distributions", "Distributions and fields", ["distribution", "field"]),
    ("arrays", "Functions of arrays", ["array_functions"]),
    ("halos", "Halos", ["halo"]),
    ("products", "Products of points", ["products", "points_block"]),
    ("coordinates-of-points", "Coordinates of points", ["coordinates"]),
    ("spectral", "Spectral operators", ["spectral"]),
    ("solvers", "Helmholtz solvers", ["solvers"]),
    ("columns", "Sweeps over columns", ["columns"]),
    ("npy", "Files of NumPy (.npy)", ["array_file"]),
    ("hdf5", "HDF5 files", ["hdf5_file"]),
    ("snapshots", "Series, XDMF and VTK", ["snapshots"]),
    ("checkpoints", "Checkpoints", ["checkpoint"]),
    ("descriptions", "Dry runs", ["description"]),
    ("reports", "Timers and reports of a plan", ["timers", "report"]),
    ("predictions", "Predictions", ["prediction", "machine_model"]),
    ("machines", "Measurements of a machine", ["machine", "calibration", "computer"]),
    ("tuning", "Tuning", ["tuning"]),
    ("serial", "Transforms on one process", ["serial"]),
    ("errors", "Errors and environment", ["error", "environment"]),
    ("texts", "Texts of programs", ["words", "text_file", "named_rows"]),
]
# Groups of Python alone, by the beginning of the module.
OF_PYTHON = [
    ("python-fft", "Python: weft.fft", "weft.fft"),
    ("python-array-api", "Python: weft.array_api", "weft.array_api"),
    ("python-mpi4py-fft", "Python: weft.compat.mpi4py_fft", "weft.compat"),
    ("python-look", "Python: weft.look and weft.report", "weft.look"),
    ("python-look", "Python: weft.look and weft.report", "weft.report"),
    ("python-arrays", "Python: arrays and types", "weft"),
]


def group_of_header(stem):
    return next((name for name, _, headers in GROUPS if stem in headers), stem.replace("_", "-"))


def titles():
    """Titles of the groups in their order."""
    return {name: title for name, title, _ in GROUPS} | {name: title for name, title, _ in OF_PYTHON}


def camel(name):
    return "".join(word.title() for word in name.split("_"))


def own_entries(sides, entries, majority):
    """Puts each side into the entry of its contract, or into one of its own."""
    for language, side in sides:
        names = [link.removeprefix("class ") for link in side.links]
        names = [owner if owner.rpartition("::")[2] == last else name for name in names for owner, _, last in [name.rpartition("::")]]
        stem = side.name.rpartition(".")[2] if language == "python" else camel(side.name.removeprefix("weft_"))
        if side.kind == "class" and not names and stem in entries and entries[stem].kind == "class" and side.name.count(".") < 2:
            names = [stem]
        if side.owner and not names and language in ("fortran", "python"):
            owner = side.owner.rpartition(".")[2] if language == "python" else camel(side.owner.removeprefix("weft_"))
            names = [f"{owner}::{re.split('[.%]', side.name)[-1]}"] if side.owner.count(".") < 2 else []
        if language == "fortran" and "%" in side.name and not any(name in entries for name in names) and side.name.replace("%", "_") in entries:
            names = [side.name.replace("%", "_")]  # what C and Fortran have, and no other
        known = [name for name in dict.fromkeys(names) if name in entries]
        for name in known:
            entries[name].sides.setdefault(language, []).append(side)
        if not known:
            kind = "class" if side.kind == "class" else "function"
            entry = entries.setdefault(side.name, Entry(side.name, kind, group_of(language, side, entries, majority)))
            entry.sides.setdefault(language, []).append(side)


def group_of(language, side, entries, majority):
    """The group of what one language has alone: that of its class, else that of most functions of its file."""
    stem = side.owner.rpartition(".")[2] if language == "python" else camel(side.owner.removeprefix("weft_"))
    if language == "python" and (side.module.startswith(("weft.compat", "weft.array_api", "weft.fft", "weft.look", "weft.report"))):
        return next(name for name, _, module in OF_PYTHON if side.module.startswith(module))
    if side.owner and stem in entries and entries[stem].kind == "class" and side.owner.count(".") < 2:
        return entries[stem].group
    if language == "c":
        word = re.match(r"weft_([a-z0-9]+(?:_writer|_reader)?)", side.name)
        if word and camel(word[1]) in entries:
            return entries[camel(word[1])].group
    return majority.get((language, side.module)) or ("python-arrays" if language == "python" else "plans")


def joined():
    """All entries by name, and constants of Fortran, values of Python."""
    entries = cpp.entries()
    for entry in entries.values():
        entry.group = group_of_header(entry.group)
    fortran_sides, constants = fortran.sides()
    python_sides, values = python.sides()
    handles = list(c.classes())
    c_sides = [*handles, *c.sides()]
    for side in c_sides:
        if side.kind != "class":
            fitting = [handle.name for handle in handles if side.name.startswith(handle.name + "_")]
            side.owner = max(fitting, key=len, default="")
    sides = [*(("c", side) for side in c_sides), *(("fortran", side) for side in fortran_sides), *(("python", side) for side in python_sides)]
    votes = collections.defaultdict(collections.Counter)
    for language, side in sides:
        for link in side.links:
            if link in entries and side.kind != "class":
                votes[language, side.module][entries[link].group] += 1
    majority = {key: counter.most_common(1)[0][0] for key, counter in votes.items() if counter}
    # Properties that Python alone has stand on the page of their class.
    of_class = [(language, side) for language, side in sides if side.kind == "property" and not [n for n in side.links if n in entries]
                and not f"{side.owner.rpartition('.')[2]}::{side.name.rpartition('.')[2]}" in entries]
    own_entries([pair for pair in sides if pair not in of_class], entries, majority)
    properties = collections.defaultdict(list)
    for _, side in of_class:
        properties[side.owner].append(side)
    small = collections.Counter(key.lower() for key in entries)
    for entry in entries.values():
        entry.has_twin = small[entry.key.lower()] > 1 and entry.kind != "function"
    return entries, dict(properties), constants, values


def class_of(side_name, entries):
    """The entry whose Python class has this name."""
    for entry in entries.values():
        if any(side.name == side_name and side.kind == "class" for side in entry.sides.get("python", [])):
            return entry
    return None
