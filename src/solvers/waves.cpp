// The waves of modes.
#include "solvers/waves.hpp"

#include <numbers>

#include "geometry/domain.hpp"

namespace weft {

std::vector<double> signed_waves(const Problem& problem, int axis, const Range& range, double length) {
  std::vector<double> waves = waves_of(problem, axis, range);
  if (!kind_of(problem, axis)) return waves;
  const bool is_fourier = kind_of(problem, axis) == AxisKind::fourier;
  const double unit = (is_fourier ? -2 * problem.sign : 1) * std::numbers::pi / length;
  for (double& wave : waves) wave *= unit;
  return waves;
}

std::vector<double> squared_waves(const Problem& problem, int axis, const Range& range, double length) {
  std::vector<double> waves = signed_waves(problem, axis, range, length);
  for (double& wave : waves) wave *= wave;
  return waves;
}

}  // namespace weft
