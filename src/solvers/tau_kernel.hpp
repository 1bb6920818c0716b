// The arithmetic of the tau method, many lines at once: one line in each lane of a vector.
//
// u = sum u_k T_k solves u'' - kappa u = g on [-1, 1] in the first n-2 coefficients of g. Integrated twice,
// for k = 2 ... n-1 (even and odd coefficients are two systems):
//
//   - kappa a_k u_(k-2) + (1 + kappa b_k) u_k - kappa d_k u_(k+2) = a_k g_(k-2) - b_k g_k + d_k g_(k+2)
//   a_k = c_(k-2) / (4 k (k-1)),  b_k = [k <= n-3] / (2 (k^2 - 1)),  d_k = [k <= n-5] / (4 k (k+1)),  c_0 =
//   2, else 1
//
// Elimination from the last one down gives u_k = kappa a_k i_k u_(k-2) + beta_k with
// i_k = 1 / (1 + kappa b_k - kappa d_k kappa a_(k+2) i_(k+2)), all factors positive and below 1 but for k =
// 2, so nothing cancels and no pivots are sought. A condition sum w_k u_k = g then only knows u_0 (or u_1)
// and beta: with R_k = w_k + kappa a_(k+2) i_(k+2) R_(k+2) it is R_0 u_0 + sum_(k>=2) R_k beta_k. So one pass
// down the coefficients finds beta and the sums for both ends, two equations give u_0 and u_1, and one pass
// up the rest.
#pragma once

#include <vector>

#include "weft/layout.hpp"

namespace weft::inline solvers {

inline constexpr int tau_lanes = 16;  // lines of a tile

// What all lines share.
template <class T>
struct TauTable {
  Index n = 0;  // coefficients
  int parts = 1;
  T scale = 1;             // of f: (L/2)^2
  std::vector<T> a, b, d;  // [n + 2]: by k; 0 below 2 and beyond n-1
  std::vector<T> w[2];     // [n]: the conditions at the upper and, without the signs (-1)^k, the lower end
  bool two_conditions = false;  // else the second one is `sign` times the first one
  T sign = 1;
};

// What each line of a tile has of its own, lines side by side.
template <class T>
struct TauFactors {
  const T* kappa = nullptr;    // [lane]: (L/2)^2 (k^2 + shift)
  const T* inverse = nullptr;  // [n][lane]: i_k
  const T* pivots = nullptr;   // [4][lane]: u_0 and u_1 from what is left at the upper and at the lower end
};

// Solves the lines of a tile in place: x[n][parts][lane] holds f, then u; ends[2][parts][lane] the right-hand
// sides of the conditions. All aligned to 64 bytes.
void solve_tau_tile(const TauTable<double>& table, const TauFactors<double>& factors, const double* ends,
                    double* x);
void solve_tau_tile(const TauTable<float>& table, const TauFactors<float>& factors, const float* ends,
                    float* x);

}  // namespace weft::inline solvers
