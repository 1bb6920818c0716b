// What the kinds of axes mean to an equation: what their modes are divided by.
#pragma once

#include <vector>

#include "weft/weft.hpp"

namespace weft::inline solvers {

// k^2 of this process's modes along `axis` on a domain of `length`: minus the second derivative of their
// functions. 0 where the axis is not transformed. Of no Chebyshev axis.
std::vector<double> squared_waves(const Plan& plan, int axis, double length);
// k itself: of Fourier axes with its sign, that of i k in the derivative.
std::vector<double> signed_waves(const Plan& plan, int axis, double length);

}  // namespace weft::inline solvers
