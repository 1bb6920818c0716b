// The tables of one axis.
//
// Weights follow from Parseval. With c = X / (f N), f the factor of the norm and N the period, a Fourier axis
// is u = sum c_k exp(i k x); a cosine or sine axis is u = sum c_k {1 or 2} cos(k x), 1 for waves that are
// counted once (0, and those of n half waves), which have a mean square of 1 on the points, where others have
// 1/2. Orthogonal transforms have the same weight everywhere.
#include "spectral/axis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace weft {
namespace {

constexpr double pi = std::numbers::pi;

// Points of a whole period of the waves, by which the norm divides.
double period_of(const std::optional<AxisKind>& kind, Index n) {
  const auto points = static_cast<double>(n);
  if (!kind || kind == AxisKind::fourier) return points;
  if (kind == AxisKind::dct1 || kind == AxisKind::chebyshev) return 2 * (points - 1);
  if (kind == AxisKind::dst1) return 2 * (points + 1);
  return 2 * points;
}

// How often a wave stands in the sum, for itself and for its mirror image. Where fewer modes are kept than
// there are points, the one of both signs is two waves of half its size.
double multiplicity(const Plan& plan, const SpectralAxis& axis, double wave) {
  if (axis.is_fourier()) {
    if (axis.n_waves < axis.n_points && 2 * std::abs(wave) == static_cast<double>(axis.n_waves)) return 0.5;
    const bool is_once = axis.number != real_axis(plan.problem()) || wave == 0 ||
                         2 * wave == static_cast<double>(axis.n_waves);
    return is_once ? 1 : 2;
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

std::string name_of(AxisKind kind) {
  Problem problem = c2c({2});
  problem.kinds = {kind};
  return get(problem, "kinds");
}

// A series of n terms has no derivative of order n.
double SpectralAxis::chebyshev_factor(int order) const {
  return std::pow(2 / length, static_cast<double>(std::min<Index>(order, n_waves)));
}

double SpectralAxis::largest_wave() const {
  const Index half = n_waves / 2;
  if (is_fourier()) return static_cast<double>(half);
  if (!kind) return 0;
  const auto last = static_cast<double>(n_waves - 1);
  if (has_half_waves(*kind)) return last + 0.5;
  return kind == AxisKind::dst1 || kind == AxisKind::dst2 ? last + 1 : last;
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
  axis.period = period_of(axis.kind, axis.n_points);
  axis.n_parts = n_parts(plan.modes_layout(), number);
  axis.waves = waves_of(plan.problem(), number, plan.modes_box().ranges[a]);
  if (axis.is_fourier())
    axis.unit = -plan.problem().sign * 2 * pi / length;
  else if (axis.is_chebyshev())
    axis.unit = 1;
  else if (axis.kind)
    axis.unit = pi / length;
  for (std::size_t i = 0; i < axis.waves.size(); ++i) {
    axis.k.push_back(axis.unit * axis.waves[i]);
    axis.odd_k.push_back(axis.is_half(i) ? 0 : axis.k.back());
  }
  axis.weights = weights_of(plan, axis);
  return axis;
}

}  // namespace weft
