// Boxes: half-open ranges per axis.
#include <algorithm>

#include "weft/layout.hpp"

namespace weft {

Extents Box::shape() const {
  Extents shape;
  for (const Range& range : ranges) shape.push_back(range.size());
  return shape;
}

Index Box::n_points() const {
  Index n = 1;
  for (const Range& range : ranges) n *= std::max<Index>(range.size(), 0);
  return n;
}

Box intersect(const Box& a, const Box& b) {
  Box both;
  for (int axis = 0; axis < a.n_axes(); ++axis) {
    const Index begin = std::max(a.ranges[axis].begin, b.ranges[axis].begin);
    const Index end = std::min(a.ranges[axis].end, b.ranges[axis].end);
    both.ranges.push_back({begin, std::max(begin, end)});
  }
  return both;
}

}  // namespace weft
