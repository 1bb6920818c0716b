// The owned block of an array as lines of elements.
#include "arrays/memory_lines.hpp"

namespace weft::inline arrays {

MemoryLines::MemoryLines(const Distribution& distribution, Merging merging) : offset_(distribution.first()) {
  const Box& box = distribution.box();
  const Storage& storage = distribution.storage();
  const Extents& shape = distribution.layout().shape;
  Extents position_strides(shape.size(), 1);
  for (std::size_t axis = shape.size() - 1; axis > 0; --axis)
    position_strides[axis - 1] = position_strides[axis] * shape[axis];
  for (const int axis : storage.order) {
    const Loop loop{box.ranges[axis].size(), storage.strides[axis], position_strides[axis]};
    position_ += box.ranges[axis].begin * loop.position_stride;
    if (loop.extent == 1) continue;
    const bool continues =
        !loops_.empty() && loops_.back().stride == loop.extent * loop.stride &&
        (merging == Merging::memory || loops_.back().position_stride == loop.extent * loop.position_stride);
    if (continues)
      loops_.back() = {loops_.back().extent * loop.extent, loop.stride, loop.position_stride};
    else
      loops_.push_back(loop);
  }
  if (box.empty())
    loops_ = {{0, 1, 1}};
  else if (loops_.empty())
    loops_ = {{1, 1, 1}};
}

}  // namespace weft::inline arrays
