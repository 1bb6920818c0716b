// The Courant number of blocks of points.
#include "common/courant.hpp"

#include <algorithm>
#include <cmath>

namespace weft::apps {

// Eight maxima side by side, which compilers make vectors of. No maximum is a NaN; but NaN and infinity
// times 0 are NaN.
void Courant::add(const PointsBlock& block) {
  constexpr Index n_maxima = 8;
  const Range& rows = block.box.ranges[0];
  const double *u = block.input<double>(0), *v = block.input<double>(1), *w = block.input<double>(2);
  const Index row = rows.size() == 0 ? 0 : block.n_points / rows.size();
  double maxima[n_maxima] = {}, zeros[n_maxima] = {};
  for (Index y = 0; y < rows.size(); ++y) {
    const double b = b_[static_cast<std::size_t>(rows.begin + y)];
    const auto at = [&](Index i) { return a_ * std::abs(u[i]) + b * std::abs(v[i]) + c_ * std::abs(w[i]); };
    const Index end = (y + 1) * row;
    Index i = y * row;
    for (; i + n_maxima <= end; i += n_maxima)
      for (Index m = 0; m < n_maxima; ++m) {
        const double value = at(i + m);
        maxima[m] = std::max(maxima[m], value);
        zeros[m] += 0 * value;
      }
    for (; i < end; ++i) {
      maxima[0] = std::max(maxima[0], at(i));
      zeros[0] += 0 * at(i);
    }
  }
  const bool are_numbers = std::all_of(zeros, zeros + n_maxima, [](double zero) { return zero == 0; });
  const double here = are_numbers ? *std::max_element(maxima, maxima + n_maxima) : INFINITY;
  for (double known = largest_; known < here && !largest_.compare_exchange_weak(known, here);) {
  }
}

double Courant::largest_of_all(const Plan& plan) const {
  std::vector<double> of_processes(static_cast<std::size_t>(plan.modes_layout().n_processes()), 0);
  of_processes[static_cast<std::size_t>(plan.rank())] = largest();
  plan.sum(of_processes);
  return *std::max_element(of_processes.begin(), of_processes.end());
}

}  // namespace weft::apps
