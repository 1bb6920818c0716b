// Single lines along y, values at the points and Chebyshev coefficients: for profiles of means, of which
// there are few. Work of n^2; fields go by plans.
//
// Points are y_j = cos(pi j / (n - 1)), from the wall at y = 1 to that at y = -1. Nothing is collective.
#pragma once

#include <vector>

namespace weft::channel {

using Line = std::vector<double>;

Line chebyshev_points(std::size_t n);
Line to_coefficients(const Line& values);
Line to_values(const Line& coefficients);
Line derivative(const Line& coefficients);
// The integral from 0 to y, of n + 1 coefficients; the last one is dropped.
Line integral(const Line& coefficients);
double value_at(const Line& coefficients, double y);

}  // namespace weft::channel
