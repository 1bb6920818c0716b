#!/usr/bin/env bash
# Installs the build into a new prefix, builds the consumer there by CMake and by pkg-config, runs both
# on 2 processes with the installed weft-run, and asks the installed program for its version.
# The same in C, and in Fortran, if the build has it: by CMake from the installed sources, by pkg-config with the installed modules.
# Started by ctest, which sets WEFT_BUILD, WEFT_SOURCE, WEFT_CMAKE, WEFT_MPICXX, WEFT_MPICC, WEFT_MPIFORT, WEFT_FORTRAN
# and WEFT_MPI_FAMILY.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
consumer=$WEFT_SOURCE/tests/consumer

"$WEFT_CMAKE" --install "$WEFT_BUILD" --prefix "$prefix" >/dev/null
library=$(dirname "$(find "$prefix" -name 'libweft.*' -print -quit)")
"$WEFT_SOURCE/scripts/check_search_paths.py" "$prefix"
for file in bin/weft-run include/weft/weft.hpp include/weft/version.hpp share/man/man1/weft-bench.1 \
  share/bash-completion/completions/weft share/zsh/site-functions/_weft; do
  [[ -f $prefix/$file ]] || { echo "consumer: $file was not installed" >&2; exit 1; }
done

check() {
  echo "consumer: $1"
  shift
  "$prefix/bin/weft-run" -n 2 "$@" | tee "$work/output"
  grep -qx 'consumer: the round trip is right' "$work/output"
}

build_by_cmake() { # SOURCE BUILD
  "$WEFT_CMAKE" -S "$1" -B "$2" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" ||
    { cat "$work/log"; exit 1; }
  "$WEFT_CMAKE" --build "$2" >"$work/log" || { cat "$work/log"; exit 1; }
}
build_by_cmake "$consumer" "$work/build"
check "built by CMake" "$work/build/consumer"

export PKG_CONFIG_PATH=$library/pkgconfig
# The command of doc/first-cpp.md, but for the name of the wrapper and the path to the library at run time.
# shellcheck disable=SC2046
"$WEFT_MPICXX" "$consumer/main.cpp" -o "$work/by_pkg_config" $(pkg-config --cflags --libs weft)
[[ $(pkg-config --variable=mpi weft) == "$WEFT_MPI_FAMILY" ]]
LD_LIBRARY_PATH=$library check "built by pkg-config" "$work/by_pkg_config"
# The same in C, with what a compiler of C takes.
# shellcheck disable=SC2046
"$WEFT_MPICC" -Wall -Werror "$consumer/main.c" -o "$work/in_c" $(pkg-config --cflags --libs weft-c) -lm
LD_LIBRARY_PATH=$library check "C, built by pkg-config" "$work/in_c"

if [[ $WEFT_FORTRAN == ON ]]; then
  build_by_cmake "$consumer/fortran" "$work/build-fortran"
  check "Fortran, from sources by CMake" "$work/build-fortran/consumer"
  # The command of doc/first-fortran.md, word for word but for the name of the wrapper.
  # shellcheck disable=SC2046
  "$WEFT_MPIFORT" "$consumer/fortran/main.f90" -o "$work/fortran" $(pkg-config --cflags --libs weft-fortran) \
    -Wl,-rpath,"$(pkg-config --variable=libdir weft-fortran)"
  [[ $(pkg-config --variable=mpi weft-fortran) == "$WEFT_MPI_FAMILY" ]]
  check "Fortran, built by pkg-config" "$work/fortran"

  # What is missing is said in words, here to a project in C++.
  mkdir "$work/words"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(words LANGUAGES CXX)' \
    'find_package(weft REQUIRED COMPONENTS Fortran)' >"$work/words/CMakeLists.txt"
  refuses() { # WORDS ARGUMENT...
    if "$WEFT_CMAKE" -S "$work/words" -B "$work/words/build" --fresh -DCMAKE_PREFIX_PATH="$prefix" "${@:2}" >"$work/log" 2>&1; then
      echo "consumer: no error: $1" >&2
      exit 1
    fi
    tr -s ' \n' ' ' <"$work/log" | grep -q "$1" || { cat "$work/log"; exit 1; }
  }
  FC=/nowhere refuses 'no Fortran module: there is no Fortran compiler; install one'
  refuses 'no Fortran module: MPI has no Fortran module mpi_f08 for' -DMPI_Fortran_COMPILER=/bin/false
  sed -i 's/set(weft_MPI_FAMILY .*/set(weft_MPI_FAMILY alone)/' "$library/cmake/weft/weftConfig.cmake"
  refuses "no Fortran module: this weft is for the MPI interface 'alone'"
fi

"$prefix/bin/weft" --version
