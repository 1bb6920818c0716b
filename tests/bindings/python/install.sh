#!/usr/bin/env bash
# `pip install .` in a fresh virtual environment: the package and its programs work there without the build folder and without
# a compiler, and a machine without the libraries is told their names. Needs the network (scikit-build-core, numpy, mpi4py).
#
#   tests/bindings/python/install.sh             from a copy of the tracked files
#   tests/bindings/python/install.sh --in-place  from this folder, with the tools of .venv and what ccache has of its build
set -euo pipefail
source=${WEFT_SOURCE:-$(cd "$(dirname "$0")/../../.." && pwd)}
family=${WEFT_MPI_FAMILY:-openmpi}
[[ $family == openmpi ]] || { echo "the wheel of mpi4py is for Open MPI: not tried with $family"; exit 0; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [[ ${1:-} != --in-place ]]; then
  mkdir "$folder/source"
  git -C "$source" ls-files -z | (cd "$source" && xargs -0 cp --parents -t "$folder/source")
  source=$folder/source
fi
unset PYTHONPATH
export CC=cc CXX=c++ CCACHE_BASEDIR=$source CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
/usr/bin/python3 -m venv "$folder/venv"
pip=("$folder/venv/bin/pip" --quiet --disable-pip-version-check)

if PKG_CONFIG_LIBDIR=/nowhere "${pip[@]}" install "$source" >"$folder/log" 2>&1; then
  echo "FAILED: installed without highway"
  exit 1
fi
for name in libhwy-dev libtomlplusplus-dev apt-get; do
  grep -q "$name" "$folder/log" || { echo "FAILED: the error does not name $name"; tail -30 "$folder/log"; exit 1; }
done

package=$source
if [[ ${1:-} == --in-place ]]; then
  "$source/.venv/bin/pip" --quiet --disable-pip-version-check wheel --no-build-isolation --no-deps -w "$folder" "$source"
  package=$(ls "$folder"/*.whl)
fi
"${pip[@]}" install "$package[mpi]"
cd "$folder"
cat >script.py <<'END'
import numpy, weft
assert "site-packages" in weft.__file__, weft.__file__
with weft.Plan((8, 6, 5)) as plan:
    u = plan.points()
    u[...] = numpy.random.default_rng(0).random((8, 6, 5))[plan.points_slices]
    expected = numpy.fft.rfftn(numpy.random.default_rng(0).random((8, 6, 5)))
    assert numpy.allclose(plan.forward(u), expected[plan.modes_slices])
    print("installed", weft.__version__, plan.n_processes, flush=True)
END
# Whatever this shell knows of compilers and folders is forgotten; where it may, it hides compilers, headers and the sources.
installed=$folder/venv/lib/python3*/site-packages/weft
hide='for place in "$0" /usr/lib/gcc /usr/include; do mount -t tmpfs none "$place"; done; exec "$@"'
bare=()
if unshare --mount true 2>/dev/null; then bare=(unshare --mount bash -ec "$hide" "$source"); fi
run() {
  env -i HOME="$folder" PATH=/usr/bin:/bin OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "${bare[@]}" \
    "$folder/venv/bin/$1" "${@:2}"
}
[[ $(run python script.py) == "installed "*" 1" ]]
[[ $(run weft-run -n 2 "$folder/venv/bin/python" script.py) == *installed*" 2"* ]]
run python -c 'import sys, numpy, weft.fft
x = numpy.arange(24.0).reshape(4, 6)
assert numpy.allclose(weft.fft.fftn(x), numpy.fft.fftn(x)) and "mpi4py" not in sys.modules'
run weft-run -n 2 weft bench --shape 24x20x18 --repeats 2 >listing
grep -q "on 2 processes" listing
run python -m weft --version >listing
grep -q "^weft " listing
cmake_dir=$(run weft --cmake-dir)
[[ -f $cmake_dir/weftConfig.cmake ]]
# A Fortran program with the sources of the package: the command of doc/install.md, but for the name of the wrapper.
export PKG_CONFIG_PATH=$cmake_dir/../../pkgconfig
# shellcheck disable=SC2046
mpifort.openmpi $(pkg-config --variable=fortran weft-c) "$source/tests/consumer/fortran/main.f90" \
  $(pkg-config --cflags --libs weft-c) -lstdc++ -Wl,-rpath,"$(pkg-config --variable=libdir weft-c)" -o mine
[[ $(run weft-run -n 2 ./mine) == "consumer: the round trip is right" ]]
"$source/scripts/check_search_paths.py" $installed
ls $installed/py.typed $installed/abi/here/include/weft/weft.hpp >listing
echo "ok"
