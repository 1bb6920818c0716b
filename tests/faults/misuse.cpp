// A plan that is used wrongly: too many fields, the wrong elements, after it was closed. These errors
// concern the process that makes the mistake; it throws before it talks to the others.

#include <gtest/gtest.h>

#include "agreed_error.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Complex64 = std::complex<float>;
using Complex128 = std::complex<double>;

TEST(Misuse, OfMoreFieldsThanThePlanHoldsIsAnError) {
  Problem problem = r2c({8, 6, 4});
  problem.n_fields = 2;
  Plan plan(problem, MPI_COMM_WORLD);
  auto u = plan.points<double>();
  auto uh = plan.modes<Complex128>();
  const std::vector<const void*> in(3, u.data());
  const std::vector<void*> out(3, uh.data());
  EXPECT_EQ("", error_complaint(invalid, {"3 fields", "2"}, [&] { plan.forward_fields(in, out); }));
  EXPECT_EQ("", error_complaint(invalid, {"3 fields", "2"}, [&] { plan.backward_fields(in, out); }));
}

TEST(Misuse, OfUnequalNumbersOfInputsAndOutputsIsAnError) {
  Problem problem = r2c({8, 6, 4});
  problem.n_fields = 2;
  Plan plan(problem, MPI_COMM_WORLD);
  auto u = plan.points<double>();
  auto uh = plan.modes<Complex128>();
  const std::vector<const void*> in = {u.data()};
  const std::vector<void*> out = {uh.data(), uh.data()};
  EXPECT_EQ("", error_complaint(invalid, {"1", "2"}, [&] { plan.forward_fields(in, out); }));
  EXPECT_EQ("", error_complaint(invalid, {"1", "2"}, [&] { plan.backward_fields(in, out); }));
}

TEST(Misuse, OfAnotherElementTypeIsAnError) {
  Plan of_real(r2c({8, 6, 4}), MPI_COMM_WORLD);
  EXPECT_EQ("", error_complaint(invalid, {"points"}, [&] { of_real.points<float>(); }));
  EXPECT_EQ("", error_complaint(invalid, {"points"}, [&] { of_real.points<Complex128>(); }));
  EXPECT_EQ("", error_complaint(invalid, {"modes"}, [&] { of_real.modes<double>(); }));
  EXPECT_EQ("", error_complaint(invalid, {"modes"}, [&] { of_real.modes<Complex64>(); }));
  Plan of_complex(c2c({8, 6, 4}, Precision::single_), MPI_COMM_WORLD);
  EXPECT_EQ("", error_complaint(invalid, {"points"}, [&] { of_complex.points<Complex128>(); }));
  EXPECT_EQ("", error_complaint(invalid, {"points"}, [&] { of_complex.points<float>(); }));
  EXPECT_NO_THROW(of_complex.points<Complex64>());
}

TEST(Misuse, OfAFieldThatIsTooSmallIsAnError) {
  Plan plan(r2c({32, 6, 4}), MPI_COMM_WORLD);
  auto u = plan.points<double>();
  Field<double> small(Box{{{0, 1}, {0, 1}, {0, 1}}}, dense_storage({1, 1, 1}, {0, 1, 2}));
  auto uh = plan.modes<Complex128>();
  Field<Complex128> small_modes(Box{{{0, 1}, {0, 1}, {0, 1}}}, dense_storage({1, 1, 1}, {0, 1, 2}));
  ASSERT_GT(u.size(), small.size());
  EXPECT_EQ("", error_complaint(invalid, {"1", std::to_string(u.size())}, [&] { plan.forward(small, uh); }));
  EXPECT_EQ("", error_complaint(invalid, {"1", std::to_string(u.size())}, [&] { plan.backward(uh, small); }));
  if (uh.size() < 2) return;  // this process has none of the modes, or one
  EXPECT_EQ(
      "", error_complaint(invalid, {"1", std::to_string(uh.size())}, [&] { plan.forward(u, small_modes); }));
}

// The address of an empty block is not asked for.
TEST(Misuse, OfNoAddressForABlockIsAnError) {
  const void* nothing_in = nullptr;
  void* nothing_out = nullptr;
  for (const char* in_place : {"no", "yes"}) {
    Plan plan(c2c({8, 6, 4}), MPI_COMM_WORLD, {{"in_place", in_place}});
    auto u = plan.points<Complex128>(), uh = plan.modes<Complex128>();
    const auto complaint = [](const auto& call) {
      return error_complaint(invalid, {"null", "first element"}, call);
    };
    if (!plan.points_box().empty()) {
      EXPECT_EQ("", complaint([&] { plan.forward(nothing_in, static_cast<void*>(uh.data())); }));
      EXPECT_EQ("", complaint([&] { plan.backward(static_cast<const void*>(uh.data()), nothing_out); }));
    }
    if (!plan.modes_box().empty()) {
      EXPECT_EQ("", complaint([&] { plan.forward(static_cast<const void*>(u.data()), nothing_out); }));
      EXPECT_EQ("", complaint([&] { plan.backward(nothing_in, static_cast<void*>(u.data())); }));
    }
  }
}

TEST(Misuse, OfAClosedPlanIsAnError) {
  for (const std::string& exchange : exchange_names()) {
    Plan plan(r2c({8, 6, 4}), MPI_COMM_WORLD, {{"exchange", exchange}});
    auto u = plan.points<double>();
    auto uh = plan.modes<Complex128>();
    plan.forward(u, uh);
    plan.close();
    plan.close();
    EXPECT_EQ("", error_complaint(invalid, {"closed"}, [&] { plan.forward(u, uh); }));
    EXPECT_EQ("", error_complaint(invalid, {"closed"}, [&] { plan.backward(uh, u); }));
  }
}

}  // namespace
}  // namespace weft::test
