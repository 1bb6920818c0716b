// A plan of one process without MPI (weft/serial.hpp) makes the bits of a plan on MPI_COMM_SELF.

#include <gtest/gtest.h>

#include "blocks.hpp"
#include "weft/serial.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

template <class AnyPlan>
std::vector<std::byte> bits_of_both_ways(AnyPlan& plan, const Problem& problem) {
  const Element points = points_element(problem), modes = modes_element(problem);
  Box all;
  for (const Index n : problem.shape) all.ranges.push_back({0, n});
  Block u(plan.points_storage().n_elements() * points.bytes(), points);
  Block uh(plan.modes_storage().n_elements() * modes.bytes(), modes);
  put(hashed_field(problem.shape, 5, points.real, problem.precision), all, plan.points_storage(), u);
  plan.forward(u.data(), uh.data());
  std::vector<std::byte> bits(uh.bytes().begin(), uh.bytes().end());
  u.forget();
  plan.backward(uh.data(), u.data());
  bits.insert(bits.end(), u.bytes().begin(), u.bytes().end());
  return bits;
}

void expect_bits_of_a_plan(const Problem& problem, int threads = 1) {
  Plan plan(problem, MPI_COMM_SELF, {{"threads", std::to_string(threads)}});
  SerialPlan serial(problem, {.threads = threads});
  EXPECT_EQ(plan.points_storage(), serial.points_storage());
  EXPECT_EQ(plan.modes_storage(), serial.modes_storage());
  EXPECT_TRUE(bits_of_both_ways(plan, problem) == bits_of_both_ways(serial, problem))
      << to_text(problem.shape);
}

TEST(OneProcess, WithoutMpiMakesTheBitsOfAPlan) {
  for (const Extents& shape : {Extents{48}, Extents{17}, Extents{31, 40}, Extents{24, 18, 20},
                               Extents{64, 9, 50}, Extents{128, 64, 96}, Extents{5, 6, 7, 8}})
    for (const Precision precision : {Precision::double_, Precision::single_}) {
      expect_bits_of_a_plan(c2c(shape, precision));
      expect_bits_of_a_plan(r2c(shape, precision), 2);
    }
  Problem mixed = r2r({20, 17, 16}, {AxisKind::dst1, AxisKind::chebyshev, AxisKind::dct4});
  mixed.order = Order::c;
  expect_bits_of_a_plan(mixed);
}

}  // namespace
}  // namespace weft::test
