// The waves of modes.
#include "solvers/waves.hpp"

#include "geometry/domain.hpp"

namespace weft::inline solvers {

std::vector<double> signed_waves(const Plan& plan, int axis, double length) {
  std::vector<double> waves =
      waves_of(plan.problem(), axis, plan.modes_box().ranges[axis], plan.description().axis_factors);
  const double unit = unit_of_waves(plan.problem(), axis, length);
  for (double& wave : waves) wave *= unit;
  return waves;
}

std::vector<double> squared_waves(const Plan& plan, int axis, double length) {
  std::vector<double> waves = signed_waves(plan, axis, length);
  for (double& wave : waves) wave *= wave;
  return waves;
}

}  // namespace weft::inline solvers
