// Parts of a report that several commands write alike: a problem, and what its plan does.
#pragma once

#include <string>
#include <vector>

#include "program/json.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

// The number, or null where it is not above 0: not known.
Json known(double value);
// {"min", "median", "rounds"}
Json rounds_json(const std::vector<double>& seconds);
Json problem_json(const Problem& problem);
// Sweeps and exchanges of one direction, and the number of copies.
Json counts_json(const Counts& counts);
// Shape, grid, cut axes, and where the parts of each axis begin, with its length as the last number.
Json layout_json(const Layout& layout);
// Bytes: stages, windows, tiles, and the total.
Json memory_json(const PlanMemory& memory);

// The exchange of all redistributions, or one for each where they differ; `none` where there are none.
std::string exchange_text(const Choice& choice, const std::string& none, const std::string& separator);

}  // namespace weft::cli
