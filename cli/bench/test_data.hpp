// The points that every implementation transforms: pseudo-random numbers in [-1/2, 1/2) that depend on the
// global index only, so every process count and every library has the same array.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "bench/implementation.hpp"
#include "program/session.hpp"
#include "weft/problem.hpp"

namespace weft::cli {

// A bijection of 64-bit numbers that looks random (splitmix64, Steele, Lea and Flood 2014).
inline std::uint64_t mixed(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Number `i` of field `field`, exact in T.
template <class T>
T number(int field, Index i) {
  constexpr int digits = std::numeric_limits<T>::digits;
  const auto key = static_cast<std::uint64_t>(i) + (static_cast<std::uint64_t>(field) << 56);
  return static_cast<T>(mixed(key) >> (64 - digits)) * std::ldexp(T(1), -digits) - T(0.5);
}

// The element at the C-order global index `i`.
template <class E>
struct Element {
  static E at(int field, Index i) { return number<E>(field, i); }
};
template <class T>
struct Element<std::complex<T>> {
  static std::complex<T> at(int field, Index i) {
    return {number<T>(field, 2 * i), number<T>(field, 2 * i + 1)};
  }
};

// Calls f with a value of the points' element type.
template <class F>
auto with_point(const Problem& problem, F f) {
  const bool is_real = points_are_real(problem);
  if (problem.precision == Precision::single_) return is_real ? f(float{}) : f(std::complex<float>{});
  return is_real ? f(double{}) : f(std::complex<double>{});
}

// Writes the points of all fields into this process's block. Not collective.
void fill_points(const Problem& problem, const Block& points, const std::vector<void*>& fields);

// Relative l2 difference between scale * (the points in `fields`) and what fill_points wrote. Collective.
double points_error(const Session& session, const Problem& problem, const Block& points,
                    const std::vector<void*>& fields, double scale);

// The square root of sum(squares[0]) / sum(squares[1]) over all processes. Collective.
double relative_l2(const Session& session, std::array<double, 2> squares);

}  // namespace weft::cli
