// The one exception type of weft, and what its codes mean.
//
// Not collective. Errors: none, unless stated otherwise.
//
// Example:
//   try {
//     weft::parse_choice("4x fftw");
//   } catch (const weft::Error& error) {
//     assert(error.code() == weft::ErrorCode::invalid_argument);
//     std::printf("%s: %s\n", weft::name_of(error.code()), error.what());
//   }
#pragma once

#include <stdexcept>
#include <string>

#include "weft/export.h"

namespace weft WEFT_API {

// Who can repair an error.
enum class ErrorCode {
  invalid_argument = 1,  // the caller passed an invalid argument
  mismatch = 2,          // an argument that must be equal on all processes differs
  not_applicable = 3,    // valid, but not for this machine, shape or process count
  resource = 4,          // memory, shared memory or a library is missing
  communication = 5,     // MPI reported an error, or a process did not come in time
};

// An error of weft. Its code says who can repair it; its message has the reason, both values and the remedy.
// Every process of a collective call gets the same error, or none does.
class Error : public std::runtime_error {
 public:
  // An error of the code `code`, with the text `message` as `what()`.
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }  // who can repair it

 private:
  ErrorCode code_;
};

// Always throws: Error(invalid_argument), or the error of `code`. Not collective: put a check that may fail
// on one process alone into Plan::agree() or agree_on(), so that all processes throw.
// message: what is wrong, with both values and the remedy.
[[noreturn]] void fail(const std::string& message);
[[noreturn]] void fail(ErrorCode code, const std::string& message);

// The words of `code`: "invalid argument", "mismatch between processes", "not applicable", "resource",
// "communication"; "unknown" for other numbers.
const char* name_of(ErrorCode code);

}  // namespace weft
