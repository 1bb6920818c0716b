// Chebyshev tau: against the equations of the method solved densely in long double, polynomials to round-off
// with every kind of wall, spectral convergence, the mean, layouts, and bad input.

#include <gtest/gtest.h>

#include <random>

#include "agreed_error.hpp"
#include "solver_cases.hpp"
#include "tau_definition.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;
using AxisKind::chebyshev, AxisKind::fourier;

const std::vector<Walls>& all_walls() {
  static const std::vector<Walls> walls = {
      {dirichlet, dirichlet}, {neumann, neumann},     {dirichlet, neumann}, {neumann, dirichlet},
      {{2, 0.5}, {2, -0.5}},  {{1, 0.25}, {0.5, -2}}, {{0, 3}, {1, -1}}};
  return walls;
}

double random_number() {
  static std::mt19937 generator(7);
  return std::uniform_real_distribution<double>(-1, 1)(generator);
}

// A line of real numbers beside 20 others, which fill more than one tile.
TEST(Tau, SolvesTheEquationsOfTheMethod) {
  for (const Index n : {3, 4, 5, 6, 7, 16, 33, 65})
    for (const Walls& walls : all_walls())
      for (const double shift : {0.0, 1e-3, 1.0, 50.0, 1e5}) {
        if (shift == 0 && walls.upper.value == 0 && walls.lower.value == 0) continue;
        Problem problem = r2r({n, 21}, {chebyshev});
        problem.axes = {0};
        Plan plan(problem, MPI_COMM_SELF);
        Helmholtz solver(plan, {3, 1}, shift, walls);
        auto f = plan.modes<double>(), u = plan.modes<double>();
        auto upper = solver.wall<double>(), lower = solver.wall<double>();
        for (std::size_t i = 0; i < f.size(); ++i) f.data()[i] = random_number();
        for (std::size_t i = 0; i < upper.size(); ++i) {
          upper.data()[i] = random_number();
          lower.data()[i] = random_number();
        }
        solver.solve(f, u, upper, lower);
        for (const Index line : {0, 15, 16, 20}) {
          std::vector<double> column;
          for (Index k = 0; k < n; ++k) column.push_back(f(k, line));
          const std::vector<Real> exact =
              tau_by_definition(column, shift, 3, walls, upper(0, line), lower(0, line));
          Real error = 0, size = 0;
          for (Index k = 0; k < n; ++k) {
            error = std::max(error, std::abs(exact[static_cast<std::size_t>(k)] - u(k, line)));
            size = std::max(size, std::abs(exact[static_cast<std::size_t>(k)]));
          }
          EXPECT_LT(static_cast<double>(error / size), 1e-13) << n << " coefficients, shift " << shift;
        }
      }
}

// u = p(y) times waves in the other axes; p of degree n-3 is solved exactly.
struct PolynomialCase {
  Problem problem;
  std::vector<double> lengths;
  double shift;
  Walls walls;
  Options options = {};
};

template <class P, class M>
double polynomial_error(const PolynomialCase& c) {
  Plan plan(c.problem, MPI_COMM_WORLD, c.options);
  Helmholtz solver(plan, c.lengths, c.shift, c.walls);
  const std::size_t d = c.lengths.size();
  std::size_t y = 0;
  std::vector<Along> waves(d);
  for (std::size_t axis = 0; axis < d; ++axis) {
    const AxisKind kind = *kind_of(c.problem, static_cast<int>(axis));
    if (kind == chebyshev || kind == AxisKind::chebyshev_gauss)
      y = axis;
    else
      waves[axis] = wave_of(kind, 1, c.lengths[axis]);
  }
  std::vector<double> p;
  for (Index i = 0; i <= c.problem.shape[y] - 3; ++i) p.push_back(1.0 / static_cast<double>(1 + i));
  const auto others = [&](const std::vector<double>& x, std::size_t second) {
    double value = 1;
    for (std::size_t axis = 0; axis < d; ++axis)
      if (axis != y) value *= axis == second ? waves[axis].second(x[axis]) : waves[axis].value(x[axis]);
    return value;
  };
  const auto u = [&](const std::vector<double>& x) { return polynomial(p, x[y]) * others(x, d); };
  auto field = plan.points<P>();
  auto modes = plan.modes<M>();
  for_each_place(plan, c.lengths, field, [&](P& value, const std::vector<double>& x) {
    double f = polynomial(p, x[y], 2) * others(x, d) - c.shift * u(x);
    for (std::size_t axis = 0; axis < d; ++axis)
      if (axis != y) f += polynomial(p, x[y]) * others(x, axis);
    value = static_cast<P>(f);
  });
  plan.forward(field, modes);
  // What u is at the walls, in modes: u there is a constant times the waves, of which f has the spectrum. So
  // the modes of the waves alone are transformed as a field that does not depend on y, whose T_0 they are.
  auto waves_field = plan.points<P>();
  auto waves_modes = plan.modes<M>();
  for_each_place(plan, c.lengths, waves_field,
                 [&](P& value, const std::vector<double>& x) { value = static_cast<P>(others(x, d)); });
  plan.forward(waves_field, waves_modes);
  auto upper = solver.wall<M>(), lower = solver.wall<M>();
  const double half = c.lengths[y] / 2;
  const double at_upper =
      c.walls.upper.value * polynomial(p, half) + c.walls.upper.slope * polynomial(p, half, 1);
  const double at_lower =
      c.walls.lower.value * polynomial(p, -half) + c.walls.lower.slope * polynomial(p, -half, 1);
  Box plane{{}};
  for (const Index n : upper.shape()) plane.ranges.push_back({0, n});
  for_each_point(upper.shape(), plane, upper.storage(), [&](Index position, Index offset) {
    Extents local(d);
    for (std::size_t axis = d; axis-- > 0; position /= upper.shape()[axis])
      local[axis] = position % upper.shape()[axis];
    using Number = decltype(std::abs(M()));
    upper.data()[offset] = waves_modes.at(local) * static_cast<Number>(at_upper);
    lower.data()[offset] = waves_modes.at(local) * static_cast<Number>(at_lower);
  });
  solver.solve(modes, modes, upper, lower);
  plan.backward(modes, field);
  return largest_error(plan, c.lengths, field,
                       [&](const std::vector<double>& x) { return static_cast<P>(u(x)); });
}

