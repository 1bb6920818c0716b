"""options.md, exchanges.md and backends.md, from what `weft info` says, and words for what its tables have no words for."""

import re

from describe.contracts import HEADERS

from . import cpp
from .markdown import escaped, page, table

OBJECTS = {  # of the options: title, who reads them, and how they are set
    "plan": ("a plan", "Making a plan reads them. What the program leaves open is taken from `WEFT_OPTIONS`, else from this table. "
             "Commands of `weft` take them as `--set KEY=VALUE`.",
             ['C++: `weft::Plan plan(problem, comm, {{"exchange", "alltoallv"}});`',
              'C: `weft_options_set(options, "exchange", "alltoallv");`',
              "Fortran: `call options%set('exchange', 'alltoallv')`",
              'Python: `weft.Plan(shape, exchange="alltoallv")`']),
    "halo": ("a halo", "Making a halo reads them: [halo](../halo.md).",
             ['C++: `weft::Halo halo(arrays, {{"exchange", "p2p"}});`',
              'C: `weft_options_create_for(&options, "halo");`, then `weft_halo_create_with`',
              "Fortran: `call options%create('halo')`, then `call halo%create(distribution, options=options)`",
              'Python: `weft.Halo(layout, exchange="p2p")`']),
    "dataset": ("a dataset", "Writing an array to an HDF5 file, or a field to a checkpoint, reads them: [files](../files.md).",
                ['C, Fortran: options of `"dataset"`', 'Python: `writer.write("u", u, compression=4)`']),
    "reading": ("reading a dataset", "Reading an array from an HDF5 file reads them: [files](../files.md).",
                ['C, Fortran: options of `"reading"`', 'Python: `reader.read("u", convert=True)`']),
    "checkpoint": ("a checkpoint", "Opening a checkpoint reads them: [checkpoints](../checkpoints.md).",
                   ['C, Fortran: options of `"checkpoint"`', 'Python: `weft.Checkpoint("state.weft", check="headers")`']),
    "calibration": ("a calibration", "`weft::calibrate` reads them; the command is `weft calibrate`: [calibration](../calibration.md).", []),
}
BACKENDS = {
    "native": "weft's own kernels, for the vector instructions of the processor: lines of any length and kind",
    "fftw": "FFTW 3, which is loaded when a plan asks for it; plans with the effort `estimate`",
    "fftw:estimate": "FFTW 3 with `FFTW_ESTIMATE`: plans by rules, so that bits are the same in every run",
    "fftw:measure": "FFTW 3 with `FFTW_MEASURE`: plans by measuring; bits may differ from run to run",
    "fftw:patient": "FFTW 3 with `FFTW_PATIENT`: measures more and longer",
    "mkl": "Intel's MKL, which is loaded when a plan asks for it; one thread",
}
HALOS = {
    "window-pull": "each process copies its ghost cells straight from the arrays of its neighbours: one node",
    "window-push": "each process copies its elements straight into the ghost cells of its neighbours: one node",
    "node": "shared memory inside a node, one message from each node to each other one",
}
TUNING = {
    "off": "rules: nothing is measured and no file is read",
    "estimate": "the machine file says what each choice will take; nothing is measured",
    "measure": "the best candidates by estimate are timed, for at most `tune_seconds`",
    "exhaustive": "all candidates are timed, for at most `tune_seconds`",
}


def in_code(text):
    """Functions of MPI, settings and words in back quotes as code."""
    parts = re.split(r"(`[^`]+`|\bMPI_\w+|\b[a-z_]+=[\w:]+)", text)
    return "".join((part if part[0] == "`" else f"`{part}`") if i % 2 else escaped(part) for i, part in enumerate(parts))


def values_of(text):
    """Values that are words, one by one; others as they are."""
    words = text.split("|")
    if len(words) < 2:
        return in_code(text)
    head, _, tail = words[-1].partition(",")
    return ", ".join(f"`{word}`" for word in [*words[:-1], head]) + ("," + in_code(tail) if tail else "")


