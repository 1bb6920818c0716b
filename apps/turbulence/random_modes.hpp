// Random modes with a given spectrum: functions of the modes, so the same on any number of processes.
#pragma once

#include <array>
#include <vector>

#include "turbulence/box.hpp"

namespace weft::turbulence {

// Of a mode and its mirror image, whose coefficients are conjugates, the one that numbers are drawn for; the
// sign is -1 for the other one.
struct HalfOfModes {
  std::array<Index, 3> mode;
  double sign;
};
HalfOfModes half_of_modes(const std::array<Index, 3>& mode);

// Three numbers in [0, 1), by Philox: a function of the mode, the seed, and which field it is for.
std::array<double, 3> random_numbers(const std::array<Index, 3>& mode, Index seed, Index field);

// Sizes of modes: shell k gets a part k^4 exp(-2 (k/peak)^2) of `energy`, half the mean square of all, in
// equal parts for its modes.
class RandomSpectrum {
 public:
  // Collective. The box must live as long as this.
  RandomSpectrum(const Box& box, double peak, double energy);
  double size(const std::array<Index, 3>& mode) const;

 private:
  const Box& box_;
  std::vector<double> sizes_;  // by shell
};

}  // namespace weft::turbulence
