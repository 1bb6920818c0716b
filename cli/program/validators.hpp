// Checks of values on the command line that several commands use; each says what is wrong in words (Rule in
// arguments.hpp).
#pragma once

#include <string>

namespace weft::cli {

std::string at_least_one(const std::string& text);

}  // namespace weft::cli
