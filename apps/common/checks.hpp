// What numbers of settings may be, in words.
#pragma once

#include <cmath>
#include <string>

#include "weft/error.hpp"
#include "weft/words.hpp"

namespace weft::apps {

inline void check_positive(const std::string& what, double value) {
  if (!(value > 0) || !std::isfinite(value))
    fail(what + " is " + exact_number(value) + "; it is a number above 0");
}

inline void check_finite(const std::string& what, double value) {
  if (!std::isfinite(value)) fail(what + " is " + exact_number(value) + "; it is a finite number");
}

}  // namespace weft::apps
