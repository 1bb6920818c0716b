// Tables with a row for each enumerator: what is complete, and what is not.
#include "base/rows.hpp"

#include <gtest/gtest.h>

#include <array>

namespace weft::test {
namespace {

enum class Step { first, second, third };
struct StepRow {
  Step step;
};

TEST(Rows, AreCountedByTheNamesOfTheEnumeration) {
  enum class Single { one };
  EXPECT_EQ(n_enumerators<Step>(), 3U);
  EXPECT_EQ(n_enumerators<Single>(), 1U);
  EXPECT_TRUE((is_enumerator<Step, Step::third>()));
  EXPECT_FALSE((is_enumerator<Step, static_cast<Step>(3)>()));
  EXPECT_FALSE((is_enumerator<Step, static_cast<Step>(-1)>()));
}

TEST(Rows, AreCompleteInTheirOrderOnly) {
  constexpr std::array all = {StepRow{Step::first}, StepRow{Step::second}, StepRow{Step::third}};
  constexpr std::array one_missing = {StepRow{Step::first}, StepRow{Step::second}};
  constexpr std::array exchanged = {StepRow{Step::first}, StepRow{Step::third}, StepRow{Step::second}};
  constexpr std::array twice = {StepRow{Step::first}, StepRow{Step::second}, StepRow{Step::second}};
  EXPECT_TRUE(is_complete(all, &StepRow::step));
  EXPECT_FALSE(is_complete(one_missing, &StepRow::step));
  EXPECT_FALSE(is_complete(exchanged, &StepRow::step));
  EXPECT_FALSE(is_complete(twice, &StepRow::step));
}

}  // namespace
}  // namespace weft::test
