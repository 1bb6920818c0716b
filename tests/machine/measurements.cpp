// What is said of a list of measurements before each of them.
#include "machine/measurements.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace weft::test {
namespace {

TEST(Measurements, AreRunInTheirOrderAndAnnouncedWithWhatIsLeft) {
  std::vector<std::string> seen;
  const auto told = [&](const std::string& text) { seen.push_back(text); };
  const auto done = [&](const char* what) { return [&seen, what] { seen.emplace_back(what); }; };
  run({{"lines", 30, done("1")}, {"copies", 10, done("2")}, {"messages", 0.5, done("3")}}, told);
  // Nothing takes any time here, so what is left is less than the list says.
  ASSERT_EQ(seen.size(), 6U);
  EXPECT_EQ(seen[0], "part 1 of 3, 41 s left: lines");
  EXPECT_EQ(seen[1], "1");
  EXPECT_EQ(seen[2], "part 2 of 3, 1 s left: copies");
  EXPECT_EQ(seen[4], "part 3 of 3, 1 s left: messages");
  EXPECT_EQ(seen[5], "3");
  seen.clear();
  run({{"lines", 30, done("1")}}, {});
  EXPECT_EQ(seen, std::vector<std::string>{"1"});
  run({}, told);
}

}  // namespace
}  // namespace weft::test
