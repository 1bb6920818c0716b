// What this machine can do at best, so that a plan can say how far from it a call is: rates of copying, and
// the vector instructions of the processor and of the FFT library.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

#include "weft/computer.hpp"
#include "weft/export.h"
#include "weft/layout.hpp"
#include "weft/machine_model.hpp"
#include "weft/options.hpp"

namespace weft WEFT_API {

// No pass over an array is faster than a copy: these rates bound what a transform can reach.
struct MachineRates {
  CopyRate alone;         // one process on each node, the others asleep
  CopyRate together;      // all processes at a time; mean over the processes
  int n_processes = 0;    // that took part
  Index cache_bytes = 0;  // of the last-level cache, for each process of a node; 0: the system does not say
};

// Measures the rates in less than a second. The process remembers the last ones: plans show them in
// explain() and report(). The same on all processes. Collective over `comm`; of the options only `timeout`
// counts. Errors as of a Plan, on every process or on none: invalid_argument (an option, WEFT_OPTIONS),
// resource (no memory for two arrays of a few MiB), communication (a process does not come in time); an error
// of the communicator itself (null, between groups, MPI not running) is on this process.
// Example:
//   const weft::MachineRates rates = weft::measure_rates(MPI_COMM_WORLD);
//   assert(rates.alone.memory > 0 && rates.together.cached > 0 && rates.n_processes >= 1);
//   assert(weft::known_rates()->together.memory == rates.together.memory);
MachineRates measure_rates(MPI_Comm comm, const Options& options = {});

// What this process measured last; nothing before the first measurement. Not collective.
std::optional<MachineRates> known_rates();

// Which vector instructions an FFT library was built for, and whether another build of it would pay.
struct LibraryFit {
  std::vector<std::string> built_for;  // "SSE2", "AVX", ...; empty: for none, or its version does not say
  bool is_told = false;                // the version says what it was built for
  std::string remedy;                  // what to do where another build would be much faster; else empty
};

// The best vector instructions of this processor: "SSE4", "AVX2", "AVX-512", "NEON", ... Not collective.
std::string processor_instructions();

// Reads the version of an FFT library, as fft_library() gives it, beside the instructions of a processor. A
// pure function.
// Example:
//   const weft::LibraryFit fit = weft::fit_of("fftw-3.3.10-sse2-avx", "AVX-512");
//   assert(fit.built_for.size() == 2 && fit.built_for[1] == "AVX" && !fit.remedy.empty());
//   assert(weft::fit_of("fftw-3.3.10-sse2-avx", "SSE4").remedy.empty());
LibraryFit fit_of(const std::string& fft_version, const std::string& processor);

}  // namespace weft
