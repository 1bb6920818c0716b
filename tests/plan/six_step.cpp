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

TEST(SixStep, KeepsAllModesIfKeptSaysSo) {
  for (Problem problem : {c2c({360}), r2c({360})}) {
    problem.kept = problem.shape;
    Case c;
    c.problem = problem;
    ASSERT_TRUE(expect_right(c));
  }
}

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
    for (Precision precision : {Precision::double_, Precision::single_})
      for (Transform transform : {Transform::c2c, Transform::r2c}) {
        Case c;
        c.problem = c2c({n}, precision);
        c.problem.transform = transform;
        c.problem.output = Output::scrambled;
        ASSERT_TRUE(expect_right(c));
        const Plan plan(c.problem, MPI_COMM_WORLD);
        const Extents factors = plan.description().axis_factors;
        if (factors.empty()) continue;  // one process
        EXPECT_EQ(plan.description().forward.exchanges.size(), 2U) << n;
        const std::vector<Index> waves = plan.wavenumbers(0);
        const Range mine = plan.modes_box().ranges[0];
        ASSERT_EQ(static_cast<Index>(waves.size()), mine.size());
        for (Index p = mine.begin; p < mine.end; ++p) {
          const Index k = p / factors[0] + p % factors[0] * factors[1];
          ASSERT_EQ(waves[static_cast<std::size_t>(p - mine.begin)], wavenumbers(c.problem, 0, {k, k + 1})[0])
              << n << ", " << p;
        }
      }
}

TEST(SixStep, LeavesScrambledModesByEveryExchange) {
  std::vector<Problem> problems = {c2c({240}), c2c({225}), r2c({240}), r2c({225})};
  for (Problem& problem : problems) problem.output = Output::scrambled;
  expect_right_by_every_exchange(problems);
  expect_right_with_options(problems);
}

// Of a mode and its mirror image, which are both in the columns k_slow = 0 and n_slow / 2, the mean counts.
TEST(SixStep, TakesTheMeanOfScrambledMirrorImages) {
  for (Index n : {36, 48, 225, 101}) {
    Problem problem = r2c({n});
    problem.output = Output::scrambled;
    Plan plan(problem, MPI_COMM_WORLD);
    const Extents factors = plan.description().axis_factors;
    if (factors.empty()) continue;  // one process
    const Index fast = factors[0], slow = factors[1], n_modes = plan.modes_layout().shape[0];
    const GlobalField given = hashed_field({n_modes}, 7, false, Precision::double_);
    GlobalField half{{n / 2 + 1}, std::vector<Complex>(static_cast<std::size_t>(n / 2 + 1))};
    for (Index p = 0; p < n_modes; ++p) {
      const Index k = p / fast + p % fast * slow;
      const Complex value = given.values[static_cast<std::size_t>(p)];
      const long double weight = 2 * k % slow == 0 && 2 * k % n != 0 ? 0.5L : 1;
      half.values[static_cast<std::size_t>(std::min(k, n - k))] +=
          weight * (2 * k <= n ? value : std::conj(value));
    }
    Block in(plan.modes_storage().n_elements() * 16, modes_element(problem)),
        out(plan.points_storage().n_elements() * 8, points_element(problem));
    put(given, plan.modes_box(), plan.modes_storage(), in);
    plan.backward(in.data(), out.data());
    Misfit error = misfit(points_of(problem, half), plan.points_box(), plan.points_storage(), out);
    MPI_Allreduce(MPI_IN_PLACE, &error, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_LE(error.relative(), 2 * tolerance(problem)) << n;
  }
}

// The derivative of a wave and its energy, from scrambled modes. Of the waves n / 2 has no derivative.
template <class T>
void expect_operators(const Problem& problem, Index wave, T amplitude) {
  const Index n = problem.shape[0];
  Plan plan(problem, MPI_COMM_WORLD);
  Spectral spectral(plan);
  auto u = plan.points<T>();
  auto uh = plan.modes<std::complex<double>>();
  const Range mine = plan.points_box().ranges[0];
  const auto value = [&](Index j, std::complex<double> factor) {
    const std::complex<double> x =
        factor *
        std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(wave * j) / static_cast<double>(n));
    if constexpr (std::is_floating_point_v<T>)
      return amplitude * x.real();
    else
      return amplitude * x;
  };
  for (Index j = mine.begin; j < mine.end; ++j) u(j - mine.begin) = value(j, 1);
  plan.forward(u, uh);
  const void* const fields[] = {uh.data()};
  const bool is_real = problem.transform == Transform::r2c;
  const double mean_square = is_real && 2 * wave % n != 0 ? 0.5 : 1;
  EXPECT_NEAR(spectral.mean_energy(fields), mean_square / 2 * std::norm(amplitude), 1e-12)
      << n << " " << wave;
  spectral.derivative(uh.data(), uh.data(), 0);
  plan.backward(uh, u);
  const double slope = 2 * wave == n ? 0 : static_cast<double>(wave);
  for (Index j = mine.begin; j < mine.end; ++j)
    EXPECT_NEAR(std::abs(u(j - mine.begin) - value(j, {0, slope})), 0, 1e-11) << n << " " << wave;
}

TEST(SixStep, TakesDerivativesAndEnergiesOfScrambledModes) {
  for (Index n : {120, 75})
    for (Index wave = 0; wave <= n / 2; ++wave)
      for (Problem problem : {c2c({n}), r2c({n})}) {
        problem.output = Output::scrambled;
        if (problem.transform == Transform::r2c)
          expect_operators<double>(problem, wave, 1.5);
        else
          expect_operators<std::complex<double>>(problem, wave, {1.5, 0.5});
      }
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
  problem.modes = Layout{{31}, {{p}}, {0}, {}};
  for (const Output output : {Output::last, Output::scrambled}) {
    problem.output = output;
    EXPECT_EQ("", complaint(problem, {}, {"blocks of its own", "leave the layout of the modes out"}));
  }
  problem = r2c({60});
  problem.output = Output::input;
  EXPECT_EQ("", complaint(problem, {}, {"output=last"}));
  problem = c2c({60});
  problem.points = Layout{{60}, {{p}}, {0}, {{Extents(static_cast<std::size_t>(p), 0)}}};
  problem.points->splits.front().block_sizes.front() = 59;
  problem.points->splits.front().block_sizes.back() = 1;
  problem.modes = problem.points;
  EXPECT_EQ("", complaint(problem, {}, {"whole rows", "redistribute"}));
}

}  // namespace
}  // namespace weft::test
