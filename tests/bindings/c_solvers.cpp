// Solvers and coordinates in C: exact solutions, walls, and codes for what is wrong.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "c_calls.hpp"
#include "weft/weft.h"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;
using std::numbers::pi;

struct Plan2 {
  Plan2(const char* kinds, std::int64_t n0, std::int64_t n1) {
    const std::int64_t shape[2] = {n0, n1};
    weft_problem* problem = nullptr;
    weft_problem_create(&problem, "r2c", 2, shape);
    weft_problem_set(problem, "kinds", kinds);
    weft_plan_create(&plan, problem, MPI_COMM_WORLD, nullptr);
    weft_problem_free(&problem);
    void *points = nullptr, *modes = nullptr;
    weft_plan_allocate(plan, WEFT_POINTS, &points);
    weft_plan_allocate(plan, WEFT_MODES, &modes);
    u = static_cast<double*>(points);
    uh = static_cast<Complex128*>(modes);
    weft_plan_storage(plan, WEFT_POINTS, lengths, nullptr, nullptr, nullptr);
    weft_plan_box(plan, WEFT_MODES, modes_begin, modes_end);
    for (int axis : {0, 1}) x[axis].resize(static_cast<std::size_t>(lengths[axis]));
  }
  ~Plan2() {
    weft_array_free(u);
    weft_array_free(uh);
    weft_plan_free(&plan);
  }
  // The largest of |u - exact|, after u = f(x, y) if `set`.
  template <class F>
  double each(bool set, F&& f) {
    double error = 0;
    for (std::size_t i = 0; i < x[0].size(); ++i)
      for (std::size_t j = 0; j < x[1].size(); ++j) {
        double& value = u[i * x[1].size() + j];
        if (set) value = f(x[0][i], x[1][j]);
        error = std::max(error, std::abs(value - f(x[0][i], x[1][j])));
      }
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return error;
  }
  weft_plan* plan = nullptr;
  double* u = nullptr;
  Complex128* uh = nullptr;
  std::int64_t lengths[2] = {}, modes_begin[2] = {}, modes_end[2] = {};
  std::vector<double> x[2];
};

TEST(CSolvers, SolveWavesToRoundOff) {
  Plan2 c("dst1,fourier", 7, 8);
  const double lengths[2] = {2, 3};
  weft_helmholtz* solver = nullptr;
  ASSERT_EQ(weft_helmholtz_create(&solver, c.plan, lengths, 1.5, nullptr, nullptr), WEFT_SUCCESS)
      << weft_last_error();
  for (int axis : {0, 1})
    ASSERT_EQ(weft_plan_coordinates(c.plan, axis, lengths[axis], c.x[axis].data()), WEFT_SUCCESS);
  const auto u = [](double x, double y) { return std::sin(pi * x) * std::cos(2 * pi * y / 3); };
  c.each(true, [&](double x, double y) { return (-pi * pi * (1 + 4.0 / 9) - 1.5) * u(x, y); });
  weft_forward(c.plan, c.u, c.uh);
  EXPECT_EQ(weft_helmholtz_solve(solver, c.uh, c.uh, nullptr, nullptr), WEFT_SUCCESS);
  weft_backward(c.plan, c.uh, c.u);
  EXPECT_LT(c.each(false, u), 1e-13);
  std::int64_t bytes = 0;
  EXPECT_EQ(weft_helmholtz_bytes(solver, &bytes), WEFT_SUCCESS);
  EXPECT_GT(bytes, 0);
  weft_helmholtz_free(&solver);
  EXPECT_EQ(solver, nullptr);
  weft_helmholtz_free(&solver);
}

