// The FFTW 3 backend.
#pragma once

#include "kernels/kernel.hpp"

namespace weft {

Backend fftw_backend();

// Makes the functions of FFTW those that every library of the program finds first, also where weft was loaded
// with its names for itself, as Python does: before a library is loaded that brings other ones of these
// names.
void put_fftw_in_front();

}  // namespace weft
