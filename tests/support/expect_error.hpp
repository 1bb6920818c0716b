// The expectation that something throws a weft::Error of the right kind, in words that help.
#pragma once

#include <string>
#include <vector>

#include "weft/error.hpp"

namespace weft::test {

inline constexpr ErrorCode invalid = ErrorCode::invalid_argument;

// "" if `call` throws weft::Error with this code and a message that contains every fragment, else
// what it did instead.
template <class Call>
std::string error_complaint(ErrorCode code, const std::vector<std::string>& fragments, Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    const std::string message = error.what();
    if (error.code() != code)
      return std::string("error is \"") + name_of(error.code()) + "\", not \"" + name_of(code) +
             "\": " + message;
    for (const std::string& fragment : fragments)
      if (message.find(fragment) == std::string::npos)
        return "error does not say \"" + fragment + "\": " + message;
    return "";
  } catch (const std::exception& other) {
    return std::string("throws something else: ") + other.what();
  }
  return "throws nothing";
}

}  // namespace weft::test
