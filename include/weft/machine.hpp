// The best rates of this machine, with which plans compare their calls: rates of copying, and the vector
// instructions of the processor and of the FFT library.
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
  CopyRate together;      // all processes at once; mean over the processes
  int n_processes = 0;    // that took part
  Index cache_bytes = 0;  // of the last-level cache, for each process of a node; 0: unknown
};

// Measures how fast processes of this machine copy. Rates are bytes read plus bytes written per second. The
// measurement takes less than a second. No pass over an array is faster than a copy: each process keeps the
// last rates, and plans compare their calls with them. The result is the same on all processes. Collective
// over `comm`. Errors are those of a plan, on every process or on none. Error(resource) if memory for two
// arrays of a few MiB is missing; Error(communication) if a process does not come in time.
// comm: the processes of the measurement. An error of the communicator itself (null, between groups, MPI not
//     running) is on this process alone.
// options: only `timeout` has an effect. Error(invalid_argument) for a wrong option, or a wrong WEFT_OPTIONS.
// Example:
//   const weft::MachineRates rates = weft::measure_rates(MPI_COMM_WORLD);
//   assert(rates.alone.memory > 0 && rates.together.cached > 0 && rates.n_processes >= 1);
//   assert(weft::known_rates()->together.memory == rates.together.memory);
MachineRates measure_rates(MPI_Comm comm, const Options& options = {});

// The rates that this process measured last; none before the first measurement. Not collective. Errors: none.
// Example:
//   const std::optional<weft::MachineRates> rates = weft::known_rates();
//   assert(!rates || rates->together.memory > 0);
std::optional<MachineRates> known_rates();

// The vector instructions for which an FFT library was built, and whether another build would be faster.
struct LibraryFit {
  std::vector<std::string> built_for;  // "SSE2", "AVX", ...; empty: none, or not in its version
  bool is_told = false;                // the version names the instructions
  std::string remedy;                  // if another build would be much faster; else empty
};

// The best vector instructions of this processor: "SSE4", "AVX2", "AVX-512", "NEON", ...
// Not collective. Errors: none.
// Example:
//   assert(!weft::processor_instructions().empty());
std::string processor_instructions();

// Whether an FFT library was built for a processor. Not collective: a pure function. Errors: none.
// fft_version: of the library, from fft_library().
// processor: its best vector instructions, from `processor_instructions()`.
// Example:
//   const weft::LibraryFit fit = weft::fit_of("fftw-3.3.10-sse2-avx", "AVX-512");
//   assert(fit.built_for.size() == 2 && fit.built_for[1] == "AVX" && !fit.remedy.empty());
//   assert(weft::fit_of("fftw-3.3.10-sse2-avx", "SSE4").remedy.empty());
LibraryFit fit_of(const std::string& fft_version, const std::string& processor);

}  // namespace weft
