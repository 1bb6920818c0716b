"""The cells of bench/in_cache.py, and the ratio that each should reach with an instruction set."""

import fnmatch

from in_cache_table import Failure

LINES_TOGETHER = 2**18  # points of a batch of lines

# By instruction set: patterns of names, of which the first that fits counts, and the ratio. None: none is set.
TARGETS = {
    "AVX-512": {
        "*-16^3-p2": 1.2, "*-32^3-p2": 1.6, "*-64^3-p2": 1.9, "*-96^3-p2": 1.6, "*-128^3-p2": 1.6, "*-p2": None,
        "*-8^3": 1.0, "*-96^3,*-100^3,*-128^3": 1.2, "*-127^3,*-257^3,*x*,*-lines-8191": 1.5,
        "*^2": 1.2, "*-lines-*": 1.1, "r2c-double-*": 1.8, "*": 1.5},
    "AVX2": {
        "*-16^3-p2": 0.9, "*-32^3-p2": 1.1, "*-64^3-p2": 1.5, "*-96^3-p2": 1.2, "*-128^3-p2": 1.6, "*-p2": None,
        "r2c-*-8^3": 1.35, "r2c-*-16^3": 1.45, "r2c-*-24^3": 1.7, "r2c-*-32^3": 1.2, "r2c-*-48^3": 1.5, "r2c-*-64^3": 1.1,
        "r2c-*-96^3": 1.15,
        "c2c-*-8^3": 1.3, "c2c-*-16^3": 1.15, "c2c-*-24^3": 1.6, "c2c-*-32^3": 1.1, "c2c-*-48^3": 1.3, "c2c-*-64^3": 1.1,
        "*^2": 1.1, "*-lines-8191": None, "r2c-*-lines-16,r2c-*-lines-32,r2c-*-lines-64": 1.2, "r2c-*-lines-*": 1.0,
        "c2c-*-lines-*": 0.93},
}


def matches(name, patterns):
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns.split(","))


def target_of(name, instructions):
    return next((target for patterns, target in TARGETS.get(instructions, {}).items() if matches(name, patterns)), None)


def shape_name(shape):
    return f"{shape[0]}^{len(shape)}" if len(set(shape)) == 1 and len(shape) > 1 else "x".join(map(str, shape))


def cell(shape, transform, precision, group, axes=None, processes=1, name=None):
    name = f"{transform}-{precision}-{name or shape_name(shape)}" + (f"-p{processes}" if processes > 1 else "")
    return name, {"shape": list(shape), "axes": axes or list(range(len(shape))), "transform": transform,
                  "precision": precision, "processes": processes, "group": group}


def all_cells():
    """By name: the problem, and the group that it is drawn in."""
    cells = []
    for transform in ("r2c", "c2c"):
        for precision in ("double", "single"):
            kind = (transform, precision)
            cells += [cell([n] * 3, *kind, "3-D") for n in (8, 16, 24, 32, 48, 64, 96, 100, 128)]
            cells += [cell([n] * 2, *kind, "2-D") for n in (64, 128, 256, 512, 1024)]
            cells += [cell([LINES_TOGETHER // n, n], *kind, "lines", [1], name=f"lines-{n}")
                      for n in (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)]
            cells += [cell(shape, *kind, "odd and prime") for shape in ([127] * 3, [257] * 3, [251, 257, 263])]
            cells += [cell([LINES_TOGETHER // 8191, 8191], *kind, "odd and prime", [1], name="lines-8191")]
    cells += [cell([n] * 3, "r2c", "double", "two processes", processes=2) for n in (16, 32, 64, 96, 127, 128, 257)]
    return dict(cells)


def chosen(cells, patterns):
    """The cells whose names fit one of the patterns."""
    found = {name: c for name, c in cells.items() if matches(name, patterns)}
    if not found:
        raise Failure(f"--only {patterns}: no cell has such a name; --list shows all")
    return found
