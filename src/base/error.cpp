// Names of the error codes.
#include "weft/error.hpp"

namespace weft {

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
