// Cosine sums over a table of one period.
#include "channel/chebyshev_line.hpp"

#include <cmath>
#include <numbers>

namespace weft::channel {
namespace {

// cos(pi j k / (n - 1)) for all whole j k.
class Cosines {
 public:
  explicit Cosines(std::size_t n) : period_(2 * (n - 1)) {
    for (std::size_t i = 0; i < period_; ++i) {
      const std::size_t from_middle = i < n ? i : period_ - i;
      const std::size_t folded = 2 * from_middle <= n - 1 ? from_middle : n - 1 - from_middle;
      const double cosine =
          std::cos(std::numbers::pi * static_cast<double>(folded) / static_cast<double>(n - 1));
      table_.push_back(2 * folded == n - 1 ? 0 : (folded == from_middle ? cosine : -cosine));
    }
  }
  double operator()(std::size_t j, std::size_t k) const { return table_[j * k % period_]; }

 private:
  std::size_t period_;
  std::vector<double> table_;
};

}  // namespace

Line chebyshev_points(std::size_t n) {
  const Cosines cosine(n);
  Line y;
  for (std::size_t j = 0; j < n; ++j) y.push_back(cosine(j, 1));
  return y;
}

// The same sums as to the values, with the ends of both lists halved.
Line to_coefficients(const Line& values) {
  Line halved = values;
  halved.front() /= 2;
  halved.back() /= 2;
  Line coefficients = to_values(halved);
  for (double& coefficient : coefficients) coefficient *= 2 / static_cast<double>(values.size() - 1);
  coefficients.front() /= 2;
  coefficients.back() /= 2;
  return coefficients;
}

Line to_values(const Line& coefficients) {
  const std::size_t n = coefficients.size();
  const Cosines cosine(n);
  Line values(n, 0.0);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < n; ++k) values[j] += coefficients[k] * cosine(j, k);
  return values;
}

// c_k b_k = b_(k+2) + 2 (k+1) a_(k+1), c_0 = 2
Line derivative(const Line& a) {
  const std::size_t n = a.size();
  Line b(n + 2, 0.0);
  for (std::size_t k = n - 1; k-- > 0;) b[k] = b[k + 2] + 2 * static_cast<double>(k + 1) * a[k + 1];
  b[0] /= 2;
  b.resize(n);
  return b;
}

// The integral of T_k is T_(k+1) / (2 (k+1)) - T_(k-1) / (2 (k-1)), of T_0 it is T_1, of T_1 T_2 / 4.
Line integral(const Line& a) {
  const std::size_t n = a.size();
  Line b(n + 1, 0.0);
  for (std::size_t k = 0; k < n; ++k) {
    const double degree = static_cast<double>(k);
    b[k + 1] += k == 0 ? a[k] : a[k] / (2 * (degree + 1));
    if (k > 1) b[k - 1] -= a[k] / (2 * (degree - 1));
  }
  b.resize(n);
  b[0] -= value_at(b, 0);
  return b;
}

// Clenshaw's recurrence.
double value_at(const Line& a, double y) {
  double one = 0, two = 0;
  for (std::size_t k = a.size(); k-- > 1;) {
    const double next = a[k] + 2 * y * one - two;
    two = one;
    one = next;
  }
  return a[0] + y * one - two;
}

}  // namespace weft::channel
