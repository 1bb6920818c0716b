"""Which packages that use mpi4py-fft are tried: what to install for each, and which of its files run how.

A package's environment lies over another one: what is installed there is seen. Sources of tests are those of the package's repository, in
a folder that the user names; for mpi4py-fft PyPI has them.
"""

from typing import Dict, List, NamedTuple, Sequence, Tuple

LIBRARIES = "/usr/lib/x86_64-linux-gnu"
Step = Tuple[List[str], Dict[str, str]]


class Case(NamedTuple):
    """Files that run alike. how: "script": the exit status counts; "demo": the numbers that are printed, too; "pytest": each test."""

    files: Sequence[str]
    how: str = "script"
    processes: Sequence[int] = (1, 2, 4)
    arguments: Sequence[str] = ()
    folder: str = "."  # where it runs


class Package(NamedTuple):
    """What is to be installed over which other package's environment, and what runs."""

    over: str
    steps: Sequence[Step]
    cases: Sequence[Case]
    clone_only: bool = True  # PyPI has no tests of it


def pip(*arguments: str, **environment: str) -> Step:
    """One call of pip."""
    return list(arguments), environment


MPI4PY_FFT = Package("", [
    pip("install", "setuptools>=77", "wheel", "cython", "pkgconfig", "numpy", "scipy", "mpi4py", "pytest"),
    pip("install", "mpi4py-fft==2.0.6", FFTW_ROOT="/usr", FFTW_LIBRARY_DIR=LIBRARIES, FFTW_INCLUDE_DIR="/usr/include"),
    pip("install", "--no-cache-dir", "--no-binary", "h5py", "--no-build-isolation", "--no-deps", "h5py", HDF5_MPI="ON", HDF5_DIR=LIBRARIES + "/hdf5/openmpi"),
], [
    Case(["tests/test_fftw.py", "tests/test_libfft.py"], processes=[1]),
    Case(["tests/test_pencil.py", "tests/test_darray.py", "tests/test_io.py", "tests/test_mpifft.py"]),
    Case(["examples/spectral_dns_solver.py", "examples/darray.py", "examples/transforms.py"], "demo"),
], clone_only=False)

# Of demos of shenfun: those that its own tests run, and all that end within minutes. Others solve for hours, or draw only.
SHENFUN_TESTS = [
    "backward", "bases", "curl", "curvilinear", "dot", "forms", "fourier", "io", "la", "lagrangian_particles", "matrices", "spectralbase",
    "tensorproductspace", "transforms",
]
SHENFUN_PARALLEL = [
    "poisson2D", "poisson3D", "fourier_poisson2D", "fourier_poisson3D", "biharmonic2D", "biharmonic3D", "NavierStokes", "MixedPoisson",
    "MixedPoisson3D", "laguerre_poisson2D", "hermite_poisson2D",
]
SHENFUN_SERIAL = [
    "poisson1D", "poisson1D_tau", "poisson2D_tau", "poisson2ND", "fourier_poisson1D", "fourier_poisson4D", "fourier_Helmholtz3D", "biharmonic1D",
    "biharmonic2D_2nonperiodic", "biharmonic3D_2nonperiodic", "laguerre_poisson1D", "laguerre_legendre_poisson2D", "hermite_poisson1D", "order6",
    "beam_biharmonic1D", "dirichlet_dirichlet_poisson2D", "sphere_helmholtz", "unitdisc_helmholtz", "curvilinear_poisson1D", "MixedPoisson1D",
    "MixedPoissonSphere", "NavierStokesDrivenCavity", "Stokes", "Stokes2NP", "Stokes3D", "parabolic_poisson", "pipe_poisson",
    "shenfunfile_demo",
]


def demos(names: Sequence[str]) -> List[str]:
    """Their files."""
    return [f"demo/{name}.py" for name in names]


SHENFUN = Package("mpi4py-fft", [
    pip("install", "pyyaml", "sympy", "numba", "matplotlib"),  # shenfun asks for these at import only
    pip("install", "--no-build-isolation", "--no-binary", "shenfun", "shenfun==4.3.0"),
], [
    Case([f"tests/test_{name}.py" for name in SHENFUN_TESTS], "pytest", [1, 2]),
    Case(demos(SHENFUN_PARALLEL), "demo"),
    Case(demos(SHENFUN_SERIAL), "demo", [1]),
])

SPECTRALDNS = Package("shenfun", [
    pip("install", "cython<3", "numpy<2", "matplotlib<3.8"),  # its sources are older
    pip("install", "--no-build-isolation", "--no-deps", "{clone}"),
], [
    Case([f"tests/test_{name}.py" for name in ("NS2D", "NSVV", "MHD", "shentransforms", "channel", "channelz")], "pytest"),
    Case(["demo/NS_shenfun.py"], "demo"),
    Case(["demo/TG.py"], "demo", arguments=["--plot_step", "-1", "NS"]),
    Case(["demo/TG2D.py"], "demo", arguments=["NS2D"]),
    Case(["demo/TGMHD.py"], "demo", arguments=["MHD"]),
    Case(["demo/OrrSommerfeld.py"], "demo", arguments=["--plot_step", "-1", "KMM"]),
    Case(["demo/Isotropic.py"], "demo", arguments=["--N", "24", "24", "24", "--T", "0.04", "--compute_energy", "4", "--plot_step", "-1", "NS"]),
])

PYLOPS_MPI = Package("mpi4py-fft", [
    pip("install", "pylops-mpi", "pytest-mpi", "pytest<9"),  # its conftest.py reaches into pytest
], [
    Case(["tests/test_ffts.py"], "pytest", arguments=["--with-mpi"]),
])

PACKAGES = {"mpi4py-fft": MPI4PY_FFT, "pylops-mpi": PYLOPS_MPI, "shenfun": SHENFUN, "spectralDNS": SPECTRALDNS}
