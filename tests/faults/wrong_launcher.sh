#!/usr/bin/env bash
# A program started by the launcher of another MPI library would run as P jobs of one process each, all
# writing the same file. weft must say so: one error with the remedy, exit status 2.
#
# Usage: wrong_launcher.sh [BUILD_DIR]; ctest sets WEFT_BUILD and WEFT_MPI_FAMILY (openmpi or mpich).
set -u

build=${1:-${WEFT_BUILD:-build}}
family=${WEFT_MPI_FAMILY:-openmpi}
failures=0

# expect_error WHAT COMMAND...: status not 0 and the error in words, once for each job of one process.
expect_error() {
  local what=$1 output status
  shift
  output=$("$@" 2>&1)
  status=$?
  if [ "$status" -eq 0 ]; then
    echo "FAILED: $what: exit status 0"
  elif ! grep -q 'weft: error: .*launch' <<<"$output" || ! grep -q 'weft-run' <<<"$output"; then
    echo "FAILED: $what: no error that names the launcher and weft-run (status $status)"
  elif grep -q 'SUCCESSFUL' <<<"$output"; then
    echo "FAILED: $what: went on after the error"
  else
    echo "ok: $what"
    return
  fi
  sed 's/^/  | /' <<<"$output" | head -20
  failures=$((failures + 1))
}

expect_status_2() {
  local what=$1
  shift
  "$@" >/dev/null 2>&1
  local status=$?
  [ "$status" -eq 2 ] && { echo "ok: $what: exit status 2"; return; }
  echo "FAILED: $what: exit status $status, not 2"
  failures=$((failures + 1))
}

job=("$build/weft" npb ft --class S)

if [ "$family" = openmpi ]; then
  foreign=(env PMI_SIZE=4 PMI_RANK=0)
  other=mpirun.mpich
else
  foreign=(env OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=0)
  other=mpirun.openmpi
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

expect_error "one process with the other library's environment" "${foreign[@]}" "${job[@]}"
expect_status_2 "one process with the other library's environment" "${foreign[@]}" "${job[@]}"

# srun with the plugin of another library leaves its own count alone; under mpirun that count is of mpirun's helpers.
srun=(env SLURM_JOBID=7 SLURM_NODELIST=here SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0)
expect_error "one process of four that srun started" "${srun[@]}" "${job[@]}"
expect_status_2 "one process of four that srun started" "${srun[@]}" "${job[@]}"
expect_right() {
  local what=$1 output
  shift
  output=$("$@" 2>&1) && grep -q 'SUCCESSFUL' <<<"$output" && { echo "ok: $what"; return; }
  echo "FAILED: $what: no right answer"
  sed 's/^/  | /' <<<"$output" | head -20
  failures=$((failures + 1))
}
expect_right "one process in a shell of srun" env SLURM_JOBID=7 SLURM_NODELIST=here SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=1 "${job[@]}"
expect_right "one process on a host that mpirun reached with srun" \
  env SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=4 OMPI_COMM_WORLD_SIZE=1 "${job[@]}"

if command -v "$other" >/dev/null; then
  expect_error "two processes started by $other" "$other" -n 2 "${job[@]}"
else
  echo "$other is not installed: not tried"
fi

[ "$failures" -eq 0 ]
