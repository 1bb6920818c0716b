// Kernels of Fourier lines by lists of steps (codelets/step.hpp).
#pragma once

#include "lines/kernel.hpp"

namespace weft::inline lines {

// Null: where lines have no list, since their length has other factors than the radices or they are too few.
// Lines lie anyhow, real points along memory or side by side; all modes are kept. The kernel reaches memory.
std::unique_ptr<Kernel> make_line_kernel(const KernelSpec& spec);

}  // namespace weft::inline lines
