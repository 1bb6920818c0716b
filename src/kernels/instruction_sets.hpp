// Vector instructions: those of the processor, and those that an FFTW library has code for.
//
// The calls are public (weft/machine.hpp), but this folder knows no MPI, so the values are its own.
#pragma once

#include <string>
#include <vector>

namespace weft::inline kernels {

// The best set of this processor, in the words of the table: "AVX-512"; as highway names it where the table
// has no row.
std::string best_instructions();

// The name in the table for a target of highway ("AVX3_DL": "AVX-512"); the target itself if there is none.
std::string instructions_of_target(const std::string& target);

// The sets that a version of FFTW names ("fftw-3.3.10-sse2-avx": SSE2, AVX), from the least to the best.
std::vector<std::string> instructions_of_fftw(const std::string& version);

// True if `version` is one of FFTW, which lists what it was built for.
bool is_fftw(const std::string& version);

// What to do if FFTW built for `built_for` is much slower on `processor` than it could be; else empty.
std::string remedy_for_fftw(const std::vector<std::string>& built_for, const std::string& processor);

}  // namespace weft::inline kernels
