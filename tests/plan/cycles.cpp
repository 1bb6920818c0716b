// Axes that are dealt out to the processes in turns: the definition of the transform, with one exchange.
#include <gtest/gtest.h>

#include "agree.hpp"
#include "blocks.hpp"
#include "expect_error.hpp"
#include "oracle.hpp"
#include "verdict.hpp"
#include "weft/solvers.hpp"
#include "weft/spectral.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

int job_size() { return size_of(MPI_COMM_WORLD); }

// Arrays of 1 to 5 axes of which the processes divide one or more; blocks of modes even and uneven, fewer of
// them than processes.
std::vector<Extents> shapes() {
  const Index p = job_size();
  return {{p},
          {p * p},
          {7 * p},
          {60 * p},
          {p * p, 5},
          {4 * p, 40},
          {p, p},
          {2 * p, 3 * p},
          {6, 3 * p},
          {p * p, 4, 3},
          {2 * p, 2 * p, 2 * p},
          {5, 3, 4 * p},
          {4, 2 * p, 3, p},
          {p, 2, 3, 2, 2}};
}

Case in_cycles(const Problem& problem) {
  Case c;
  c.problem = problem;
  c.more.set("deal", "cycles");
  return c;
}

bool has_grid(const Problem& problem) {
  try {
    describe(problem, job_size(), 0, {{"deal", "cycles"}});
    return true;
  } catch (const Error&) {
    return false;
  }
}

TEST(Cycles, AreTheDefinitionForEveryShape) {
  int n_real = 0;
  for (const Extents& shape : shapes())
    for (Precision precision : {Precision::double_, Precision::single_})
      for (Transform transform : {Transform::c2c, Transform::r2c})
        for (int sign : {-1, 1}) {
          Problem problem = c2c(shape, precision);
          problem.transform = transform;
          problem.sign = sign;
          problem.norm = sign < 0 ? Norm::backward : Norm::ortho;
          problem.order = sign < 0 ? Order::fast : Order::c;
          if (transform == Transform::r2c && !has_grid(problem))
            continue;  // the last axis alone is divisible
          n_real += transform == Transform::r2c ? 1 : 0;
          ASSERT_TRUE(expect_right(in_cycles(problem)));
        }
  EXPECT_GE(n_real, 4 * 7);
}

TEST(Cycles, CutSeveralAxesOnEveryGrid) {
  const int n = job_size();
  if (n == 1) return;
  for (int first = 1; first <= n; ++first)
    for (int second = 1; first * second <= n; ++second) {
      if (n % (first * second) != 0) continue;
      const int third = n / (first * second);
      Case c = in_cycles(c2c({2 * first, first * second, 6 * third}));
      c.grid = {first, second, third};
      ASSERT_TRUE(expect_right(c));
      c.problem.axes = {2, 0, 1};
      ASSERT_TRUE(expect_right(c));
      c = in_cycles(r2c({first * first, second * third, 5}));
      c.grid = {first, second * third};
      ASSERT_TRUE(expect_right(c));
    }
}

TEST(Cycles, LeaveOtherAxesAsTheyAre) {
  const Index p = job_size();
  Problem carried = c2c({3, 4 * p, 5});
  carried.axes = {1};
  ASSERT_TRUE(expect_right(in_cycles(carried)));
  Problem mixed = c2c({5, 3 * p, 6});
  mixed.kinds = {AxisKind::dct2, AxisKind::fourier, AxisKind::chebyshev};
  ASSERT_TRUE(expect_right(in_cycles(mixed)));
  Problem kept = r2c({2 * p, 12});
  kept.kept = {2 * p, 8};
  ASSERT_TRUE(expect_right(in_cycles(kept)));
  Case of_both = in_cycles(c2c({2 * p, 13}));
  of_both.problem.kept = {2 * p, 8};
  of_both.grid = {static_cast<int>(p)};
  ASSERT_TRUE(expect_right(of_both));
}

TEST(Cycles, GoByEveryExchange) {
  const Index p = job_size();
  expect_right_by_every_exchange({c2c({6 * p, 2 * p}), r2c({2 * p, p, 6})}, {{"deal", "cycles"}});
}

TEST(Cycles, TakeTheOptionsOfOtherPlans) {
  const Index p = job_size();
  expect_right_with_options({c2c({15 * p}), r2c({2 * p, 2 * p, 10})}, {{"deal", "cycles"}});
}

