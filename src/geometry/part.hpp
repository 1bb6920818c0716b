// The balanced rule by which n points are divided: n = q p + r, the first r parts have q + 1 points.
#pragma once

#include "weft/layout.hpp"

namespace weft {

Range part_of(Index n, int n_parts, int part);

}  // namespace weft
