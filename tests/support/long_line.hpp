// The transform of a line of any length in long double, for lengths at which the definition takes too long.
//
// Bluestein's convolution by a transform of radix 2: none of weft's code, and none of its ways but for large
// prime factors. Errors are below 1e-17 of the result.
#pragma once

#include <cmath>
#include <numbers>

#include "weights.hpp"

namespace weft::test {

// exp(-2 pi i k / n)
inline Complex root_of(Index k, Index n) {
  const long double angle =
      2 * std::numbers::pi_v<long double> * static_cast<long double>(k % n) / static_cast<long double>(n);
  return {std::cos(angle), -std::sin(angle)};
}

// Sums over j of line[j] exp(-2 pi i j k / n).
class LongLine {
 public:
  explicit LongLine(Index most) {
    while (length_ < static_cast<std::size_t>(2 * most)) length_ *= 2;
    for (std::size_t k = 0; k < length_; ++k)
      roots_.push_back(root_of(static_cast<Index>(k), static_cast<Index>(length_)));
  }

  std::vector<Complex> transformed(const std::vector<Complex>& line) const {
    const std::size_t n = line.size();
    std::size_t length = 1;
    while (length < 2 * n - 1) length *= 2;
    std::vector<Complex> chirp(n), points(length), conjugates(length);
    for (std::size_t j = 0; j < n; ++j) {
      chirp[j] = root_of(static_cast<Index>(j * j % (2 * n)), static_cast<Index>(2 * n));
      points[j] = multiplied(line[j], chirp[j]);
      conjugates[j] = conjugates[(length - j) % length] = std::conj(chirp[j]);
    }
    radix_2(points);
    radix_2(conjugates);
    for (std::size_t k = 0; k < length; ++k) points[k] = multiplied(points[k], conjugates[k]);
    radix_2(points);  // and not its inverse: the result is reversed
    std::vector<Complex> modes(n);
    for (std::size_t k = 0; k < n; ++k)
      modes[k] = multiplied(points[(length - k) % length], chirp[k]) / static_cast<long double>(length);
    return modes;
  }

 private:
  void radix_2(std::vector<Complex>& z) const {
    const std::size_t n = z.size();
    for (std::size_t i = 1, j = 0; i < n; ++i) {  // bits reversed
      std::size_t bit = n / 2;
      for (; (j & bit) != 0; bit /= 2) j ^= bit;
      j ^= bit;
      if (i < j) std::swap(z[i], z[j]);
    }
    for (std::size_t half = 1; half < n; half *= 2)
      for (std::size_t p = 0; p < half; ++p) {
        const Complex root = roots_[p * (length_ / 2 / half)];
        for (std::size_t i = p; i < n; i += 2 * half) {
          const Complex a = z[i], b = multiplied(z[i + half], root);
          z[i] = a + b;
          z[i + half] = a - b;
        }
      }
  }

  std::size_t length_ = 1;
  std::vector<Complex> roots_;
};

}  // namespace weft::test
