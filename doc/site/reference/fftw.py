"""One page with the functions of FFTW's interface that libweft_fftw3_mpi answers."""

import re

from . import ROOT
from .markdown import fence, page

FILE = ROOT / "bindings/fftw_mpi/functions.hpp"
TYPES = [(r"\bHandle\b", "fftw_plan"), (r"\bComplex\b", "fftw_complex"), (r"\bReal\b", "double"), (r"\bLength\b", "ptrdiff_t"),
         (r"\bKind\b", "fftw_r2r_kind")]


def sections():
    """(title, declarations) of the header, in names of double precision."""
    found = []
    text = FILE.read_text(encoding="utf-8")
    for part in re.split(r"^// --- ", text, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition(" ---\n")
        body = re.sub(r"//[^\n]*", "", body)
        declarations = [re.sub(r"\s+", " ", match) for match in re.findall(r"^[A-Za-z][^;{}#]*\bFFTW\(\w+\)\([^;]*\);", body, re.MULTILINE)]
        for pattern, name in TYPES:
            declarations = [re.sub(pattern, name, text) for text in declarations]
        found.append((title.strip(), [re.sub(r"FFTW\((\w+)\)", r"fftw_\1", text).replace("* ", "* ") for text in declarations]))
    return [(title, declarations) for title, declarations in found if declarations]


def count():
    return sum(len(declarations) for _, declarations in sections())


def page_of():
    of_fortran = (ROOT / "bindings/fftw_mpi/fortran_functions.cpp").read_text(encoding="utf-8")
    names = re.findall(r"^FFTW_FORTRAN\(\w+, (\w+),", of_fortran, re.MULTILINE)
    parts = ["[All groups](../functions.md)", "`libweft_fftw3_mpi.so` has the functions of FFTW-MPI below: [FFTW-MPI](../../fftw-mpi.md) tells how programs run on it, and what differs. "
             "Names begin with `fftw_` in double precision. In single precision they begin with `fftwf_`, with `float` and `libweft_fftw3f_mpi.so`."]
    for title, declarations in sections():
        parts += [f"## {title[0].upper()}{title[1:]}", fence("c", "\n".join(declarations))]
    if names:
        parts += ["## Fortran", "The Fortran interface of FFTW calls the functions with a communicator by these names:", "\n".join(f"- `fftw_{name}_f03`" for name in names)]
    return page("Names of FFTW", *parts)
