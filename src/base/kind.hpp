// The transform along one axis: shared by routes, which plan it, and kernels, which do it.
#pragma once

#include <compare>

#include "weft/layout.hpp"

namespace weft {

// Of n points. Cosine and sine transforms take real or complex elements and give as many of the same; types
// and factors are those of FFTW's REDFT and RODFT (doc/conventions.md).
enum class Kind {
  c2c,  // n complex to n complex
  r2c,  // n real to n/2+1 complex
  c2r,  // n/2+1 complex to n real
  dct1,
  dct2,
  dct3,
  dct4,
  dst1,
  dst2,
  dst3,
  dst4,
};

constexpr bool is_fourier(Kind kind) { return kind == Kind::c2c || kind == Kind::r2c || kind == Kind::c2r; }

// Are as many elements of the same kind written as are read?
constexpr bool keeps_elements(Kind kind) { return kind != Kind::r2c && kind != Kind::c2r; }

// Where a line has fewer modes in memory than its n points have: those of a line of so many points. 0: all.
struct Kept {
  Index in = 0;   // of what is read: the others are taken as zeros
  Index out = 0;  // of what is written: the others are left out
  bool is_all() const { return in == 0 && out == 0; }
  auto operator<=>(const Kept&) const = default;
};

// Elements of a line.
constexpr Index n_read(Kind kind, Index n, const Kept& kept = {}) {
  const Index length = kept.in == 0 ? n : kept.in;
  return kind == Kind::c2r ? length / 2 + 1 : length;
}
constexpr Index n_written(Kind kind, Index n, const Kept& kept = {}) {
  const Index length = kept.out == 0 ? n : kept.out;
  return kind == Kind::r2c ? length / 2 + 1 : length;
}

// Are the elements real? `real`: those of a cosine or sine transform are.
constexpr bool reads_real(Kind kind, bool real) { return is_fourier(kind) ? kind == Kind::r2c : real; }
constexpr bool writes_real(Kind kind, bool real) { return is_fourier(kind) ? kind == Kind::c2r : real; }

// Factors of the first and last element of a line, as it is read and as it is written.
struct EndFactors {
  double first_read = 1, last_read = 1;
  double first_written = 1, last_written = 1;
  auto operator<=>(const EndFactors&) const = default;
};

}  // namespace weft
