// The definitions of the transforms that the oracle takes for axes which are not Fourier axes: what value j
// of a line of n points is multiplied by in result k.
#pragma once

#include <cmath>
#include <numbers>

#include "oracle.hpp"

namespace weft::test {

// Written out: the operator of std::complex looks for NaN at every product.
inline Complex multiplied(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// exp(sign 2 pi i j / n) for j = 0..n-1; sine and cosine only of angles up to pi/4, exact at the axes.
inline std::vector<Complex> roots_of_unity(Index n, int sign) {
  std::vector<Complex> roots(static_cast<std::size_t>(n));
  for (Index j = 0; j < n; ++j) {
    const Index octant = 8 * j / n;          // angle = octant * pi/4 + rest
    const Index quarter = (octant + 1) / 2;  // nearest multiple of pi/2
    const Index rest = 4 * j - quarter * n;  // angle - quarter * pi/2, in units of pi / (2 n)
    const long double small =
        std::numbers::pi_v<long double> * static_cast<long double>(rest) / static_cast<long double>(2 * n);
    const Complex near(std::cos(small), std::sin(small));
    const Complex turns[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const Complex root = multiplied(near, turns[quarter % 4]);
    roots[static_cast<std::size_t>(j)] = sign > 0 ? root : std::conj(root);
  }
  return roots;
}

// What value j of a line of n is multiplied by in result k.
class Weights {
 public:
  Weights(AxisKind kind, Index n, bool orthogonal)
      : kind_(kind), n_(n), orthogonal_(orthogonal), roots_(roots_of_unity(period(), 1)) {}

  long double operator()(Index j, Index k) const {
    const Complex root = roots_[static_cast<std::size_t>(turn(j, k) % period())];
    const long double wave = is_sine() ? root.imag() : root.real();
    return wave * (orthogonal_ ? orthogonal_factor(j, k) : plain_factor(j));
  }

 private:
  bool is_sine() const { return kind_ >= AxisKind::dst1 && kind_ <= AxisKind::dst4; }
  // The angle is 2 pi turn / period.
  Index period() const {
    if (kind_ == AxisKind::dct1) return 2 * (n_ - 1);
    if (kind_ == AxisKind::dst1) return 2 * (n_ + 1);
    return kind_ == AxisKind::dct4 || kind_ == AxisKind::dst4 ? 8 * n_ : 4 * n_;
  }
  Index turn(Index j, Index k) const {
    switch (kind_) {
      case AxisKind::dct1:
        return j * k;
      case AxisKind::dct2:
        return (2 * j + 1) * k;
      case AxisKind::dct3:
        return j * (2 * k + 1);
      case AxisKind::dst1:
        return (j + 1) * (k + 1);
      case AxisKind::dst2:
        return (2 * j + 1) * (k + 1);
      case AxisKind::dst3:
        return (j + 1) * (2 * k + 1);
      default:  // dct4, dst4
        return (2 * j + 1) * (2 * k + 1);
    }
  }
  // The value that is its own mirror image comes once, the others twice.
  long double plain_factor(Index j) const {
    const bool once = (kind_ == AxisKind::dct1 && (j == 0 || j == n_ - 1)) ||
                      (kind_ == AxisKind::dct3 && j == 0) || (kind_ == AxisKind::dst3 && j == n_ - 1);
    return once ? 1 : 2;
  }
  long double orthogonal_factor(Index j, Index k) const {
    const Index n = kind_ == AxisKind::dct1 ? n_ - 1 : kind_ == AxisKind::dst1 ? n_ + 1 : n_;
    int halves = 0;
    if (kind_ == AxisKind::dct1) halves = (j % n == 0 ? 1 : 0) + (k % n == 0 ? 1 : 0);
    if (kind_ == AxisKind::dct2 && k == 0) halves = 1;
    if (kind_ == AxisKind::dct3 && j == 0) halves = 1;
    if (kind_ == AxisKind::dst2 && k == n - 1) halves = 1;
    if (kind_ == AxisKind::dst3 && j == n - 1) halves = 1;
    return std::sqrt(std::ldexp(2.0L, -halves) / static_cast<long double>(n));
  }

  AxisKind kind_;
  Index n_;
  bool orthogonal_;
  std::vector<Complex> roots_;
};

// Of cosines and sines of whole periods: r2hc, hc2r and dht.
class WholeWaveWeights {
 public:
  WholeWaveWeights(AxisKind kind, Index n) : kind_(kind), n_(n), roots_(roots_of_unity(n, 1)) {}

  // Real parts of the modes 0 ... n/2 come first, then imaginary parts from the last to the first. Of a mode
  // that is not its own conjugate there are two in the sum.
  long double operator()(Index j, Index k) const {
    const auto root = [&](Index wave, Index point) {
      return roots_[static_cast<std::size_t>(wave * point % n_)];
    };
    if (kind_ == AxisKind::dht) return root(j, k).real() + root(j, k).imag();
    if (kind_ == AxisKind::r2hc) return 2 * k <= n_ ? root(k, j).real() : -root(n_ - k, j).imag();
    if (2 * j > n_) return -2 * root(n_ - j, k).imag();
    return (j == 0 || 2 * j == n_ ? 1 : 2) * root(j, k).real();
  }

 private:
  AxisKind kind_;
  Index n_;
  std::vector<Complex> roots_;
};

// The polynomial of each line at its points, or the coefficients of the one through given values.
class ChebyshevWeights {
 public:
  ChebyshevWeights(AxisKind kind, Index n, bool forward)
      : gauss_(kind == AxisKind::chebyshev_gauss),
        n_(n),
        forward_(forward),
        roots_(roots_of_unity(period(), 1)) {}

  long double operator()(Index from, Index to) const {
    const Index point = forward_ ? from : to, degree = forward_ ? to : from;
    const Index turn = gauss_ ? (2 * point + 1) * degree : point * degree;
    const long double value = roots_[static_cast<std::size_t>(turn % period())].real();  // of T_degree there
    if (!forward_) return value;
    const long double n = static_cast<long double>(gauss_ ? n_ : n_ - 1);
    return 2 * value / (n * weight(degree) * (gauss_ ? 1 : weight(point)));
  }

 private:
  Index period() const { return gauss_ ? 4 * n_ : 2 * (n_ - 1); }
  long double weight(Index i) const { return i == 0 || (!gauss_ && i == n_ - 1) ? 2 : 1; }

  bool gauss_;
  Index n_;
  bool forward_;
  std::vector<Complex> roots_;
};

}  // namespace weft::test
