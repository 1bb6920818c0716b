"""Loads the module weft._core that belongs to the MPI library of mpi4py.

The folder abi/ has a folder for each binary interface of MPI that this weft was compiled for: openmpi, mpich (also Intel
MPI, MVAPICH, Cray MPICH), standard (that of MPI 5), and alone: one process without MPI, where mpi4py is not installed. Two
MPI libraries in one process end in a crash without words, so mpi4py is asked first which one it has loaded; nothing is
guessed.
"""

from __future__ import annotations

import atexit
import ctypes
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import sys
from typing import Any, Dict, List, NamedTuple, Tuple

FOLDER = pathlib.Path(__file__).absolute().parent / "abi"  # of a build the files are links
_NAMES = {"openmpi": "Open MPI", "mpich": "MPICH and its relatives", "standard": "the standard interface of MPI 5"}


class Built(NamedTuple):
    """An interface that weft was compiled for: its folder, the name of the library that is loaded, and the compiler."""

    folder: pathlib.Path
    soname: str
    compiler: str


def library_of(text: str) -> Tuple[str, str]:
    """Interface and version of MPI_Get_library_version(). ("unknown", "") for libraries that weft does not know.

    >>> from weft._library import library_of
    >>> library_of("Open MPI v4.1.4, package: Debian OpenMPI")
    ('openmpi', '4.1.4')
    >>> library_of("MPICH Version:\\t4.0.2")
    ('mpich', '4.0.2')
    >>> library_of("Intel(R) MPI Library 2021.18 for Linux* OS")
    ('mpich', '2021.18')
    """
    version = re.search(r"[vV ]\s*(\d+(?:\.\d+)*)", text.replace("Version:", " ").replace("version", " "))
    number = version.group(1) if version else ""
    if text.startswith("Open MPI"):
        return "openmpi", number
    if any(name in text for name in ("MPICH", "MVAPICH", "Intel(R) MPI", "ParaStation")):
        return "mpich", number
    return "unknown", number


def interfaces() -> Dict[str, Built]:
    """What weft was compiled for, by the names of the interfaces."""
    found = {}
    for file in sorted(FOLDER.glob("*/built.json")):
        row = json.loads(file.read_text(encoding="utf-8"))
        found[row["interface"]] = Built(file.parent, row["library"], row["compiler"])
    return found


