// The table of flows to begin with.
#include "turbulence/beginning.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <cstdint>
#include <numbers>

#include "common/names.hpp"

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

// Three numbers of a mode, in [0, 1): a function of the seed and of its waves.
std::array<double, 3> random_numbers(const std::array<Index, 3>& mode, Index seed) {
  const auto word = [](Index value) { return static_cast<std::uint64_t>(value); };
  const philox4x64_ctr_t waves{{word(mode[0]), word(mode[1]), word(mode[2]), 0}};
  const philox4x64_key_t key{{word(seed), 0}};
  const philox4x64_ctr_t words = philox4x64(waves, key);
  std::array<double, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) numbers[i] = static_cast<double>(words.v[i] >> 11U) * 0x1p-53;
  return numbers;
}

// Unit vectors across k, of which the first one lies across the z axis (Rogallo, NASA TM 81315, 1981).
std::array<Vector, 2> across(const Vector& k) {
  const double size = std::sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]), flat = std::hypot(k[0], k[1]);
  if (flat == 0) return {{{1, 0, 0}, {0, 1, 0}}};
  return {{{k[1] / flat, -k[0] / flat, 0},
           {k[0] * k[2] / (size * flat), k[1] * k[2] / (size * flat), -flat / size}}};
}

// Directions and phases of a mode, of size 1. The modes of -m are the conjugates of those of m.
std::array<std::complex<double>, 3> random_direction(std::array<Index, 3> mode, const Vector& wave,
                                                     Index seed) {
  const bool is_mirrored = mode[2] < 0 || (mode[2] == 0 && (mode[1] < 0 || (mode[1] == 0 && mode[0] < 0)));
  Vector k = wave;
  if (is_mirrored)
    for (std::size_t c = 0; c < 3; ++c) {
      mode[c] = -mode[c];
      k[c] = -k[c];
    }
  const auto [first, second, angle] = random_numbers(mode, seed);
  const double turn = 2 * std::numbers::pi;
  const auto [e1, e2] = across(k);
  const std::complex<double> a = std::cos(turn * angle) * std::polar(1.0, turn * first),
                             b = std::sin(turn * angle) * std::polar(1.0, turn * second);
  std::array<std::complex<double>, 3> value;
  for (std::size_t c = 0; c < 3; ++c) {
    value[c] = a * e1[c] + b * e2[c];
    if (is_mirrored) value[c] = std::conj(value[c]);
  }
  return value;
}

// Shells get their parts of the spectrum, and all together the energy: as many modes as a shell has share it.
void random(Box& box, const BeginningChoice& choice) {
  const ModeRows& rows = box.rows();
  std::vector<double> n_modes, energies;
  rows.for_modes([&](const std::array<Index, 3>& mode, Index) {
    const auto shell = static_cast<std::size_t>(rows.shell(mode));
    if (shell >= n_modes.size()) n_modes.resize(shell + 1, 0);
    n_modes[shell] += ModeRows::weight(mode);
  });
  n_modes.resize(static_cast<std::size_t>(box.spectral().n_shells()), 0);
  box.plan().sum(n_modes);
  double sum = 0;
  for (std::size_t i = 0; i < n_modes.size(); ++i) {
    const auto k = static_cast<double>(i);
    energies.push_back(i > 0 && n_modes[i] > 0 ? std::pow(k, 4) * std::exp(-2 * std::pow(k / choice.peak, 2))
                                               : 0);
    sum += energies.back();
  }
  const double scale = sum > 0 ? 1.5 * choice.amplitude * choice.amplitude / sum : 0;
  box.start_modes([&](const std::array<Index, 3>& mode) {
    std::array<std::complex<double>, 3> value{};
    const auto shell = static_cast<std::size_t>(rows.shell(mode));
    if (shell == 0 || energies[shell] == 0) return value;
    value = random_direction(mode, rows.wave(mode), choice.seed);
    const double size = std::sqrt(2 * scale * energies[shell] / n_modes[shell]);
    for (auto& component : value) component *= size;
    return value;
  });
}

}  // namespace

const std::vector<Beginning>& beginnings() {
  static const std::vector<Beginning> table = {
      {"taylor-green", "the vortices of Taylor and Green", taylor_green},
      {"abc", "the flow of Arnold, Beltrami and Childress", abc},
      {"vortices", "rows of vortices along z", vortices},
      {"random", "random phases and directions with a spectrum k^4 exp(-2 (k/k0)^2)", random},
      {"rest", "no velocity but the mean", rest},
  };
  return table;
}

const Beginning& find_beginning(const std::string& name) {
  return apps::find_by_name(beginnings(), "beginning", name);
}

}  // namespace weft::turbulence
