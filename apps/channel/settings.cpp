// What no channel flow can be, in words.
#include "channel/settings.hpp"

#include "channel/forcing.hpp"
#include "channel/form.hpp"
#include "channel/scheme.hpp"
#include "common/checks.hpp"
#include "weft/words.hpp"

namespace weft::channel {
namespace {

using apps::check_finite;
using apps::check_positive;

void check_points(const char* what, Index n, Index least, const char* why) {
  if (n < least)
    fail(std::string(what) + " is " + std::to_string(n) + "; " + why + " at least " + std::to_string(least));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> in_words(const Settings& s) {
  return {{"nx", std::to_string(s.nx)},
          {"ny", std::to_string(s.ny)},
          {"nz", std::to_string(s.nz)},
          {"length_x", exact_number(s.length_x)},
          {"length_z", exact_number(s.length_z)},
          {"viscosity", exact_number(s.viscosity)},
          {"dt", exact_number(s.dt)},
          {"scheme", s.scheme},
          {"form", s.form},
          {"padding", s.padding ? "yes" : "no"},
          {"forcing", s.forcing},
          {"pressure_gradient", exact_number(s.pressure_gradient)},
          {"bulk_velocity", exact_number(s.bulk_velocity)},
          {"frame", exact_number(s.frame)}};
}

Attributes facts(const Settings& s) {
  return {{"viscosity", s.viscosity},
          {"nx", s.nx},
          {"ny", s.ny},
          {"nz", s.nz},
          {"length_x", s.length_x},
          {"length_z", s.length_z},
          {"time_step", s.dt},
          {"scheme", s.scheme},
          {"form", s.form},
          {"padding", std::string(s.padding ? "yes" : "no")},
          {"forcing", s.forcing}};
}

void check(const Settings& settings) {
  check_points("nx", settings.nx, 1, "points along x are");
  check_points("nz", settings.nz, 1, "points along z are");
  check_points("ny", settings.ny, 5, "a problem of fourth order between the walls needs");
  check_positive("length_x", settings.length_x);
  check_positive("length_z", settings.length_z);
  check_positive("viscosity", settings.viscosity);
  check_positive("dt", settings.dt);
  check_finite("pressure_gradient", settings.pressure_gradient);
  check_finite("bulk_velocity", settings.bulk_velocity);
  check_finite("frame", settings.frame);
  find_scheme(settings.scheme);
  find_form(settings.form);
  find_forcing(settings.forcing);
}

}  // namespace weft::channel
