#!/usr/bin/env bash
# Configures and builds without MPI, installs, and compiles a program with pkg-config: nothing of MPI is looked for, included
# or loaded.
# Started by ctest, which sets WEFT_SOURCE and WEFT_CMAKE.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$WEFT_CMAKE" -S "$WEFT_SOURCE" -B "$work/build" -G Ninja -D WEFT_MPI=OFF -D CMAKE_DISABLE_FIND_PACKAGE_MPI=ON \
  -D CMAKE_BUILD_TYPE=None -D CMAKE_CXX_FLAGS="-O1 -DHWY_COMPILE_ONLY_STATIC" -D CMAKE_EXPORT_COMPILE_COMMANDS=ON \
  >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
if grep -i 'mpi\b\|openmpi\|mpich' "$work/build/compile_commands.json"; then
  echo "compilers are told of an MPI library" >&2
  exit 1
fi
"$WEFT_CMAKE" --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$WEFT_CMAKE" --install "$work/build" --prefix "$work/prefix" >/dev/null

cat >"$work/program.cpp" <<'END'
#include <complex>
#include <cstdio>

#include "weft/serial.hpp"

int main() {
  weft::SerialPlan plan(weft::r2c({16, 12, 10}));
  auto u = plan.points<double>();
  auto uh = plan.modes<std::complex<double>>();
  u.fill(1);
  plan.forward(u, uh);
  std::printf("%g\n", uh(0, 0, 0).real());
}
END
library=$(dirname "$(find "$work/prefix" -name 'libweft_serial.so' -print -quit)")
export PKG_CONFIG_PATH=$library/pkgconfig
# shellcheck disable=SC2046
c++ "$work/program.cpp" -o "$work/program" $(pkg-config --cflags --libs weft-serial) -Wl,-rpath,"$library"
[[ $("$work/program") == 1920 ]]
ldd "$work/program" >"$work/libraries"
grep -q libweft_serial "$work/libraries"
if grep -i 'mpi\|hdf5' "$work/libraries"; then exit 1; fi
echo "libweft_serial needs no MPI"
