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

// How fast the processes of a machine copy. No pass over an array is faster than a copy: these rates bound
// what a transform can reach.
struct MachineRates {
  CopyRate alone;         // one process on each node, the others asleep
  CopyRate together;      // all processes at a time; mean over the processes
  int n_processes = 0;    // that took part
  Index cache_bytes = 0;  // of the last-level cache, for each process of a node; 0: the system does not say
};

// Measures how fast processes of this machine copy. Rates are bytes read plus bytes written per second; it
// takes less than a second to measure them. No pass over an array is faster than a copy: each process
// remembers the last rates, and plans tell by them how near a call came to what is possible. The result is
// the same on all processes. Collective over `comm`. Errors are those of a plan, on every process or on none:
// Error(resource) where there is no memory for two arrays of a few MiB, Error(communication) if a process
// does not come in time.
// comm: the processes of the measurement. An error of the communicator itself (none, one between groups, MPI
//     not running) is on this process alone.
// options: only `timeout` counts. Error(invalid_argument) for a wrong option, or a wrong WEFT_OPTIONS.
// Example:
//   const weft::MachineRates rates = weft::measure_rates(MPI_COMM_WORLD);
//   assert(rates.alone.memory > 0 && rates.together.cached > 0 && rates.n_processes >= 1);
//   assert(weft::known_rates()->together.memory == rates.together.memory);
MachineRates measure_rates(MPI_Comm comm, const Options& options = {});

// The rates that this process measured last; nothing before it measured. Not collective. Errors: none.
// Example:
//   const std::optional<weft::MachineRates> rates = weft::known_rates();
//   assert(!rates || rates->together.memory > 0);
std::optional<MachineRates> known_rates();

// Which vector instructions an FFT library was built for, and whether another build of it would pay.
struct LibraryFit {
  std::vector<std::string> built_for;  // "SSE2", "AVX", ...; empty: for none, or its version does not say
  bool is_told = false;                // the version says what it was built for
  std::string remedy;                  // what to do where another build would be much faster; else empty
};

// The best vector instructions of this processor: "SSE4", "AVX2", "AVX-512", "NEON", ...
// Not collective. Errors: none.
// Example:
//   assert(!weft::processor_instructions().empty());
std::string processor_instructions();

// Whether an FFT library was built for a processor. Not collective: a pure function. Errors: none.
// fft_version: of the library, as fft_library() gives it.
// processor: its best vector instructions, as of `processor_instructions()`.
// Example:
//   const weft::LibraryFit fit = weft::fit_of("fftw-3.3.10-sse2-avx", "AVX-512");
//   assert(fit.built_for.size() == 2 && fit.built_for[1] == "AVX" && !fit.remedy.empty());
//   assert(weft::fit_of("fftw-3.3.10-sse2-avx", "SSE4").remedy.empty());
LibraryFit fit_of(const std::string& fft_version, const std::string& processor);

}  // namespace weft
