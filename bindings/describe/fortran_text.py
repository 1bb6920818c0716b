"""Fortran as text: lists, declarations, statements of several lines, and what a module uses."""

import re

WIDTH = 120
INTRINSIC = {
    "use, intrinsic :: iso_c_binding, only: ": "c_associated c_char c_double c_f_pointer c_float c_funloc c_funptr c_int "
                                               "c_int64_t c_loc c_null_char c_null_ptr c_ptr c_size_t".split(),
    "use, intrinsic :: iso_fortran_env, only: ": ["error_unit", "int32", "int64", "real64"],
    "use mpi_f08, only: ": ["MPI_Comm"],
}


def words_of(text):
    """Names in Fortran code, without those of comments, strings and components."""
    text = re.sub(r"'[^'\n]*'|\"[^\"\n]*\"|!.*", " ", text)
    return set(re.findall(r"(?<![%\w])[a-zA-Z]\w*", text))


def split_list(text):
    """Parts between the commas that stand in no parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def name_of(entity):
    return re.match(r"\w+", entity)[0]


def wrapped(start, parts, end=""):
    """A statement of `start` and a list, in as many lines as it needs."""
    lines, line = [], start
    for i, part in enumerate(parts):
        part += ", " if i + 1 < len(parts) else ""
        if len(line + part) > WIDTH - 2:
            lines.append(line.rstrip() + " &")
            line = " " * min(len(start), 48)
        line += part
    return "\n".join([*lines, line + end])


def declared(lines):
    """Entities by attributes of declarations: [("integer, intent(in)", "shape(:)"), ...]."""
    for line in lines:
        if "::" in line:
            attributes, entities = line.split("!")[0].split("::", 1)
            yield from ((attributes.strip(), entity) for entity in split_list(entities))


def grouped(declarations):
    """Declarations with what has the same attributes in one line."""
    groups = {}
    for attributes, entity in declarations:
        groups.setdefault(attributes, []).append(entity)
    return [wrapped(f"{attributes} :: ", entities) for attributes, entities in groups.items()]


def indented(lines, n):
    return [" " * n + line.replace("\n", "\n" + " " * n) for line in lines]


def uses_of(words):
    return [wrapped(start, [name for name in names if name in words])
            for start, names in INTRINSIC.items() if words.intersection(names)]
