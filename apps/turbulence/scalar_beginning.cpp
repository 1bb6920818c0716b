// The table of scalars to begin with.
#include "turbulence/scalar_beginning.hpp"

#include <cmath>
#include <numbers>

#include "turbulence/fields_in_files.hpp"
#include "turbulence/random_modes.hpp"
#include "weft/named_rows.hpp"

namespace weft::turbulence {
namespace {

void zero(Box&, std::size_t, const BeginningChoice&) {}

void random(Box& box, std::size_t i, const BeginningChoice& choice) {
  const RandomSpectrum spectrum(box, choice.peak, 0.5 * choice.amplitude * choice.amplitude);
  box.start_scalar_modes(i, [&](const std::array<Index, 3>& mode) {
    const HalfOfModes half = half_of_modes(mode);
    const double phase = random_numbers(half.mode, choice.seed, static_cast<Index>(i) + 1)[0];
    return std::polar(spectrum.size(mode), half.sign * 2 * std::numbers::pi * phase);
  });
}

void cosines(Box& box, std::size_t i, const BeginningChoice& choice) {
  const std::array<double, 3>& lengths = box.settings().lengths;
  const double turn = 2 * std::numbers::pi;
  box.start_scalar(i, [&](double x, double y, double z) {
    return choice.amplitude * std::cos(turn * x / lengths[0]) * std::cos(turn * y / lengths[1]) *
           std::cos(turn * z / lengths[2]);
  });
}

void file(Box& box, std::size_t i, const BeginningChoice& choice) {
  box.start_scalar_points(i, read_points(box, choice.file, "scalar_" + std::to_string(i)));
}

}  // namespace

const std::vector<ScalarBeginning>& scalar_beginnings() {
  static const std::vector<ScalarBeginning> table = {
      {"zero", "0", zero},
      {"random", "random phases with a spectrum k^4 exp(-2 (k/k0)^2)", random},
      {"cosines", "the product of one cosine along each axis", cosines},
      {"file", "scalar_0, ... of an HDF5 file", file},
  };
  return table;
}

const ScalarBeginning& find_scalar_beginning(const std::string& name) {
  return find_by_name(scalar_beginnings(), "beginning of scalars", name);
}

}  // namespace weft::turbulence
