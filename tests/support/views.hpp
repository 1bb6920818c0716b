// Elements of a view, one by one.
#pragma once

#include "blocks.hpp"
#include "geometry/view.hpp"

namespace weft::test {

// Calls f(position in the local array in C order, slot, offset in elements in that slot) for each element
// of field number `field`.
template <class F>
void for_each_element(const View& view, const Extents& shape, Index field, F f) {
  for (const Piece& piece : view.pieces)
    for_each_point(shape, piece.box, Storage{piece.box.shape(), {}, piece.strides},
                   [&](Index position, Index offset) {
                     f(position, piece.slot, piece.offset + field * piece.field_stride + offset);
                   });
}

}  // namespace weft::test
