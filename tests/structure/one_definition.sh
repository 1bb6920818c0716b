#!/usr/bin/env bash
# Links libweft with link-time optimisation, where GCC sees all files at once and compares the definitions of one name. First
# two files that differ, so that a compiler that compares nothing is noticed.
# Started by ctest, which sets WEFT_SOURCE, WEFT_CMAKE, WEFT_MPI_FAMILY and WEFT_PYTHON.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-O1 -flto -fno-fat-lto-objects -fPIC)
check=(-flto=auto -Werror=odr -Werror=lto-type-mismatch)

if c++ -dM -E -x c++ /dev/null | grep -q __clang__; then
  echo "skipped: this compiler is not GCC"
  exit 77
fi
printf 'struct Twice { int a; virtual int f(); };\nint Twice::f() { return a; }\n' >"$work/one.cpp"
printf 'struct Twice { double a; virtual int f(); };\nint g(Twice& t) { return t.f(); }\n' >"$work/two.cpp"
for file in one two; do c++ "${flags[@]}" -c "$work/$file.cpp" -o "$work/$file.o"; done
if c++ "${flags[@]}" "${check[@]}" -shared "$work/one.o" "$work/two.o" -o "$work/two.so" 2>"$work/log"; then
  echo "the compiler does not see that two definitions differ" >&2
  exit 1
fi
grep -q 'violates the C++ One Definition Rule' "$work/log"

"$WEFT_CMAKE" -S "$WEFT_SOURCE" -B "$work/build" --preset "$WEFT_MPI_FAMILY" -D WEFT_PYTHON="$WEFT_PYTHON" \
  -D WEFT_BUILD_TESTS=OFF -D WEFT_BUILD_CLI=OFF -D WEFT_BUILD_FORTRAN=OFF -D WEFT_BUILD_PYTHON=OFF -D CMAKE_BUILD_TYPE=None \
  -D CMAKE_CXX_FLAGS="${flags[*]} -DNDEBUG -DHWY_COMPILE_ONLY_STATIC" \
  -D CMAKE_SHARED_LINKER_FLAGS="${check[*]}" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$WEFT_CMAKE" --build "$work/build" --target lib/libweft.so >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
echo "libweft has one definition of each name"
