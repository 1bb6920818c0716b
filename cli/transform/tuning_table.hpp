// What a tuner looked at, best first: a table to read and JSON to keep, from the same values.
#pragma once

#include <string>
#include <vector>

#include "program/json.hpp"
#include "transform/tuning.hpp"

namespace weft::cli {

// Lines of text: times, what each choice does in a forward and a backward call of one field, and its memory,
// for the best `n_rows`; no line if there is no ranking. A pure function.
std::vector<std::string> ranking_table(const FoundChoice& found, std::size_t n_rows);

// Seconds (null: not measured), counts as of `weft bench` (null: not known), and memory in bytes.
Json tuning_json(const FoundChoice& found);

}  // namespace weft::cli
