// Sums of rows of points.
#include "channel/plane_means.hpp"

#include "channel/forcing.hpp"

namespace weft::channel {
namespace {

constexpr std::size_t n_numbers = Means::n_of + 1;  // and the points

}  // namespace

double Means::energy() const {
  Line density;
  for (std::size_t j = 0; j < of[uu].size(); ++j)
    density.push_back(0.5 * (of[uu][j] + of[vv][j] + of[ww][j]));
  return bulk(to_coefficients(density));
}

// All of it less that of the means alone.
double Means::turbulent_energy() const {
  Means mean = *this;
  for (std::size_t j = 0; j < of[uu].size(); ++j)
    for (const auto& [one, square] : {std::pair{u, uu}, {v, vv}, {w, ww}})
      mean[square][j] = of[one][j] * of[one][j];
  return energy() - mean.energy();
}

PlaneMeans::PlaneMeans(Index ny, double frame) : ny_(static_cast<std::size_t>(ny)), frame_(frame) { reset(); }

void PlaneMeans::reset() { sums_.reset(ny_ * n_numbers); }

void PlaneMeans::add(const PointsBlock& block) {
  const Range& rows = block.box.ranges[0];
  if (rows.size() == 0) return;
  const double *u = block.input<double>(0), *v = block.input<double>(1), *w = block.input<double>(2);
  const Index row = block.n_points / rows.size();
  apps::ExactSums sums;
  for (Index y = 0; y < rows.size(); ++y) {
    sums.reset(n_numbers);
    for (Index i = y * row; i < (y + 1) * row; ++i) {
      const double terms[] = {u[i], v[i], w[i], u[i] * u[i], v[i] * v[i], w[i] * w[i], u[i] * v[i]};
      for (std::size_t sum = 0; sum < Means::n_of; ++sum) sums.add(sum, terms[sum]);
    }
    sums.add(Means::n_of, static_cast<double>(row));
    const std::lock_guard lock(mutex_);
    sums_.add(static_cast<std::size_t>(rows.begin + y) * n_numbers, sums);
  }
}

// In the frame u is less by its velocity f: <(u + f)^2> = <uu> + 2 f <u> + f^2, <(u + f) v> = <uv> + f <v>.
Means PlaneMeans::means(const Plan& plan) const {
  const std::vector<double> sums = sums_.of_all(plan);
  Means means;
  for (std::size_t j = 0; j < ny_; ++j) {
    const double* plane = &sums[j * n_numbers];
    for (std::size_t i = 0; i < Means::n_of; ++i) means.of[i].push_back(plane[i] / plane[Means::n_of]);
    means[Means::uu].back() += frame_ * (2 * means[Means::u].back() + frame_);
    means[Means::uv].back() += frame_ * means[Means::v].back();
    means[Means::u].back() += frame_;
  }
  return means;
}

}  // namespace weft::channel
