#!/usr/bin/env bash
# Compiles Debian's source package of HDF5 as a static library without MPI, once, for all wheels of weft. Prints its folder.
#
# The folder is kept between builds: WEFT_STATIC_HDF5, or hdf5-VERSION in the user's cache. It has include/ and lib/libhdf5.a,
# position-independent, with hidden symbols, so that another HDF5 in the same process (that of h5py) keeps apart.
set -euo pipefail

fail() { echo "static_hdf5.sh: error: $*" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial"
# A list of sources of its own, beside the packages that this machine is installed from: the machine's stays as it is.
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
  awk -v release="$codename" '$2 == release && $3 == "main" && !seen[$0]++ { print "deb-src", $0 }' >"$work/sources.list"
[[ -s $work/sources.list ]] || fail "apt knows of no packages of ${codename:-this Debian}; apt-get update"
apt=(apt-get -qq -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/state/lists"
  -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root)
"${apt[@]}" update >&2 || fail "the list of Debian's sources cannot be fetched"
version=$("${apt[@]}" --print-uris source hdf5 | sed -n "s/.*hdf5_\([^ ]*\)\.dsc .*/\1/p")
[[ $version ]] || fail "Debian has no source package hdf5 here"
folder=${WEFT_STATIC_HDF5:-${XDG_CACHE_HOME:-$HOME/.cache}/weft/hdf5-$version}
if [[ ! -e $folder/lib/libhdf5.a ]]; then
  command -v dpkg-source >/dev/null || fail "dpkg-source is missing; apt install dpkg-dev"
  (cd "$work" && "${apt[@]}" source hdf5 >/dev/null) || fail "the source package hdf5 cannot be fetched"
  cd "$work"/hdf5-*/
  echo "static_hdf5.sh: compiling HDF5 $version: a minute and a half of a processor" >&2
  ./configure --quiet --prefix="$folder.new" --libdir="$folder.new/lib" --disable-hl --disable-tests --disable-tools \
    --disable-cxx --disable-fortran --disable-parallel --enable-static --disable-shared --with-pic --without-szlib \
    CFLAGS="-O2 -fPIC -fvisibility=hidden" >"$work/log" 2>&1 &&
    make -C src -j "$(nproc)" install >>"$work/log" 2>&1 || { tail -30 "$work/log" >&2; fail "HDF5 does not compile"; }
  mkdir -p "$(dirname "$folder")"
  rm -rf "$folder"
  mv "$folder.new" "$folder"
fi
echo "$folder"