def is_loaded(library: str) -> bool:
    """Whether this process has loaded a library of this name."""
    try:
        ctypes.CDLL(library, mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
    except OSError:
        return False
    return True


def _built_for(built: Dict[str, Built]) -> str:
    rows = [f"{_NAMES[name]} ({row.compiler})" for name, row in built.items() if name in _NAMES]
    return "weft was built for " + " and ".join([", ".join(rows[:-1]), rows[-1]] if rows[1:] else rows)


def _remedy(built: Dict[str, Built]) -> str:
    with_mpi = [name for name in built if name in _NAMES]
    if len(with_mpi) > 1:
        return "install one of these libraries for mpi4py, as by pip install mpich"
    (name,) = with_mpi
    compiler = built[name].compiler.replace("mpicxx", "mpicc")
    return (f"set MPI4PY_MPIABI={name} before Python starts (weft-run does), or compile mpi4py for that library: "
            f"MPICC={compiler} pip install --no-cache-dir --force-reinstall --no-binary mpi4py mpi4py")


def import_mpi(built: Dict[str, Built]) -> Tuple[Any, bool]:
    """The module mpi4py.MPI, and whether weft has to start MPI: that is put off until it is known to be the right one.
    ImportError in words. An environment without a choice gets the only interface there is."""
    if len(built) == 1 and not os.environ.get("MPI4PY_MPIABI"):
        os.environ["MPI4PY_MPIABI"] = next(iter(built))
    # Open MPI 4 of PyPI looks for its files where it was compiled, and for a way to other hosts, unless it is told.
    if os.path.exists(os.path.join(sys.prefix, "lib", "libmpi.so.40")):
        os.environ.setdefault("OPAL_PREFIX", sys.prefix)
        if not any(map(shutil.which, ("ssh", "rsh"))):
            os.environ.setdefault("OMPI_MCA_plm_rsh_agent", "false")
    try:
        import mpi4py

        starts = mpi4py.rc.initialize and "mpi4py.MPI" not in sys.modules
        if starts:
            mpi4py.rc.initialize = False
        from mpi4py import MPI
    except ModuleNotFoundError as error:
        if error.name != "mpi4py":
            raise
        raise ImportError(f"weft needs mpi4py, which is not installed: pip install mpi4py. {_built_for(built)}") from error
    except (ImportError, RuntimeError) as error:
        raise ImportError(f"mpi4py cannot load its MPI library ({error}). {_built_for(built)}; {_remedy(built)}") from error
    if starts:
        mpi4py.rc.initialize = True
    return MPI, starts and not MPI.Is_initialized()


def start_mpi(MPI: Any, interface: str) -> None:
    """MPI_Init as mpi4py does it, or ImportError: under the launcher of another library it would abort without words."""
    from mpi4py import rc

    if interface == "mpich" and "OMPI_COMM_WORLD_SIZE" in os.environ:
        raise ImportError(f"this process was started by the launcher of Open MPI, but mpi4py uses {_first_line(MPI)}; start it by "
                          "weft-run -n P COMMAND, or by the mpiexec of that library")
    levels = {"single": MPI.THREAD_SINGLE, "funneled": MPI.THREAD_FUNNELED, "serialized": MPI.THREAD_SERIALIZED}
    MPI.Init_thread(levels.get(rc.thread_level, MPI.THREAD_MULTIPLE) if rc.threads else MPI.THREAD_SINGLE)
    if rc.finalize is not False:
        atexit.register(_finalize, MPI)


def _finalize(MPI: Any) -> None:
    if not MPI.Is_finalized():
        MPI.Finalize()


def _first_line(MPI: Any) -> str:
    text = MPI.Get_library_version()
    return repr(text.splitlines()[0].strip()) if text else "an unknown library"


def choose(starts: bool = True) -> Tuple[Built, Any]:
    """What belongs to mpi4py's library, and the module mpi4py.MPI; without mpi4py one process alone and None, where weft was
    built for that. ImportError in words if there is nothing. Not collective."""
    built = interfaces()
    if not built:
        raise ImportError(f"{FOLDER} has no module of weft; build or install weft again")
    alone = built.pop("alone", None)
    if alone is not None and (not built or importlib.util.find_spec("mpi4py") is None):
        return alone, None
    MPI, has_to_start = import_mpi(built)
    name = "standard" if is_loaded("libmpi_abi.so.1") else library_of(MPI.Get_library_version())[0]
    if name not in built or not is_loaded(built[name].soname):
        raise ImportError(f"mpi4py uses {_first_line(MPI)}, but {_built_for(built)}; {_remedy(built)}")
    if has_to_start and starts:
        start_mpi(MPI, name)
    return built[name], MPI


def is_program() -> bool:
    """Whether Python is looking for the program of `python -m weft`."""
    if sys.argv[:1] != ["-m"]:
        return False
    words = pathlib.Path("/proc/self/cmdline").read_bytes().split(b"\0")
    return b"-m" in words and words[words.index(b"-m") + 1] == b"weft"


_chosen: List[Any] = []


def mpi() -> Any:
    """mpi4py.MPI, or what stands for it in one process without MPI."""
    return _chosen[0]


def load() -> Any:
    """weft._core, as if it lay in this package; from now on an exception ends the job (weft/_hooks.py)."""
    built, MPI = choose()
    if MPI is None:
        from . import _alone as MPI
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        path = built.folder / f"_core{suffix}"
        if path.exists():
            spec = importlib.util.spec_from_file_location("weft._core", path)
            assert spec is not None and spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules["weft._core"] = module
            spec.loader.exec_module(module)
            setattr(sys.modules["weft"], "_core", module)
            _chosen.append(MPI)
            from . import _hooks

            _hooks.install()
            return module
    modules = ", ".join(sorted(file.name for file in built.folder.glob("_core*")))
    raise ImportError(f"{built.folder} has no module for this Python ({sys.version.split()[0]}); it has {modules}; install weft "
                      "for this Python")
