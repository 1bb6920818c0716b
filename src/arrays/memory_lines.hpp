// The owned block of an array as lines of elements, in the order of the memory.
//
// Axes that continue each other in memory are one loop: a block without ghost cells in any order of the axes
// is a single line. Where the positions of elements in the global array matter they must continue each other
// as well.
#pragma once

#include <vector>

#include "weft/distribution.hpp"

namespace weft::inline arrays {

// What lines a block has: the fastest axis of the memory makes a line.
class MemoryLines {
 public:
  enum class Merging { memory, memory_and_positions };
  MemoryLines(const Distribution& distribution, Merging merging);

  Index length() const { return loops_.back().extent; }  // elements of a line; 0 if the block is empty
  Index stride() const { return loops_.back().stride; }  // between neighbours of a line, in elements
  Index position_stride() const { return loops_.back().position_stride; }  // the same in the global array

  // visit(offset, position) of the first element of each line: in elements from the beginning of the memory,
  // and in the global array in C order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (length() == 0) return;
    Index offset = offset_, position = position_;
    std::vector<Index> count(loops_.size(), 0);
    while (true) {
      visit(offset, position);
      std::size_t i = loops_.size() - 1;
      for (; i > 0; --i) {
        const Loop& loop = loops_[i - 1];
        offset += loop.stride;
        position += loop.position_stride;
        if (++count[i - 1] < loop.extent) break;
        offset -= loop.extent * loop.stride;
        position -= loop.extent * loop.position_stride;
        count[i - 1] = 0;
      }
      if (i == 0) return;
    }
  }

 private:
  struct Loop {
    Index extent, stride, position_stride;
  };
  std::vector<Loop> loops_;  // slowest first, at least one
  Index offset_ = 0, position_ = 0;
};

}  // namespace weft::inline arrays
