// A table of numbers by quantity and shell, and a few of the whole box behind it.
#include "turbulence/shell_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weft::turbulence {
namespace {

constexpr std::size_t n_of_shell = 3;  // energy, squares, transfer

// Real part of conj(a) b of mode m.
double product(const double* a, const double* b, std::size_t m) {
  return a[2 * m] * b[2 * m] + a[2 * m + 1] * b[2 * m + 1];
}

}  // namespace

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

ShellSums::ShellSums(const Box& box)
    : box_(box), n_shells_(static_cast<std::size_t>(box.spectral().n_shells())) {
  reset();
}

// The velocity, the scalars, energy / |k|, the fluxes.
void ShellSums::reset() {
  const std::size_t n_scalars = box_.settings().scalars.size();
  sums_.reset((1 + n_scalars) * n_of_shell * n_shells_ + 1 + 3 * n_scalars);
}

void ShellSums::row(const ModeRow& row) {
  const auto n = static_cast<std::size_t>(row.n_numbers / 2);
  shell_.resize(n);
  half_.resize(n);
  waves_.resize(n);
  const double width = box_.spectral().shell_width();
  for (std::size_t m = 0; m < n; ++m) {
    const double x = row.k[0][2 * m], y = row.k[1][2 * m], z = row.k[2][2 * m];
    waves_[m] = x * x + y * y + z * z;
    shell_[m] = std::min(static_cast<std::size_t>(std::sqrt(waves_[m]) / width + 0.5), n_shells_ - 1);
    half_[m] = row.is_wave[2 * m] * (z == 0 ? 0.5 : 1);
  }
}

// Of mode m of a quantity: its square, and the square's gain.
void ShellSums::add(std::size_t quantity, std::size_t m, double square, double gain) {
  const std::size_t energy = quantity * n_of_shell * n_shells_ + shell_[m];
  sums_.add(energy, half_[m] * square);
  sums_.add(energy + n_shells_, half_[m] * waves_[m] * square);
  sums_.add(energy + 2 * n_shells_, 2 * half_[m] * gain);
}

void ShellSums::velocity(const double* const u[3], const double* const n[3]) {
  const std::size_t inverse_waves = (1 + box_.settings().scalars.size()) * n_of_shell * n_shells_;
  for (std::size_t m = 0; m < shell_.size(); ++m) {
    if (half_[m] == 0) continue;
    double square = 0, gain = 0;
    for (int c = 0; c < 3; ++c) {
      square += product(u[c], u[c], m);
      gain += product(u[c], n[c], m);
    }
    add(0, m, square, gain);
    sums_.add(inverse_waves, half_[m] * square / std::sqrt(waves_[m]));
  }
}

void ShellSums::scalar(std::size_t i, const double* const u[3], const double* s, const double* n) {
  const std::size_t flux = (1 + box_.settings().scalars.size()) * n_of_shell * n_shells_ + 1 + 3 * i;
  for (std::size_t m = 0; m < shell_.size(); ++m) {
    if (half_[m] == 0) continue;
    add(1 + i, m, product(s, s, m), product(s, n, m));
    for (std::size_t c = 0; c < 3; ++c) sums_.add(flux + c, 2 * half_[m] * product(u[c], s, m));
  }
}

Shells ShellSums::shells() const {
  const std::vector<double> sums = sums_.of_all(box_.plan());
  auto next = sums.begin();
  const auto take = [&] {
    const auto begin = next;
    next += static_cast<std::ptrdiff_t>(n_shells_);
    return std::vector<double>(begin, next);
  };
  const auto take_quantity = [&] {
    QuantityByShell quantity;
    quantity.energy = take();
    quantity.squares = take();
    quantity.transfer = take();
    return quantity;
  };
  Shells shells;
  shells.width = box_.spectral().shell_width();
  shells.velocity = take_quantity();
  const std::size_t n_scalars = box_.settings().scalars.size();
  for (std::size_t i = 0; i < n_scalars; ++i) shells.scalars.push_back(take_quantity());
  shells.inverse_waves = *next++;
  for (std::size_t i = 0; i < n_scalars; ++i) {
    shells.fluxes.push_back({next[0], next[1], next[2]});
    next += 3;
  }
  return shells;
}

}  // namespace weft::turbulence
