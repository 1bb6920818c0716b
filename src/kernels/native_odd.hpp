// Fourier transforms of real lines of odd length by the native backend.
//
// Two real lines are the real and the imaginary parts of a complex one: of its modes Z, one line has
// (Z_k + conj Z_(n-k)) / 2, and the other (Z_k - conj Z_(n-k)) / 2i. They share rounding errors, so lines
// that are kept apart have an imaginary part of zeros, which takes twice the arithmetic.
#pragma once

#include <array>

#include "kernels/native.hpp"

namespace weft::inline kernels {

template <class T>
struct NativeOddTransform {
  Kind kind = Kind::r2c;
  bool is_positive = false;    // sign of the exponent
  bool is_apart = false;       // each line has a transform of its own
  NativeTransform<T> complex;  // of n points, with a negative exponent
  std::vector<int> points;     // [n]: the point of scratch of each real point, of both lines
  std::array<std::vector<int>, 2>
      modes;  // [n / 2 + 1]: that of each mode of the first and of the second line
};

template <class T>
NativeOddTransform<T> make_native_odd(const KernelSpec& spec);

void run_native(const NativeOddTransform<double>& transform, const LineAddresses& in,
                const LineAddresses& out, Index n_lines, const MemoryMode& mode,
                const NativeScratch<double>& scratch);
void run_native(const NativeOddTransform<float>& transform, const LineAddresses& in, const LineAddresses& out,
                Index n_lines, const MemoryMode& mode, const NativeScratch<float>& scratch);

}  // namespace weft::inline kernels
