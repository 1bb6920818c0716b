#!/usr/bin/env bash
# Compiles libweft_serial and the tests of kernels for Arm processors of 64 bits and runs them in an emulator. Started by ctest,
# which sets WEFT_SOURCE and WEFT_CMAKE; status 77, in words, where a package is missing.
set -euo pipefail

missing=()
command -v aarch64-linux-gnu-g++ >/dev/null || missing+=(g++-aarch64-linux-gnu)
command -v qemu-aarch64 >/dev/null || missing+=(qemu-user)
[[ -e /usr/src/googletest/CMakeLists.txt ]] || missing+=(googletest)
if ((${#missing[@]})); then
  echo "skipped: NEON is compiled and emulated with packages that are not installed; apt install ${missing[*]}"
  exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$WEFT_CMAKE" -S "$WEFT_SOURCE/tests/kernels/neon" -B "$work" -G Ninja -D CMAKE_SYSTEM_NAME=Linux \
  -D CMAKE_SYSTEM_PROCESSOR=aarch64 -D CMAKE_C_COMPILER=aarch64-linux-gnu-gcc -D CMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$WEFT_CMAKE" --build "$work" >"$work/log" 2>&1 || { tail -50 "$work/log"; exit 1; }
export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
# Its arithmetic takes some fifty times as long: the tests of all shapes and counts stay with the processor that is there.
qemu-aarch64 "$work/test_neon" \
  --gtest_filter='Kernel.TransformsEvery*:Kernel.OfACosine*:Kernel.LeavesModes*:BlockKernel.IsRightWith*:OneProcess*'
