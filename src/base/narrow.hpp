// Checked narrowing of 64-bit counts to the int that MPI and FFTW take.
#pragma once

#include <climits>
#include <string>

#include "weft/error.hpp"
#include "weft/layout.hpp"

namespace weft::inline base {

// `value` as an int; Error(not_applicable) naming `what` if it does not fit.
inline int narrow(Index value, const char* what) {
  if (value < INT_MIN || value > INT_MAX)
    fail(ErrorCode::not_applicable, std::string(what) + " is " + std::to_string(value) +
                                        ", more than the 2^31 - 1 that the library below can count");
  return static_cast<int>(value);
}

}  // namespace weft::inline base
