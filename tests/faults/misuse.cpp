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
