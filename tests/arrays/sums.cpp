// Sums, products and norms against exact arithmetic: any layout, memory order and ghost cells, sums that
// cancel, numbers whose squares do not exist, infinities.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "agreed_error.hpp"
#include "array_cases.hpp"
#include "weft/array_functions.hpp"

namespace weft::test {
namespace {

__extension__ using Wide = __int128;
using Complex128 = std::complex<double>;
constexpr double unit = 0x1p-40;

// Multiples of 2^-40 below 2^12 that nearly cancel, by position: sums are exact in integers.
struct Cancelling {
  std::vector<double> numbers;
  double sum = 0, magnitudes = 0;
  explicit Cancelling(std::size_t n) {
    std::mt19937_64 random(7);
    std::vector<std::int64_t> integers;  // first large ones, then their negatives with small differences
    for (std::size_t i = 0; i < n / 2; ++i) integers.push_back(static_cast<std::int64_t>(random() >> 12U));
    for (std::size_t i = 0; i < n / 2; ++i)
      integers.push_back(static_cast<std::int64_t>(random() % 64) - integers[i]);
    Wide total = 0, all = 0;
    for (const std::int64_t number : integers) {
      numbers.push_back(static_cast<double>(number) * unit);
      total += number;
      all += number < 0 ? -number : number;
    }
    sum = static_cast<double>(total) * unit;
    magnitudes = static_cast<double>(all) * unit;
  }
};

std::size_t position_of(const Extents& index) {
  return static_cast<std::size_t>((index[0] * small_shape[1] + index[1]) * small_shape[2] + index[2]);
}

// The bound of the header.
double bound(double sum, double magnitudes) { return 0x1p-53 * std::abs(sum) + 0x1p-80 * magnitudes; }

TEST(Sums, ThatCancelAreRight) {
  const Cancelling data(210);
  double plain = 0;
  for (const double number : data.numbers) plain += number;
  EXPECT_GT(std::abs(plain - data.sum), 100 * bound(data.sum, data.magnitudes));  // it is a hard sum
  for (const Distribution& arrays : array_cases(small_shape, element_type<double>())) {
    const auto u = make_array<double>(arrays, [&](const Extents& i) { return data.numbers[position_of(i)]; });
    const Complex128 total = sum(arrays, u.data());
    EXPECT_LE(std::abs(total.real() - data.sum), bound(data.sum, data.magnitudes));
    EXPECT_EQ(total.imag(), 0);
    EXPECT_NEAR(mean(arrays, u.data()).real(), data.sum / 210, 2 * bound(data.sum, data.magnitudes) / 210);
  }
}

// The same within a unit in the last place of what one process has: the exact sum, rounded once.
TEST(Sums, AreTheSameOnAnyProcessCount) {
  std::mt19937_64 random(3);
  std::vector<double> numbers;
  Wide total = 0, squares = 0;
  for (int i = 0; i < 210; ++i) {
    const auto number = static_cast<std::int64_t>(random() >> 11U) - (std::int64_t{1} << 52U);
    numbers.push_back(static_cast<double>(number));
    total += number;
    squares += static_cast<Wide>(number) * number;
  }
  const auto exact = static_cast<double>(total), exact_squares = static_cast<double>(squares);
  const double ulp = std::nextafter(std::abs(exact), INFINITY) - std::abs(exact);
  for (const Distribution& arrays : array_cases(small_shape, element_type<double>())) {
    const auto u = make_array<double>(arrays, [&](const Extents& i) { return numbers[position_of(i)]; });
    EXPECT_NEAR(sum(arrays, u.data()).real(), exact, ulp);
    EXPECT_NEAR(dot(arrays, u.data(), u.data()).real(), exact_squares, exact_squares * 0x1p-52);
    EXPECT_NEAR(norm(arrays, u.data()), std::sqrt(exact_squares), std::sqrt(exact_squares) * 0x1p-52);
  }
}

// Rows that are longer than what is added up at once, and many short ones.
TEST(Sums, OfLongAndShortRowsAreRight) {
  const int p = size_of(MPI_COMM_WORLD);
  for (const Extents& lengths : {Extents{5, 30011}, Extents{30011, 3}}) {
    const Distribution arrays(MPI_COMM_WORLD, {lengths, {{p}}, {0}, {}, {1, 1}}, element_type<double>());
    const auto u = make_array<double>(arrays);
    const double n = static_cast<double>(lengths[0] * lengths[1]);
    EXPECT_EQ(sum(arrays, u.data()), n * (n + 1) / 2);
    EXPECT_EQ(norm(arrays, u.data(), NormOrder::one), n * (n + 1) / 2);
    EXPECT_EQ(norm(arrays, u.data(), NormOrder::infinity), n);
  }
}

template <class T>
void expect_small_integers_are_exact() {
  const auto value = [](const Extents& i) { return value_at<T>(small_shape, i); };
  const auto other = [](const Extents& i) {
    if constexpr (element_type<T>().is_real)
      return static_cast<T>(i[0] - 3 * i[2]);
    else
      return T(static_cast<typename T::value_type>(i[0] - 3 * i[2]),
               static_cast<typename T::value_type>(i[1]));
  };
  Complex128 total = 0, product = 0;
  double squares = 0, largest = 0, magnitudes = 0;
  const std::vector<T> a = whole_array<T>(small_shape, value), b = whole_array<T>(small_shape, other);
  for (std::size_t i = 0; i < a.size(); ++i) {
    total += Complex128(a[i]);
    product += std::conj(Complex128(a[i])) * Complex128(b[i]);
    squares += std::norm(Complex128(a[i]));
    magnitudes += std::abs(Complex128(a[i]));
    largest = std::max(largest, std::abs(Complex128(a[i])));
  }
  for (const Distribution& arrays : array_cases(small_shape, element_type<T>())) {
    const auto u = make_array<T>(arrays, value), v = make_array<T>(arrays, other);
    EXPECT_EQ(sum(arrays, u.data()), total);
    EXPECT_NEAR(std::abs(mean(arrays, u.data()) - total / 210.0), 0, 1e-13);
    EXPECT_EQ(dot(arrays, u.data(), v.data()), product);
    EXPECT_DOUBLE_EQ(norm(arrays, u.data()), std::sqrt(squares));
    EXPECT_NEAR(norm(arrays, u.data(), NormOrder::one), magnitudes, 1e-12 * magnitudes);
    EXPECT_DOUBLE_EQ(norm(arrays, u.data(), NormOrder::infinity), largest);
  }
}

TEST(Sums, OfSmallIntegersAreExact) {
  expect_small_integers_are_exact<double>();
  expect_small_integers_are_exact<float>();
  expect_small_integers_are_exact<std::complex<double>>();
  expect_small_integers_are_exact<std::complex<float>>();
}

TEST(Norms, OfHugeAndTinyNumbersExist) {
  const int p = size_of(MPI_COMM_WORLD);
  const Distribution real(MPI_COMM_WORLD, {{4}, {{p}}, {0}, {}}, element_type<double>());
  const Distribution complex(MPI_COMM_WORLD, {{4}, {{p}}, {0}, {}}, element_type<Complex128>());
  for (const double scale : {0x1p+1000, 0x1p-1060, 1.0}) {
    const auto u = make_array<double>(real, [&](const Extents&) { return -scale; });
    EXPECT_DOUBLE_EQ(norm(real, u.data()), 2 * scale);
    const auto v =
        make_array<Complex128>(complex, [&](const Extents&) { return Complex128(3 * scale, -4 * scale); });
    EXPECT_DOUBLE_EQ(norm(complex, v.data()), 10 * scale);
    EXPECT_DOUBLE_EQ(norm(complex, v.data(), NormOrder::one), 20 * scale);
    EXPECT_DOUBLE_EQ(norm(complex, v.data(), NormOrder::infinity), 5 * scale);
  }
  const auto zeros = make_array<double>(real, [](const Extents&) { return 0.0; });
  EXPECT_EQ(norm(real, zeros.data()), 0);
}

TEST(Sums, KeepInfinitiesAndNaN) {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
  for (const Distribution& arrays : array_cases(small_shape, element_type<double>())) {
    const auto with = [&](double first, double second) {
      return make_array<double>(arrays, [&, first, second](const Extents& i) {
        const std::size_t at = position_of(i);
        return at == 17 ? first : at == 200 ? second : 1.0;
      });
    };
    EXPECT_EQ(sum(arrays, with(infinity, 1).data()).real(), infinity);
    EXPECT_EQ(sum(arrays, with(1, -infinity).data()).real(), -infinity);
    EXPECT_TRUE(std::isnan(sum(arrays, with(infinity, -infinity).data()).real()));
    EXPECT_TRUE(std::isnan(sum(arrays, with(1, nan).data()).real()));
    EXPECT_EQ(norm(arrays, with(1, -infinity).data()), infinity);
    EXPECT_EQ(norm(arrays, with(1, -infinity).data(), NormOrder::infinity), infinity);
    EXPECT_TRUE(std::isnan(norm(arrays, with(nan, infinity).data())));
    EXPECT_TRUE(std::isnan(norm(arrays, with(nan, infinity).data(), NormOrder::infinity)));
    EXPECT_TRUE(std::isnan(norm(arrays, with(nan, infinity).data(), NormOrder::one)));
  }
}

TEST(Sums, OfFieldsHaveTheirType) {
  const int p = size_of(MPI_COMM_WORLD);
  const Distribution arrays(MPI_COMM_WORLD, {{6, 4}, {{p}}, {0}, {}, {1, 1}}, element_type<float>());
  auto u = arrays.allocate<float>();
  fill(arrays, u, [](const Extents& i) { return static_cast<float>(i[0]); });
  const double total = sum(arrays, u), average = mean(arrays, u), product = dot(arrays, u, u);
  EXPECT_EQ(total, 60);
  EXPECT_EQ(average, 2.5);
  EXPECT_EQ(product, 220);
}

TEST(Sums, AreRefusedInWords) {
  const int p = size_of(MPI_COMM_WORLD), rank = rank_in(MPI_COMM_WORLD);
  const Layout rows{{2 * p, 4}, {{p}}, {0}, {}};
  const Distribution arrays(MPI_COMM_WORLD, rows, element_type<double>());
  const auto u = make_array<double>(arrays);
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"is null", "block", "pass the memory"},
                      [&] { sum(arrays, rank == p - 1 ? nullptr : u.data()); });
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"second array", "is null"},
                      [&] { dot(arrays, u.data(), rank == 0 ? nullptr : u.data()); });
  const Field<float> single(arrays.box(), arrays.storage());
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"field of float", "one of double"},
                      [&] { norm(arrays, single); });
  const Field<double> small({{{0, 1}, {0, 1}}}, dense_storage({1, 1}, {0, 1}));
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"1 elements", "needs 8", "allocate()"},
                      [&] { sum(arrays, small); });
  if (p == 1) return;
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"function", "sum", "mean"},
                      [&] { rank == 1 ? mean(arrays, u.data()) : sum(arrays, u.data()); });
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"order of the norm", "one", "two"},
                      [&] { norm(arrays, u.data(), rank == 1 ? NormOrder::one : NormOrder::two); });
  const Distribution singles(MPI_COMM_WORLD, rows, element_type<float>());
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"element type"},
                      [&] { sum(rank == 1 ? singles : arrays, u.data()); });
}

}  // namespace
}  // namespace weft::test
