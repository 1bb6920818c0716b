// One process's block of a global field, in the raw memory that plans read and write.
//
// Blocks lie in memory as the plan's Storage says, with a guard zone on either side; they start as
// NaN, so that an element that is never written shows. `misaligned` shifts the block by one real
// number off the cache line: plans must take any array.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "oracle.hpp"
#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft::test {

// What an array holds.
struct Element {
  bool real;
  Precision precision;
  Index bytes() const { return (precision == Precision::double_ ? 8 : 4) * (real ? 1 : 2); }
};

Element points_element(const Problem& problem);
Element modes_element(const Problem& problem);

// Raw memory between two guard zones.
class Block {
 public:
  explicit Block(Index bytes, Element element, bool misaligned = false);
  void* data() { return memory_.data() + begin_; }
  const void* data() const { return memory_.data() + begin_; }
  std::span<const std::byte> bytes() const { return {memory_.data() + begin_, size_}; }
  Complex value(Index offset) const;  // of the element at this offset
  void forget();                      // all NaN again
  bool guards_intact() const;         // nobody wrote outside the block
  Element element() const { return element_; }
  void hold(Element element) { element_ = element; }  // what it holds from now on

 private:
  std::vector<std::byte> memory_;
  std::size_t begin_ = 0;
  std::size_t size_ = 0;
  Element element_;
};

// Squared l2 norms of a difference and of what was expected; they add up over processes.
struct Misfit {
  double error2 = 0;
  double norm2 = 0;
  Misfit& operator+=(const Misfit& other);
  double relative() const;  // 0 for a right result; NaN when something was never written
};

// Calls f(position in the whole C-order array, offset in elements in memory) for each local point.
template <class F>
void for_each_point(const Extents& shape, const Box& box, const Storage& storage, F f) {
  if (box.empty()) return;
  const std::size_t d = shape.size();
  Extents local(d, 0);
  for (std::size_t axis = d;;) {
    Index position = 0;
    Index offset = 0;
    for (std::size_t a = 0; a < d; ++a) {
      position = position * shape[a] + box.ranges[a].begin + local[a];
      offset += local[a] * storage.strides[a];
    }
    f(position, offset);
    for (axis = d; axis > 0 && ++local[axis - 1] == box.ranges[axis - 1].size(); --axis) local[axis - 1] = 0;
    if (axis == 0) return;
  }
}

// Writes this process's part of `field` into the block.
void put(const GlobalField& field, const Box& box, const Storage& storage, Block& block);

// How far the block is from this process's part of `field`.
Misfit misfit(const GlobalField& field, const Box& box, const Storage& storage, const Block& block);

// Did nobody write what lies between the elements of the block since it was forgotten?
bool gaps_intact(const Box& box, const Storage& storage, const Block& block);

}  // namespace weft::test
