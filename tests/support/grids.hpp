// Grids of all processes, in the words of the option `grid`.
#pragma once

#include <string>

#include "agree.hpp"

namespace weft::test {

inline std::string slab() { return std::to_string(p()); }
// Two dimensions, the first of which is 2 where that divides.
inline std::string pencil() { return p() % 2 == 0 ? "2x" + std::to_string(p() / 2) : slab() + "x1"; }

}  // namespace weft::test
