// Laws of the wall, as published.
#include "channel/wall_laws.hpp"

#include <cmath>

namespace weft::channel {
namespace {

constexpr double dean = 0.073;

}  // namespace

double friction_velocity(double bulk, double viscosity) {
  const double speed = std::abs(bulk);
  return speed > 0 ? speed * std::sqrt(0.5 * dean * std::pow(2 * speed / viscosity, -0.25)) : 0;
}

double turbulent_bulk(double friction_velocity, double viscosity) {
  return std::pow(friction_velocity * friction_velocity * 2 / dean * std::pow(2 / viscosity, 0.25), 4.0 / 7);
}

double reichardt(double y_plus) {
  constexpr double kappa = 0.41;
  return std::log(1 + kappa * y_plus) / kappa +
         7.8 * (1 - std::exp(-y_plus / 11) - y_plus / 11 * std::exp(-y_plus / 3));
}

// By the midpoint rule.
double mean_of_reichardt(double re_tau) {
  constexpr int n = 2000;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += reichardt(re_tau * (i + 0.5) / n);
  return sum / n;
}

}  // namespace weft::channel
