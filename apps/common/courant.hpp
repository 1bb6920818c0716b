// The Courant number: how far the flow goes in a step, in units of what its series resolve.
//
// dt (a |u| + b |v| + c |w|), the largest over all points: a, b, c are the highest wavenumbers along the
// three directions, or one over the distance of points where a direction has none. Such sums bound the
// frequencies of advection, for which schemes have limits.
#pragma once

#include <atomic>
#include <vector>

#include "weft/weft.hpp"

namespace weft::apps {

class Courant {
 public:
  // `b`: of each index along the first axis of the points.
  Courant(double a, std::vector<double> b, double c) : a_(a), c_(c), b_(std::move(b)) {}

  void reset() { largest_ = 0; }
  // Of the points of a block whose first three inputs are u, v, w; by several threads at a time.
  void add(const PointsBlock& block);
  // The largest since reset(), without dt, of this process; infinite if a velocity was not a number.
  double largest() const { return largest_; }
  // The largest on any process. Collective.
  double largest_of_all(const Plan& plan) const;

 private:
  double a_, c_;
  std::vector<double> b_;
  std::atomic<double> largest_ = 0;
};

}  // namespace weft::apps
