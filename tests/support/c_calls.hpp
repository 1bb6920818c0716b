// What functions of C return, as tests in C++ judge it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "expect_error.hpp"
#include "weft/weft.h"

#define ASSERT_SUCCESS(call) ASSERT_EQ(WEFT_SUCCESS, call) << weft_last_error()

namespace weft::test {

// The code of a call as the exception that C++ would throw, so that the same expectations serve.
inline void throw_code(int code) {
  if (code != WEFT_SUCCESS) throw Error(static_cast<ErrorCode>(code), weft_last_error());
}

// "" if the call returned this code and its message contains every fragment.
inline std::string complaint(int code, const std::vector<std::string>& fragments,
                             ErrorCode expected = invalid) {
  return error_complaint(expected, fragments, [&] { throw_code(code); });
}

}  // namespace weft::test
