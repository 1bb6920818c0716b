// The option --fftw-library: run weft, and its peers beside it, on another build of FFTW.
#pragma once

#include <string>

namespace weft::cli {

// If the command line has --fftw-library FILE, weft of this process loads that FFTW. Returns the problem in
// words, empty if there is none.
std::string use_fftw_library(int argc, char** argv);

}  // namespace weft::cli
