// Means over planes of equal y, of velocities and their products: taken while a step has the points in cache.
#pragma once

#include <array>
#include <mutex>
#include <vector>

#include "channel/chebyshev_line.hpp"
#include "common/exact_sums.hpp"
#include "weft/weft.hpp"

namespace weft::channel {

// Means over a plane, at all points along y; velocities as the wall sees them.
struct Means {
  enum { u, v, w, uu, vv, ww, uv, n_of };
  std::array<Line, n_of> of;
  const Line& operator[](int i) const { return of[static_cast<std::size_t>(i)]; }
  Line& operator[](int i) { return of[static_cast<std::size_t>(i)]; }

  // Half the mean of u.u over the channel.
  double energy() const;
  // The same of what is left without the means over planes.
  double turbulent_energy() const;
};

class PlaneMeans {
 public:
  // Of ny planes, of fields that are seen in a frame with velocity `frame` along x.
  PlaneMeans(Index ny, double frame);

  void reset();
  // Of blocks of Flow::step's watch; by several threads at a time.
  void add(const PointsBlock& block);
  // Since reset(). Collective over the plan.
  Means means(const Plan& plan) const;

 private:
  std::size_t ny_;
  double frame_;
  std::mutex mutex_;
  apps::ExactSums sums_;  // of each plane, Means::n_of numbers, and how many points
};

}  // namespace weft::channel
