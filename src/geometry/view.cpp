// What a sweep reads or writes: pieces of its local array and where each of them lies.
#include "geometry/view.hpp"

#include <algorithm>

namespace weft::inline geometry {

Box whole_box(const Extents& shape) {
  Box box;
  for (Index n : shape) box.ranges.push_back({0, n});
  return box;
}

View whole_view(const Storage& storage, Slot slot, Index field_stride) {
  View view;
  const Box box = whole_box(storage.shape);
  if (!box.empty()) view.pieces.push_back({box, slot, 0, storage.strides, field_stride});
  return view;
}

View part_of_view(const View& view, int axis, const Range& range) {
  View part;
  for (Piece piece : view.pieces) {
    Range& here = piece.box.ranges[axis];
    const Range inside{std::max(here.begin, range.begin), std::min(here.end, range.end)};
    if (inside.size() <= 0) continue;
    piece.offset += (inside.begin - here.begin) * piece.strides[axis];
    here = {inside.begin - range.begin, inside.end - range.begin};
    part.pieces.push_back(piece);
  }
  return part;
}

Box relative_to(const Box& box, const Box& origin) {
  Box moved = box;
  for (int axis = 0; axis < box.n_axes(); ++axis) {
    moved.ranges[axis].begin -= origin.ranges[axis].begin;
    moved.ranges[axis].end -= origin.ranges[axis].begin;
  }
  return moved;
}

}  // namespace weft::inline geometry