// u = y^2 + y on [-1, 1]: its slope at the lower wall, u + u' at the upper one.
TEST(CSolvers, TakeWalls) {
  Plan2 c("chebyshev,fourier", 9, 6);
  const double upper[2] = {1, 1}, lower[2] = {0, 1};
  weft_helmholtz* solver = nullptr;
  ASSERT_EQ(weft_helmholtz_create(&solver, c.plan, nullptr, 2, upper, lower), WEFT_SUCCESS)
      << weft_last_error();
  for (int axis : {0, 1}) ASSERT_EQ(weft_plan_coordinates(c.plan, axis, 0, c.x[axis].data()), WEFT_SUCCESS);
  std::int64_t shape[2], strides[2], n = 0;
  int order[2];
  ASSERT_EQ(weft_helmholtz_wall(solver, shape, order, strides, &n), WEFT_SUCCESS);
  EXPECT_EQ(shape[0], 1);
  EXPECT_EQ(shape[1], c.modes_end[1] - c.modes_begin[1]);
  EXPECT_EQ(n, shape[1]);
  std::vector<Complex128> at_upper(static_cast<std::size_t>(n) + 1),
      at_lower(static_cast<std::size_t>(n) + 1);
  if (c.modes_begin[1] == 0) {
    at_upper[0] = 6 * (2 + 3);
    at_lower[0] = 6 * -1;
  }
  const auto u = [](double y, double) { return y * y + y; };
  c.each(true, [&](double y, double) { return 2 - 2 * u(y, 0); });
  weft_forward(c.plan, c.u, c.uh);
  EXPECT_EQ(weft_helmholtz_solve(solver, c.uh, c.uh, at_upper.data(), at_lower.data()), WEFT_SUCCESS);
  weft_backward(c.plan, c.uh, c.u);
  EXPECT_LT(c.each(false, u), 1e-13);
  weft_helmholtz_free(&solver);
}

TEST(CSolvers, SayWhatIsWrong) {
  constexpr ErrorCode wrong = ErrorCode::invalid_argument;
  Plan2 c("dct2,fourier", 6, 5);
  weft_helmholtz* solver = nullptr;
  const double lengths[2] = {1, -3}, wall[2] = {1, 0};
  const auto refuses = [&](const std::vector<std::string>& words, const double* given, double shift,
                           const double* upper, ErrorCode code = ErrorCode::invalid_argument) {
    EXPECT_TRUE(expect_error_on_all(MPI_COMM_WORLD, code, words, [&] {
      solver = reinterpret_cast<weft_helmholtz*>(c.plan);
      throw_code(weft_helmholtz_create(&solver, c.plan, given, shift, upper, nullptr));
    }));
    EXPECT_EQ(solver, nullptr);
  };
  refuses({"axis 1", "-3"}, lengths, 0, nullptr);
  refuses({"shift"}, nullptr, -1, nullptr);
  refuses({"Chebyshev"}, nullptr, 0, wall);
  if (p() > 1) refuses({"shift"}, nullptr, rank_in(MPI_COMM_WORLD), nullptr, ErrorCode::mismatch);
  const auto complaint = [](int code, const std::vector<std::string>& words) {
    return error_complaint(wrong, words, [&] { throw_code(code); });
  };
  EXPECT_EQ(
      complaint(weft_helmholtz_create(nullptr, c.plan, nullptr, 0, nullptr, nullptr), {"solver", "NULL"}),
      "");
  EXPECT_EQ(
      complaint(weft_helmholtz_create(&solver, nullptr, nullptr, 0, nullptr, nullptr), {"plan", "NULL"}), "");
  EXPECT_EQ(complaint(weft_helmholtz_solve(nullptr, c.uh, c.uh, nullptr, nullptr), {"solver", "NULL"}), "");
  EXPECT_EQ(complaint(weft_helmholtz_wall(nullptr, nullptr, nullptr, nullptr, nullptr), {"solver", "NULL"}),
            "");
  EXPECT_EQ(complaint(weft_helmholtz_bytes(nullptr, nullptr), {"solver", "NULL"}), "");
  EXPECT_EQ(complaint(weft_plan_coordinates(c.plan, 2, 0, nullptr), {"axis 2 does not exist"}), "");
  EXPECT_EQ(complaint(weft_plan_coordinates(c.plan, 0, -1, nullptr), {"length", "-1"}), "");
  ASSERT_EQ(weft_helmholtz_create(&solver, c.plan, nullptr, 0, nullptr, nullptr), WEFT_SUCCESS);
  EXPECT_EQ(complaint(weft_helmholtz_wall(solver, nullptr, nullptr, nullptr, nullptr), {"Chebyshev"}), "");
  EXPECT_EQ(complaint(weft_helmholtz_solve(solver, c.uh, c.uh, c.uh, nullptr), {"Chebyshev"}), "");
  weft_helmholtz_free(&solver);
  weft_helmholtz_free(nullptr);
}

}  // namespace
}  // namespace weft::test
