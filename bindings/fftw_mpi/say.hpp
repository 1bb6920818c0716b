// Sentences on stderr, by one process.
#pragma once

#include <string>

#include "names.hpp"

namespace weft::fftw_mpi {

// Is this process number 0 of the communicator; where that is of no use, of the program? Not collective.
bool is_first(MPI_Comm comm);

// What is wrong, if `here`.
void say(bool here, const std::string& sentence);

// Who computes a plan, and why, if `here` and if WEFT_FFTW_VERBOSE is set and not 0.
void tell(bool here, const std::string& sentence);

}  // namespace weft::fftw_mpi
