// What the kinds of axes mean to an equation: lengths, waves, and what may be divided by.
#pragma once

#include <vector>

#include "weft/problem.hpp"

namespace weft {

bool is_chebyshev(AxisKind kind);

// Throws Error(invalid_argument) unless the length is a number above 0.
void check_length(int axis, double length);

// k^2 of the modes in `range` of `axis` on a domain of `length`: minus the second derivative of their
// functions. 0 where the axis is not transformed. Of no Chebyshev axis.
std::vector<double> squared_waves(const Problem& problem, int axis, const Range& range, double length);

}  // namespace weft
