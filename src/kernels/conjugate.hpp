// The complex conjugates of modes, in cache: FFT libraries know only one sign of r2c and c2r.
#pragma once

#include "kernels/kernel.hpp"

namespace weft::inline kernels {

// The modes of all lines of an r2c or c2r; each is two reals, and the second is negated.
template <class Real>
void conjugate_modes(Real* modes, const KernelSpec& spec, const Lines& lines) {
  for (Index line = 0; line < spec.n_lines; ++line)
    for (Index k = 0; k <= spec.n / 2; ++k) {
      Real& imaginary = modes[2 * (line * lines.next + k * lines.step) + 1];
      imaginary = -imaginary;
    }
}

}  // namespace weft::inline kernels
