#!/usr/bin/env bash
# Brings a Debian machine to the point where CMake can configure: installs the packages that are
# missing and makes the Python virtual environment. Does nothing, in a moment, when all is there.
#
#   [MPI=openmpi|mpich] scripts/setup.sh [--program] [MORE-PACKAGES...]
#
# FFTW is loaded by the backend of this name and compared with; its headers (libfftw3-dev) are needed by tests and the laboratory alone.
# With --program only what the library and the program weft need: no Fortran, no Python, no tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf 'setup: %s\n' "$*"; }
fail() {
  printf 'setup: error: %s\n' "$*" >&2
  exit 1
}

mpi=${MPI:-openmpi}
packages=(g++ cmake ninja-build pkg-config libfftw3-double3 libfftw3-single3 libhwy-dev libcli11-dev libfmt-dev libtomlplusplus-dev
  nlohmann-json3-dev librandom123-dev libhdf5-dev)
case $mpi in
  openmpi) packages+=(libopenmpi-dev openmpi-bin libfftw3-mpi3) venv=.venv ;;
  mpich) packages+=(libmpich-dev mpich) venv=.venv-mpich ;;
  *) fail "MPI=$mpi is not known; use openmpi or mpich" ;;
esac
program_alone=no
if [[ ${1:-} == --program ]]; then
  program_alone=yes
  shift
else
  packages+=(libfftw3-dev gfortran python3 python3-dev python3-venv libgtest-dev librapidcheck-dev iproute2)
fi
packages+=("$@")

# --- Debian packages -----------------------------------------------------------------------------

command -v dpkg-query >/dev/null ||
  fail "this is not a Debian system (no dpkg-query); install the equivalents of: ${packages[*]}," \
    "then call cmake yourself, see CONTRIBUTING.md"

installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
  grep -qxF "installed $package" <<<"$installed" || missing+=("$package")
done

if ((${#missing[@]})); then
  if ((EUID != 0)); then
    printf 'setup: these packages are missing; install them, then call make again:\n\n' >&2
    printf '  sudo apt-get install %s\n\n' "${missing[*]}" >&2
    fail "${#missing[@]} Debian packages are missing and only root can install them"
  fi
  say "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq || fail "apt-get update failed (messages above); check the network and /etc/apt"
  apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 \
    "${missing[@]}" >/dev/null ||
    fail "apt-get could not install ${missing[*]} (messages above)"
fi

[[ $program_alone == no ]] || exit 0

# --- Python virtual environment ------------------------------------------------------------------

# Debian's own Python: one from pyenv or conda in PATH may lack venv, or go away.
python=/usr/bin/python3
[[ -x $python ]] || python=$(command -v python3) || fail "no python3 found"

# The wheel of mpi4py holds a module for Open MPI and one for MPICH, but the latter wants a libmpi.so.12, which
# Debian calls libmpich.so.12: there it is compiled, past the cache of pip, which would mix the two up, and
# unoptimised: that takes half a minute instead of three, and weft moves no data through it.
requirements=scripts/requirements.txt
mpi4py='mpi4py>=4.1,<5'
case $mpi in
  openmpi) mpi4py_how=(--prefer-binary) ;;
  mpich) mpi4py_how=(--no-cache-dir --no-binary mpi4py) ;;
esac

stamp=$venv/.requirements
wanted=$("$python" --version && cat "$requirements" && echo "$mpi4py ${mpi4py_how[*]}")
if [[ ! -x $venv/bin/python || ! -f $stamp || $(<"$stamp") != "$wanted" ]]; then
  say "making the Python environment $venv$([[ $mpi == mpich ]] && echo ' (compiles mpi4py: a minute)')"
  rm -rf "$venv"
  "$python" -m venv "$venv" || fail "$python cannot make a virtual environment in $venv"
  pip=("$venv/bin/pip" --quiet --disable-pip-version-check)
  "${pip[@]}" install -r "$requirements" ||
    fail "pip could not install the packages of $requirements (messages above)"
  CFLAGS='-O0 -g0' MPICC=mpicc.$mpi "${pip[@]}" install "${mpi4py_how[@]}" "$mpi4py" ||
    fail "pip could not install mpi4py (messages above)"
  printf '%s\n' "$wanted" >"$stamp"
fi
