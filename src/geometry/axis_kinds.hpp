// What follows from the kinds of a problem's axes: lengths, scales and factors at the ends of lines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/kind.hpp"

namespace weft::inline geometry {

// The axes that a problem transforms, in its order.
Axes transformed_axes(const Problem& problem);

// The names, in the order of AxisKind.
const std::vector<std::string>& axis_kind_names();

// Steps of a whole period of the waves of n points.
double period_of(AxisKind kind, Index n);
// Length of the axis in the N by which a norm divides; 1 of Chebyshev axes.
double logical_length(AxisKind kind, Index n);

// Of Chebyshev axes: what forward and backward multiply by, beside their end factors.
struct AxisScales {
  double forward = 1, backward = 1;
};
AxisScales scales_of(AxisKind kind, Index n);

// Factors of the ends of lines, forward.
EndFactors ends_of(AxisKind kind, Norm norm);

}  // namespace weft::inline geometry
