// Short complex lines that lie along memory on both sides: transformed in registers, without scratch.
//
// A vector holds p numbers of 64 bits: those of p points of a line in double precision, in single precision
// those of two lines in turn. A line of a * p points is a butterfly of a points along it, twiddle factors, a
// square of p such vectors that is transposed in registers, and a butterfly of p points: columns of as many
// lines as fill the square go through it together.
#pragma once

#include <vector>

#include "kernels/native_rows.hpp"

namespace weft::inline kernels {

// Rows are the addresses of lines; memory `ahead` bytes behind those that are read is fetched, if that is
// not 0.
template <class T>
using ShortLinesFunction = void (*)(const T* twiddles, const char* const* in, const char* const* out,
                                    Index n_lines, Index ahead, T scale);
template <class T>
struct ShortLinesFunctions {
  struct Stores {
    ShortLinesFunction<T> cached, streamed;
  };
  Stores negative, positive;  // exponents
};
// Of lines of a * p points; null where there are none.
const ShortLinesFunctions<double>* short_lines_functions(double, Index a);
const ShortLinesFunctions<float>* short_lines_functions(float, Index a);

// The lines of n points.
template <class T>
class ShortLines {
 public:
  ShortLines() = default;
  // None where n is no a * p, a being a divisor of p.
  ShortLines(Index n, bool is_positive);
  explicit operator bool() const { return functions_.cached != nullptr; }
  void run(const char* const* in, const char* const* out, Index n_lines, bool stream, Index ahead,
           T scale) const {
    (stream ? functions_.streamed : functions_.cached)(first_of(twiddles_), in, out, n_lines, ahead, scale);
  }

 private:
  typename ShortLinesFunctions<T>::Stores functions_{nullptr, nullptr};
  std::vector<LineOfNumbers<T>> twiddles_;  // [a - 1][2][lanes]
};

}  // namespace weft::inline kernels
