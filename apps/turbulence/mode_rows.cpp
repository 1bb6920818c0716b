// The modes of a box in rows.
#include "turbulence/mode_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace weft::turbulence {

ModeRows::ModeRows(const Plan& plan, const Spectral& spectral, const DealiasingRule& rule,
                   const std::array<Index, 3>& n)
    : rule_(rule), n_(n), is_empty_(plan.modes_box().empty()), width_(spectral.shell_width()) {
  const Storage& storage = plan.modes_storage();
  for (std::size_t i = 0; i < 3; ++i) {
    axes_[i] = static_cast<std::size_t>(storage.order[i]);
    first_[i] = 2 * std::numbers::pi / spectral.lengths()[i];
    shape_[i] = storage.shape[i];
    strides_[i] = storage.strides[i];
    waves_[i] = spectral.wavenumbers(static_cast<int>(i));
    whole_[i] = plan.wavenumbers(static_cast<int>(i));
  }
  const std::size_t fast = axes_[2];
  const auto n_numbers = static_cast<std::size_t>(2 * shape_[fast]);
  for (std::vector<double>* table :
       {&k_[0], &k_[1], &k_[2], &inverse_square_, &is_kept_, &is_wave_, &work_[0], &work_[1], &work_[2]})
    table->assign(n_numbers, 0);
  for (std::size_t i = 0; i < n_numbers / 2; ++i) k_[fast][2 * i] = k_[fast][2 * i + 1] = waves_[fast][i];
}

StageDecay ModeRows::decay(const std::vector<double>& diffusivities, double time) const {
  StageDecay decay;
  for (const double diffusivity : diffusivities) {
    auto& of = decay.of.emplace_back();
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const double wave : waves_[axis]) of[axis].push_back(std::exp(-diffusivity * wave * wave * time));
  }
  return decay;
}

const ModeRow& ModeRows::row(const StageDecay& decay, Index i, Index j) {
  const auto [slow, middle, fast] = axes_;
  const auto at_slow = static_cast<std::size_t>(i), at_middle = static_cast<std::size_t>(j);
  row_.offset = i * strides_[slow] + j * strides_[middle];
  row_.n_numbers = 2 * shape_[fast];
  const auto n = static_cast<std::size_t>(row_.n_numbers);
  std::fill(k_[slow].begin(), k_[slow].end(), waves_[slow][at_slow]);
  std::fill(k_[middle].begin(), k_[middle].end(), waves_[middle][at_middle]);
  for (std::size_t m = 0; m < n; ++m) {
    const double square = k_[0][m] * k_[0][m] + k_[1][m] * k_[1][m] + k_[2][m] * k_[2][m];
    inverse_square_[m] = square > 0 ? 1 / square : 0;
    is_kept_[m] = 1;
    is_wave_[m] = square > 0 ? 1 : 0;
  }
  if (rule_.is_sphere)
    for (std::size_t m = 0; m < n; m += 2) {
      std::array<Index, 3> mode{};
      mode[slow] = whole_[slow][at_slow];
      mode[middle] = whole_[middle][at_middle];
      mode[fast] = whole_[fast][m / 2];
      if (keeps(rule_, mode, n_)) continue;
      is_kept_[m] = is_kept_[m + 1] = is_wave_[m] = is_wave_[m + 1] = 0;
    }
  for (std::size_t axis = 0; axis < 3; ++axis) row_.k[axis] = k_[axis].data();
  row_.inverse_square = inverse_square_.data();
  row_.is_kept = is_kept_.data();
  row_.is_wave = is_wave_.data();
  decay_.resize(decay.of.size());
  row_.decay.clear();
  for (std::size_t d = 0; d < decay.of.size(); ++d) {
    const auto& of = decay.of[d];
    const double outer = of[slow][at_slow] * of[middle][at_middle];
    decay_[d].resize(n);
    for (std::size_t m = 0; m < n; ++m) decay_[d][m] = outer * of[fast][m / 2] * is_kept_[m];
    row_.decay.push_back(decay_[d].data());
  }
  return row_;
}

std::array<double, 3> ModeRows::wave(const std::array<Index, 3>& mode) const {
  std::array<double, 3> k{};
  for (std::size_t axis = 0; axis < 3; ++axis) k[axis] = first_[axis] * static_cast<double>(mode[axis]);
  return k;
}

double ModeRows::square(const std::array<Index, 3>& mode) const {
  const std::array<double, 3> k = wave(mode);
  return k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
}

Index ModeRows::shell(const std::array<Index, 3>& mode) const {
  return static_cast<Index>(std::floor(std::sqrt(square(mode)) / width_ + 0.5));
}

ShellModes ModeRows::modes_of_shell(Index wanted) const {
  std::array<Index, 3> most{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double waves = (static_cast<double>(wanted) + 0.5) * width_ / first_[axis];
    most[axis] = std::min(rule_.highest(n_[axis]), static_cast<Index>(waves));
  }
  std::map<std::array<Index, 3>, Index> numbers;
  for (Index x = -most[0]; x <= most[0]; ++x)
    for (Index y = -most[1]; y <= most[1]; ++y)
      for (Index z = 0; z <= most[2]; ++z) {
        const std::array<Index, 3> mode{x, y, z};
        if (shell(mode) == wanted && keeps(rule_, mode, n_))
          numbers.emplace(mode, static_cast<Index>(numbers.size()));
      }
  ShellModes modes;
  modes.n_modes = static_cast<Index>(numbers.size());
  for_modes([&](const std::array<Index, 3>& mode, Index offset) {
    if (shell(mode) != wanted) return;
    modes.offsets.push_back(offset);
    modes.weights.push_back(weight(mode));
    modes.numbers.push_back(numbers.at(mode));
  });
  return modes;
}

Index ModeRows::bytes() const {
  std::size_t numbers = inverse_square_.size() * 9;
  for (std::size_t axis = 0; axis < 3; ++axis) numbers += 2 * waves_[axis].size();
  for (const auto& decay : decay_) numbers += decay.size();
  return static_cast<Index>(numbers * sizeof(double));
}

}  // namespace weft::turbulence