def rows_of(rows, exchanges=()):
    """Rows of a table of keys. Names of exchanges have a page of their own."""
    found = []
    for row in rows:
        values = values_of(row["values"])
        if exchanges and row["key"] == "exchange":
            values = "`auto`, a name of the [table of exchanges](exchanges.md)" + (", `pipelined:NAME:WIDTH`" if "pipelined" in row["values"] else "")
        if row["key"] == "backend":
            values = "`auto`, a name of the [table of backends](backends.md)"
        found.append([f"`{row['key']}`", values, f"`{row['default']}`", in_code(row["meaning"])])
    return table(["key", "values", "default", "meaning"], found)


def options(info):
    parts = ["All options, which say how a plan, a halo or a file is made, and all keys of a problem, which say what is wanted. Keys and values are texts, "
             "the same in every language and on the command line; all processes must pass the same. `weft info` lists them, too."]
    for name, rows in info["options_of"].items():
        title, who, ways = OBJECTS.get(name, (name, "", []))
        parts += [f"## Options of {title}", who, "\n".join(f"- {way}" for way in ways), rows_of(rows, info["exchanges"])]
    parts += ["## Details of a choice", "A choice is a line of text: a grid, a backend, an exchange for each redistribution, and these details, as "
              "`4x2 native alltoallv window-pull stores=stream`. The option `choice` of a plan takes it.", rows_of(info["details"])]
    parts += ["## Keys of a problem", "What a plan transforms, beside the shape and the layouts. C and Fortran set them by `weft_problem_set`, `problem%set`; "
              "in C++ they are members of `weft::Problem`, in Python keywords of `weft.Plan`. [Conventions](../conventions.md) define them.",
              rows_of(info["problem"])]
    parts += ["## Kinds of axes", "Values of the key `kinds`, one for each transformed axis. Sums and factors: [conventions](../conventions.md).", kinds(info)]
    parts += ["## Levels of tuning", "Values of the option `tune`: [tuning](../tuning.md).",
              table(["tune", "how unset options are chosen"], [[f"`{name}`", in_code(TUNING[name])] for name in levels(info)])]
    return page("Options", *parts)


def levels(info):
    return next(row["values"] for row in info["options"] if row["key"] == "tune").split("|")


def kinds(info):
    """The kinds of axes with what the header says of them."""
    names = next(row["values"] for row in info["problem"] if row["key"] == "kinds").split(",")[0].split("|")
    header = cpp.Reading(HEADERS / "problem.hpp")
    meanings = next(dict(entry.members) for entry in cpp.enumerations(header) if entry.key == "AxisKind")
    named = {"fourier": "the Fourier transform", "dct3": "the inverse of `dct2`", "dst3": "the inverse of `dst2`"}
    return table(["kind", "meaning"], [[f"`{name}`", in_code(meanings[name.replace("-", "_")] or named.get(name, ""))] for name in names])


def exchanges(info):
    of_halo = next(row["values"] for row in info["options_of"]["halo"] if row["key"] == "exchange").split("|")
    rows = [[f"`{name}`", in_code(meaning)] for name, meaning in info["exchange_meanings"].items()]
    halo_rows = [[f"`{name}`", HALOS.get(name, "packed blocks for each neighbour, moved as above")] for name in of_halo if name != "auto"]
    return page("Exchanges", "All ways in which redistributions and halos move data between processes: values of the option `exchange`. Every MPI library has all "
                "but those that it lacks the function for; `weft info` lists what a build has.",
                "## Of plans", "Words: [concepts](../concepts.md). How to choose: [tuning](../tuning.md).", table(["exchange", "how"], rows),
                "`auto` takes one by rule, or the one that tuning finds. `pipelined:NAME:WIDTH` does the exchange NAME in strips of WIDTH indices, each of which travels "
                "while the next one is transformed.",
                "## Of halos", table(["exchange", "how"], halo_rows), "`auto` takes `window-pull` where all neighbours share a node, else `persistent`: [halo](../halo.md).")


def backends(info):
    rows = [[f"`{name}`", BACKENDS[name]] for name in info["backends"]]
    return page("Backends", "All backends, the libraries whose kernels transform lines: values of the option `backend`.", table(["backend", "kernels"], rows),
                "`auto` is `native`, unless tuning finds another one. `native` is part of weft; libraries of the others are looked for when a plan asks for them, where "
                "the [environment](environment.md) says. A library that is missing on some process is an error on all, with the remedy; `weft info` says which are missing. "
                "Search order and versions: [tuning](../tuning.md).")
