#!/usr/bin/env bash
# Runs clang-tidy (.clang-tidy) on the library, the program and the Python module:  lint.sh BUILD [JOBS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v clang-tidy >/dev/null || {
  echo "lint: error: clang-tidy is missing; install it: sudo apt-get install clang-tidy" >&2
  exit 1
}
find src cli apps bindings -name '*.cpp' -print0 |
  xargs -0 --no-run-if-empty -n 1 -P "${2:-1}" clang-tidy --quiet -p "$1"
