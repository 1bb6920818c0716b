"""options.md, exchanges.md and backends.md, from what `weft info` says, and words for what its tables have no words for."""

import re

from describe.contracts import HEADERS

from . import cpp
from .markdown import escaped, page, table

OBJECTS = {  # of the options: title, who reads them, and how they are set
    "plan": ("a plan", "Making a plan reads the options. An option that the program leaves unset has the value of `WEFT_OPTIONS`, else the default. "
             "Commands of `weft` have the argument `--set KEY=VALUE`.",
             ['C++: `weft::Plan plan(problem, comm, {{"exchange", "alltoallv"}});`',
              'C: `weft_options_set(options, "exchange", "alltoallv");`',
              "Fortran: `call options%set('exchange', 'alltoallv')`",
              'Python: `weft.Plan(shape, exchange="alltoallv")`']),
    "halo": ("a halo", "Making a halo reads the options: [halo](../halo.md).",
             ['C++: `weft::Halo halo(arrays, {{"exchange", "p2p"}});`',
              'C: `weft_options_create_for(&options, "halo");`, then `weft_halo_create_with`',
              "Fortran: `call options%create('halo')`, then `call halo%create(distribution, options=options)`",
              'Python: `weft.Halo(layout, exchange="p2p")`']),
    "dataset": ("a dataset", "Writing an array to an HDF5 file, or a field to a checkpoint, reads the options: [files](../files.md).",
                ['C, Fortran: options of `"dataset"`', 'Python: `writer.write("u", u, compression=4)`']),
    "reading": ("reading a dataset", "Reading an array from an HDF5 file reads the options: [files](../files.md).",
                ['C, Fortran: options of `"reading"`', 'Python: `reader.read("u", convert=True)`']),
    "checkpoint": ("a checkpoint", "Opening a checkpoint reads the options: [checkpoints](../checkpoints.md).",
                   ['C, Fortran: options of `"checkpoint"`', 'Python: `weft.Checkpoint("state.weft", check="headers")`']),
    "calibration": ("a calibration", "`weft::calibrate` reads the options; the command is `weft calibrate`: [calibration](../calibration.md).", []),
}
BACKENDS = {
    "native": "weft's own kernels, for the vector instructions of the processor: lines of any length and kind",
    "fftw": "FFTW 3, loaded at run time; plans with the effort `estimate`",
    "fftw:estimate": "FFTW 3 with `FFTW_ESTIMATE`: plans by rules; the bits are the same in every run",
    "fftw:measure": "FFTW 3 with `FFTW_MEASURE`: plans by measuring; the bits may differ from run to run",
    "fftw:patient": "FFTW 3 with `FFTW_PATIENT`: measures more candidates, for a longer time",
    "mkl": "Intel's MKL, loaded at run time; one thread",
}
HALOS = {
    "window-pull": "each process copies its ghost cells straight from the arrays of its neighbours: one node",
    "window-push": "each process copies its elements straight into the ghost cells of its neighbours: one node",
    "node": "shared memory inside a node, one message from each node to each other one",
}
TUNING = {
    "off": "by rules: no measurement, no file",
    "estimate": "by estimates from the machine file, without a measurement",
    "measure": "by timing the candidates with the best estimates, for at most `tune_seconds`",
    "exhaustive": "by timing all candidates, for at most `tune_seconds`",
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
    parts = ["All options of plans, halos and files, and all keys of a problem. Keys and values are texts, the same in every language and on the command line. "
             "All processes must pass the same texts. `weft info` also lists the tables."]
    for name, rows in info["options_of"].items():
        title, who, ways = OBJECTS.get(name, (name, "", []))
        parts += [f"## Options of {title}", who, "\n".join(f"- {way}" for way in ways), rows_of(rows, info["exchanges"])]
    parts += ["## Details of a choice", "A choice is a line of text: a grid, a backend, an exchange for each redistribution, and details, for example "
              "`4x2 native alltoallv window-pull stores=stream`. The line is a value of the option `choice` of a plan.", rows_of(info["details"])]
    parts += ["## Keys of a problem", "The keys state the transform of a plan, beside the shape and the layouts. C and Fortran set a key by `weft_problem_set` and `problem%set`. "
              "In C++ the keys are members of `weft::Problem`, in Python keywords of `weft.Plan`. [Conventions](../conventions.md) define their meaning.",
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
    return page("Exchanges", "All ways to move data between processes, in redistributions and in halos: values of the option `exchange`. An exchange is missing where "
                "the MPI library lacks its function; `weft info` lists the exchanges of a build.",
                "## Of plans", "[Concepts](../concepts.md) explain the words, [tuning](../tuning.md) the choice.", table(["exchange", "how"], rows),
                "`auto` chooses by rule, or by tuning. `pipelined:NAME:WIDTH` does the exchange NAME in strips of WIDTH indices. Each strip travels "
                "while the next strip is transformed.",
                "## Of halos", table(["exchange", "how"], halo_rows), "`auto` chooses `window-pull` where all neighbours share a node, else `persistent`: [halo](../halo.md).")


def backends(info):
    rows = [[f"`{name}`", BACKENDS[name]] for name in info["backends"]]
    return page("Backends", "All backends, which are the libraries whose kernels transform lines: values of the option `backend`.", table(["backend", "kernels"], rows),
                "`auto` is `native`, unless tuning finds a faster backend. `native` is part of weft. FFTW and MKL are loaded when a plan requests them; variables of the "
                "[environment](environment.md) name their files. A library that is missing on some process is an error on all processes, with the remedy. `weft info` lists "
                "the missing libraries. Search order and versions: [tuning](../tuning.md).")
