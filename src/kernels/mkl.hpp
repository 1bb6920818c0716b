// The backend of Intel's MKL.
#pragma once

#include "kernels/kernel.hpp"

namespace weft {

Backend mkl_backend();

}  // namespace weft
