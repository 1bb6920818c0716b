// Texts of machine files, changed and refused.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "weft/calibration.hpp"

namespace weft::test {

inline std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), by);
}

// Why the text is refused; the test fails if it is not.
inline std::string refusal(const std::string& text) {
  std::string why;
  EXPECT_FALSE(parse_machine_file(text, &why)) << text;
  EXPECT_NE(why, "");
  return why;
}

}  // namespace weft::test
