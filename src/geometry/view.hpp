// What a sweep reads or writes: pieces of its local array and where each of them lies.
//
// A packed message is a piece with dense strides, a block in another process's window is a piece in
// that process's slot: sweeps and plans do not know which exchange is in use.
#pragma once

#include <span>
#include <vector>

#include "base/space.hpp"
#include "weft/layout.hpp"

namespace weft::inline geometry {

// A numbered piece of memory; its place is known when the plan runs.
using Slot = int;
// The places of all slots, by slot.
using Places = std::span<const Place>;

struct Piece {
  Box box;                 // part of the local array, in local indices
  Slot slot = 0;           // which memory
  Index offset = 0;        // of the first element of `box` in that memory, in elements
  Extents strides;         // per axis, in elements
  Index field_stride = 0;  // from one field to the next, in elements (0 for user arrays: bound per field)
};

struct View {
  std::vector<Piece> pieces;  // without overlap or gap; empty boxes are left out
};

// One piece that is the whole local array.
View whole_view(const Storage& storage, Slot slot, Index field_stride);

// What `view` says of the indices `range` of `axis`, counted from the first of them.
View part_of_view(const View& view, int axis, const Range& range);

// `box` with its origin moved to `origin`.
Box relative_to(const Box& box, const Box& origin);

// The box of a local array of that shape.
Box whole_box(const Extents& shape);

}  // namespace weft::inline geometry
