// A plan is what its dry run says: describe(), which talks to nobody, gives on every process what the
// plan that was made reports of itself.

#include <gtest/gtest.h>

#include "agree.hpp"
#include "any_case.hpp"
#include "description_words.hpp"
#include "verdict.hpp"

namespace weft::test {
namespace {

// All processes of these tests share one machine.
std::string complaint_about_dry_run(const Case& c) {
  const int p = size_of(MPI_COMM_WORLD);
  Plan plan(c.problem, MPI_COMM_WORLD, options_of(c));
  const std::string real = words_of(plan.description());
  const std::string dry = words_of(describe(c.problem, p, plan.rank(), options_of(c), p));
  return real == dry ? "" : "the plan is\n" + real + "the dry run says\n" + dry + to_words(c);
}

TEST(DryRun, IsThePlanForEveryExchangeAndGrid) {
  const int p = size_of(MPI_COMM_WORLD);
  for (const std::string& exchange : exchange_names())
    for (const std::vector<int>& grid : {std::vector<int>{}, {p}, {1, p}, {p, 1}})
      for (bool in_place : {false, true})
        for (const Problem& problem : {r2c({12, 9, 10}), c2c({3, 7, 5}, Precision::single_)}) {
          Case c{.problem = problem, .grid = grid, .exchange = exchange, .in_place = in_place};
          expect_no_complaint(MPI_COMM_WORLD, complaint_about_dry_run(c));
          c.problem.output = Output::input;
          c.problem.n_fields = 2;
          expect_no_complaint(MPI_COMM_WORLD, complaint_about_dry_run(c));
        }
}

TEST(DryRun, IsThePlanForRandomProblems) {
  const int n = n_cases(20);
  for (int i = 0; i < n; ++i) {
    Case c = draw(any_case(size_of(MPI_COMM_WORLD)), i);
    if (c.team == Team::part) continue;
    c.team = Team::whole;
    if (!expect_no_complaint(MPI_COMM_WORLD, complaint_about_dry_run(c))) return;
  }
}

}  // namespace
}  // namespace weft::test
