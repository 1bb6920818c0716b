// The oracle for one axis of a sweep or a kernel: the definition, of any kind and either sign, unscaled.
#pragma once

#include "base/kind.hpp"
#include "oracle.hpp"

namespace weft::test {

// The transform of `field` along `axis`, which has n points: complex, the first n/2+1 modes of real
// points, or the n real points of which these are the modes (the imaginary parts of modes 0 and n/2 are
// not used).
// Other kinds have no sign.
inline GlobalField transformed(const GlobalField& field, Kind kind, int axis, Index n, int sign) {
  if (!is_fourier(kind)) {
    const bool is_whole = kind >= Kind::r2hc;
    const int type = static_cast<int>(kind) - static_cast<int>(is_whole ? Kind::r2hc : Kind::dct1);
    const AxisKind first = is_whole ? AxisKind::r2hc : AxisKind::dct1;
    return real_transform_along(field, axis, static_cast<AxisKind>(static_cast<int>(first) + type), true,
                                false);
  }
  Problem problem = kind == Kind::c2c ? c2c(field.shape) : r2c(field.shape);
  problem.shape[static_cast<std::size_t>(axis)] = n;
  problem.axes = {axis};
  problem.sign = kind == Kind::c2r ? -sign : sign;  // that of forward
  problem.norm = kind == Kind::c2r ? Norm::forward : Norm::backward;
  return kind == Kind::c2r ? points_of(problem, field) : modes_of(problem, field);
}

// Largest relative l2 error of a transform of n points (the product, of several axes).
inline double tolerance_of(const Extents& lengths, Precision precision) {
  return tolerance(c2c(lengths, precision));
}

}  // namespace weft::test
