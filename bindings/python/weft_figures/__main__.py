"""What the program weft runs (cli/fields/figures.cpp): python FOLDER/weft_figures JOB [FILE...]

The standard input has what the job is asked, as JSON. Exit statuses: 3 with names of packages that this Python lacks on
the standard error, 4 with a sentence for the user there.
"""

import importlib.util
import json
import os
import sys

if not __package__:  # started by the name of the folder, not of the package
    sys.path[0] = os.path.dirname(sys.path[0])

from weft_figures.words import FigureError  # noqa: E402

LACKS_PACKAGES, TOLD_IN_WORDS = 3, 4
PICTURE = ("numpy", "matplotlib")


def draw(facts: dict, path: str) -> None:
    """A picture of a field (a spectrum, or a slice whose plane is in the file facts["file"]), or of an explanation."""
    import numpy as np
    from weft_figures import field_figures
    from weft_figures.kinds import explain

    if facts["kind"] == "explain":
        explain.draw_report(facts["report"], path)
    elif facts["kind"] == "spectrum":
        field_figures.draw_spectrum(facts, path)
    else:
        field_figures.draw_slice(facts, np.load(facts["file"]), path)


def plot(request: dict, path: str, picture: str) -> dict:
    """The numbers of a simulation's file, and their picture if it has a name."""
    from weft_figures import plots

    plotted = plots.read(path, **request)
    if picture:
        plotted.draw(picture)
    return {"result": plotted.result, "lines": plotted.lines}


def report(request: dict) -> dict:
    """A page of results; what was written, and what its reader should know."""
    from weft_figures.report import job

    made = job.write(**request)
    n, (page, *figures) = made["results"], made["written"]
    lines = [f"{page}: {n} {'result' if n == 1 else 'results'} of {made['files']} {'file' if made['files'] == 1 else 'files'}"]
    lines += [f"  {name}" for name in figures]
    if made["missing"]:
        lines.append(f"  without: {', '.join(made['missing'])} (the page says what the results lack)")
    return {"lines": lines, "notes": made["notes"]}


# What each job needs, and what it does with its request and files; what it returns is printed as JSON.
JOBS = {
    "check": ((), lambda *_: None),  # whether there is what the job of that name needs with a picture
    "draw": (PICTURE, draw),
    "plot": (("numpy", "h5py"), plot),
    "report": ((*PICTURE, "jinja2"), report),
}


def without_infinity(value):
    """Values of which JSON has none as null."""
    return json.loads(json.dumps(value), parse_constant=lambda _: None)


def main(name: str, *files: str) -> int:
    packages, work = JOBS[name]
    if name == "check":
        packages = dict.fromkeys((*PICTURE, *JOBS[files[0]][0]))
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if missing:
        print(", ".join(missing), file=sys.stderr)
        return LACKS_PACKAGES
    try:
        print(json.dumps(without_infinity(work(json.load(sys.stdin), *files))))
    except FigureError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return TOLD_IN_WORDS
    return 0


sys.exit(main(*sys.argv[1:]))
