// reproducible=yes: the same bits on any number of processes, grid and exchange. Every process computes the
// whole transform alone as well and compares.

#include <gtest/gtest.h>

#include "agreed_error.hpp"
#include "any_case.hpp"
#include "blocks.hpp"
#include "gather.hpp"
#include "usable.hpp"

namespace weft::test {
namespace {

bool same_numbers(const GlobalField& a, const GlobalField& b) {
  return a.shape == b.shape && a.values == b.values;  // 0 and -0 are the same
}

// What this process alone makes of the points of a problem.
struct OfOneProcess {
  explicit OfOneProcess(Problem problem)
      : points(hashed_field(problem.shape, 7, points_are_real(problem), problem.precision)) {
    problem.points.reset();
    problem.modes.reset();
    problem.output = Output::last;
    Plan plan(problem, MPI_COMM_SELF, {{"reproducible", "yes"}});
    modes = forward(plan, MPI_COMM_SELF, points);
    points_back = backward(plan, MPI_COMM_SELF, modes);
  }
  GlobalField points, modes, points_back;
};

// Forward and backward of the same points on `comm`.
void expect_bits_of_one_process(const OfOneProcess& alone, const Problem& problem, MPI_Comm comm,
                                const Options& options) {
  Plan plan(problem, comm, options);
  EXPECT_TRUE(same_numbers(forward(plan, comm, alone.points), alone.modes)) << to_text(plan.choice());
  EXPECT_TRUE(same_numbers(backward(plan, comm, alone.modes), alone.points_back)) << to_text(plan.choice());
}

TEST(Reproducible, TransformsHaveTheSameBitsOnEveryNumberOfProcesses) {
  const rc::Gen<Case> cases = any_case(size_of(MPI_COMM_WORLD));
  const int n = n_cases(60);
  for (int i = 0; i < n; ++i) {
    const Case c = draw(cases, i);
    SCOPED_TRACE("case " + std::to_string(i) + " of WEFT_TEST_SEED=" + std::to_string(test_seed()) + ": " +
                 to_words(c));
    const int p = size_of(MPI_COMM_WORLD);
    if (c.problem.transform == Transform::none || c.problem.shape.size() == 1 || team_size(c.team, p) != p)
      continue;
    Options options;
    options.set("reproducible", "yes");
    if (!c.exchange.empty()) options.set("exchange", c.exchange);
    if (!c.memory.empty()) options.set("in_place", "yes").set("memory", c.memory);
    expect_bits_of_one_process(OfOneProcess(c.problem), c.problem, MPI_COMM_WORLD, options);
    if (testing::Test::HasFailure()) return;
  }
}

// Blocks so thin that a backend would take another algorithm, real lines of which two could share a transform
// with other neighbours on each number of processes, and grids of every number of dimensions.
TEST(Reproducible, ThinBlocksAndEveryGridHaveTheSameBits) {
  const int p = size_of(MPI_COMM_WORLD);
  Problem thin = c2c({1, 64, 4}), real_lines = c2c({9, 7, 12});
  thin.axes = {1, 0};
  real_lines.transform = Transform::r2r;
  real_lines.kinds = {AxisKind::dct2, AxisKind::dst2, AxisKind::dct3};
  for (const Problem& problem :
       {thin, real_lines, r2c({5, 2, 48}), c2c({p, 48, 50}), r2c({30, 7, 64}), c2c({64, 60, 3})}) {
    const OfOneProcess alone(problem);
    for (const std::string& exchange : exchange_names())
      for (const std::string& grid : {std::to_string(p), "1x" + std::to_string(p), std::to_string(p) + "x1"})
        expect_bits_of_one_process(alone, problem, MPI_COMM_WORLD,
                                   {{"reproducible", "yes"}, {"exchange", exchange}, {"grid", grid}});
  }
}

TEST(Reproducible, ChunksOfAnArrayInPlaceHaveTheSameBits) {
  const int p = size_of(MPI_COMM_WORLD);
  for (const Problem& problem : {r2c({30, 8, 64}), c2c({16, 60, 48})}) {
    const OfOneProcess alone(problem);
    for (const std::string& exchange : exchange_names())
      for (const std::string& grid : {std::to_string(p), "1x" + std::to_string(p)})
        expect_bits_of_one_process(alone, problem, MPI_COMM_WORLD,
                                   {{"reproducible", "yes"},
                                    {"exchange", exchange},
                                    {"grid", grid},
                                    {"in_place", "yes"},
                                    {"memory", "low:100000"}});
  }
}

TEST(Reproducible, IsNotPossibleWithABackendThatMeasures) {
  if (!is_usable("fftw")) GTEST_SKIP() << why_missing("fftw");
  for (const std::string backend : {"fftw:measure", "fftw:patient"})
    expect_error_on_all(
        MPI_COMM_WORLD, ErrorCode::not_applicable, {"reproducible", backend, "backend=fftw"}, [&] {
          new Plan(c2c({8, 8, 8}), MPI_COMM_WORLD, {{"reproducible", "yes"}, {"backend", backend}});
        });
}

}  // namespace
}  // namespace weft::test
