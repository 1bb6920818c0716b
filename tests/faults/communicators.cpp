// Communicators of every kind under plans: of one process, split, duplicated, of other ranks, freed at once.

#include <gtest/gtest.h>

#include "agree.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;

// The largest deviation from n of mode 0 of an array of ones, and from 0 of all others, on this process.
double misfit(Plan& plan) {
  auto u = plan.points<Complex128>();
  auto uh = plan.modes<Complex128>();
  u.fill(1);
  plan.forward(u, uh);
  Index n = 1;
  for (Index length : plan.problem().shape) n *= length;
  double worst = 0;
  const auto& ranges = plan.modes_box().ranges;
  const bool has_origin =
      !plan.modes_box().empty() && ranges[0].begin == 0 && ranges[1].begin == 0 && ranges[2].begin == 0;
  for (std::size_t i = 0; i < uh.size(); ++i)
    worst = std::max(worst, std::abs(uh.data()[i] - (i == 0 && has_origin ? static_cast<double>(n) : 0.0)));
  plan.backward(uh, u);
  for (std::size_t i = 0; i < u.size(); ++i) worst = std::max(worst, std::abs(u.data()[i] - 1.0));
  return worst;
}

class Communicator : public testing::TestWithParam<std::string> {
 protected:
  Options options() const { return {{"exchange", GetParam()}}; }
  Problem problem = c2c({6, 5, 4});
};

TEST_P(Communicator, OfOneProcessCarriesAPlan) {
  Plan plan(problem, MPI_COMM_SELF, options());
  EXPECT_LT(misfit(plan), 1e-12);
  EXPECT_EQ(plan.rank(), 0);
}

TEST_P(Communicator, ThatIsSplitCarriesAPlanOnEachPart) {
  const int rank = rank_in(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD);
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, size - rank, &part);  // and the ranks backwards
  {
    Plan of_part(problem, part, options());
    EXPECT_LT(misfit(of_part), 1e-12);
    // Together with one on all processes.
    Plan of_all(problem, MPI_COMM_WORLD, options());
    EXPECT_LT(misfit(of_all), 1e-12);
    EXPECT_LT(misfit(of_part), 1e-12);
    EXPECT_EQ(of_part.rank(), rank_in(part));
  }
  MPI_Comm_free(&part);
}

TEST_P(Communicator, MayBeFreedAtOnce) {
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  Plan plan(problem, copy, options());
  MPI_Comm_free(&copy);
  EXPECT_LT(misfit(plan), 1e-12);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);  // perhaps the same handle again
  Plan another(c2c({4, 3, 2}), copy, options());
  MPI_Comm_free(&copy);
  EXPECT_LT(misfit(another), 1e-12);
  EXPECT_LT(misfit(plan), 1e-12);
}

TEST_P(Communicator, OfWhichPlansAreMadeAndClosedInALoopIsNotUsedUp) {
  for (int i = 0; i < 50; ++i) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    Plan plan(problem, copy, options());
    MPI_Comm_free(&copy);
    ASSERT_LT(misfit(plan), 1e-12);
  }
}

TEST_P(Communicator, WithErrorsReturnedKeepsItsErrorHandler) {
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Errhandler before = MPI_ERRHANDLER_NULL, after = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(copy, &before);
  { Plan plan(problem, copy, options()); }
  MPI_Comm_get_errhandler(copy, &after);
  EXPECT_EQ(before, after);
  MPI_Errhandler_free(&before);
  MPI_Errhandler_free(&after);
  MPI_Comm_free(&copy);
}

INSTANTIATE_TEST_SUITE_P(EveryExchange, Communicator, testing::ValuesIn(exchange_names()));

}  // namespace
}  // namespace weft::test
