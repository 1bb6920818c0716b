// What no flow in a box can be, in words.
#include "turbulence/settings.hpp"

#include <cmath>

#include "common/checks.hpp"
#include "turbulence/dealiasing.hpp"
#include "turbulence/forcing.hpp"
#include "turbulence/scheme.hpp"
#include "weft/words.hpp"

namespace weft::turbulence {
namespace {

using apps::check_finite;
using apps::check_positive;

template <class Numbers>
std::string exact_numbers(const Numbers& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : " ") + exact_number(value);
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> in_words(const Settings& s) {
  std::vector<std::pair<std::string, std::string>> words = {
      {"nx", std::to_string(s.n[0])},
      {"ny", std::to_string(s.n[1])},
      {"nz", std::to_string(s.n[2])},
      {"lengths", exact_numbers(s.lengths)},
      {"viscosity", exact_number(s.viscosity)},
      {"dt", exact_number(s.dt)},
      {"scheme", s.scheme},
      {"dealiasing", s.dealiasing},
      {"forcing", s.forcing},
      {"forcing_rate", exact_number(s.forcing_rate)},
      {"shell_energies", exact_numbers(s.shell_energies)},
      {"mean_velocity", exact_numbers(s.mean_velocity)},
      {"scalars", std::to_string(s.scalars.size())}};
  for (std::size_t i = 0; i < s.scalars.size(); ++i) {
    const std::string name = "scalar " + std::to_string(i);
    words.emplace_back(name + ": schmidt", exact_number(s.scalars[i].schmidt));
    words.emplace_back(name + ": gradient", exact_numbers(s.scalars[i].gradient));
  }
  return words;
}

Attributes facts(const Settings& s) {
  Attributes facts = {{"viscosity", s.viscosity},
                      {"nx", s.n[0]},
                      {"ny", s.n[1]},
                      {"nz", s.n[2]},
                      {"length_x", s.lengths[0]},
                      {"length_y", s.lengths[1]},
                      {"length_z", s.lengths[2]},
                      {"time_step", s.dt},
                      {"scheme", s.scheme},
                      {"dealiasing", s.dealiasing},
                      {"forcing", s.forcing},
                      {"n_scalars", static_cast<std::int64_t>(s.scalars.size())}};
  for (std::size_t i = 0; i < s.scalars.size(); ++i) {
    const std::string name = "scalar_" + std::to_string(i);
    const std::array<double, 3>& gradient = s.scalars[i].gradient;
    facts[name + "_schmidt"] = s.scalars[i].schmidt;
    facts[name + "_gradient"] = std::vector<double>(gradient.begin(), gradient.end());
  }
  return facts;
}

void check(const Settings& s) {
  const char* const names[] = {"x", "y", "z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string name = names[axis];
    if (s.n[axis] < 1)
      fail("n" + name + " is " + std::to_string(s.n[axis]) + "; points along " + name + " are at least 1");
    check_positive("length_" + name, s.lengths[axis]);
    check_finite("the mean velocity along " + name, s.mean_velocity[axis]);
  }
  if (!(s.viscosity >= 0) || !std::isfinite(s.viscosity))
    fail("viscosity is " + exact_number(s.viscosity) + "; it is 0 or more");
  check_positive("dt", s.dt);
  check_finite("forcing_rate", s.forcing_rate);
  for (const double energy : s.shell_energies) check_positive("the energy of a forced shell", energy);
  for (const Scalar& scalar : s.scalars) {
    check_positive("a Schmidt number", scalar.schmidt);
    for (const double slope : scalar.gradient) check_finite("the gradient of a scalar", slope);
  }
  find_scheme(s.scheme);
  find_dealiasing(s.dealiasing);
  find_forcing(s.forcing);
}

}  // namespace weft::turbulence
