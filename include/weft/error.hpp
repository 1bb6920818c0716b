// The one exception type of weft.
//
// Every process of a collective call throws the same error, or none does. `code()` says who can
// repair it; `what()` says in words what is wrong, with both values and the remedy.
#pragma once

#include <stdexcept>
#include <string>

#include "weft/export.h"

namespace weft WEFT_API {

enum class ErrorCode {
  invalid_argument = 1,  // the caller passed something that cannot be right
  mismatch = 2,          // an argument that must be equal on all processes differs
  not_applicable = 3,    // right in itself, but not for this machine, shape or process count
  resource = 4,          // memory, shared memory or a library is missing
  communication = 5,     // MPI reported an error, or a process did not answer in time
};

// Example:
//   try {
//     weft::parse_choice("4x fftw");
//   } catch (const weft::Error& error) {
//     assert(error.code() == weft::ErrorCode::invalid_argument);
//     std::printf("%s: %s\n", weft::name_of(error.code()), error.what());
//   }
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

// Throws Error(invalid_argument, message), or Error(code, message). Not collective: a check that may fail on
// one process alone belongs into Plan::agree() or agree_on(), so that all processes throw.
[[noreturn]] void fail(const std::string& message);
[[noreturn]] void fail(ErrorCode code, const std::string& message);

// "invalid argument", "mismatch", ...
const char* name_of(ErrorCode code);

}  // namespace weft
