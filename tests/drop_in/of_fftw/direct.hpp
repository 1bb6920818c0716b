// What FFTW computes, by the formulas of its manual (4.8 "What FFTW really computes"), in long double: one
// axis after the other, each by its matrix. And which part of it FFTW puts where, by chapter 6.4 of the
// manual.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <numbers>
#include <numeric>
#include <vector>

#include "functions.hpp"

namespace weft::test {

using Number = std::complex<long double>;
using Lengths = std::vector<Length>;

inline Length product(const Lengths& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), Length{1}, std::multiplies<>());
}

// A whole array in C order.
struct Whole {
  Lengths shape;
  std::vector<Number> values;
};

// Numbers of [-0.5, 0.5) that a float holds exactly.
inline long double drawn(std::uint64_t i) {
  i = (i + 1) * 0x9E3779B97F4A7C15U;
  i = (i ^ (i >> 31)) * 0xBF58476D1CE4E5B9U;
  return static_cast<long double>(i >> 44) / (1U << 20) - 0.5L;
}

inline Whole drawn_array(const Lengths& shape, bool real) {
  Whole array{shape, std::vector<Number>(static_cast<std::size_t>(product(shape)))};
  for (std::size_t i = 0; i < array.values.size(); ++i)
    array.values[i] = {drawn(2 * i), real ? 0 : drawn(2 * i + 1)};
  return array;
}

using Matrix = std::function<Number(Length k, Length j)>;

inline Matrix dft_matrix(Length n, int sign) {
  return [=](Length k, Length j) {
    const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(j * k % n) /
                              static_cast<long double>(n);
    return Number(std::cos(angle), sign * std::sin(angle));
  };
}

inline Matrix r2r_matrix(Length n_points, int kind) {
  const auto n = static_cast<long double>(n_points);
  return [=](Length of_mode, Length of_point) -> Number {
    const auto k = static_cast<long double>(of_mode), j = static_cast<long double>(of_point);
    const long double pi = std::numbers::pi_v<long double>, sign = of_mode % 2 == 0 ? 1 : -1;
    const bool first = of_point == 0, last = of_point == n_points - 1;
    const long double turn = 2 * pi * j * k / n;
    switch (kind) {
      case r2hc:
        return 2 * of_mode > n_points ? -std::sin(2 * pi * j * (n - k) / n) : std::cos(turn);
      case hc2r:
        return 2 * of_point > n_points             ? -2 * std::sin(2 * pi * (n - j) * k / n)
               : first || 2 * of_point == n_points ? std::cos(turn)
                                                   : 2 * std::cos(turn);
      case dht:
        return std::cos(turn) + std::sin(turn);
      case redft00:
        return first ? 1 : last ? sign : 2 * std::cos(pi * j * k / (n - 1));
      case redft10:
        return 2 * std::cos(pi * (j + 0.5L) * k / n);
      case redft01:
        return first ? 1 : 2 * std::cos(pi * j * (k + 0.5L) / n);
      case redft11:
        return 2 * std::cos(pi * (j + 0.5L) * (k + 0.5L) / n);
      case rodft00:
        return 2 * std::sin(pi * (j + 1) * (k + 1) / (n + 1));
      case rodft10:
        return 2 * std::sin(pi * (j + 0.5L) * (k + 1) / n);
      case rodft01:
        return last ? sign : 2 * std::sin(pi * (j + 1) * (k + 0.5L) / n);
      case rodft11:
        return 2 * std::sin(pi * (j + 0.5L) * (k + 0.5L) / n);
      default:
        return NAN;
    }
  };
}

// Along one axis, the first `n_kept` modes of it.
inline Whole transformed(const Whole& in, std::size_t axis, const Matrix& matrix, Length n_kept) {
  Whole out{in.shape, {}};
  out.shape[axis] = n_kept;
  out.values.resize(static_cast<std::size_t>(product(out.shape)));
  const Length n = in.shape[axis];
  const Length inner = product({in.shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, in.shape.end()});
  std::vector<Number> row(static_cast<std::size_t>(n));
  for (Length k = 0; k < n_kept; ++k) {
    for (Length j = 0; j < n; ++j) row[static_cast<std::size_t>(j)] = matrix(k, j);
    for (Length i = 0; i < static_cast<Length>(out.values.size()) / n_kept; ++i) {
      const Length outer = i / inner, rest = i % inner;
      Number sum = 0;
      for (Length j = 0; j < n; ++j)
        sum += row[static_cast<std::size_t>(j)] *
               in.values[static_cast<std::size_t>((outer * n + j) * inner + rest)];
      out.values[static_cast<std::size_t>((outer * n_kept + k) * inner + rest)] = sum;
    }
  }
  return out;
}

// Where one process has its part of an array: axes in the order of memory, the first of which may be `cut`,
// and how many elements the array has along each axis in memory.
struct Local {
  Lengths shape;                   // of the whole array
  std::vector<std::size_t> order;  // from slowest to fastest
  std::size_t cut = 0;
  Length begin = 0, size = 0;  // along the cut axis
  Lengths stored = {};         // along each axis: as `shape`, or more

  Length length(std::size_t axis) const { return axis == cut ? size : shape[axis]; }
  Length n_stored() const {
    Length n = 1;
    for (const std::size_t axis : order) n *= axis == cut ? size : stored[axis];
    return n;
  }
  // Calls f(place in memory, place in the whole array) for each element.
  template <class Function>
  void for_each(Function f) const {
    Lengths at(shape.size(), 0);
    Length n = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) n *= length(axis);
    for (Length i = 0; i < n; ++i) {
      Length rest = i, place = 0, global = 0;
      for (std::size_t axis = shape.size(); axis-- > 0; rest /= length(axis)) at[axis] = rest % length(axis);
      for (const std::size_t axis : order) place = place * (axis == cut ? size : stored[axis]) + at[axis];
      for (std::size_t axis = 0; axis < shape.size(); ++axis)
        global = global * shape[axis] + at[axis] + (axis == cut ? begin : 0);
      f(static_cast<std::size_t>(place), static_cast<std::size_t>(global));
    }
  }
};

// FFTW's block of an axis: its size on this process and where it begins.
inline void set_block(Local& local, Length block, int n_processes, int rank) {
  const Length n = local.shape[local.cut];
  const Length usual = block == 0 ? (n + n_processes - 1) / n_processes : block;
  local.begin = std::min(n, rank * usual);
  local.size = std::min(n - local.begin, usual);
}

}  // namespace weft::test
