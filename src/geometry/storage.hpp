// Storages that weft chooses itself.
#pragma once

#include "weft/problem.hpp"

namespace weft::inline geometry {

Axes c_order(int n_axes);

// Does the problem say how the arrays of the points, or of the modes, lie in memory?
bool says_memory(const Problem& problem, bool at_points);

// A block whose axes lie in memory in `order`, in an array that is longer by `padding` along each axis
// (empty: by nothing).
Storage storage_in(const Extents& shape, const Axes& order, const Extents& padding);

// C order with rows padded to whole cache lines and off powers of two, where that costs at most an
// eighth of the memory.
Storage padded_storage(const Extents& shape, int element_bytes);

}  // namespace weft::inline geometry
