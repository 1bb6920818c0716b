// Kinds of axes: what a problem says of them, as values and as texts.

#include "weft/problem.hpp"

#include <gtest/gtest.h>

#include "expect_error.hpp"
#include "geometry/axis_kinds.hpp"

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

}  // namespace
}  // namespace weft::test
