// What numbers of settings may be, in words.
#pragma once

#include <cmath>
#include <string>

#include "base/text.hpp"
#include "weft/error.hpp"

namespace weft::apps {

[[noreturn]] inline void fail(const std::string& message) {
  throw Error(ErrorCode::invalid_argument, message);
}

inline void check_positive(const std::string& what, double value) {
  if (!(value > 0) || !std::isfinite(value))
    fail(what + " is " + exact_number(value) + "; it is a number above 0");
}

inline void check_finite(const std::string& what, double value) {
  if (!std::isfinite(value)) fail(what + " is " + exact_number(value) + "; it is a finite number");
}

}  // namespace weft::apps
