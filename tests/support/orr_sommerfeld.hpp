// The most unstable mode of plane Poiseuille flow U = 1 - y^2, from its eigenvalue.
//
//   (U - c) (D^2 - a^2) phi - U'' phi = (D^2 - a^2)^2 phi / (i a Re),   phi = phi' = 0 at y = 1 and -1
//
// phi is even: sum of a_j (1 - y^2)^2 T_2j, with the equation at as many points between 0 and 1. One inverse
// iteration with the eigenvalue, which is known to many digits, finds it; in long double, because fourth
// derivatives lose eight digits.
#pragma once

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "solve_dense.hpp"

namespace weft::test {

class OrrSommerfeld {
 public:
  using Real = long double;
  using Number = std::complex<Real>;

  OrrSommerfeld(double reynolds, double alpha, Number c) : a_(n, Number(1)) {
    std::vector<std::vector<Number>> left(n, std::vector<Number>(n)), right = left;
    for (std::size_t i = 0; i < n; ++i) {
      const Real y = std::cos(std::numbers::pi_v<Real> * (static_cast<Real>(i) + Real(0.5)) / (2 * n));
      for (std::size_t j = 0; j < n; ++j) {
        Real f[5];
        basis(j, y, f);
        const Real k2 = static_cast<Real>(alpha) * alpha, laplace = f[2] - k2 * f[0];
        const Real twice = f[4] - 2 * k2 * f[2] + k2 * k2 * f[0];
        const Number viscous = Number(0, -1 / (static_cast<Real>(alpha) * reynolds)) * twice;
        left[i][j] = (1 - y * y - c) * laplace + Real(2) * f[0] - viscous;
        right[i][j] = laplace;
      }
    }
    for (int iteration = 0; iteration < 2; ++iteration) {
      std::vector<Number> b(n);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) b[i] += right[i][j] * a_[j];
      a_ = solve_dense(left, b);
      Real size = 0;
      for (const Number& value : a_) size = std::max(size, std::abs(value));
      for (Number& value : a_) value /= size;
    }
  }

  std::complex<double> phi(double y) const {
    Number sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      Real f[5];
      basis(j, y, f);
      sum += a_[j] * f[0];
    }
    return std::complex<double>(sum);
  }

 private:
  static constexpr std::size_t n = 44;

  // (1 - y^2)^2 T_2j and its derivatives.
  static void basis(std::size_t j, Real y, Real* f) {
    Real below[5] = {1, 0, 0, 0, 0}, here[5] = {y, 1, 0, 0, 0};
    if (j == 0) std::copy_n(below, 5, here);
    for (std::size_t k = 1; k < 2 * j; ++k) {
      Real above[5];
      for (int m = 0; m < 5; ++m)
        above[m] = 2 * y * here[m] + (m > 0 ? 2 * static_cast<Real>(m) * here[m - 1] : 0) - below[m];
      std::copy_n(here, 5, below);
      std::copy_n(above, 5, here);
    }
    const Real w[5] = {(1 - y * y) * (1 - y * y), -4 * y + 4 * y * y * y, -4 + 12 * y * y, 24 * y, 24};
    constexpr int binomial[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    for (int m = 0; m < 5; ++m) {
      f[m] = 0;
      for (int i = 0; i <= m; ++i) f[m] += static_cast<Real>(binomial[m][i]) * w[i] * here[m - i];
    }
  }

  std::vector<Number> a_;
};

}  // namespace weft::test
