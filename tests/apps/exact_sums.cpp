// Sums without rounding errors: known ones, and the same bits in any order on any number of processes.
#include "common/exact_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "agree.hpp"
#include "any_wisdom.hpp"

namespace weft::test {
namespace {

using apps::ExactSums;

Plan any_plan() { return Plan(Problem({4, 4}), MPI_COMM_WORLD); }

double sum_of(const std::vector<double>& terms, const Plan& plan) {
  ExactSums sums(1);
  const auto rank = static_cast<std::size_t>(rank_in(MPI_COMM_WORLD)),
             n = static_cast<std::size_t>(size_of(MPI_COMM_WORLD));
  for (std::size_t i = rank; i < terms.size(); i += n) sums.add(0, terms[i]);
  return sums.of_all(plan)[0];
}

TEST(ExactSums, AreThoseOfArithmetic) {
  const Plan plan = any_plan();
  constexpr double most = std::numeric_limits<double>::max(), least = 5e-324, inf = INFINITY;
  const struct {
    std::vector<double> terms;
    double sum;
  } rows[] = {{{}, 0},
              {{1e308, 1, -1e308}, 1},
              {{1e16, 1, 1, -1e16}, 2},
              {{most, least, -most}, least},
              {{most, most, -most, -most, -0.25}, -0.25},
              {{-1, 1e-300}, -1},
              {{least, least, -3 * least}, -least},
              {{0.1, 0.2, 0.3, -0.6}, 0.1 + (0.2 - 0.25) + (0.3 - 0.6 + 0.25)},
              {{most, most}, inf},
              {{1, -inf}, -inf}};
  for (const auto& row : rows) EXPECT_EQ(sum_of(row.terms, plan), row.sum) << row.sum;
  EXPECT_TRUE(std::isnan(sum_of({inf, 1, -inf}, plan)));
  EXPECT_TRUE(std::isnan(sum_of({1, NAN}, plan)));
}

// Each integer times a power of two, of which sums of 64 bits are exact.
TEST(ExactSums, HaveTheSameBitsInAnyOrder) {
  const Plan plan = any_plan();
  std::mt19937_64 numbers(7);
  for (const int exponent : {-1060, -60, 0, 900}) {
    std::vector<double> terms;
    std::int64_t right = 0;
    for (int i = 0; i < 5000; ++i) {
      const auto number =
          static_cast<std::int64_t>(numbers() >> (11 + numbers() % 40)) - (std::int64_t{1} << 40);
      right += number;
      terms.push_back(std::ldexp(static_cast<double>(number), exponent));
    }
    for (int order = 0; order < 3; ++order) {
      EXPECT_EQ(sum_of(terms, plan), std::ldexp(static_cast<double>(right), exponent)) << exponent;
      std::shuffle(terms.begin(), terms.end(), numbers);
    }
  }
}

TEST(ExactSums, AreAddedToOthers) {
  const Plan plan = any_plan();
  ExactSums all(3), part(2);
  const double n = size_of(MPI_COMM_WORLD);
  for (int i = 0; i < 100; ++i) {
    part.reset(2);
    part.add(0, -1e20);
    part.add(1, 1.0 / 3);
    all.add(1, part);
    all.add(1, 1e20);
  }
  const std::vector<double> sums = all.of_all(plan);
  EXPECT_EQ(sums[0], 0);
  EXPECT_EQ(sums[1], 0);
  EXPECT_NEAR(sums[2], 100 * n / 3, 1e-14 * n);
  EXPECT_EQ(ExactSums(2).of_all(plan), (std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace weft::test
