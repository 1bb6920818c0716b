// Kinds of axes: what a problem says of them, as values and as texts.

#include "weft/problem.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "expect_error.hpp"
#include "geometry/axis_kinds.hpp"
#include "weft/coordinates.hpp"

namespace weft::test {
namespace {

using Waves = std::vector<Index>;

TEST(Kinds, AreFourierUnlessTheProblemSaysOtherwise) {
  Problem problem = r2c({8, 6, 4});
  EXPECT_EQ(kind_of(problem, 1), AxisKind::fourier);
  problem.axes = {2, 0};
  EXPECT_EQ(kind_of(problem, 1), std::nullopt);
  problem.kinds = {AxisKind::fourier, AxisKind::dct2};
  EXPECT_EQ(kind_of(problem, 2), AxisKind::fourier);
  EXPECT_EQ(kind_of(problem, 0), AxisKind::dct2);
  EXPECT_EQ(real_axis(problem), 2) << "the last Fourier axis listed";
  EXPECT_EQ(modes_shape(problem), (Extents{8, 6, 3}));
}

TEST(Kinds, SayWhetherElementsAreReal) {
  EXPECT_TRUE(points_are_real(r2c({8, 6})) && !modes_are_real(r2c({8, 6})));
  EXPECT_TRUE(!points_are_real(c2c({8, 6})) && !modes_are_real(c2c({8, 6})));
  const Problem problem = r2r({8, 6}, {AxisKind::dst1, AxisKind::chebyshev});
  EXPECT_TRUE(points_are_real(problem) && modes_are_real(problem));
  EXPECT_EQ(real_axis(problem), -1);
  EXPECT_EQ(modes_shape(problem), problem.shape);
}

TEST(Kinds, AreTextsInTheOrderOfTheAxes) {
  Problem problem = r2c({8, 6, 4});
  EXPECT_EQ(get(problem, "kinds"), "fourier");
  for (std::size_t i = 0; i < axis_kind_names().size(); ++i) {
    const std::string text = "fourier," + axis_kind_names()[i] + ",dst3";
    set(problem, "kinds", text);
    EXPECT_EQ(problem.kinds[1], static_cast<AxisKind>(i));
    EXPECT_EQ(get(problem, "kinds"), text);
  }
  set(problem, "kinds", "fourier");
  EXPECT_TRUE(problem.kinds.empty());
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"dct5", "dct"},
                                [&] { set(problem, "kinds", "dct2,dct5"); }));
  EXPECT_TRUE(problem.kinds.empty()) << "an error changes nothing";
}

TEST(Kinds, HaveTheirOwnWavenumbers) {
  Problem problem = c2c({4, 5, 6, 3});
  problem.kinds = {AxisKind::dct2, AxisKind::dst1, AxisKind::fourier, AxisKind::chebyshev};
  EXPECT_EQ(wavenumbers(problem, 0, {1, 4}), (Waves{1, 2, 3}));
  EXPECT_EQ(wavenumbers(problem, 1, {0, 5}), (Waves{1, 2, 3, 4, 5}));
  EXPECT_EQ(wavenumbers(problem, 2, {0, 6}), (Waves{0, 1, 2, -3, -2, -1}));
  EXPECT_EQ(wavenumbers(problem, 3, {0, 3}), (Waves{0, 1, 2}));
  problem.kinds[0] = AxisKind::dct4;
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"axis 0", "dct4", "whole numbers"}, [&] {
              wavenumbers(problem, 0, {0, 4});
            }));
}

TEST(Kinds, OfWholeWavesHaveTheWavesOfTheirEntries) {
  for (const Waves& halfcomplex : {Waves{0}, Waves{0, 1}, Waves{0, 1, 2, 2, 1}, Waves{0, 1, 2, 3, 2, 1}}) {
    const auto n = static_cast<Index>(halfcomplex.size());
    EXPECT_EQ(wavenumbers(r2r({n}, {AxisKind::r2hc}), 0, {0, n}), halfcomplex);
    EXPECT_EQ(wavenumbers(r2r({n}, {AxisKind::dht}), 0, {0, n}), wavenumbers(c2c({n}), 0, {0, n}));
  }
  EXPECT_EQ(wavenumbers(r2r({6}, {AxisKind::r2hc}), 0, {3, 5}), (Waves{3, 2}));
  for (const AxisKind kind : {AxisKind::r2hc, AxisKind::hc2r, AxisKind::dht}) {
    EXPECT_EQ(natural_length(r2r({6}, {kind}), 0), 2 * std::numbers::pi);
    EXPECT_EQ(logical_length(kind, 6), 6);
    for (const Norm norm : {Norm::backward, Norm::ortho, Norm::forward})
      EXPECT_EQ(ends_of(kind, norm), EndFactors{});
  }
  EXPECT_EQ(coordinates(r2r({4}, {AxisKind::dht}), 0, {0, 4}, 8.0), (std::vector<double>{0, 2, 4, 6}));
  const Problem points = r2r({4}, {AxisKind::hc2r});
  EXPECT_EQ("",
            error_complaint(ErrorCode::invalid_argument, {"axis 0", "hc2r", "no wavenumbers", "r2hc"}, [&] {
              wavenumbers(points, 0, {0, 4});
            }));
  EXPECT_EQ("",
            error_complaint(ErrorCode::invalid_argument, {"axis 0", "hc2r", "no coordinates", "r2hc"}, [&] {
              coordinates(points, 0, {0, 4});
            }));
}

