// What keeps the flow from decaying: a row for each.
#pragma once

#include <string>
#include <vector>

#include "turbulence/settings.hpp"

namespace weft::turbulence {

struct Forcing {
  std::string name;
  double (*rate)(const Settings& settings);  // of a force that is this times the velocity less its mean
  bool holds_shells;  // after each step the modes of shells 1 and 2 are scaled to Settings::shell_energies
};

// "none". "linear": settings.forcing_rate (Lundgren 2003; Rosales and Meneveau, Phys. Fluids 17, 2005,
// 095106). "shells": the energies of shells 1 and 2 are held; shells are those of Spectral::energy_spectrum.
const std::vector<Forcing>& forcings();
// Error(invalid_argument) names the nearest known.
const Forcing& find_forcing(const std::string& name);

}  // namespace weft::turbulence
