// FFTW's binary interface, as its manual states it, in the precision for which a file is compiled.
//
// Every file of this folder is compiled twice: with WEFT_FFTW_SINGLE names begin with fftwf_ and numbers are
// float. No header of FFTW is included: names, arguments, flags and kinds are the interface, and stand here.
#pragma once

#include <mpi.h>

#include <complex>
#include <cstddef>
#include <cstdio>

#include "weft/layout.hpp"
#include "weft/problem.hpp"

#ifdef WEFT_FFTW_SINGLE
#define FFTW(name) fftwf_##name
#define FFTW_LIBRARY "libfftw3f_mpi.so.3"
#else
#define FFTW(name) fftw_##name
#define FFTW_LIBRARY "libfftw3_mpi.so.3"
#endif
#define FFTW_WORD_OF(text) #text
#define FFTW_WORD(text) FFTW_WORD_OF(text)
#define FFTW_NAME(name) FFTW_WORD(FFTW(name))  // as a text

namespace weft::fftw_mpi {

#ifdef WEFT_FFTW_SINGLE
using Real = float;
inline constexpr Precision precision = Precision::single_;
#else
using Real = double;
inline constexpr Precision precision = Precision::double_;
#endif

using Length = std::ptrdiff_t;

// Planner flags; those of MPI above.
namespace flag {
inline constexpr unsigned destroy_input = 1U << 0, unaligned = 1U << 1, conserve_memory = 1U << 2,
                          exhaustive = 1U << 3, preserve_input = 1U << 4, patient = 1U << 5,
                          estimate = 1U << 6, wisdom_only = 1U << 21, scrambled_in = 1U << 27,
                          scrambled_out = 1U << 28, transposed_in = 1U << 29, transposed_out = 1U << 30;
}

#include "functions.hpp"

}  // namespace weft::fftw_mpi