TEST(Kept, SaysWhichModesThereAre) {
  Problem problem = r2c({12, 9, 10});
  EXPECT_EQ(get(problem, "kept"), "all");
  set(problem, "kept", "8,9,6");
  EXPECT_EQ(problem.kept, (Extents{8, 9, 6}));
  EXPECT_EQ(get(problem, "kept"), "8,9,6");
  EXPECT_EQ(modes_shape(problem), (Extents{8, 9, 4}));
  EXPECT_EQ(kept_points(problem, 0), 8);
  EXPECT_EQ(kept_points(r2c({12, 9, 10}), 0), 12);
  EXPECT_EQ(wavenumbers(problem, 0, {0, 8}), (Waves{0, 1, 2, 3, -4, -3, -2, -1}));
  EXPECT_EQ(wavenumbers(problem, 2, {0, 4}), (Waves{0, 1, 2, 3}));
  problem.kinds = {AxisKind::fourier, AxisKind::chebyshev, AxisKind::fourier};
  problem.kept = {12, 5, 10};
  EXPECT_EQ(wavenumbers(problem, 1, {0, 5}), (Waves{0, 1, 2, 3, 4}));
  set(problem, "kept", "all");
  EXPECT_TRUE(problem.kept.empty());
}

TEST(Memory, IsAnOrderOfAllAxesAndARoomBehindTheBlock) {
  Problem problem = r2c({8, 6, 5});
  EXPECT_EQ(get(problem, "points_order"), "C");
  EXPECT_EQ(get(problem, "modes_padding"), "none");
  set(problem, "modes_order", "1,0,2");
  set(problem, "points_padding", "0,0,1");
  EXPECT_EQ(problem.modes_order, (Axes{1, 0, 2}));
  EXPECT_EQ(problem.points_padding, (Extents{0, 0, 1}));
  EXPECT_EQ(get(problem, "modes_order"), "1,0,2");
  check(problem);
  const auto complaint = [&](const char* key, const char* value, const std::vector<std::string>& words) {
    Problem wrong = problem;
    return error_complaint(ErrorCode::invalid_argument, words, [&] {
      set(wrong, key, value);
      check(wrong);
    });
  };
  EXPECT_EQ("", complaint("points_order", "0,1", {"order", "points", "0,1", "0 to 2 once"}));
  EXPECT_EQ("", complaint("modes_order", "0,1,1", {"order", "modes", "0,1,1"}));
  EXPECT_EQ("", complaint("modes_order", "fast", {"modes_order is 'fast'", "1,0,2"}));
  EXPECT_EQ("", complaint("points_padding", "0,2", {"padding", "points", "2 numbers", "3 axes"}));
  EXPECT_EQ("", complaint("modes_padding", "0,0,-1", {"padding", "modes", "-1"}));
}

TEST(Kept, IsAtMostTheShapeAndOfTransformedAxesOnly) {
  Problem problem = c2c({8, 6, 4});
  const auto complaint = [&](const Extents& kept, const std::vector<std::string>& words) {
    problem.kept = kept;
    return error_complaint(ErrorCode::invalid_argument, words, [&] { check(problem); });
  };
  EXPECT_EQ("", complaint({8, 7, 4}, {"axis 1 has 6 points", "the modes of 7", "1 to 6"}));
  EXPECT_EQ("", complaint({0, 6, 4}, {"axis 0 has 8 points", "the modes of 0"}));
  EXPECT_EQ("", complaint({8, 6}, {"2 lengths", "3 axes"}));
  problem.axes = {0, 2};
  EXPECT_EQ("", complaint({4, 5, 4}, {"axis 1 is not transformed", "5 of 6"}));
  problem.kept = {4, 6, 4};
  check(problem);
  for (const char* name : {"r2hc", "hc2r", "dht"}) {
    set(problem, "kinds", "fourier," + std::string(name));
    EXPECT_EQ("", complaint({4, 6, 3}, {"axis 2", name, "3 of 4 points", "keep all 4", "Fourier axis"}));
    problem.kept = {4, 6, 4};
    check(problem);
  }
  for (const char* text : {"8x6x4", "8,,4", "a,b", ""})
    EXPECT_EQ("",
              error_complaint(ErrorCode::invalid_argument, {"kept"}, [&] { set(problem, "kept", text); }));
  EXPECT_EQ(problem.kept, (Extents{4, 6, 4})) << "an error changes nothing";
}

}  // namespace
}  // namespace weft::test
