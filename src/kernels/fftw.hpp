// The FFTW 3 backend.
#pragma once

#include "kernels/kernel.hpp"

namespace weft {

Backend fftw_backend();

}  // namespace weft
