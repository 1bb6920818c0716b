#!/usr/bin/env bash
# Formats every C++ source with clang-format; with --check only says which files would change.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v clang-format >/dev/null || {
  echo "format: error: clang-format is missing; install it: sudo apt-get install clang-format" >&2
  exit 1
}
options=(-i)
[[ ${1:-} == --check ]] && options=(--dry-run --Werror)
find include src alone bindings cli apps bench lab examples tests scripts -name '*.[ch]pp' -print0 |
  xargs -0 --no-run-if-empty clang-format "${options[@]}"
