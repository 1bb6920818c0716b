// Numbers of a flow from its sums over shells, and from its derivatives at the points.
#include "turbulence/measures.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft::turbulence {

double highest_wave(const Box& box) {
  const Settings& s = box.settings();
  const DealiasingRule& rule = find_dealiasing(s.dealiasing);
  double least = INFINITY;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (rule.highest(s.n[axis]) > 0)
      least = std::min(least,
                       2 * std::numbers::pi / s.lengths[axis] * static_cast<double>(rule.highest(s.n[axis])));
  return std::isfinite(least) ? least : 0;
}

Measures measures_of(const Box& box, const Shells& shells) {
  const double nu = box.settings().viscosity;
  Measures m;
  m.energy = sum_of(shells.velocity.energy);
  m.enstrophy = sum_of(shells.velocity.squares);
  m.dissipation = 2 * nu * m.enstrophy;
  if (m.energy > 0) {
    m.taylor_reynolds = nu > 0 ? std::sqrt(10.0 / 3 / m.enstrophy) * m.energy / nu : 0;
    m.k_max_eta = highest_wave(box) * std::sqrt(nu) / std::pow(2 * m.enstrophy, 0.25);
    m.integral_length = 3 * std::numbers::pi / 4 * shells.inverse_waves / m.energy;
  }
  for (std::size_t i = 0; i < shells.scalars.size(); ++i)
    m.scalars.push_back({2 * sum_of(shells.scalars[i].energy),
                         2 * box.diffusivity(i) * sum_of(shells.scalars[i].squares), shells.fluxes[i]});
  return m;
}

Skewness::Skewness(Box& box)
    : box_(box), modes_(box.plan().modes<std::complex<double>>()), points_(box.plan().points<double>()) {}

double Skewness::operator()() {
  apps::ExactSums of_points(2);  // squares and cubes
  for (std::size_t c = 0; c < 3; ++c) {
    box_.spectral().derivative(box_.velocity()[c], modes_, static_cast<int>(c));
    box_.plan().backward(modes_, points_);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double g = points_.data()[i];
      of_points.add(0, g * g);
      of_points.add(1, g * g * g);
    }
  }
  const std::vector<double> sums = of_points.of_all(box_.plan());
  double n = 3;
  for (const Index length : box_.plan().problem().shape) n *= static_cast<double>(length);
  return sums[0] > 0 ? sums[1] / n / std::pow(sums[0] / n, 1.5) : 0;
}

Index Skewness::bytes() const { return static_cast<Index>(16 * modes_.size() + 8 * points_.size()); }

}  // namespace weft::turbulence
