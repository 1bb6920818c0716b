// One axis over several processes: the definition of the transform, in natural and in scrambled order.
#include <gtest/gtest.h>

#include <numbers>

#include "agree.hpp"
#include "any_case.hpp"
#include "blocks.hpp"
#include "expect_error.hpp"
#include "oracle.hpp"
#include "verdict.hpp"
#include "weft/spectral.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

// Powers of two, uneven factors, squares, primes, fewer points than processes.
const std::vector<Index> axis_lengths = {1,  2,   3,   4,   7,   12,   30,   49,
                                         64, 101, 210, 256, 360, 1000, 1024, 2 * 251};

TEST(SixStep, IsTheDefinitionForEveryLength) {
  for (Index n : axis_lengths)
    for (Precision precision : {Precision::double_, Precision::single_})
      for (Transform transform : {Transform::c2c, Transform::r2c})
        for (int sign : {-1, 1}) {
          Case c;
          c.problem = c2c({n}, precision);
          c.problem.transform = transform;
          c.problem.sign = sign;
          c.problem.norm = sign < 0 ? Norm::backward : Norm::ortho;
          ASSERT_TRUE(expect_right(c));
        }
}

TEST(SixStep, GoesByEveryExchange) {
  expect_right_by_every_exchange({c2c({240}), c2c({225}), r2c({240}), r2c({225})});
}

TEST(SixStep, TakesTheOptionsOfOtherPlans) { expect_right_with_options({c2c({360}), r2c({360})}); }

TEST(SixStep, TakesLayoutsOfWholeRows) {
  const int p = size_of(MPI_COMM_WORLD);
  Layout all_last{{36}, {{p}}, {0}, {{Extents(static_cast<std::size_t>(p), 0)}}};
  all_last.splits.front().block_sizes.back() = 36;
  Case c;
  c.problem = c2c({36});
  c.problem.points = all_last;
  ASSERT_TRUE(expect_right(c));
  c.problem.points.reset();
  c.problem.modes = all_last;
  ASSERT_TRUE(expect_right(c));
  const Layout even{{16 * p * p}, {{p}}, {0}, {}};
  c.problem = c2c({16 * p * p});
  c.problem.points = c.problem.modes = even;
  ASSERT_TRUE(expect_right(c));
}

// Position p of the scrambled modes is that of the mode that Description::axis_factors says.
TEST(SixStep, LeavesTheModesInScrambledOrder) {
  for (Index n : axis_lengths)
    for (Precision precision : {Precision::double_, Precision::single_}) {
      Problem problem = c2c({n}, precision);
      problem.output = Output::scrambled;
      Plan plan(problem, MPI_COMM_WORLD);
      const Extents factors = plan.description().axis_factors;
      if (factors.empty()) continue;  // one process
      const Index fast = factors[0], slow = factors[1];
      ASSERT_EQ(fast * slow, n);
      const GlobalField points = hashed_field({n}, 5, false, precision), modes = modes_of(problem, points);
      GlobalField scrambled = modes;
      for (Index p = 0; p < n; ++p)
        scrambled.values[static_cast<std::size_t>(p)] =
            modes.values[static_cast<std::size_t>(p / fast + p % fast * slow)];
      const Element element{false, precision};
      Block in(plan.points_storage().n_elements() * element.bytes(), element),
          out(plan.modes_storage().n_elements() * element.bytes(), element);
      put(points, plan.points_box(), plan.points_storage(), in);
      plan.forward(in.data(), out.data());
      std::vector<Misfit> misfits = {misfit(scrambled, plan.modes_box(), plan.modes_storage(), out)};
      in.forget();
      plan.backward(out.data(), in.data());
      misfits.push_back(misfit(points, plan.points_box(), plan.points_storage(), in));
      for (Misfit& one : misfits) {
        MPI_Allreduce(MPI_IN_PLACE, &one, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        EXPECT_LE(one.relative(), 2 * tolerance(problem)) << n;
      }
      EXPECT_EQ(plan.description().forward.exchanges.size(), 2U) << n;
      const std::vector<Index> waves = plan.wavenumbers(0);
      for (std::size_t i = 0; i < waves.size(); ++i) {
        const Index p = plan.modes_box().ranges[0].begin + static_cast<Index>(i),
                    k = p / fast + p % fast * slow;
        ASSERT_EQ(waves[i], wavenumbers(problem, 0, {k, k + 1}).front()) << n << ", " << p;
      }
    }
}

// The derivative of a wave, from scrambled modes.
TEST(SixStep, TakesDerivativesOfScrambledModes) {
  constexpr Index n = 120;
  Problem problem = c2c({n});
  problem.output = Output::scrambled;
  Plan plan(problem, MPI_COMM_WORLD);
  Spectral spectral(plan);
  auto u = plan.points<std::complex<double>>();
  auto uh = plan.modes<std::complex<double>>();
  const Range mine = plan.points_box().ranges[0];
  const auto angle = [&](Index j) { return 2 * std::numbers::pi * static_cast<double>(j) / n; };
  for (Index j = mine.begin; j < mine.end; ++j) u(j - mine.begin) = std::polar(1.0, 7 * angle(j));
  plan.forward(u, uh);
  spectral.derivative(uh.data(), uh.data(), 0);
  plan.backward(uh, u);
  for (Index j = mine.begin; j < mine.end; ++j)
    EXPECT_NEAR(std::abs(u(j - mine.begin) - std::complex<double>(0, 7) * std::polar(1.0, 7 * angle(j))), 0,
                1e-12);
}

TEST(SixStep, RefusesInWordsWhatItCannotBe) {
  const int p = size_of(MPI_COMM_WORLD);
  if (p == 1) return;
  const auto complaint = [&](const Problem& problem, const Options& options,
                             const std::vector<std::string>& words) {
    return error_complaint(ErrorCode::not_applicable, words,
                           [&] { Plan plan(problem, MPI_COMM_WORLD, options); });
  };
  Problem problem = c2c({60});
  EXPECT_EQ("",
            complaint(r2r({60}, {AxisKind::dst1}), {}, {"one axis over several processes", "MPI_COMM_SELF"}));
  EXPECT_EQ("", complaint(r2r({60}, {AxisKind::dct2}), {}, {"one axis over several processes", "fourier"}));
  EXPECT_EQ("", complaint(problem, {{"reproducible", "yes"}}, {"reproducible"}));
  EXPECT_EQ("", complaint(problem, {{"convolve", "yes"}}, {"convolve"}));
  EXPECT_EQ("", complaint(problem, {{"in_place", "yes"}, {"memory", "low"}}, {"memory=normal"}));
  problem.kept = {40};
  EXPECT_EQ("", complaint(problem, {}, {"kept"}));
  problem = r2c({60});
  problem.output = Output::scrambled;
  EXPECT_EQ("", complaint(problem, {}, {"natural order", "output=last"}));
  problem = c2c({60});
  problem.points = Layout{{60}, {{p}}, {0}, {{Extents(static_cast<std::size_t>(p), 0)}}};
  problem.points->splits.front().block_sizes.front() = 59;
  problem.points->splits.front().block_sizes.back() = 1;
  problem.modes = problem.points;
  EXPECT_EQ("", complaint(problem, {}, {"whole rows", "redistribute"}));
}

}  // namespace
}  // namespace weft::test
