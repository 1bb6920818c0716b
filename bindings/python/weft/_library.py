"""Is mpi4py on the MPI library that weft was built with? Asked before the module of weft is loaded.

Two MPI libraries in one process end in a crash without words. The module of weft brings its own with it, so
mpi4py is asked first which one it uses: family and major version must be those of the build.
"""

from __future__ import annotations

import os
import re
from typing import Any, Tuple

from . import _built

_NAMES = {"openmpi": "Open MPI", "mpich": "MPICH"}


def library_of(text: str) -> Tuple[str, str]:
    """Family and version of MPI_Get_library_version(). ("unknown", "") for families that weft does not know.

    >>> from weft._library import library_of
    >>> library_of("Open MPI v4.1.4, package: Debian OpenMPI")
    ('openmpi', '4.1.4')
    >>> library_of("MPICH Version:\\t4.0.2")
    ('mpich', '4.0.2')
    """
    version = re.search(r"[vV ]\s*(\d+(?:\.\d+)*)", text.replace("Version:", " ").replace("version", " "))
    number = version.group(1) if version else ""
    if text.startswith("Open MPI"):
        return "openmpi", number
    if any(name in text for name in ("MPICH", "MVAPICH", "Intel(R) MPI", "CRAY MPICH", "ParaStation")):
        return "mpich", number
    return "unknown", number


def _built_with() -> str:
    return f"weft was built with {_NAMES[_built.MPI_FAMILY]} {_built.MPI_VERSION} ({_built.MPI_COMPILER})"


def _remedy() -> str:
    return (
        f"set MPI4PY_MPIABI={_built.MPI_FAMILY} before Python starts (weft-run does), or compile mpi4py for that "
        f"library: MPICC={_built.MPI_COMPILER.replace('mpicxx', 'mpicc')} pip install --no-cache-dir "
        "--force-reinstall --no-binary mpi4py mpi4py"
    )


def import_mpi() -> Any:
    """The module mpi4py.MPI on the library of weft, or ImportError in words."""
    if not os.environ.get("MPI4PY_MPIABI"):
        os.environ["MPI4PY_MPIABI"] = _built.MPI_FAMILY
    try:
        from mpi4py import MPI
    except ModuleNotFoundError as error:
        if error.name != "mpi4py":
            raise
        raise ImportError(f"weft needs mpi4py, which is not installed: pip install mpi4py. {_built_with()}") from error
    except (ImportError, RuntimeError) as error:
        raise ImportError(f"mpi4py cannot load its MPI library ({error}). {_built_with()}; {_remedy()}") from error
    return MPI


def check() -> None:
    """ImportError in words unless mpi4py uses the MPI library that weft was built with. Not collective."""
    text = import_mpi().Get_library_version()
    family, version = library_of(text)
    if (family, version.split(".")[0]) != (_built.MPI_FAMILY, _built.MPI_VERSION.split(".")[0]):
        first_line = text.splitlines()[0].strip() if text else "an unknown library"
        raise ImportError(f"mpi4py uses {first_line!r}, but {_built_with()}; {_remedy()}")
