// Minimum and maximum, and where they are: index-valued data, ties, NaN, all kinds of layouts.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>

#include "agreed_error.hpp"
#include "array_cases.hpp"
#include "weft/array_functions.hpp"

namespace weft::test {
namespace {

template <class T>
void expect_extrema() {
  for (const Distribution& arrays : array_cases(small_shape, element_type<T>())) {
    const auto u = make_array<T>(arrays);  // 1 to 210 in C order
    EXPECT_EQ(minimum(arrays, u.data()).value, 1);
    EXPECT_EQ(minimum(arrays, u.data()).index, (Extents{0, 0, 0}));
    EXPECT_EQ(maximum(arrays, u.data()).value, 210);
    EXPECT_EQ(maximum(arrays, u.data()).index, (Extents{6, 4, 5}));
    // A single one inside, among negative numbers.
    const auto v = make_array<T>(arrays, [](const Extents& i) {
      return static_cast<T>(i == Extents{4, 2, 3} ? -0.5 : -1.0 - 0.25 * static_cast<double>(i[1]));
    });
    EXPECT_EQ(maximum(arrays, v.data()).value, -0.5);
    EXPECT_EQ(maximum(arrays, v.data()).index, (Extents{4, 2, 3}));
    EXPECT_EQ(minimum(arrays, v.data()).value, -2);
    EXPECT_EQ(minimum(arrays, v.data()).index, (Extents{0, 4, 0}));  // the first of many
    // All equal, zeros of both signs.
    const auto w = make_array<T>(arrays, [](const Extents& i) { return i[2] == 1 ? T(-0.0) : T(0); });
    EXPECT_EQ(minimum(arrays, w.data()).index, (Extents{0, 0, 0}));
    EXPECT_EQ(maximum(arrays, w.data()).index, (Extents{0, 0, 0}));
    EXPECT_EQ(maximum(arrays, w.data()).value, 0);
    // NaN wins, the first one; infinities are numbers.
    const auto nan = std::numeric_limits<T>::quiet_NaN();
    const auto infinity = std::numeric_limits<T>::infinity();
    const auto x = make_array<T>(arrays, [&](const Extents& i) {
      return i[1] >= 3 && i[0] >= 2 ? nan : i == Extents{6, 0, 0} ? -infinity : infinity;
    });
    for (const Extremum& found : {minimum(arrays, x.data()), maximum(arrays, x.data())}) {
      EXPECT_TRUE(std::isnan(found.value));
      EXPECT_EQ(found.index, (Extents{2, 3, 0}));
    }
    const auto y = make_array<T>(arrays, [&](const Extents& i) { return i[2] == 4 ? infinity : -infinity; });
    EXPECT_EQ(minimum(arrays, y.data()).value, -infinity);
    EXPECT_EQ(maximum(arrays, y.data()).value, infinity);
    EXPECT_EQ(maximum(arrays, y.data()).index, (Extents{0, 0, 4}));
  }
}

TEST(Extrema, AreTheFirstInCOrder) {
  expect_extrema<double>();
  expect_extrema<float>();
}

template <class T>
void expect_counts() {
  const auto nan = std::numeric_limits<double>::quiet_NaN(),
             infinity = std::numeric_limits<double>::infinity();
  for (const Distribution& arrays : array_cases(small_shape, element_type<T>())) {
    const auto u = make_array<T>(arrays, [](const Extents& i) {  // 1 to 210 in C order
      return T(static_cast<double>(1 + i[2] + 6 * (i[1] + 5 * i[0])));
    });
    EXPECT_EQ(count_outside(arrays, u.data(), 200), 11);  // the bound itself is outside
    EXPECT_EQ(count_outside(arrays, u.data(), infinity), 0);
    // Ghost cells, which are NaN, do not count.
    const auto v = make_array<T>(arrays, [&](const Extents& i) {
      return i[2] == 1 ? T(nan) : i[2] == 2 ? T(-infinity) : T(-static_cast<double>(i[0]));
    });
    EXPECT_EQ(count_outside(arrays, v.data(), infinity), 2 * 7 * 5);
    EXPECT_EQ(count_outside(arrays, v.data(), 5.5), 2 * 7 * 5 + 5 * 4);
    for (const double bound : {0.0, -1.0, nan})
      expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"give a number above 0"},
                          [&] { count_outside(arrays, u.data(), bound); });
  }
}

TEST(CountOutside, CountsWhatIsNotBelowTheBound) {
  expect_counts<double>();
  expect_counts<float>();
  expect_counts<std::complex<double>>();
  expect_counts<std::complex<float>>();
}

TEST(CountOutside, RefusesAnotherBoundOnOneProcess) {
  const int p = size_of(MPI_COMM_WORLD);
  if (p == 1) GTEST_SKIP() << "needs several processes";
  const Distribution arrays(MPI_COMM_WORLD, {{12}, {{p}}, {0}, {}}, element_type<double>());
  const auto u = make_array<double>(arrays);
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"bound"},
                      [&] { count_outside(arrays, u.data(), 1 + arrays.rank()); });
}

TEST(Extrema, OfASinglePoint) {
  const int p = size_of(MPI_COMM_WORLD);
  const Distribution arrays(MPI_COMM_WORLD, {{1, 1}, {{p}}, {1}, {}, {1, 2}}, element_type<double>());
  const auto u = make_array<double>(arrays, [](const Extents&) { return -3.0; });
  EXPECT_EQ(minimum(arrays, u.data()).value, -3);
  EXPECT_EQ(maximum(arrays, u.data()).index, (Extents{0, 0}));
}

TEST(Extrema, OfComplexElementsAreRefused) {
  const int p = size_of(MPI_COMM_WORLD);
  const Distribution arrays(MPI_COMM_WORLD, {{8}, {{p}}, {0}, {}}, element_type<std::complex<float>>());
  auto u = arrays.allocate<std::complex<float>>();
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument,
                      {"complex elements have no minimum", "norm"}, [&] { minimum(arrays, u); });
}

}  // namespace
}  // namespace weft::test
