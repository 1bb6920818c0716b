// The Courant number: how far the flow goes in a step, in units of what its series resolve.
//
// dt (alpha_max |u| + |v| / dy + beta_max |w|), the largest over all points: alpha_max and beta_max are the
// highest wavenumbers, dy the distance of a point to its nearest neighbour along y. The first two terms bound
// the frequencies of advection, for which schemes have limits (Scheme::stability).
#pragma once

#include <atomic>
#include <vector>

#include "weft/weft.hpp"

namespace weft::channel {

class Courant {
 public:
  // `y`: places of all points along the axis, descending.
  Courant(double alpha_max, double beta_max, const std::vector<double>& y);

  void reset() { largest_ = 0; }
  // Of the points of a block whose first three inputs are u, v, w; by several threads at a time.
  void add(const PointsBlock& block);
  // The largest since reset(), without dt, of this process; infinite if a velocity was not a number.
  double largest() const { return largest_; }

 private:
  double alpha_max_, beta_max_;
  std::vector<double> per_spacing_;  // 1 / dy of each point along y
  std::atomic<double> largest_ = 0;
};

}  // namespace weft::channel
