#!/usr/bin/env bash
# Runs clang-tidy (.clang-tidy) on the library, the program and the Python module:  lint.sh BUILD [JOBS] [--last N]
#
# --last N: on what the last N commits changed alone. Fails if there is nothing to read, or if something is found.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  printf 'lint: error: %s\n' "$*" >&2
  exit 1
}

command -v clang-tidy >/dev/null || fail "clang-tidy is missing; install it: sudo apt-get install clang-tidy"
build=$1 jobs=${2:-1}
folders=(src cli apps bindings)
if [[ ${3:-} == --last ]]; then
  oldest=$(git rev-list --max-count="$4" HEAD | tail -n 1)
  base=$(git rev-parse --quiet --verify "$oldest^" || git hash-object -t tree /dev/null)  # the first commit has none before it
  mapfile -t changed < <(git diff --name-only --diff-filter=d "$base" -- "${folders[@]}")
  # Of a header the sources of its folder that include it are read.
  files=()
  for file in "${changed[@]}"; do
    case $file in
      *.cpp) files+=("$file") ;;
      *.hpp) mapfile -t users < <(grep -l --include='*.cpp' -r "/$(basename "$file")\"\|\"$(basename "$file")\"" "$(dirname "$file")" | head -n 1)
        files+=("${users[@]}") ;;
    esac
  done
  mapfile -t files < <(printf '%s\n' "${files[@]}" | sort -u)
else
  mapfile -t files < <(find "${folders[@]}" -name '*.cpp' | sort)
fi
# Array descriptors of Fortran are declared in a header of GCC's own.
mapfile -t files < <(printf '%s\n' "${files[@]}" | grep -v '^bindings/fortran/')
[[ ${#files[@]} -gt 0 && -n ${files[0]} ]] || fail "there is no file to read among the last ${4:-} commits"
printf 'lint: %d files\n' "${#files[@]}"

# clang-tidy cannot read the precompiled headers of GCC, and reads one file at a time.
preset=openmpi
[[ $build != *mpich ]] || preset=mpich
cmake --preset "$preset" -B "$build/lint" -D WEFT_UNITY=OFF -D CMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null ||
  fail "$build/lint cannot be configured; call make build first"
cmake --build "$build/lint" --target weft_version >/dev/null
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$jobs" clang-tidy --quiet --warnings-as-errors='*' -p "$build/lint"
