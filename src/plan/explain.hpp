// A plan in words.
#pragma once

#include <string>
#include <vector>

#include "plan/blueprint.hpp"

namespace weft {

std::string explain_plan(const Blueprint& blueprint, const Description& description, int rank,
                         const std::vector<std::string>& remarks);

}  // namespace weft
