#!/usr/bin/env bash
# Compiles Debian's source packages of HDF5 (without MPI) and highway as static libraries, once, for all wheels of weft. Prints
# their folder.
#
# The folder is kept between builds: WEFT_STATIC_LIBRARIES, or one with the versions in its name in the user's cache. It has
# include/, lib/*.a and lib/pkgconfig/, position-independent, with hidden symbols, so that another HDF5 in the same process
# (that of h5py) keeps apart.
set -euo pipefail

fail() { echo "static_libraries.sh: error: $*" >&2; exit 1; }

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

version_of() { "${apt[@]}" --print-uris source "$1" | sed -n "s/.*$1_\([^ ]*\)\.dsc .*/\1/p"; }
hdf5=$(version_of hdf5)
highway=$(version_of highway)
[[ $hdf5 && $highway ]] || fail "Debian has no source packages hdf5 and highway here"
folder=${WEFT_STATIC_LIBRARIES:-${XDG_CACHE_HOME:-$HOME/.cache}/weft/hdf5-$hdf5-highway-$highway}
[[ ! -e $folder/lib/libhwy.a ]] || { echo "$folder"; exit; }

command -v dpkg-source >/dev/null || fail "dpkg-source is missing; apt-get install dpkg-dev"
new=$folder.new
rm -rf "$new"

# compile PACKAGE COMMANDS: in the folder of its sources
compile() {
  echo "static_libraries.sh: compiling $1" >&2
  (cd "$work" && "${apt[@]}" source "$1" >/dev/null) || fail "the source package $1 cannot be fetched"
  cd "$work/$1"-*/
  "$2" >"$work/log" 2>&1 || { tail -30 "$work/log" >&2; fail "$1 does not compile"; }
}
compile_highway() {
  cmake -S . -B static -D CMAKE_BUILD_TYPE=Release -D BUILD_SHARED_LIBS=OFF -D BUILD_TESTING=OFF -D HWY_ENABLE_EXAMPLES=OFF \
    -D HWY_ENABLE_CONTRIB=OFF -D CMAKE_POSITION_INDEPENDENT_CODE=ON -D CMAKE_CXX_VISIBILITY_PRESET=hidden \
    -D CMAKE_INSTALL_PREFIX="$new" -D CMAKE_INSTALL_LIBDIR=lib && cmake --build static -j "$(nproc)" --target install
}
compile_hdf5() {  # its autotools: CMake does not find a file of Debian's
  ./configure --quiet --prefix="$new" --libdir="$new/lib" --disable-hl --disable-tests --disable-tools \
    --disable-cxx --disable-fortran --disable-parallel --enable-static --disable-shared --with-pic --without-szlib \
    CFLAGS="-O2 -fPIC -fvisibility=hidden" && make -C src -j "$(nproc)" install
}
compile hdf5 compile_hdf5
compile highway compile_highway
sed -i "s|$new|$folder|g" "$new"/lib/pkgconfig/*.pc
rm -rf "$folder"
mv "$new" "$folder"
echo "$folder"
