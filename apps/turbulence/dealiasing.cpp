// The table of rules of dealiasing.
#include "turbulence/dealiasing.hpp"

#include <cmath>

#include "weft/named_rows.hpp"

namespace weft::turbulence {
namespace {

Index below_half(Index n) { return (n - 1) / 2; }
Index below_third(Index n) { return (n - 1) / 3; }
Index same(Index n) { return n; }
Index three_halves(Index n) { return (3 * n + 1) / 2; }

// The largest m with (m/n)^2 < 2/9.
Index in_sphere(Index n) {
  auto m = static_cast<Index>(std::sqrt(2.0) / 3 * static_cast<double>(n)) + 1;
  while (m > 0 && 9 * m * m >= 2 * n * n) --m;
  return m;
}

}  // namespace

const std::vector<DealiasingRule>& dealiasings() {
  static const std::vector<DealiasingRule> table = {
      {"none", below_half, same},
      {"two-thirds", below_third, same},
      {"padding", below_half, three_halves},
      {"spherical", in_sphere, same, true, true},
  };
  return table;
}

const DealiasingRule& find_dealiasing(const std::string& name) {
  return find_by_name(dealiasings(), "rule of dealiasing", name);
}

bool keeps(const DealiasingRule& rule, const std::array<Index, 3>& m, const std::array<Index, 3>& n) {
  if (!rule.is_sphere) return true;
  double sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double part = static_cast<double>(m[axis]) / static_cast<double>(n[axis]);
    sum += part * part;
  }
  return sum < 2.0 / 9 * (1 - 1e-12);
}

}  // namespace weft::turbulence
