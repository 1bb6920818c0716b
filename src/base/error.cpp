// Names of the error codes, and errors.
#include "weft/error.hpp"

#include <cerrno>
#include <cstring>

#include "base/system_reason.hpp"

namespace weft::inline base {

std::string system_reason() { return std::strerror(errno); }

}  // namespace weft::inline base

namespace weft {

void fail(const std::string& message) { fail(ErrorCode::invalid_argument, message); }
void fail(ErrorCode code, const std::string& message) { throw Error(code, message); }

const char* name_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid argument";
    case ErrorCode::mismatch:
      return "mismatch between processes";
    case ErrorCode::not_applicable:
      return "not applicable";
    case ErrorCode::resource:
      return "resource";
    case ErrorCode::communication:
      return "communication";
  }
  return "unknown";
}

}  // namespace weft
