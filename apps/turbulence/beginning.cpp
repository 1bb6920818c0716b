// The table of flows to begin with.
#include "turbulence/beginning.hpp"

#include <cmath>
#include <complex>
#include <numbers>

#include "turbulence/fields_in_files.hpp"
#include "turbulence/random_modes.hpp"
#include "weft/named_rows.hpp"

namespace weft::turbulence {
namespace {

using Vector = std::array<double, 3>;

// Starts with a velocity given for lengths of 2 pi.
template <class F>
void start_scaled(Box& box, double amplitude, F velocity) {
  const std::array<double, 3>& lengths = box.settings().lengths;
  const double per[] = {2 * std::numbers::pi / lengths[0], 2 * std::numbers::pi / lengths[1],
                        2 * std::numbers::pi / lengths[2]};
  box.start([=](double x, double y, double z) {
    Vector u = velocity(per[0] * x, per[1] * y, per[2] * z);
    for (double& component : u) component *= amplitude;
    return u;
  });
}

void taylor_green(Box& box, const BeginningChoice& choice) {
  start_scaled(box, choice.amplitude, [](double x, double y, double z) {
    return Vector{std::sin(x) * std::cos(y) * std::cos(z), -std::cos(x) * std::sin(y) * std::cos(z), 0};
  });
}

void abc(Box& box, const BeginningChoice& choice) {
  start_scaled(box, choice.amplitude, [](double x, double y, double z) {
    return Vector{std::sin(z) + std::cos(y), std::sin(x) + std::cos(z), std::sin(y) + std::cos(x)};
  });
}

void vortices(Box& box, const BeginningChoice& choice) {
  start_scaled(box, choice.amplitude, [](double x, double y, double) {
    return Vector{std::sin(x) * std::cos(y), -std::cos(x) * std::sin(y), 0};
  });
}

void rest(Box& box, const BeginningChoice&) {
  box.start_modes([](const auto&) { return std::array<std::complex<double>, 3>{}; });
}

// Unit vectors across k, of which the first one lies across the z axis (Rogallo, NASA TM 81315, 1981).
std::array<Vector, 2> across(const Vector& k) {
  const double size = std::sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]),
               flat = std::abs(std::complex(k[0], k[1]));
  if (flat == 0) return {{{1, 0, 0}, {0, 1, 0}}};
  return {{{k[1] / flat, -k[0] / flat, 0},
           {k[0] * k[2] / (size * flat), k[1] * k[2] / (size * flat), -flat / size}}};
}

// Directions and phases of a mode, of size 1. The modes of -m are the conjugates of those of m.
std::array<std::complex<double>, 3> random_direction(const std::array<Index, 3>& mode, const Vector& wave,
                                                     Index seed) {
  const HalfOfModes half = half_of_modes(mode);
  Vector k = wave;
  for (double& component : k) component *= half.sign;
  const auto [first, second, angle] = random_numbers(half.mode, seed, 0);
  const double turn = 2 * std::numbers::pi;
  const auto [e1, e2] = across(k);
  const std::complex<double> a = std::cos(turn * angle) * std::polar(1.0, turn * first),
                             b = std::sin(turn * angle) * std::polar(1.0, turn * second);
  std::array<std::complex<double>, 3> value;
  for (std::size_t c = 0; c < 3; ++c) {
    value[c] = a * e1[c] + b * e2[c];
    if (half.sign < 0) value[c] = std::conj(value[c]);
  }
  return value;
}

void random(Box& box, const BeginningChoice& choice) {
  const RandomSpectrum spectrum(box, choice.peak, 1.5 * choice.amplitude * choice.amplitude);
  box.start_modes([&](const std::array<Index, 3>& mode) {
    std::array<std::complex<double>, 3> value{};
    const double size = spectrum.size(mode);
    if (size == 0) return value;
    value = random_direction(mode, box.rows().wave(mode), choice.seed);
    for (auto& component : value) component *= size;
    return value;
  });
}

void file(Box& box, const BeginningChoice& choice) {
  box.start_points({read_points(box, choice.file, "u"), read_points(box, choice.file, "v"),
                    read_points(box, choice.file, "w")});
}

}  // namespace

const std::vector<Beginning>& beginnings() {
  static const std::vector<Beginning> table = {
      {"taylor-green", "the vortices of Taylor and Green", taylor_green},
      {"abc", "the flow of Arnold, Beltrami and Childress", abc},
      {"vortices", "rows of vortices along z", vortices},
      {"random", "random phases and directions with a spectrum k^4 exp(-2 (k/k0)^2)", random},
      {"file", "u, v, w of an HDF5 file", file},
      {"rest", "no velocity but the mean", rest},
  };
  return table;
}

const Beginning& find_beginning(const std::string& name) {
  return find_by_name(beginnings(), "beginning", name);
}

}  // namespace weft::turbulence
