#!/usr/bin/env bash
# The examples in Fortran and in C print the same bits. Arguments: the two programs. Started by ctest, which
# sets WEFT_BUILD.
set -euo pipefail

fortran=$1 c=$2
expected=$("$WEFT_BUILD/weft-run" -n 1 "$c")
for n in 1 2 3; do
  printed=$("$WEFT_BUILD/weft-run" -n "$n" "$fortran")
  if [[ $printed != "$expected" ]]; then
    printf 'same_bits: on %s processes\n%s\ninstead of\n%s\n' "$n" "$printed" "$expected" >&2
    exit 1
  fi
done
