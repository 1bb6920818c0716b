// The balanced rule by which n points are divided: n = q p + r, the first r parts have q + 1 points.
#pragma once

#include "weft/layout.hpp"

namespace weft::inline geometry {

Range part_of(Index n, int n_parts, int part);

// Lengths of the blocks of one axis, one for each process along it, by the rule or as the layout says.
Extents block_sizes(const Layout& layout, int axis);
Index longest_block(const Layout& layout, int axis);

}  // namespace weft::inline geometry
