// The squared waves of modes. Types III and IV have half waves and a half, which weft::wavenumbers, whose
// numbers are whole, does not give: they are those of the index and a half.
#include <numbers>

#include "solvers/domain.hpp"

namespace weft {
namespace {

bool has_half_waves(AxisKind kind) {
  return kind == AxisKind::dct3 || kind == AxisKind::dct4 || kind == AxisKind::dst3 || kind == AxisKind::dst4;
}

}  // namespace

std::vector<double> squared_waves(const Problem& problem, int axis, const Range& range, double length) {
  const std::optional<AxisKind> kind = kind_of(problem, axis);
  if (!kind) return std::vector<double>(static_cast<std::size_t>(range.size()), 0.0);
  std::vector<double> waves;
  if (has_half_waves(*kind)) {
    for (Index mode = range.begin; mode < range.end; ++mode) waves.push_back(static_cast<double>(mode) + 0.5);
  } else {
    for (const Index wave : wavenumbers(problem, axis, range)) waves.push_back(static_cast<double>(wave));
  }
  const double unit = (*kind == AxisKind::fourier ? 2 : 1) * std::numbers::pi / length;
  for (double& wave : waves) wave = wave * unit * (wave * unit);
  return waves;
}

}  // namespace weft