TEST(Tau, SolvesPolynomialsWithEveryWallBesideEveryKindOfAxis) {
  for (const Walls& walls : all_walls())
    for (const double shift : {0.0, 7.0}) {
      EXPECT_LT((polynomial_error<double, Complex128>(
                    {with_kinds(r2c({9, 6, 8}), {chebyshev, fourier, fourier}), {2, 4, 3}, shift, walls})),
                2e-13);
      EXPECT_LT((polynomial_error<double, Complex128>(
                    {with_kinds(r2c({8, 5, 7}), {AxisKind::chebyshev_gauss, AxisKind::dct2, fourier}),
                     {1, 4, 3},
                     shift,
                     walls})),
                2e-13);
      EXPECT_LT((polynomial_error<Complex128, Complex128>(
                    {with_kinds(c2c({10, 6}), {chebyshev, AxisKind::dst1}), {1.5, 2}, shift, walls})),
                2e-13);
      EXPECT_LT((polynomial_error<double, double>(
                    {r2r({7, 6}, {chebyshev, AxisKind::dct1}), {2, 2}, shift, walls})),
                2e-13);
    }
}

TEST(Tau, SolvesWhereverTheAxisIsAsLongAsItIsWhole) {
  const int p = size_of(MPI_COMM_WORLD);
  const Walls walls{{1, 0.5}, {0, 1}};
  for (const int y : {0, 1, 2})
    for (const int cut : {0, 1, 2})
      for (const Order order : {Order::fast, Order::c}) {
        if (y == cut) continue;
        Problem problem = r2c({6, 7, 6});
        problem.kinds = {fourier, fourier, fourier};
        problem.kinds[static_cast<std::size_t>(y)] = chebyshev;
        problem.order = order;
        problem.modes = Layout{modes_shape(problem), {{p}}, {cut}, {}};
        EXPECT_LT((polynomial_error<double, Complex128>(
                      {problem, {2, 2, 2}, 1, walls, {{"grid", std::to_string(p)}}})),
                  2e-13)
            << "axis " << y << ", cut " << cut;
      }
  EXPECT_LT((polynomial_error<float, std::complex<float>>(
                {with_kinds(r2c({9, 20, 8}, Precision::single_), {chebyshev, fourier, fourier}),
                 {2, 4, 3},
                 2,
                 walls})),
            2e-5);
  Problem tiny = with_kinds(r2c({4, 2, 3}), {chebyshev, AxisKind::dct2, fourier});
  EXPECT_LT(
      (polynomial_error<double, Complex128>({tiny, {2, 1, 1}, 2, walls, {{"grid", std::to_string(p)}}})),
      1e-13)
      << "more processes than modes";
}

