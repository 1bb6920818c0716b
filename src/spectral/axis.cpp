// The tables of one axis.
//
// Weights follow from Parseval. With c = X / (f N), f the factor of the norm and N the period, a Fourier axis
// is u = sum c_k exp(i k x); a cosine or sine axis is u = sum c_k {1 or 2} cos(k x), 1 for waves that are
// counted once (0, and those of n half waves), which have a mean square of 1 on the points, where others have
// 1/2. Orthogonal transforms have the same weight everywhere.
#include "spectral/axis.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/axis_kinds.hpp"

namespace weft::inline spectral {

namespace {

// How often a wave stands in the sum, for itself and for its mirror image. Where fewer modes are kept than
// there are points, the one of both signs is two waves of half its size.
double multiplicity(const Plan& plan, const SpectralAxis& axis, double wave) {
  if (axis.is_fourier()) {
    if (axis.n_waves < axis.n_points && 2 * std::abs(wave) == static_cast<double>(axis.n_waves)) return 0.5;
    if (axis.number != real_axis(plan.problem())) return 1;
    // Of scrambled modes those of the columns 0 and slow / 2 are all there.
    const Index slow = factors_of_order(plan.problem(), axis.number, plan.description().axis_factors)[1];
    return static_cast<Index>(2 * wave) % slow == 0 ? 1 : 2;
  }
  return plan.problem().norm != Norm::ortho && (wave == 0 || 2 * wave == axis.period) ? 1 : 2;
}

std::vector<double> weights_of(const Plan& plan, const SpectralAxis& axis) {
  std::vector<double> weights(axis.waves.size(), 1 / static_cast<double>(axis.n_points));
  if (axis.is_chebyshev()) return {};
  if (!axis.kind) return weights;
  const Norm norm = plan.problem().norm;
  const double scale =
      norm == Norm::forward ? 1 : 1 / (norm == Norm::ortho ? axis.period : axis.period * axis.period);
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = scale * multiplicity(plan, axis, axis.waves[i]);
  return weights;
}

}  // namespace

// A series of n terms has no derivative of order n.
double SpectralAxis::chebyshev_factor(int order) const {
  return std::pow(2 / length, static_cast<double>(std::min<Index>(order, n_waves)));
}

double SpectralAxis::largest_wave() const {
  const Index half = n_waves / 2;
  if (is_fourier()) return static_cast<double>(half);
  if (!kind) return 0;
  return static_cast<double>(n_waves - 1) + line_of(*kind).first_wave;
}

bool SpectralAxis::is_half(std::size_t i) const {
  return is_fourier() && 2 * std::abs(waves[i]) == static_cast<double>(n_waves);
}

SpectralAxis make_axis(const Plan& plan, int number, double length) {
  const auto a = static_cast<std::size_t>(number);
  SpectralAxis axis;
  axis.number = number;
  axis.kind = kind_of(plan.problem(), number);
  axis.length = length;
  axis.n_points = plan.problem().shape[a];
  axis.n_waves = kept_points(plan.problem(), number);
  axis.period = axis.kind ? period_of(*axis.kind, axis.n_points) : static_cast<double>(axis.n_points);
  axis.n_parts = n_parts(plan.modes_layout(), number);
  axis.waves = waves_of(plan.problem(), number, plan.modes_box().ranges[a], plan.description().axis_factors);
  axis.unit = unit_of_waves(plan.problem(), number, length);
  for (std::size_t i = 0; i < axis.waves.size(); ++i) {
    axis.k.push_back(axis.unit * axis.waves[i]);
    axis.odd_k.push_back(axis.is_half(i) ? 0 : axis.k.back());
  }
  axis.weights = weights_of(plan, axis);
  return axis;
}

}  // namespace weft::inline spectral
