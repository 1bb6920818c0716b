// What the kinds of axes mean for functions on a domain.
#pragma once

#include "weft/coordinates.hpp"

namespace weft {

bool is_chebyshev(AxisKind kind);
// Types III and IV: their waves are those of the index and a half.
bool has_half_waves(AxisKind kind);
// weft::wavenumbers, with the halves of types III and IV, and 0 where the axis is not transformed.
std::vector<double> waves_of(const Problem& problem, int axis, const Range& range);

// Throws Error(invalid_argument) unless the length is a number above 0.
void check_length(int axis, double length);

}  // namespace weft
