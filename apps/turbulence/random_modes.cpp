// Random numbers of modes, and their sizes.
#include "turbulence/random_modes.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <cstdint>

namespace weft::turbulence {

HalfOfModes half_of_modes(const std::array<Index, 3>& mode) {
  const auto [x, y, z] = mode;
  if (z > 0 || (z == 0 && (y > 0 || (y == 0 && x >= 0)))) return {mode, 1};
  return {{-x, -y, -z}, -1};
}

std::array<double, 3> random_numbers(const std::array<Index, 3>& mode, Index seed, Index field) {
  const auto word = [](Index value) { return static_cast<std::uint64_t>(value); };
  const philox4x64_ctr_t waves{{word(mode[0]), word(mode[1]), word(mode[2]), word(field)}};
  const philox4x64_key_t key{{word(seed), 0}};
  const philox4x64_ctr_t words = philox4x64(waves, key);
  std::array<double, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) numbers[i] = static_cast<double>(words.v[i] >> 11U) * 0x1p-53;
  return numbers;
}

RandomSpectrum::RandomSpectrum(const Box& box, double peak, double energy) : box_(box) {
  const ModeRows& rows = box.rows();
  std::vector<double> n_modes(static_cast<std::size_t>(box.spectral().n_shells()), 0);
  rows.for_modes([&](const std::array<Index, 3>& mode, Index) {
    n_modes[static_cast<std::size_t>(rows.shell(mode))] += ModeRows::weight(mode);
  });
  box.plan().sum(n_modes);
  double sum = 0;
  for (std::size_t i = 0; i < n_modes.size(); ++i) {
    const auto k = static_cast<double>(i);
    sizes_.push_back(i > 0 && n_modes[i] > 0 ? std::pow(k, 4) * std::exp(-2 * std::pow(k / peak, 2)) : 0);
    sum += sizes_.back();
  }
  const double scale = sum > 0 ? energy / sum : 0;
  for (std::size_t i = 0; i < n_modes.size(); ++i)
    sizes_[i] = sizes_[i] > 0 ? std::sqrt(2 * scale * sizes_[i] / n_modes[i]) : 0;
}

double RandomSpectrum::size(const std::array<Index, 3>& mode) const {
  return sizes_[static_cast<std::size_t>(box_.rows().shell(mode))];
}

}  // namespace weft::turbulence
