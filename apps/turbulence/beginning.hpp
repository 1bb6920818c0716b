// Flows to begin with: a row for each.
#pragma once

#include <string>
#include <vector>

#include "turbulence/box.hpp"

namespace weft::turbulence {

// What a beginning may depend on besides the box.
struct BeginningChoice {
  double amplitude = 1;  // of velocities; with "random" the energy is 3/2 of its square
  double peak =
      3;  // with "random", of the spectrum: the wavenumber k0 of k^4 exp(-2 (k/k0)^2), in waves in the box
  Index seed = 1;  // of "random"
};

struct Beginning {
  std::string name, meaning;
  void (*start)(Box& box, const BeginningChoice& choice);  // scalars are 0. Collective
};

// All of them in boxes of any lengths: x, y, z are then 2 pi times parts of the lengths, and what has a
// divergence is left out. "taylor-green": sin x cos y cos z, -cos x sin y cos z, 0 (Taylor and Green 1937).
// "abc": sin z + cos y, sin x + cos z, sin y + cos x, whose curl it is itself. "vortices": sin x cos y, -cos
// x sin y, 0 (Taylor 1923). "random": phases and directions drawn for each mode by its number, so the same at
// every number of processes; each shell has the energy that the spectrum gives it. "rest".
const std::vector<Beginning>& beginnings();
// Error(invalid_argument) names the nearest known.
const Beginning& find_beginning(const std::string& name);

}  // namespace weft::turbulence
