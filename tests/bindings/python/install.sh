#!/usr/bin/env bash
# `pip install .` in a fresh virtual environment: the package works there without the build folder, and a machine
# without the libraries is told their names. Needs the network (scikit-build-core, numpy, mpi4py).
set -euo pipefail
source=${WEFT_SOURCE:-$(cd "$(dirname "$0")/../../.." && pwd)}
family=${WEFT_MPI_FAMILY:-openmpi}
[[ $family == openmpi ]] || { echo "the wheel of mpi4py is for Open MPI: not tried with $family"; exit 0; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/source"
git -C "$source" ls-files -z | (cd "$source" && xargs -0 cp --parents -t "$folder/source")
unset PYTHONPATH
/usr/bin/python3 -m venv "$folder/venv"
pip=("$folder/venv/bin/pip" --quiet --disable-pip-version-check)

if PKG_CONFIG_LIBDIR=/nowhere "${pip[@]}" install "$folder/source" >"$folder/log" 2>&1; then
  echo "FAILED: installed without highway"
  exit 1
fi
for name in libhwy-dev libtomlplusplus-dev apt-get; do
  grep -q "$name" "$folder/log" || { echo "FAILED: the error does not name $name"; tail -30 "$folder/log"; exit 1; }
done

"${pip[@]}" install "$folder/source"
cd "$folder"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
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
[[ $("$folder/venv/bin/python" script.py) == "installed "*" 1" ]]
[[ $("${WEFT_BUILD:-$source/build}/weft-run" -n 2 "$folder/venv/bin/python" script.py) == *installed*" 2"* ]]
"$source/scripts/check_search_paths.py" "$folder"/venv/lib/python3*/site-packages/weft
# libweft is inside the module.
ldd "$folder"/venv/lib/python3*/site-packages/weft/_core*.so >listing
if grep libweft listing; then exit 1; fi
files=$(find "$folder"/venv/lib/python3*/site-packages/weft "$folder"/venv/bin -name '*.hpp' -o -name 'weft-run' | wc -l)
[[ $files -eq 0 ]]
ls "$folder"/venv/lib/python3*/site-packages/weft/py.typed >listing
echo "ok"
