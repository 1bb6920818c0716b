#!/usr/bin/env bash
# Builds FFTW for an instruction set from Debian's source package, to be compared with weft.
#
#   bench/build_fftw.sh FOLDER [sse2|avx|avx2|avx512|neon|vsx]     default: the best of this processor
#
# The libraries go to FOLDER/SET/lib: double and single precision, with threads, and with MPI if mpicc is found. The last line
# printed is the path for --fftw-library. Sources are found by a copy of the system's list of Debian packages, in FOLDER. Needs
# apt-get, dpkg-dev, a C compiler and make. MAKEFLAGS=-j8 builds on eight cores.
set -euo pipefail

best_set() {
    case $(uname -m) in
    aarch64) echo neon ;;
    ppc64*) echo vsx ;;
    *) for set in avx512 avx2 avx sse2; do
        if grep -qw "${set/avx512/avx512f}" /proc/cpuinfo; then echo $set && return; fi
    done ;;
    esac
}

[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" && exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
set=${2:-$(best_set)}
case $set in # as src/kernels/instruction_sets.cpp advises
sse2 | avx | avx2 | neon | vsx) flags="--enable-$set" ;;
avx512) flags="--enable-avx2 --enable-avx512" ;;
*) echo "build_fftw.sh: $set is no instruction set of FFTW; give sse2, avx, avx2, avx512, neon or vsx" >&2 && exit 2 ;;
esac
mpi=()
if command -v mpicc >/dev/null; then # without MPILIBS the library does not name its MPI library
    mpi=(--enable-mpi "MPILIBS=$(mpicc -show | tr ' ' '\n' | grep -E '^-(L|l|Wl)' | xargs)")
fi

if ! compgen -G "$folder/fftw3-*/configure" >/dev/null; then
    apt=$folder/apt
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/parts"
    touch "$apt/sources.list"
    if [ -f /etc/apt/sources.list ]; then sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >"$apt/sources.list"; fi
    if [ -f /etc/apt/sources.list.d/debian.sources ]; then
        sed 's/^Types:.*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$apt/parts/debian.sources"
    fi
    options=(-qq -o "Dir::Etc::SourceList=$apt/sources.list" -o "Dir::Etc::SourceParts=$apt/parts"
        -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root)
    apt-get "${options[@]}" update
    (cd "$folder" && apt-get "${options[@]}" source fftw3)
fi
configure=$(ls "$folder"/fftw3-*/configure)

log=$folder/build-$set.log
exec 3>&2 # the loop's own goes to the log
trap '[ $? = 0 ] || tail -5 "$log" >&3' EXIT
for precision in double single; do
    float=""
    if [ $precision = single ]; then float=--enable-float; fi
    mkdir -p "$folder/build-$set-$precision"
    cd "$folder/build-$set-$precision"
    # shellcheck disable=SC2086 # words
    "$configure" --quiet --prefix="$folder/$set" --enable-shared --disable-static --disable-fortran --disable-doc \
        --enable-threads $flags $float "${mpi[@]}"
    make --silent
    make --silent install
done >"$log" 2>&1
echo "$folder/$set/lib/libfftw3.so"
