// Sums of rows of points.
#include "channel/plane_means.hpp"

#include "channel/forcing.hpp"

namespace weft::channel {
namespace {

constexpr std::size_t n_numbers = Means::n_of + 1;  // and the points
constexpr Index n_sums = 8;                         // side by side, which compilers make vectors of

struct Sums {
  double of[Means::n_of][n_sums] = {};

  void add(Index lane, double u, double v, double w) {
    const double terms[] = {u, v, w, u * u, v * v, w * w, u * v};
    for (std::size_t i = 0; i < Means::n_of; ++i) of[i][lane] += terms[i];
  }
  double total(std::size_t i) const {
    double sum = 0;
    for (const double part : of[i]) sum += part;
    return sum;
  }
};

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

void PlaneMeans::reset() { sums_.assign(ny_ * n_numbers, 0); }

void PlaneMeans::add(const PointsBlock& block) {
  const Range& rows = block.box.ranges[0];
  if (rows.size() == 0) return;
  const double *u = block.input<double>(0), *v = block.input<double>(1), *w = block.input<double>(2);
  const Index row = block.n_points / rows.size();
  for (Index y = 0; y < rows.size(); ++y) {
    Sums sums;
    const Index end = (y + 1) * row;
    Index i = y * row;
    for (; i + n_sums <= end; i += n_sums)
      for (Index lane = 0; lane < n_sums; ++lane) sums.add(lane, u[i + lane], v[i + lane], w[i + lane]);
    for (; i < end; ++i) sums.add(0, u[i], v[i], w[i]);
    const std::lock_guard lock(mutex_);
    double* plane = &sums_[static_cast<std::size_t>(rows.begin + y) * n_numbers];
    for (std::size_t sum = 0; sum < Means::n_of; ++sum) plane[sum] += sums.total(sum);
    plane[Means::n_of] += static_cast<double>(row);
  }
}

// In the frame u is less by its velocity f: <(u + f)^2> = <uu> + 2 f <u> + f^2, <(u + f) v> = <uv> + f <v>.
Means PlaneMeans::means(const Plan& plan) const {
  std::vector<double> sums = sums_;
  plan.sum(sums);
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
