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

}  // namespace weft::cli
