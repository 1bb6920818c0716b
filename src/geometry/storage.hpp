// Storages that weft chooses itself.
#pragma once

#include "weft/layout.hpp"

namespace weft::inline geometry {

Axes c_order(int n_axes);

// C order with rows padded to whole cache lines and off powers of two, where that costs at most an
// eighth of the memory.
Storage padded_storage(const Extents& shape, int element_bytes);

}  // namespace weft::inline geometry
