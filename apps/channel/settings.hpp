// What a channel flow is given.
#pragma once

#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "weft/hdf5_file.hpp"
#include "weft/layout.hpp"
#include "weft/options.hpp"

namespace weft::channel {

// Lengths in units of half the distance of the walls, which are at y = 1 and y = -1; velocities, and with
// them times, in any unit that the viscosity fits.
struct Settings {
  Index nx = 64, ny = 65, nz = 64;  // points; along x and z those of the modes, without padding
  double length_x = 2 * std::numbers::pi, length_z = std::numbers::pi;
  double viscosity = 1e-3;           // 1 / Re
  double dt = 1e-3;                  // time step
  std::string scheme = "cnab2";      // in time: schemes()
  std::string form = "skew";         // of the nonlinear term: forms()
  bool padding = false;              // products on 3/2 times as many points in x and z, without aliasing
  std::string forcing = "pressure";  // "pressure": constant gradient; "flow-rate": constant bulk velocity
  double pressure_gradient = 0;      // -dP/dx, with forcing "pressure"
  double bulk_velocity = 0;          // mean of u over the channel, with forcing "flow-rate"
  double frame = 0;                  // velocity of the frame along x: the walls move by -frame in it
  Options options = {};              // of the plan
};

// Throws Error(invalid_argument), in words, for what no flow can be. Not collective.
void check(const Settings& settings);

// Names and values of all settings but `options`; numbers as texts that are read as exactly the same again.
// Not collective.
std::vector<std::pair<std::string, std::string>> in_words(const Settings& settings);
// Those that explain results, for files. Not collective.
Attributes facts(const Settings& settings);

}  // namespace weft::channel
