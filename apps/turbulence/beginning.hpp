// Flows to begin with: a row for each.
#pragma once

#include <string>
#include <vector>

#include "turbulence/box.hpp"

namespace weft::turbulence {

// What a beginning may depend on besides the box.
struct BeginningChoice {
  double amplitude = 1;   // of velocities; with "random" the energy is 3/2 of its square
  double peak = 3;        // with "random": k0 of the spectrum k^4 exp(-2 (k/k0)^2), in shells
  Index seed = 1;         // of "random"
  std::string file = {};  // of "file"
};

struct Beginning {
  std::string name, meaning;
  void (*start)(Box& box, const BeginningChoice& choice);  // scalars are 0. Collective
};

// All of them in boxes of any lengths: x, y, z are then 2 pi times parts of the lengths, and what has a
// divergence is left out.
//
//   taylor-green  sin x cos y cos z, -cos x sin y cos z, 0 (Taylor and Green 1937)
//   abc           sin z + cos y, sin x + cos z, sin y + cos x, in a cube its own curl
//   vortices      sin x cos y, -cos x sin y, 0 (Taylor 1923)
//   random        phases and directions are functions of each mode's waves and the seed, so the same on any
//                 number of processes; each shell has the energy that the spectrum gives it
//   file          the datasets u, v, w of an HDF5 file, as a snapshot has them, on any number of points
//   rest          nothing but the mean
const std::vector<Beginning>& beginnings();
// Error(invalid_argument) names the nearest known.
const Beginning& find_beginning(const std::string& name);

}  // namespace weft::turbulence
