// How a block lies in memory: order of the axes and strides.
#include "geometry/storage.hpp"

#include <numeric>

namespace weft {

Index Storage::n_elements() const {
  Index last = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 0) return 0;
    last += (shape[axis] - 1) * strides[axis];
  }
  return last + 1;
}

}  // namespace weft

namespace weft::inline geometry {

Axes c_order(int n_axes) {
  Axes order(n_axes);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

}  // namespace weft::inline geometry

namespace weft {

Storage dense_storage(const Extents& shape, const Axes& order) {
  Storage storage{shape, order, Extents(shape.size(), 1)};
  Index stride = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    storage.strides[order[i]] = stride;
    stride *= shape[order[i]];
  }
  return storage;
}

}  // namespace weft

namespace weft::inline geometry {

bool says_memory(const Problem& problem, bool at_points) {
  return at_points ? !(problem.points_order.empty() && problem.points_padding.empty())
                   : !(problem.modes_order.empty() && problem.modes_padding.empty());
}

Storage storage_in(const Extents& shape, const Axes& order, const Extents& padding) {
  Extents allocated = shape;
  for (std::size_t axis = 0; axis < padding.size(); ++axis) allocated[axis] += padding[axis];
  Storage storage = dense_storage(allocated, order);
  storage.shape = shape;
  return storage;
}

Storage padded_storage(const Extents& shape, int element_bytes) {
  constexpr Index line_bytes = 64;
  const Index line = line_bytes / element_bytes;
  Index row = shape.back();
  const Index padded = (row + line - 1) / line * line;
  if (shape.size() > 1 && padded - row <= row / 8) row = padded;
  // Rows whose length is a large power of two fall into the same sets of the cache.
  if (shape.size() > 1 && row * element_bytes % 1024 == 0 && line <= row / 8) row += line;
  const Axes order = c_order(static_cast<int>(shape.size()));
  Extents padding(shape.size(), 0);
  padding.back() = row - shape.back();
  return storage_in(shape, order, padding);
}

}  // namespace weft::inline geometry
