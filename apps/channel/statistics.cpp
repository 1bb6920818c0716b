// Sums, and what they come to.
#include "channel/statistics.hpp"

#include <cmath>

#include "channel/forcing.hpp"
#include "common/lists.hpp"

namespace weft::channel {
namespace {

void add_to(Line& sum, const Line& line) {
  sum.resize(line.size(), 0);
  for (std::size_t j = 0; j < line.size(); ++j) sum[j] += line[j];
}

Line times(double factor, Line line) {
  for (double& value : line) value *= factor;
  return line;
}

// <ab> - <a><b>
Line covariance(const Line& ab, const Line& a, const Line& b) {
  Line result;
  for (std::size_t j = 0; j < ab.size(); ++j) result.push_back(ab[j] - a[j] * b[j]);
  return result;
}

// The integral from the middle of what the mean velocity gained in a unit of time, without its mean.
Line storage_of(const Line& start, const Line& end, double duration) {
  Line gained(start.size(), 0.0);
  if (duration <= 0) return gained;
  for (std::size_t j = 0; j < gained.size(); ++j) gained[j] = (end[j] - start[j]) / duration;
  Line series = to_coefficients(gained);
  series[0] -= bulk(series);
  return to_values(integral(series));
}

}  // namespace

Statistics::Statistics(const Flow& flow, std::vector<double> distances)
    : flow_(flow), spectra_(flow, std::move(distances)) {}

void Statistics::add(const Means& means, double time, double pressure_gradient) {
  if (n_samples_ == 0) {
    time_start_ = time;
    u_start_ = means[Means::u];
  }
  time_end_ = time;
  u_end_ = means[Means::u];
  ++n_samples_;
  gradient_ += pressure_gradient;
  for (int i = 0; i < Means::n_of; ++i) add_to(sums_[i], means[i]);
}

Profiles Statistics::profiles() const {
  if (n_samples_ == 0) fail("there are no samples; profiles are means over samples");
  const double share = 1 / static_cast<double>(n_samples_);
  Means mean;
  for (int i = 0; i < Means::n_of; ++i) mean[i] = times(share, sums_[i]);
  const Line &u = mean[Means::u], &v = mean[Means::v], &w = mean[Means::w];
  Profiles p;
  p.y = chebyshev_points(u.size());
  p.u = u;
  p.w = w;
  p.uu = covariance(mean[Means::uu], u, u);
  p.vv = covariance(mean[Means::vv], v, v);
  p.ww = covariance(mean[Means::ww], w, w);
  p.uv = covariance(mean[Means::uv], u, v);
  p.viscous = times(flow_.settings().viscosity, to_values(derivative(to_coefficients(u))));
  p.storage = storage_of(u_start_, u_end_, time_end_ - time_start_);
  p.u_tau = std::sqrt(std::abs(p.viscous.back() - p.viscous.front()) / 2);
  return p;
}

// The order of the numbers in a checkpoint.
std::vector<double> Statistics::flat() const {
  std::vector<double> all = {static_cast<double>(n_samples_), time_start_, time_end_, gradient_};
  const auto append = [&](const Line& line) { all.insert(all.end(), line.begin(), line.end()); };
  for (const Line& line : sums_.of) append(line);
  append(u_start_);
  append(u_end_);
  return all;
}

void Statistics::write(CheckpointWriter& writer, MPI_Comm comm) const {
  if (n_samples_ == 0) return;
  apps::write_list(writer, "statistics", flat(), comm);
  apps::write_list(writer, "spectra", spectra_.sums(), comm);
}

void Statistics::read(const Checkpoint& checkpoint, MPI_Comm comm) {
  const std::vector<double> all = apps::read_list(checkpoint, "statistics", comm);
  if (all.empty()) return;
  const auto ny = static_cast<std::size_t>(flow_.settings().ny);
  constexpr std::size_t n_first = 4, n_lines = Means::n_of + 2;
  const std::vector<double> spectra = apps::read_list(checkpoint, "spectra", comm);
  if (all.size() != n_first + n_lines * ny || spectra.size() != spectra_.size())
    fail(checkpoint.path() +
         " has statistics of other planes; give the same output.spectra_at, or "
         "another output.name to begin again");
  n_samples_ = static_cast<Index>(all[0]);
  time_start_ = all[1];
  time_end_ = all[2];
  gradient_ = all[3];
  const auto line = [&](std::size_t i) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(n_first + i * ny);
    return Line(begin, begin + static_cast<std::ptrdiff_t>(ny));
  };
  for (std::size_t i = 0; i < Means::n_of; ++i) sums_.of[i] = line(i);
  u_start_ = line(Means::n_of);
  u_end_ = line(Means::n_of + 1);
  spectra_.go_on_from(spectra);
}

}  // namespace weft::channel
