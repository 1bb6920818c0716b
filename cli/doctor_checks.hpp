// What `weft doctor` looks at: a table of checks, each a pure function of the facts of a node.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "doctor_facts.hpp"

namespace weft::cli {

enum class Level { ok, hint, warning, problem };

// "ok", "hint", "warning", "problem"
std::string name_of(Level level);

struct Finding {
  Level level = Level::ok;
  std::string text;    // what was found
  std::string remedy;  // what to do; empty where it is ok
};

struct Check {
  std::string name;
  std::optional<Finding> (*judge)(const NodeFacts& facts);  // nothing: the system does not tell
};

const std::vector<Check>& check_table();

}  // namespace weft::cli
