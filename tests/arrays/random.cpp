// Random fields: the words of numpy's generator, the same on any layout and process count, and their
// statistics.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "agreed_error.hpp"
#include "array_cases.hpp"
#include "weft/array_functions.hpp"

namespace weft::test {
namespace {

template <class T>
std::vector<T> gathered(const Distribution& arrays, const std::vector<T>& memory) {
  Index n = 1;
  for (const Index length : arrays.layout().shape) n *= length;
  std::vector<T> all(static_cast<std::size_t>(n));
  gather(arrays, memory.data(), all.data());
  return all;
}

template <class T>
std::vector<T> uniform(const Distribution& arrays, std::uint64_t seed, double low = 0, double high = 1) {
  std::vector<T> memory = make_array<T>(arrays, [](const Extents&) { return T(0); });
  random_uniform(arrays, memory.data(), seed, low, high);
  return gathered(arrays, memory);
}

template <class T>
std::vector<T> normal(const Distribution& arrays, std::uint64_t seed, double mean = 0, double deviation = 1) {
  std::vector<T> memory = make_array<T>(arrays, [](const Extents&) { return T(0); });
  random_normal(arrays, memory.data(), seed, mean, deviation);
  return gathered(arrays, memory);
}

// python3 -c "import numpy as np; print([float(x).hex() for x in
// np.random.Generator(np.random.Philox(key=42)).random(6)])"
TEST(RandomFields, AreThoseOfNumpy) {
  const std::vector<double> expected = {0x1.a3f102fa9ac51p-1, 0x1.839335b2e643cp-3, 0x1.bc3e09cfe109dp-1,
                                        0x1.940d2a39e3346p-2, 0x1.78f6aa25870f8p-2, 0x1.bcdf7a92812f4p-2};
  // [hex(int(x)) for x in np.random.Philox(key=2**64 - 1).random_raw(5)]
  const std::vector<std::uint64_t> words = {0x3c2521c58dde5bfb, 0xb7a1ad5dae1306d7, 0x6942eae9fd2feb84,
                                            0xb7552e878d1c26fe, 0x59a439c096c17b4e};
  for (const Distribution& arrays : array_cases(small_shape, element_type<double>())) {
    const std::vector<double> found = uniform<double>(arrays, 42), last = uniform<double>(arrays, ~0ULL);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(found[i], expected[i]);
    for (std::size_t i = 0; i < words.size(); ++i)
      EXPECT_EQ(last[i], static_cast<double>(words[i] >> 11U) * 0x1p-53);
  }
  for (const Distribution& arrays : array_cases(small_shape, element_type<float>())) {
    const std::vector<float> found = uniform<float>(arrays, ~0ULL);
    for (std::size_t i = 0; i < words.size(); ++i)
      EXPECT_EQ(found[i], static_cast<float>(words[i] >> 40U) * 0x1p-24F);
  }
  for (const Distribution& arrays : array_cases(small_shape, element_type<std::complex<double>>())) {
    const auto found = uniform<std::complex<double>>(arrays, 42);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_EQ(found[i], std::complex<double>(expected[2 * i], expected[2 * i + 1]));
  }
}

// What one process with a dense array computes is what every layout has.
template <class T>
void expect_the_same_everywhere() {
  const Distribution alone(MPI_COMM_SELF, {small_shape, {{1}}, {0}, {}}, element_type<T>());
  const std::vector<T> u = uniform<T>(alone, 5, -1, 3), v = normal<T>(alone, 5, 2, 0.5);
  for (const Distribution& arrays : array_cases(small_shape, element_type<T>())) {
    EXPECT_EQ(uniform<T>(arrays, 5, -1, 3), u);
    EXPECT_EQ(normal<T>(arrays, 5, 2, 0.5), v);
    std::vector<T> memory = make_array<T>(arrays);
    random_normal(arrays, memory.data(), 5, 2, 0.5);
    EXPECT_TRUE(holds(arrays, memory, [&](const Extents& i) {
      return v[static_cast<std::size_t>((i[0] * small_shape[1] + i[1]) * small_shape[2] + i[2])];
    }));
  }
}

TEST(RandomFields, DependOnTheSeedAndThePlaceAlone) {
  expect_the_same_everywhere<double>();
  expect_the_same_everywhere<float>();
  expect_the_same_everywhere<std::complex<double>>();
  expect_the_same_everywhere<std::complex<float>>();
}

// The words behind normal numbers are those of the uniform ones: Box and Muller, in long double.
TEST(RandomFields, NormalNumbersAreThoseOfBoxAndMuller) {
  const Distribution arrays(MPI_COMM_SELF, {{64}, {{1}}, {0}, {}}, element_type<double>());
  const std::vector<double> u = uniform<double>(arrays, 9), z = normal<double>(arrays, 9, 1, 2);
  for (std::size_t i = 0; i < u.size(); i += 2) {
    const long double radius = std::sqrt(-2 * std::log(1 - static_cast<long double>(u[i])));
    const long double angle = 8 * std::atan(1.0L) * static_cast<long double>(u[i + 1]);
    EXPECT_NEAR(z[i], static_cast<double>(1 + 2 * radius * std::cos(angle)), 1e-14);
    EXPECT_NEAR(z[i + 1], static_cast<double>(1 + 2 * radius * std::sin(angle)), 1e-14);
  }
}

// Greatest distance of the distribution of samples from `probability`, times sqrt(n): above 2.2 once in 10^4.
template <class Probability>
double kolmogorov(std::vector<double> samples, Probability&& probability) {
  std::sort(samples.begin(), samples.end());
  const auto n = static_cast<double>(samples.size());
  double distance = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double here = probability(samples[i]), below = static_cast<double>(i) / n;
    distance = std::max({distance, std::abs(here - below), std::abs(here - below - 1 / n)});
  }
  return distance * std::sqrt(n);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b, std::size_t shift) {
  double sum = 0;
  for (std::size_t i = 0; i + shift < a.size(); ++i) sum += a[i] * b[i + shift];
  return sum / std::sqrt(static_cast<double>(a.size() - shift));
}

TEST(RandomFields, HaveTheirDistribution) {
  const Distribution arrays(MPI_COMM_SELF, {{40, 50, 20}, {{1}}, {0}, {}}, element_type<double>());
  const std::vector<double> u = uniform<double>(arrays, 1), z = normal<double>(arrays, 2),
                            other = normal<double>(arrays, 3);
  EXPECT_LT(kolmogorov(u, [](double x) { return x; }), 2.2);
  EXPECT_LT(kolmogorov(z, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }), 2.2);
  std::vector<double> squares;
  for (const double x : z) squares.push_back(x * x - 1);
  // Standard normal numbers, but for a factor: sums of 40000 independent terms.
  for (const std::size_t shift : {1, 2, 3, 4, 20, 1000}) EXPECT_LT(std::abs(correlation(z, z, shift)), 4.5);
  EXPECT_LT(std::abs(correlation(z, other, 0)), 4.5);
  EXPECT_LT(std::abs(correlation(squares, std::vector<double>(squares.size(), 1), 0)), 4.5 * std::sqrt(2.0));
  EXPECT_LT(std::abs(correlation(z, std::vector<double>(z.size(), 1), 0)), 4.5);
}

