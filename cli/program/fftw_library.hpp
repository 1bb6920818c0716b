// The option --fftw-library: run weft, and FFTW-MPI beside it, on another build of FFTW.
#pragma once

#include <string>

namespace weft::cli {

// Must be called before MPI_Init. If the command line has --fftw-library FILE, starts the program
// again with that library in front; does not return then. Returns the problem in words, empty if
// there is none.
std::string use_fftw_library(int argc, char** argv);

}  // namespace weft::cli
