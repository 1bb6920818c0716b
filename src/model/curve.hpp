// A function known at a few points: straight lines between them where both axes are logarithmic.
#pragma once

#include <algorithm>
#include <vector>

#include "weft/layout.hpp"

namespace weft::inline model {

struct CurvePoint {
  double x = 1, y = 1;  // both greater than 0
};

// A number of processes or bytes as an x.
inline double positive(Index n) { return static_cast<double>(std::max<Index>(n, 1)); }

// In ascending order of x.
using Curve = std::vector<CurvePoint>;

// Sorted by x; of points with the same x the last one stays.
Curve sorted(Curve points);

// Sorted by x; points with the same x become one, with their geometric mean.
Curve averaged(const Curve& points);

// The same with no y below one at a smaller x.
Curve without_descents(Curve curve);

// Its value at x; before the first and after the last point, the value there. The curve is not empty.
double value_at(const Curve& curve, double x);

// The same, but beyond the last point in proportion to x.
double proportional_beyond(const Curve& curve, double x);

}  // namespace weft::inline model
