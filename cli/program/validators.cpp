// Checks of values on the command line.
#include "program/validators.hpp"

namespace weft::cli {

namespace {

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string too_small(const std::string& text, const char* least) {
  return "\"" + text + "\" is not a whole number from " + least + " on";
}

}  // namespace

std::string at_least_one(const std::string& text) {
  const bool is_zero = text.find_first_not_of('0') == std::string::npos;
  return is_number(text) && !is_zero ? "" : too_small(text, "1");
}

}  // namespace weft::cli
