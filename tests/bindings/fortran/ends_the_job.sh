#!/usr/bin/env bash
# Without ierr an error prints its words and ends all processes with a status that is not 0.
# Arguments: the program. Started by ctest, which sets WEFT_BUILD.
set -euo pipefail

check() {
  local where=$1 words=$2 status=0
  "$WEFT_BUILD/weft-run" -n 2 "$program" "$where" >"$output" 2>&1 || status=$?
  if ((status == 0)) || ! grep -qF -- "weft: error: $words" "$output" || grep -q 'went on' "$output"; then
    echo "ends_the_job: $where: status $status, expected 'weft: error: $words' in:" >&2
    cat "$output" >&2
    exit 1
  fi
}

program=$1
output=$(mktemp)
trap 'rm -f "$output"' EXIT
check forward 'the array of modes has shape (3,3), but the block of this process has ('
check problem "axes: 'x' is not 'all' or numbers with commas between them, as 1,3"
check before "exchange 'pigeon' is unknown; the nearest is"
