// Parts of a choice that options name as well.
#pragma once

#include <string>

#include "weft/layout.hpp"

namespace weft::inline plan {

// Error(invalid_argument) in words if `text` is not a list of positive numbers with x between them.
ProcessGrid parse_grid(const std::string& text);

}  // namespace weft::inline plan