// A hair's breadth: everything is still below `high`.
TEST(RandomFields, StayBelowTheUpperBound) {
  const Distribution arrays(MPI_COMM_SELF, {{4000}, {{1}}, {0}, {}}, element_type<double>());
  const double high = std::nextafter(std::nextafter(1.0, 2.0), 2.0);
  const std::vector<double> u = uniform<double>(arrays, 4, 1, high);
  EXPECT_TRUE(std::all_of(u.begin(), u.end(), [&](double x) { return x >= 1 && x < high; }));
  EXPECT_NE(*std::min_element(u.begin(), u.end()), *std::max_element(u.begin(), u.end()));
}

TEST(RandomFields, AreRefusedInWords) {
  const int p = size_of(MPI_COMM_WORLD), rank = rank_in(MPI_COMM_WORLD);
  const Distribution arrays(MPI_COMM_WORLD, {{2 * p}, {{p}}, {0}, {}}, element_type<double>());
  auto u = arrays.allocate<double>();
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"from 1 to 1", "low < high"},
                      [&] { random_uniform(arrays, u, 1, 1, 1); });
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"deviation -1", ">= 0"},
                      [&] { random_normal(arrays, u, 1, 0, -1); });
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"is null"},
                      [&] { random_normal(arrays, rank == 0 ? nullptr : u.data(), 1); });
  if (p == 1) return;
  expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"seed", "is 1 on process 0", "2 on process 1"},
                      [&] { random_uniform(arrays, u, rank == 1 ? 2 : 1); });
}

}  // namespace
}  // namespace weft::test
