// What turbulence in a periodic box is given.
#pragma once

#include <array>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "weft/hdf5_file.hpp"
#include "weft/layout.hpp"
#include "weft/options.hpp"

namespace weft::turbulence {

// A passive scalar: what is carried by the flow and diffuses.
struct Scalar {
  double schmidt = 1;                          // viscosity / diffusivity
  std::array<double, 3> gradient = {0, 0, 0};  // of its mean, which the flow moves and so feeds it
};

// Lengths, times and velocities in any units that fit each other.
struct Settings {
  std::array<Index, 3> n = {32, 32, 32};  // points along x, y, z; with padding, before it
  std::array<double, 3> lengths = {2 * std::numbers::pi, 2 * std::numbers::pi, 2 * std::numbers::pi};
  double viscosity = 1e-2;
  double dt = 1e-2;                       // time step
  std::string scheme = "ab2";             // in time: schemes()
  std::string dealiasing = "two-thirds";  // of products: dealiasings()
  std::string forcing = "none";           // forcings()
  double forcing_rate = 0;                // with forcing "linear": the force is this times the fluctuation
  std::array<double, 2> shell_energies = {0.55544, 0.159843};  // with forcing "shells": E(1), E(2)
  std::array<double, 3> mean_velocity = {0, 0, 0};             // of the whole box; it stays constant
  std::vector<Scalar> scalars = {};
  Options options = {};  // of the plan
};

// Throws Error(invalid_argument), in words, for what no flow can be. Not collective.
void check(const Settings& settings);

// Names and values of all settings but `options`; numbers as texts that are read as exactly the same again.
// Not collective.
std::vector<std::pair<std::string, std::string>> in_words(const Settings& settings);
// Those that explain results, for files. Not collective.
Attributes facts(const Settings& settings);

}  // namespace weft::turbulence
