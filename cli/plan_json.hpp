// Parts of a report that several commands write alike: a problem, and what its plan does.
#pragma once

#include "json.hpp"
#include "weft/weft.hpp"

namespace weft::cli {

Json problem_json(const Problem& problem);
// Sweeps and exchanges of one direction, and the number of copies.
Json counts_json(const Counts& counts);
// Bytes: stages, windows, tiles, and the total.
Json memory_json(const PlanMemory& memory);

}  // namespace weft::cli
