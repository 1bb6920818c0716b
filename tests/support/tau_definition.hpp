// The tau method as it is defined, solved densely in long double.
#pragma once

#include <cmath>
#include <vector>

#include "solve_dense.hpp"
#include "weft/solvers.hpp"

namespace weft::test {

using Real = long double;

// The definition: the second derivative of T_k by c_p b_p = sum_(k > p+1, k + p even) k (k^2 - p^2) a_k, the
// equation in the first n-2 coefficients, the conditions in the last two rows.
inline std::vector<Real> tau_by_definition(const std::vector<double>& f, double kappa, double interval,
                                           const Walls& walls, double upper, double lower) {
  const std::size_t n = f.size();
  const Real s = Real(2) / interval;
  std::vector<std::vector<Real>> a(n, std::vector<Real>(n, 0));
  std::vector<Real> b(f.begin(), f.end());
  for (std::size_t p = 0; p + 2 < n; ++p) {
    a[p][p] = -Real(kappa);
    for (std::size_t k = p + 2; k < n; k += 2) {
      const Real kk = static_cast<Real>(k), pp = static_cast<Real>(p);
      a[p][k] += s * s * kk * (kk * kk - pp * pp) / (p == 0 ? 2 : 1);
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    const Real sign = k % 2 == 0 ? 1 : -1, square = static_cast<Real>(k) * static_cast<Real>(k) * s;
    a[n - 2][k] = walls.upper.value + walls.upper.slope * square;
    a[n - 1][k] = sign * (walls.lower.value - walls.lower.slope * square);
  }
  b[n - 2] = upper;
  b[n - 1] = lower;
  return solve_dense(a, b);
}

}  // namespace weft::test
