// The waves of modes.
#include "solvers/waves.hpp"

#include "geometry/domain.hpp"

namespace weft::inline solvers {

std::vector<double> signed_waves(const Problem& problem, int axis, const Range& range, double length) {
  std::vector<double> waves = waves_of(problem, axis, range);
  const double unit = unit_of_waves(problem, axis, length);
  for (double& wave : waves) wave *= unit;
  return waves;
}

std::vector<double> squared_waves(const Problem& problem, int axis, const Range& range, double length) {
  std::vector<double> waves = signed_waves(problem, axis, range, length);
  for (double& wave : waves) wave *= wave;
  return waves;
}

}  // namespace weft::inline solvers
