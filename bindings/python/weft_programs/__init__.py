"""The programs weft and weft-run of the Python package: `weft`, `weft-run -n P COMMAND`, and `python -m weft`.

Both are compiled programs in the folder of the interface that mpi4py's library has. The library itself is where mpi4py
found it, and so is its launcher: in the same environment or on the system. The package weft is not imported: that would
start MPI, which a program that takes the place of this process would then find started.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from types import ModuleType
from typing import List, NoReturn, Optional, Tuple

_SYSTEM = ("/lib", "/usr/lib")  # where the loader looks by itself


def _library() -> ModuleType:
    """weft/_library.py, without the package around it."""
    package = importlib.util.find_spec("weft")
    assert package is not None and package.origin is not None
    path = pathlib.Path(package.origin).parent / "_library.py"
    spec = importlib.util.spec_from_file_location("weft_programs._library", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _fail(text: str) -> NoReturn:
    name = pathlib.Path(sys.argv[0]).name
    sys.exit(f"{'weft' if name.startswith('-') else name}: error: {text}")


def _add_path(variable: str, folder: pathlib.Path) -> None:
    others = [part for part in os.environ.get(variable, "").split(":") if part and part != str(folder)]
    os.environ[variable] = ":".join([str(folder), *others])


def _can_load(library: str) -> bool:
    """Whether a process would find this library; asked of another process."""
    code = f"import ctypes; ctypes.CDLL({library!r})"
    return subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def _name_debians_mpich() -> None:
    """Debian calls MPICH's library libmpich.so.12, which mpi4py does not look for: gives it the name that others have, by a
    link in the user's cache, and starts again."""
    wanted = os.environ.get("MPI4PY_MPIABI", "mpich")
    if wanted != "mpich" or "WEFT_NAMED_MPICH" in os.environ or _can_load("libmpi.so.12") or not _can_load("libmpich.so.12"):
        return
    if "MPI4PY_MPIABI" not in os.environ and _can_load("libmpi.so.40"):
        return
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    target = re.search(r"libmpich\.so\.12 .*=> (\S+)", listed)
    if target is None:
        return
    folder = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "weft", "mpich")
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "libmpi.so.12"
    if not link.is_symlink() or os.readlink(link) != target.group(1):
        with tempfile.TemporaryDirectory(dir=folder) as aside:
            os.symlink(target.group(1), pathlib.Path(aside, "link"))
            os.replace(pathlib.Path(aside, "link"), link)
    _add_path("LD_LIBRARY_PATH", folder)
    os.environ["WEFT_NAMED_MPICH"] = "1"
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]] if hasattr(sys, "orig_argv") else [sys.executable, *sys.argv])


def _file_of(name: str) -> pathlib.Path:
    """The file of a loaded library, by the name that programs know it by."""
    stem = name.split(".so")[0]
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = sorted({row[5].strip() for row in (line.split(None, 5) for line in maps) if len(row) == 6})
    for wanted in (stem, "libmpi", "libmpich"):
        for file in files:
            if pathlib.Path(file).name.startswith(wanted + ".so"):
                return pathlib.Path(file)
    raise ImportError(f"{name} is not among the libraries that mpi4py has loaded")


def _launcher(weft_run: pathlib.Path, kind: str, library: pathlib.Path) -> str:
    """The launcher beside the library, or the first one of its kind in PATH, as weft-run names the kinds."""
    names = [f"mpiexec.{kind}", "mpiexec", "mpiexec.hydra", f"mpirun.{kind}", "mpirun"]
    found = [str(library.parent.parent / "bin" / "mpiexec"), *filter(None, map(shutil.which, names))]
    found = [file for file in dict.fromkeys(found) if os.access(file, os.X_OK)]
    for file in found:
        said = subprocess.run([weft_run, "--kind-of", file], capture_output=True, text=True)
        if said.stdout.strip() == kind:
            return file
    others = f" ({', '.join(found)}: of another MPI library)" if found else ""
    _fail(f"no launcher of {library} is beside it or in PATH{others}; install it, or name it in WEFT_RUN_MPIEXEC")


def _prepare() -> Tuple[pathlib.Path, Optional[pathlib.Path], str]:
    """The folder of the programs, the MPI library, which a program finds from here on, and its kind of launcher."""
    try:
        _name_debians_mpich()
        weft = _library()
        built, MPI = weft.choose(starts=False)
        os.environ.setdefault("WEFT_PYTHON", sys.executable)
        if not (built.folder / "bin" / "weft").exists():
            raise ImportError(f"{built.folder} has no programs; this package is part of a build, whose programs lie beside "
                              "the folder python")
        if not built.soname:
            return built.folder, None, ""
        file = _file_of(built.soname)
        if not str(file).startswith(_SYSTEM):
            _add_path("LD_LIBRARY_PATH", file.parent)
        kind = "openmpi" if weft.library_of(MPI.Get_library_version())[0] == "openmpi" else "mpich"
        return built.folder, file, kind
    except ImportError as error:
        _fail(str(error))


def main() -> None:
    """The program weft, in place of this process; `--cmake-dir` prints where find_package(weft) finds its files."""
    folder, _, _ = _prepare()
    if sys.argv[1:] == ["--cmake-dir"]:
        print(folder / "lib" / "cmake" / "weft")
        return
    os.execv(folder / "bin" / "weft", ["weft", *sys.argv[1:]])


def _run_alone(words: List[str]) -> NoReturn:
    """`-n 1 COMMAND`, without a launcher."""
    if words[1] != "1":
        _fail(f"{words[1]} processes need MPI, and mpi4py is not installed; pip install mpi4py mpich, or start one process")
    if shutil.which(words[2]) is None:
        _fail(f"command '{words[2]}' is not in PATH; write its path (./{words[2]}) or install it")
    os.environ["WEFT_RUN"] = "1"
    os.execvp(words[2], words[2:])


def run() -> None:
    """weft-run, in place of this process."""
    words = sys.argv[1:]
    folder, library, kind = _prepare()
    if len(words) > 2 and words[0] == "-n":
        if words[2] == "weft":
            words[2] = str(folder / "bin" / "weft")
        elif words[2] in ("python", "python3") and shutil.which(words[2]) is None:
            words[2] = sys.executable
        if library is None:
            _run_alone(words)
        if not os.environ.get("WEFT_RUN_MPIEXEC"):
            os.environ["WEFT_RUN_MPIEXEC"] = _launcher(folder / "bin" / "weft-run", kind, library)
    os.execv(folder / "bin" / "weft-run", ["weft-run", *words])
