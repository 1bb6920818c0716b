// Factors of the tau method: see tau_kernel.hpp for the equations.
//
// T_k is 1 at +1 and (-1)^k at -1, its derivative k^2 and -(-1)^k k^2. The signs (-1)^k are left out of the
// sums at the lower end: even and odd coefficients are summed apart, and their sums subtracted.
#include "solvers/tau_factors.hpp"

#include <cmath>
#include <limits>

#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::inline solvers {

namespace {

// The lower condition, without signs, as a multiple of the upper one; 0 if it is none.
double sign_between(const Walls& walls) {
  for (const double sign : {1.0, -1.0})
    if (walls.lower.value == sign * walls.upper.value && -walls.lower.slope == sign * walls.upper.slope)
      return sign;
  return 0;
}

std::string in_words(const Wall& wall) {
  return exact_number(wall.value) + " u + " + exact_number(wall.slope) + " du/dy";
}

}  // namespace

TauTable<double> make_tau_table(Index n, int parts, double interval, const Walls& walls) {
  TauTable<double> table;
  table.n = n;
  table.parts = parts;
  table.scale = interval / 2 * (interval / 2);
  const auto size = static_cast<std::size_t>(n) + 2;
  table.a.assign(size, 0);
  table.b.assign(size, 0);
  table.d.assign(size, 0);
  for (Index i = 2; i < n; ++i) {
    const auto k = static_cast<double>(i);
    const auto at = static_cast<std::size_t>(i);
    table.a[at] = (i == 2 ? 2 : 1) / (4 * k * (k - 1));
    if (i <= n - 3) table.b[at] = 1 / (2 * (k * k - 1));
    if (i <= n - 5) table.d[at] = 1 / (4 * k * (k + 1));
  }
  for (Index i = 0; i < n; ++i) {
    const double slope = 2 / interval * static_cast<double>(i) * static_cast<double>(i);  // of T_i at the end
    table.w[0].push_back(walls.upper.value + walls.upper.slope * slope);
    table.w[1].push_back(walls.lower.value - walls.lower.slope * slope);
  }
  table.two_conditions = sign_between(walls) == 0;
  table.sign = sign_between(walls);
  return table;
}

template <class T>
TauTable<T> rounded(const TauTable<double>& table) {
  const auto all = [](const std::vector<double>& values) {
    return std::vector<T>(values.begin(), values.end());
  };
  return {table.n,
          table.parts,
          static_cast<T>(table.scale),
          all(table.a),
          all(table.b),
          all(table.d),
          {all(table.w[0]), all(table.w[1])},
          table.two_conditions,
          static_cast<T>(table.sign)};
}
template TauTable<float> rounded(const TauTable<double>&);
template TauTable<double> rounded(const TauTable<double>&);

bool has_free_constant(double kappa, const Walls& walls) {
  return kappa == 0 && walls.upper.value == 0 && walls.lower.value == 0;
}

void factor_line(const TauTable<double>& table, const Walls& walls, double kappa, std::span<double> inverse,
                 std::span<double, 4> pivots) {
  double sum[2][2];  // R of each condition for u_0 and u_1
  for (const Index parity : {0, 1}) {
    double alpha = 0, rows[2] = {0, 0};
    Index k = (table.n - 1 - parity) / 2 * 2 + parity;
    for (; k >= 2; k -= 2) {
      const auto at = static_cast<std::size_t>(k);
      for (const int end : {0, 1}) rows[end] = table.w[end][at] + alpha * rows[end];
      inverse[at] = 1 / (1 + kappa * (table.b[at] - table.d[at] * alpha));
      alpha = kappa * table.a[at] * inverse[at];
    }
    inverse[static_cast<std::size_t>(parity)] = 0;
    for (const int end : {0, 1})
      sum[end][parity] = table.w[end][static_cast<std::size_t>(parity)] + alpha * rows[end];
  }
  // upper = sum[0][0] u_0 + sum[0][1] u_1,  lower = sum[1][0] u_0 - sum[1][1] u_1
  if (has_free_constant(kappa, walls)) {  // u_0 comes later; both ends say the same of u_1
    pivots[0] = pivots[1] = 0;
    pivots[2] = 0.5 / sum[0][1];
    pivots[3] = -0.5 / sum[1][1];
    return;
  }
  const double first = -sum[0][0] * sum[1][1], second = sum[0][1] * sum[1][0], pivot = first - second;
  constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
  if (!(std::abs(pivot) > rounding * (std::abs(first) + std::abs(second))))
    fail("the walls " + in_words(walls.upper) + " at the upper end and " + in_words(walls.lower) +
         " at the lower end leave no single solution where k^2 + shift is " +
         short_number(kappa / table.scale) +
         "; give u and its outward slope factors of the same sign (du/dy points outward at the "
         "upper end, inward at the lower one), or another shift");
  pivots[0] = -sum[1][1] / pivot;
  pivots[1] = -sum[0][1] / pivot;
  pivots[2] = -sum[1][0] / pivot;
  pivots[3] = sum[0][0] / pivot;
}

}  // namespace weft::inline solvers