TEST(Cycles, HaveOneExchangeAndTheWavenumbersOfTheirModes) {
  const Index p = job_size();
  if (p == 1) return;
  for (const Extents& shape : std::vector<Extents>{{4 * p}, {3 * p, 2 * p}, {2 * p, 2 * p, p}}) {
    const Problem problem = c2c(shape);
    const Plan plan(problem, MPI_COMM_WORLD, {{"deal", "cycles"}});
    EXPECT_EQ(plan.description().forward.exchanges.size(), 1U);
    EXPECT_EQ(plan.description().backward.exchanges.size(), 1U);
    const Extents& cycles = plan.description().cycles;
    ASSERT_EQ(cycles.size(), shape.size());
    std::size_t first = 0;
    for (std::size_t a = 0; a < shape.size(); ++a) {
      std::vector<Index> expected;
      const Range r = plan.modes_box().ranges[first];
      if (cycles[a] == 1) {
        expected = wavenumbers(problem, static_cast<int>(a), r);
      } else {
        EXPECT_EQ(r, (Range{0, cycles[a]}));
        EXPECT_EQ(plan.points_box().ranges[first + 1].size(), 1);
        const Range q = plan.modes_box().ranges[first + 1];
        for (Index of_p = 0; of_p < cycles[a]; ++of_p)
          for (Index k = q.begin; k < q.end; ++k) {
            const Index mode = of_p * (shape[a] / cycles[a]) + k;
            expected.push_back(2 * mode < shape[a] ? mode : mode - shape[a]);
          }
      }
      EXPECT_EQ(plan.wavenumbers(static_cast<int>(a)), expected);
      first += cycles[a] > 1 ? 2 : 1;
    }
  }
}

// Blocks of whole cycles are a layout of the same array, between which and the cycles a plan redistributes.
TEST(Cycles, AreReachedFromBlocks) {
  const Index p = job_size();
  const Plan plan(c2c({2 * p, 3 * p}), MPI_COMM_WORLD, {{"deal", "cycles"}});
  const Layout& dealt = plan.points_layout();
  const Layout rows{dealt.shape, {{static_cast<int>(p)}}, {0}, {}};
  Plan deal(redistribution(rows, dealt, false), MPI_COMM_WORLD);
  const GlobalField field = hashed_field(dealt.shape, 3, false, Precision::double_);
  const Element element{false, Precision::double_};
  Block in(deal.points_storage().n_elements() * element.bytes(), element),
      out(deal.modes_storage().n_elements() * element.bytes(), element);
  put(field, deal.points_box(), deal.points_storage(), in);
  deal.forward(in.data(), out.data());
  EXPECT_EQ(misfit(field, plan.points_box(), plan.points_storage(), out).error2, 0);
}

TEST(Cycles, RefuseInWordsWhatTheyCannotBe) {
  const Index p = job_size();
  if (p == 1) return;
  const auto complaint = [&](const Problem& problem, Options options, const std::vector<std::string>& words) {
    options.set("deal", "cycles");
    return error_complaint(ErrorCode::not_applicable, words,
                           [&] { Plan plan(problem, MPI_COMM_WORLD, options); });
  };
  Problem problem = c2c({2 * p, 2 * p});
  EXPECT_EQ("", complaint(problem, {{"reproducible", "yes"}}, {"reproducible"}));
  EXPECT_EQ("", complaint(problem, {{"convolve", "yes"}}, {"convolve"}));
  EXPECT_EQ("", complaint(problem, {{"in_place", "yes"}, {"memory", "low"}}, {"memory=normal"}));
  EXPECT_EQ("", complaint(c2c({2 * p + 1, 2 * p + 1}), {}, {"no such grid", "deal=blocks"}));
  EXPECT_EQ("", complaint(r2c({4 * p}), {}, {"no such grid", "deal=blocks"}));
  EXPECT_EQ("", complaint(r2r({4 * p}, {AxisKind::dst1}), {}, {"no such grid"}));
  EXPECT_EQ("", complaint(c2c({p, 2 * p, 3, 2, 2, 2}), {}, {"no such grid"}));
  EXPECT_EQ("", complaint(c2c({2 * p + 1, p}), {{"grid", std::to_string(p)}},
                          {"grid dimensions that divide them", "use grid=1x" + std::to_string(p)}));
  problem.output = Output::input;
  EXPECT_EQ("", complaint(problem, {}, {"output=input"}));
  problem.output = Output::last;
  problem.points = Layout{problem.shape, {{static_cast<int>(p)}}, {0}, {}};
  EXPECT_EQ("", complaint(problem, {}, {"leave their layouts"}));
  problem.points.reset();
  problem.points_padding = {0, 2};
  EXPECT_EQ("", complaint(problem, {}, {"points_padding"}));
  problem.points_padding = {};
  problem.kept = {p, p};
  EXPECT_EQ("", complaint(problem, {}, {"kept"}));
  problem.kept = {};
  const Plan plan(problem, MPI_COMM_WORLD, {{"deal", "cycles"}});
  const auto expect_refused = [](const std::function<void()>& make) {
    EXPECT_EQ("", error_complaint(ErrorCode::not_applicable, {"deal=blocks"}, make));
  };
  expect_refused([&] { Spectral spectral(plan); });
  expect_refused([&] { Helmholtz solver(plan); });
  expect_refused([&] { coordinates(plan, 0); });
}

}  // namespace
}  // namespace weft::test
