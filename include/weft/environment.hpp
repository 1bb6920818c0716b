// What is around a plan: the launcher of the program, the memory of the node, and the libraries below.
#pragma once

#include <string>

#include "weft/export.h"
#include "weft/layout.hpp"

namespace weft WEFT_API {

// Error(communication) if the launcher of another MPI library started this program, as P jobs of one process
// each instead of one job of P. Plans call it themselves. Not collective. Error(invalid_argument) unless MPI
// is running.
// Example:
//   weft::check_launcher();
void check_launcher();

// From now on a SIGTERM, by which launchers end a job in which another process has died, makes this process
// say on stderr in which direction and exchange of a plan it was, before it ends. Replaces the program's
// handler of that signal. Not collective. Errors: none. The program `weft` does it. Example:
//   weft::tell_stage_when_ended();
void tell_stage_when_ended();

// Bytes that can still be allocated on this node without swapping, as the system and the container say; a
// plan that needs more is refused. Not collective. Errors: none. Example:
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