// u = e^y sin 5y with shift 50 and given ends, and N = 32: to the rounding of a double.
TEST(Tau, ConvergesSpectrally) {
  double before = 10;
  for (const Index n : {13, 17, 21, 25, 33}) {
    Problem problem = r2r({n, 3}, {chebyshev});
    problem.axes = {0};
    Plan plan(problem, MPI_COMM_SELF);
    Helmholtz solver(plan, {}, 50);
    const auto u = [](double y) { return std::exp(y) * std::sin(5 * y); };
    auto field = plan.points<double>(), modes = plan.modes<double>();
    for_each_place(plan, {2, 1}, field, [&](double& value, const auto& x) {
      value = std::exp(x[0]) * (10 * std::cos(5 * x[0]) - 24 * std::sin(5 * x[0])) - 50 * u(x[0]);
    });
    auto upper = solver.wall<double>(), lower = solver.wall<double>();
    upper.fill(u(1));
    lower.fill(u(-1));
    plan.forward(field, modes);
    solver.solve(modes, modes, upper, lower);
    plan.backward(modes, field);
    const double error = largest_error(plan, {2, 1}, field, [&](const auto& x) { return u(x[0]); });
    EXPECT_LT(error, n == 33 ? 4e-15 : before / 10) << n;
    before = error;
  }
}

// u = y^3/6 + y^2 + c: the mean of f beyond the flux through the walls is left out, and that of u is 0.
TEST(Tau, LeavesTheMeanOutWhereBothWallsGiveSlopes) {
  for (const double excess : {0.0, 5.0}) {
    Plan plan(with_kinds(r2c({9, 6}), {chebyshev, fourier}), MPI_COMM_WORLD);
    const std::vector<double> lengths = {4, 1};
    Helmholtz solver(plan, lengths, 0, Walls{{0, 2}, neumann});
    const auto u = [](const auto& x) {
      return x[0] * x[0] * x[0] / 6 + x[0] * x[0] - 4.0 / 3;
    };  // mean over [-2, 2]: 0
    auto field = plan.points<double>();
    auto modes = plan.modes<Complex128>();
    for_each_place(plan, lengths, field, [&](double& value, const auto& x) { value = x[0] + 2 + excess; });
    plan.forward(field, modes);
    auto upper = solver.wall<Complex128>(), lower = solver.wall<Complex128>();
    if (upper.size() > 0 && upper.box().ranges[1].begin == 0) {
      upper(0, 0) = 6 * 2 * (2.0 + 4.0);  // the mode 0 of a constant is 6 times it
      lower(0, 0) = 6 * (2.0 - 4.0);
    }
    solver.solve(modes, modes, upper, lower);
    plan.backward(modes, field);
    EXPECT_LT(largest_error(plan, lengths, field, u), 1e-13) << excess;
  }
}

TEST(Tau, SaysWhatItHolds) {
  Plan plan(with_kinds(r2c({33, 32, 16}), {chebyshev, fourier, fourier}), MPI_COMM_WORLD);
  Helmholtz solver(plan);
  const Index lines = plan.modes_box().ranges[1].size() * plan.modes_box().ranges[2].size();
  EXPECT_GE(solver.bytes(), lines * 8 * (33 + 5));
  EXPECT_LE(solver.bytes(), (lines + 15) * 8 * (33 + 8) + 8 * (16 * 2 * 35 + 5 * 33))
      << "as documented, and one tile";
  EXPECT_EQ(solver.wall_box().ranges[0], (Range{0, 1}));
  EXPECT_EQ(solver.wall_storage().n_elements(), plan.modes_box().empty() ? 0 : lines);
}

TEST(Tau, RefusesWhatHasNoSolutionOnAllProcesses) {
  const auto refuses = [](ErrorCode code, const std::vector<std::string>& words, const Problem& problem,
                          const Walls& walls, double shift = 0) {
    Plan plan(problem, MPI_COMM_WORLD);
    EXPECT_TRUE(expect_error_on_all(MPI_COMM_WORLD, code, words, [&] { Helmholtz(plan, {}, shift, walls); }));
  };
  const int p = size_of(MPI_COMM_WORLD);
  const Problem good = with_kinds(r2c({8, 6}), {chebyshev, fourier});
  refuses(ErrorCode::invalid_argument, {"upper wall", "0 of u and 0 of du/dy"}, good, {{0, 0}, dirichlet});
  refuses(ErrorCode::invalid_argument, {"lower wall", "nan"}, good, {dirichlet, {1, std::nan("")}});
  // u = y + 1 has u(-1) = 0 and u(1) - 2 u'(1) = 0.
  refuses(ErrorCode::invalid_argument, {"no single solution", "1 u + -2 du/dy"}, good, {{1, -2}, dirichlet});
  refuses(ErrorCode::not_applicable, {"axes 0,1", "Chebyshev"}, r2r({8, 6}, {chebyshev, chebyshev}), {});
  refuses(ErrorCode::not_applicable, {"axis 0 has 2 modes", "at least 3"},
          with_kinds(r2c({2, 6}), {chebyshev, fourier}), {});
  Problem cut = good;
  cut.modes = Layout{modes_shape(cut), {{p}}, {0}, {}};
  if (p > 1)
    refuses(ErrorCode::not_applicable, {"axis 0", "divided among " + std::to_string(p), "layout"}, cut, {});
}

}  // namespace
}  // namespace weft::test
