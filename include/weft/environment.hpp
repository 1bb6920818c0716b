// The environment of a plan: the launcher of the program, the memory of the node, and the libraries in use.
#pragma once

#include <string>

#include "weft/export.h"
#include "weft/layout.hpp"

namespace weft WEFT_API {

// Checks the launcher: Error(communication) if that of another MPI library started this program, as P jobs of
// one process each instead of one job of P. Plans call this function. Not collective. Error(invalid_argument)
// unless MPI is running.
// Example:
//   weft::check_launcher();
void check_launcher();

// Makes SIGTERM print the place in the plan before it ends this process: the direction and the exchange, on
// stderr. Launchers send SIGTERM to end a job in which another process has died. Replaces the program's
// handler of that signal. Not collective. Errors: none. The program `weft` calls it. Example:
//   weft::tell_stage_when_ended();
void tell_stage_when_ended();

// Bytes that can still be allocated on this node without swapping, by the limits of the system and the
// container; a plan that needs more is refused. Not collective. Errors: none. Example:
//   assert(weft::available_memory_bytes() > 0);
Index available_memory_bytes();

// Name and version of the MPI library, as "Open MPI v4.1.4". Not collective; at any time.
// Errors: none.
// Example:
//   assert(!weft::mpi_library().empty());
std::string mpi_library();
// Name, version and instructions of each FFT library, as "fftw-3.3.10-sse2-avx". Loads MKL. Not collective.
// Errors: none.
// Example:
//   std::printf("%s, %s\n", weft::mpi_library().c_str(), weft::fft_library().c_str());
std::string fft_library();

}  // namespace weft
