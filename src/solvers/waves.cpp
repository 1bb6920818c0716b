// The squared waves of modes.
#include "solvers/waves.hpp"

#include <numbers>

#include "geometry/domain.hpp"

namespace weft {

std::vector<double> squared_waves(const Problem& problem, int axis, const Range& range, double length) {
  std::vector<double> waves = waves_of(problem, axis, range);
  const double unit = (kind_of(problem, axis) == AxisKind::fourier ? 2 : 1) * std::numbers::pi / length;
  for (double& wave : waves) wave = wave * unit * (wave * unit);
  return waves;
}

}  // namespace weft
