// Boxes of elements in memory: where they lie, copies between them, and the pieces in which they travel.
#pragma once

#include <algorithm>
#include <cstddef>

#include "geometry/storage.hpp"
#include "weft/distribution.hpp"

namespace weft::inline arrays {

// A box of global indices whose elements lie in memory with these strides.
struct BoxInMemory {
  Box box;
  Extents strides;            // between neighbours along each axis, in elements
  int element_bytes = 0;      // 4, 8 or 16
  std::byte* data = nullptr;  // of the first element of the box
};

// The block that this process owns, of an array that begins at `memory`.
BoxInMemory owned_block(const Distribution& distribution, const void* memory);

// A box without gaps, its axes in `order` from slowest to fastest.
BoxInMemory dense_block(const Box& box, const void* memory, int element_bytes, const Axes& order);

// The address of the first element of `part`, a box in `block`.
std::byte* address_of(const BoxInMemory& block, const Box& part);

// True if the elements of `part` lie side by side, its axes in `order` from slowest to fastest.
bool is_contiguous(const BoxInMemory& block, const Box& part, const Axes& order);

// Whether what is written is read soon. Stores past the cache spare the read of what they overwrite, and need
// finish_stores() before others look.
enum class Stores { to_cache, past_cache };
Stores stores_of(const BoxInMemory& block);  // past the cache if the block is large
void finish_stores();

// Copies the elements of `part`, a box in both blocks, which do not overlap.
void copy_part(const BoxInMemory& from, const BoxInMemory& to, const Box& part,
               Stores stores = Stores::to_cache);

// The axis along which the elements of a block are nearest in memory.
int fastest_axis(const BoxInMemory& block);

// A box in pieces of at most `most` elements, which are long along the fastest axis of either side of a copy:
// the last one of `order`, from slowest to fastest, and `other`. Where these are the same a piece is a range
// of lines.
class Pieces {
 public:
  Pieces() = default;
  Pieces(const Box& box, Index most, const Axes& order, int other);
  // The next piece; false after the last one.
  bool next(Box& piece);

 private:
  Box box_, piece_;
  Axes order_;
  Extents widths_;  // of a piece, along each axis
  bool has_next_ = false;
};

// Copies the elements of `part`, as copy_part, by way of a small dense block where the fastest axes differ:
// memory is read and written many cache lines at a time.
void copy_part_in_tiles(const BoxInMemory& from, const BoxInMemory& to, const Box& part);

// Calls visit(position, n) for each line of `box` along the last axis: n elements from `position` of an array
// of `shape` in C order.
template <class Visit>
void for_each_line(const Extents& shape, const Box& box, Visit&& visit) {
  const std::size_t last = shape.size() - 1;
  Box firsts = box, line;  // the first elements of all lines
  firsts.ranges[last].end = std::min(box.ranges[last].begin + 1, box.ranges[last].end);
  Pieces lines(firsts, 1, c_order(box.n_axes()), 0);
  while (lines.next(line)) {
    Index position = 0;
    for (std::size_t axis = 0; axis <= last; ++axis)
      position = position * shape[axis] + line.ranges[axis].begin;
    visit(position, box.ranges[last].size());
  }
}

}  // namespace weft::inline arrays
