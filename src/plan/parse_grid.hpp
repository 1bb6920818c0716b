// Parts of a choice that options name as well.
#pragma once

#include <string>

#include "weft/layout.hpp"

namespace weft {

inline constexpr int most_threads = 1024;  // of a process

// Error(invalid_argument) in words if `text` is not a list of positive numbers with x between them.
ProcessGrid parse_grid(const std::string& text);

}  // namespace weft
