// The Courant number of blocks of points.
#include "channel/courant.hpp"

#include <algorithm>
#include <cmath>

namespace weft::channel {

Courant::Courant(double alpha_max, double beta_max, const std::vector<double>& y)
    : alpha_max_(alpha_max), beta_max_(beta_max) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double above = i > 0 ? y[i - 1] - y[i] : 2, below = i + 1 < y.size() ? y[i] - y[i + 1] : 2;
    per_spacing_.push_back(1 / std::min(above, below));
  }
}

// Eight maxima side by side, which compilers make vectors of. No maximum is a NaN; but NaN and infinity
// times 0 are NaN.
void Courant::add(const PointsBlock& block) {
  constexpr Index n_maxima = 8;
  const Range& rows = block.box.ranges[0];
  const double *u = block.input<double>(0), *v = block.input<double>(1), *w = block.input<double>(2);
  const Index row = rows.size() == 0 ? 0 : block.n_points / rows.size();
  double maxima[n_maxima] = {}, zeros[n_maxima] = {};
  for (Index y = 0; y < rows.size(); ++y) {
    const double per_spacing = per_spacing_[static_cast<std::size_t>(rows.begin + y)];
    const auto at = [&](Index i) {
      return alpha_max_ * std::abs(u[i]) + per_spacing * std::abs(v[i]) + beta_max_ * std::abs(w[i]);
    };
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

}  // namespace weft::channel
