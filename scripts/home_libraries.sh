#!/usr/bin/env bash
# Unpacks the libraries that weft is compiled with into a folder, without root: highway, toml++, CLI11, fmt, nlohmann-json, Random123.
#
#   scripts/home_libraries.sh FOLDER                # apt-get downloads the packages (Debian, Ubuntu)
#   scripts/home_libraries.sh FOLDER FILES.deb...   # files that were brought from another machine
#
# MPI and HDF5 are not among them: a cluster has modules of both. The last line of the output sets the variables by which CMake
# finds the folder.
set -euo pipefail

fail() { echo "home_libraries.sh: error: $*" >&2; exit 1; }

(($# >= 1)) || fail "no folder; usage: scripts/home_libraries.sh FOLDER [FILES.deb...]"
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
packages=(libhwy-dev libtomlplusplus-dev libcli11-dev libfmt-dev nlohmann-json3-dev librandom123-dev)

if (($# == 0)); then
  command -v apt-get >/dev/null ||
    fail "this is not a Debian system; download on one, by apt-get download, and give the files: ${packages[*]}, and the" \
      "libraries that they need (libhwy1, libfmt9, libtomlplusplus3 in Debian 12)"
  # The packages of headers need those of the libraries, whose names have versions.
  mapfile -t libraries < <(apt-cache depends libhwy-dev libtomlplusplus-dev libfmt-dev | sed -n 's/^ *Depends: \(lib[a-z+]*[0-9.]*\)$/\1/p' |
    grep -E '^lib(hwy|fmt|tomlplusplus)' | sort -u)
  mkdir -p "$folder/packages"
  (cd "$folder/packages" && apt-get download -qq "${packages[@]}" "${libraries[@]}") ||
    fail "apt-get could not download ${packages[*]} ${libraries[*]} (messages above)"
  set -- "$folder"/packages/*.deb
fi

for file in "$@"; do
  if command -v dpkg-deb >/dev/null; then
    dpkg-deb -x "$file" "$folder"
  else
    ar p "$file" data.tar.xz | tar -xJ -C "$folder"
  fi || fail "$file cannot be unpacked"
done
[[ -f $folder/usr/include/hwy/highway.h && -f $folder/usr/include/toml++/toml.h && -f $folder/usr/include/Random123/philox.h ]] ||
  fail "the packages have no hwy/highway.h, toml++/toml.h or Random123/philox.h; give all of ${packages[*]}"

# Their files of pkg-config name /usr.
mapfile -t pc < <(find "$folder/usr" -name '*.pc')
sed -i -E "s|^([a-z_]+ *= *)/usr|\1$folder/usr|" "${pc[@]}"
paths=$(printf '%s\n' "${pc[@]%/*}" | sort -u | paste -sd:)
echo "export CMAKE_PREFIX_PATH=$folder/usr PKG_CONFIG_PATH=$paths"
