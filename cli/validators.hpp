// Checks of values on the command line that several commands use; each says what is wrong in words (Rule in
// arguments.hpp).
#pragma once

#include <string>

namespace weft::cli {

std::string at_least_one(const std::string& text);

// At least two lengths of messages, so that there is a line through their times.
std::string at_least_eight(const std::string& text);

}  // namespace weft::cli
