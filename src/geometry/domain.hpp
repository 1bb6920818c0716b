// What the kinds of axes mean for functions on a domain.
#pragma once

#include "base/kind.hpp"
#include "weft/coordinates.hpp"

namespace weft::inline geometry {

// Throws Error(not_applicable) where the modes of an axis are those of a kind that operators and solvers do
// not know: of r2hc, hc2r and dht. All else here is of other kinds.
void check_waves(const Problem& problem, int axis);

// The lengths {fast, slow} by which the modes of a Fourier axis of n lie: position p = i fast + j holds mode
// i + j slow. Of scrambled modes `factors`, which are Description::axis_factors; else {1, n}.
Extents factors_of_order(const Problem& problem, int axis, const Extents& factors);
// Waves of the modes at these positions of a Fourier axis.
std::vector<Index> fourier_waves(const Problem& problem, int axis, const Range& positions,
                                 const Extents& factors);
// The same of any axis, with the halves of types III and IV, and 0 where the axis is not transformed.
std::vector<double> waves_of(const Problem& problem, int axis, const Range& positions,
                             const Extents& factors);
// What such a wave is multiplied by on a domain of `length`: of Fourier axes with the sign of i k in the
// derivative; 1 of Chebyshev axes, whose waves are degrees; 0 where the axis is not transformed.
double unit_of_waves(const Problem& problem, int axis, double length);
// Are the points at the ends multiplied by a factor, so that modes are not those of the function?
bool scales_points(const Problem& problem, int axis);

// Throws Error(invalid_argument) unless the length is a number above 0.
void check_length(int axis, double length);

}  // namespace weft::inline geometry
