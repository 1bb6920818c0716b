// The table of flows to begin with.
#include "channel/beginning.hpp"

#include <cmath>
#include <numbers>

#include "channel/wall_laws.hpp"
#include "weft/named_rows.hpp"

namespace weft::channel {
namespace {

// A wave of the disturbance; numbers of periods in the box.
struct Wave {
  int along_x, along_z;
  double phase, strength;
};
constexpr Wave waves[] = {{0, 1, 0.3, 0.5}, {0, 2, 1.9, 0.7},  {0, 3, 4.1, 1.0}, {1, 0, 2.2, 0.3},
                          {1, 1, 5.3, 0.6}, {1, -2, 0.8, 0.8}, {2, 1, 3.7, 0.6}, {2, -3, 1.1, 0.6},
                          {1, 3, 2.9, 0.7}, {3, -1, 4.8, 0.4}, {3, 2, 0.2, 0.5}, {1, -4, 5.9, 0.5}};

// v = (1 - y^2)^2 (1 + a y) cos(...) of each wave, u and w with it so that there is no divergence, and
// streaks of u, which have none.
Flow::Velocity disturbed(const Settings& s, double bulk, double amplitude) {
  const double u_tau = friction_velocity(bulk, s.viscosity), re_tau = u_tau / s.viscosity;
  const double scale = bulk / mean_of_reichardt(re_tau);
  return [=, size = amplitude * bulk](double x, double y, double z) {
    double u = scale * reichardt(re_tau * (1 - std::abs(y))), v = 0, w = 0;
    const double wall = 1 - y * y;
    for (const Wave& wave : waves) {
      const double alpha = 2 * std::numbers::pi * wave.along_x / s.length_x,
                   beta = 2 * std::numbers::pi * wave.along_z / s.length_z,
                   square = alpha * alpha + beta * beta, angle = alpha * x + beta * z + wave.phase,
                   skewness = 0.5 * std::cos(3 * wave.phase);
      const double shape = wall * wall * (1 + skewness * y),
                   slope = -4 * y * wall * (1 + skewness * y) + skewness * wall * wall;
      const double strength = size * wave.strength;
      v += strength * shape * std::cos(angle);
      u -= strength * slope * alpha / square * std::sin(angle);
      w -= strength * slope * beta / square * std::sin(angle);
      // Vorticity: u along beta, w along -alpha.
      const double streak = strength * wall * std::cos(angle + 2 * wave.phase) / std::sqrt(square);
      u += streak * beta;
      w -= streak * alpha;
    }
    return std::array{u, v, w};
  };
}

Flow::Velocity laminar(const Settings&, double bulk, double) {
  return [bulk](double, double y, double) { return std::array{1.5 * bulk * (1 - y * y), 0.0, 0.0}; };
}

Flow::Velocity rest(const Settings&, double, double) {
  return [](double, double, double) { return std::array{0.0, 0.0, 0.0}; };
}

}  // namespace

const std::vector<Beginning>& beginnings() {
  static const std::vector<Beginning> table = {
      {"disturbed", "a turbulent mean profile with streaks and waves", true, disturbed},
      {"laminar", "the parabola", false, laminar},
      {"rest", "no velocity", false, rest},
  };
  return table;
}

const Beginning& find_beginning(const std::string& name) {
  return find_by_name(beginnings(), "beginning", name);
}

}  // namespace weft::channel
