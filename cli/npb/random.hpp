// The pseudo-random numbers of the NAS Parallel Benchmarks: x(k+1) = a x(k) mod 2^46 with a = 5^13,
// x(0) = 314159265, and r(k) = x(k) / 2^46.
//
// 2^46 divides 2^64, so unsigned 64-bit arithmetic that wraps around is exact. Any place of the sequence
// is reached in O(log k) steps, so every process makes its own part of it.
#pragma once

#include <cstdint>

namespace weft::cli {

class NpbRandom {
 public:
  // Stands before r(first + 1), the number that the next call returns.
  explicit NpbRandom(std::uint64_t first) : x_(seed * power(multiplier, first) & mask) {}
  double next() {
    x_ = x_ * multiplier & mask;
    return static_cast<double>(x_) * 0x1p-46;
  }

 private:
  static constexpr std::uint64_t multiplier = 1220703125;
  static constexpr std::uint64_t seed = 314159265;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << 46) - 1;

  static constexpr std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (; exponent != 0; exponent >>= 1, base = base * base & mask)
      if ((exponent & 1) != 0) result = result * base & mask;
    return result;
  }

  std::uint64_t x_;
};

}  // namespace weft::cli
