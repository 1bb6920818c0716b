// Checks of values on the command line that several commands use; each says what is wrong in words.
#pragma once

#include <CLI/Validators.hpp>

namespace weft::cli {

inline const CLI::Validator at_least_one(
    [](std::string& text) {
      const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
      const bool is_zero = text.find_first_not_of('0') == std::string::npos;
      return is_number && !is_zero ? "" : "\"" + text + "\" is not a whole number from 1 on";
    },
    "");

// At least two lengths of messages, so that there is a line through their times.
inline const CLI::Validator at_least_eight(
    [](std::string& text) {
      const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
      const bool is_small = text.size() == 1 && text < "8";
      return is_number && !is_small ? "" : "\"" + text + "\" is not a whole number from 8 on";
    },
    "");

}  // namespace weft::cli
