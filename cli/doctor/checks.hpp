// What `weft doctor` looks at: a table of checks, each a pure function of the facts of a node.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "doctor/facts.hpp"
#include "doctor/finding.hpp"

namespace weft::cli {

struct Check {
  std::string name;
  std::optional<Finding> (*judge)(const NodeFacts& facts);  // nothing: the system does not tell
};

const std::vector<Check>& check_table();

// "64 MiB", "1.5 GiB"
std::string memory_text(Index bytes);
// "0, 1, 2, 3 and 60 more"
std::string few_of(const std::vector<int>& numbers);

}  // namespace weft::cli
