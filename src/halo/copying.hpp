// Copies of small boxes between arrays with strides: what a halo does beside sending.
//
// A box is reduced once, when the halo is made: axes of length 1 vanish, axes that follow each other in both
// arrays become one, and short runs of contiguous elements become one element. What remains are rows that
// memcpy moves, or two loops with strides over elements of a size that the compiler knows: the faces along
// the fastest axis are one element wide, and each of their elements is on a cache line of its own.
#pragma once

#include <vector>

#include "weft/field.hpp"
#include "weft/layout.hpp"

namespace weft::inline halo {

// A box in memory: bytes from the beginning of the array, and between neighbours, slowest axis first.
struct Spot {
  Index offset = 0;
  Extents strides;
};

// The same for both ends of a copy, reduced. Nothing is copied where a length is 0.
struct Copying {
  Extents lengths, from, to;  // lengths, and byte strides; slowest axis first
  Index from_offset = 0, to_offset = 0;
  int element_bytes = 8;
};

// Of a box with these lengths, given in the order in which its axes lie in memory, slowest first.
Copying reduce(const Extents& lengths, const Spot& from, const Spot& to, int element_bytes);

// The same with a short contiguous run as one longer element: for all but add().
Copying in_long_elements(Copying box);

// to = from; to = to + from; to = 0. The arrays may be one array as long as the boxes do not overlap.
void copy(const Copying& box, const char* from, char* to);
void add(const Copying& box, ElementType element, const char* from, char* to);
void clear(const Copying& box, char* to);

}  // namespace weft::inline halo
