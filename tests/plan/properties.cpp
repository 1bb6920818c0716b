// Random problems against the definition: whatever a problem may ask for, in any combination.
//
// Seed and number of cases: WEFT_TEST_SEED, WEFT_TEST_CASES. A failing case prints as C++: make it one of
// FixedCases, for any number of processes, before it is repaired.

#include <gtest/gtest.h>

#include "agree.hpp"
#include "any_case.hpp"
#include "verdict.hpp"

namespace weft::test {
namespace {

TEST(Properties, HoldForRandomProblems) {
  const rc::Gen<Case> cases = any_case_with_options(size_of(MPI_COMM_WORLD));
  const int n = n_cases(80);
  for (int i = 0; i < n; ++i) {
    SCOPED_TRACE("case " + std::to_string(i) + " of WEFT_TEST_SEED=" + std::to_string(test_seed()));
    if (!expect_right(draw(cases, i))) return;
  }
}

// Found by the property above, fixed since.
TEST(FixedCases, HoldForBlockSizesOfAnAxisThatIsCutLater) {
  const int p = size_of(MPI_COMM_WORLD);
  for (const std::string& exchange : exchange_names()) {
    Case c{.problem = c2c({12, 6}, Precision::single_), .exchange = exchange};
    c.problem.points = Layout{{12, 6}, {{p, 1}}, {1, 0}, {{{12}}, {}}};
    expect_right(c);
  }
}

TEST(FixedCases, HoldForARealAxisThatIsCutAtThePoints) {
  for (const std::string& exchange : exchange_names()) {
    Case c{.problem = r2c({3, 4, 5, 3}, Precision::single_), .exchange = exchange};
    c.problem.axes = {3, 2, 1, 0};
    c.problem.n_fields = 2;
    expect_right(c);
  }
}

TEST(FixedCases, HoldForBricksInAndOut) {
  const int p = size_of(MPI_COMM_WORLD);
  for (const std::string& exchange : exchange_names()) {
    Case c{.problem = c2c({10, 9, 12}), .exchange = exchange};
    c.problem.points = Layout{{10, 9, 12}, {{p % 2 == 0 ? 2 : 1, p % 2 == 0 ? p / 2 : p, 1}}, {0, 1, 2}, {}};
    c.problem.output = Output::input;
    expect_right(c);
  }
}

}  // namespace
}  // namespace weft::test
