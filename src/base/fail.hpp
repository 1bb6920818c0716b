// Errors of the caller, in one line.
#pragma once

#include <string>

#include "weft/error.hpp"

namespace weft {

// Throws Error(code, message).
[[noreturn]] void fail(const std::string& message, ErrorCode code = ErrorCode::invalid_argument);

// What the last call of the system that failed says (errno).
std::string system_reason();

}  // namespace weft
