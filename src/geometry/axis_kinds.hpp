// The kinds of transforms along one axis: one row each.
#pragma once

#include <string>
#include <vector>

#include "base/kind.hpp"
#include "weft/problem.hpp"

namespace weft {

// The axes that a problem transforms, in its order.
Axes transformed_axes(const Problem& problem);

struct AxisKindRow {
  const char* name;
  Kind kind;                  // of the forward transform of complex elements
  bool is_chebyshev = false;  // scaled to coefficients, whatever the norm is
};

const AxisKindRow& row_of(AxisKind kind);

// The names, in the order of AxisKind.
const std::vector<std::string>& axis_kind_names();

// Length of the axis in the N by which a norm divides; 1 of Chebyshev axes.
double logical_length(AxisKind kind, Index n);

// Of Chebyshev axes: what forward and backward multiply by, beside their end factors.
struct AxisScales {
  double forward = 1, backward = 1;
};
AxisScales scales_of(AxisKind kind, Index n);

// Factors of the ends of lines, forward.
EndFactors ends_of(AxisKind kind, Norm norm);

}  // namespace weft
