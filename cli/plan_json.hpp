// Parts of a report that several commands write alike: a problem, and what its plan does.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "weft/weft.hpp"

namespace weft::cli {

nlohmann::ordered_json problem_json(const Problem& problem);
// Sweeps and exchanges of one direction, and the number of copies.
nlohmann::ordered_json counts_json(const Counts& counts);
// Bytes: stages, windows, tiles, and the total.
nlohmann::ordered_json memory_json(const PlanMemory& memory);

}  // namespace weft::cli
