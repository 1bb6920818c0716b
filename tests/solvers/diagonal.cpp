// Poisson and Helmholtz problems without walls in y: waves of every kind of axis are solved to round-off, on
// any grid, in any dimension; the mean where it is not known; bad input on one process.

#include <gtest/gtest.h>

#include "agreed_error.hpp"
#include "solver_cases.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;
using Kinds = std::vector<AxisKind>;
using AxisKind::fourier;
constexpr AxisKind diagonal_kinds[] = {fourier,        AxisKind::dct1, AxisKind::dct2,
                                       AxisKind::dct3, AxisKind::dct4, AxisKind::dst1,
                                       AxisKind::dst2, AxisKind::dst3, AxisKind::dst4};

// u: two products of waves, the second one constant along one axis where that kind has a constant.
struct Solution {
  std::vector<std::vector<Along>> products;
  double shift;
  double u(const std::vector<double>& x) const {
    double sum = 0;
    for (const auto& product : products) {
      double value = 1;
      for (std::size_t axis = 0; axis < x.size(); ++axis) value *= product[axis].value(x[axis]);
      sum += value;
    }
    return sum;
  }
  double f(const std::vector<double>& x) const {
    double sum = -shift * u(x);
    for (const auto& product : products)
      for (std::size_t second = 0; second < x.size(); ++second) {
        double value = product[second].second(x[second]);
        for (std::size_t axis = 0; axis < x.size(); ++axis)
          if (axis != second) value *= product[axis].value(x[axis]);
        sum += value;
      }
    return sum;
  }
};

Solution solution_of(const Problem& problem, const std::vector<double>& lengths, double shift) {
  Solution solution{{}, shift};
  for (const int first : {1, 2}) {
    std::vector<Along> product;
    for (std::size_t axis = 0; axis < lengths.size(); ++axis) {
      const AxisKind kind = *kind_of(problem, static_cast<int>(axis));
      const int largest =
          static_cast<int>(kind == fourier ? (problem.shape[axis] - 1) / 2 : problem.shape[axis] - 1);
      const bool has_constant = kind == fourier || kind == AxisKind::dct1 || kind == AxisKind::dct2;
      const int least = (kind >= AxisKind::dst1 && kind <= AxisKind::dst2) ? 1 : 0;
      int wave = std::max(std::min(first + static_cast<int>(axis) % 2, largest), least);
      if (first == 2 && axis == 0 && has_constant && lengths.size() > 1) wave = 0;
      product.push_back(wave_of(kind, wave, lengths[axis]));
    }
    solution.products.push_back(product);
  }
  return solution;
}

// Solves and returns the largest error over the largest |u|; f and u in the same array of modes.
template <class Real, class Mode>
double wave_error(const Problem& problem, const std::vector<double>& lengths, double shift,
                  const Options& options = {}) {
  Plan plan(problem, MPI_COMM_WORLD, options);
  Helmholtz solver(plan, lengths, shift);
  const Solution solution = solution_of(problem, lengths, shift);
  auto f = plan.points<Real>(), u = plan.points<Real>();
  auto fh = plan.modes<Mode>();
  for_each_place(plan, lengths, f,
                 [&](Real& value, const auto& x) { value = static_cast<Real>(solution.f(x)); });
  plan.forward(f, fh);
  solver.solve(fh, fh);
  plan.backward(fh, u);
  return largest_error(plan, lengths, u, [&](const auto& x) { return static_cast<Real>(solution.u(x)); });
}

TEST(Diagonal, SolvesEveryKindOfAxisBesideOthersToRoundOff) {
  int turn = 0;
  for (const AxisKind kind : diagonal_kinds)
    for (const AxisKind other : {fourier, AxisKind::dct1, AxisKind::dst2, AxisKind::dst3}) {
      const double shift = ++turn % 2 == 0 ? 0 : 3.5;
      const std::string names =
          std::to_string(static_cast<int>(kind)) + " " + std::to_string(static_cast<int>(other));
      EXPECT_LT((wave_error<double, Complex128>(with_kinds(r2c({7, 6, 8}), {kind, other, fourier}),
                                                {2, 1.5, 4}, shift)),
                1e-13)
          << names;
      if (kind == fourier || other == fourier || turn % 3 == 0) {
        EXPECT_LT((wave_error<Complex128, Complex128>(with_kinds(c2c({5, 9}), {kind, other}), {1, 3}, shift)),
                  1e-13)
            << names;
      } else {
        EXPECT_LT((wave_error<double, double>(r2r({6, 7}, {kind, other}), {1, 3}, shift)), 1e-13) << names;
      }
    }
}

TEST(Diagonal, SolvesOnAnyGridAndWithMoreProcessesThanPoints) {
  const int p = size_of(MPI_COMM_WORLD);
  const Problem problem = with_kinds(r2c({6, 3, 9, 4}), {AxisKind::dst1, fourier, AxisKind::dct1, fourier});
  for (const std::string& grid : {std::to_string(p), "1x" + std::to_string(p), std::to_string(p) + "x1x1"})
    EXPECT_LT((wave_error<double, Complex128>(problem, {1, 2, 3, 4}, 0, {{"grid", grid}})), 1e-13) << grid;
  Problem tiny = with_kinds(r2c({3, 3}), {AxisKind::dst2, fourier});
  tiny.order = Order::c;
  EXPECT_LT((wave_error<double, Complex128>(tiny, {1, 2}, 1, {{"grid", std::to_string(p)}})), 1e-13);
}

TEST(Diagonal, SolvesInSinglePrecisionAndWithEveryNorm) {
  EXPECT_LT((wave_error<float, std::complex<float>>(
                with_kinds(r2c({7, 6, 8}, Precision::single_), {fourier, AxisKind::dct2, fourier}),
                {2, 1.5, 4}, 2)),
            2e-6);
  for (const Norm norm : {Norm::ortho, Norm::forward}) {
    Problem problem = with_kinds(r2r({8, 7}, {}), {AxisKind::dct2, AxisKind::dst2});
    problem.norm = norm;
    EXPECT_LT((wave_error<double, double>(problem, {1, 2}, 0.25)), 1e-13);
  }
}

TEST(Diagonal, SolvesALineOnEachProcessByItself) {
  for (const AxisKind kind : diagonal_kinds) {
    const Problem problem = with_kinds(c2c({11}), {kind});
    Plan plan(problem, MPI_COMM_SELF);
    Helmholtz solver(plan, {2}, 1);
    const Along wave = wave_of(kind, 2, 2);
    auto f = plan.points<Complex128>();
    auto fh = plan.modes<Complex128>();
    for_each_place(plan, {2}, f, [&](Complex128& value, const auto& x) {
      value = Complex128(1, 2) * (wave.second(x[0]) - wave.value(x[0]));
    });
    plan.forward(f, fh);
    solver.solve(fh, fh);
    plan.backward(fh, f);
    EXPECT_LT(largest_error(plan, {2}, f, [&](const auto& x) { return Complex128(1, 2) * wave.value(x[0]); }),
              1e-13);
  }
}

// u = exp(cos x) sin(2y): no finite sum of waves.
TEST(Diagonal, ConvergesSpectrally) {
  double before = 1;
  for (const Index n : {8, 16, 32}) {
    Plan plan(r2c({n, n}), MPI_COMM_WORLD);
    Helmholtz solver(plan);
    const std::vector<double> lengths = solver.lengths();
    EXPECT_DOUBLE_EQ(lengths[0], 2 * std::numbers::pi);
    auto f = plan.points<double>();
    auto fh = plan.modes<Complex128>(), uh = plan.modes<Complex128>();
    const auto u = [](const auto& x) { return std::exp(std::cos(x[0])) * std::sin(2 * x[1]); };
    for_each_place(plan, lengths, f, [&](double& value, const auto& x) {
      const double s = std::sin(x[0]);
      value = (s * s - std::cos(x[0]) - 4) * u(x);
    });
    plan.forward(f, fh);
    solver.solve(fh, uh);
    plan.backward(uh, f);
    const double error = largest_error(plan, lengths, f, u);
    EXPECT_LT(error, n == 32 ? 1e-14 : before * 1e-2) << n;
    before = error;
  }
}

TEST(Diagonal, LeavesTheMeanOutWhereNothingFixesIt) {
  for (const AxisKind kind : {fourier, AxisKind::dct1, AxisKind::dct2}) {
    Plan plan(with_kinds(r2c({7, 6}), {kind, fourier}), MPI_COMM_WORLD);
    Helmholtz solver(plan, {1, 2});
    auto f = plan.points<double>();
    auto fh = plan.modes<Complex128>();
    const Along wave = wave_of(kind, 2, 1);
    for_each_place(plan, {1, 2}, f, [&](double& value, const auto& x) { value = wave.second(x[0]) + 17; });
    plan.forward(f, fh);
    solver.solve(fh, fh);
    if (!plan.modes_box().empty() && plan.modes_box().ranges[0].begin == 0 &&
        plan.modes_box().ranges[1].begin == 0) {
      EXPECT_EQ(fh(0, 0), Complex128(0, 0));
    }
    plan.backward(fh, f);
    EXPECT_LT(largest_error(plan, {1, 2}, f, [&](const auto& x) { return wave.value(x[0]); }), 1e-13);
  }
}

// Axis 1 is carried along: each of its points is a problem in x and z.
TEST(Diagonal, TreatsAxesThatAreNotTransformedAsProblemsOfTheirOwn) {
  Problem problem = c2c({6, 5, 8});
  problem.axes = {0, 2};
  Plan plan(problem, MPI_COMM_WORLD);
  const std::vector<double> lengths = {1, 5, 2};
  Helmholtz solver(plan, lengths, 1);
  const Along a = wave_of(fourier, 2, 1), b = wave_of(fourier, 1, 2);
  const auto u = [&](const auto& x) { return Complex128((1 + x[1] * x[1]) * a.value(x[0]) * b.value(x[2])); };
  auto f = plan.points<Complex128>();
  auto fh = plan.modes<Complex128>();
  for_each_place(plan, lengths, f, [&](Complex128& value, const auto& x) {
    value = (1 + x[1] * x[1]) * (a.second(x[0]) * b.value(x[2]) + a.value(x[0]) * b.second(x[2])) - u(x);
  });
  plan.forward(f, fh);
  solver.solve(fh, fh);
  plan.backward(fh, f);
  EXPECT_LT(largest_error(plan, lengths, f, u), 1e-12);
}

TEST(Diagonal, OutlivesItsPlanAndMoves) {
  std::optional<Helmholtz> solver;
  std::optional<Plan> plan(std::in_place, c2c({4, 6}), MPI_COMM_WORLD);
  auto f = plan->modes<Complex128>(), u = plan->modes<Complex128>();
  f.fill(1);
  solver.emplace(*plan, std::vector<double>{}, 2);
  plan.reset();
  Helmholtz moved(std::move(*solver));
  moved.solve(f, u);
  EXPECT_EQ(moved.shift(), 2);
  EXPECT_GT(moved.bytes(), 0);
  if (u.size() > 0 && u.box().ranges[0].begin == 0 && u.box().ranges[1].begin <= 1 &&
      u.box().ranges[1].end > 1) {
    EXPECT_DOUBLE_EQ(u.at({0, 1 - u.box().ranges[1].begin}).real(), -1.0 / 3);
  }
}

TEST(Diagonal, RefusesBadInputOnAllProcesses) {
  const int rank = rank_in(MPI_COMM_WORLD);
  Plan plan(r2c({6, 5}), MPI_COMM_WORLD);
  const auto refuses = [&](ErrorCode code, const std::vector<std::string>& words, std::vector<double> lengths,
                           double shift, std::optional<Walls> walls = {}) {
    EXPECT_TRUE(
        expect_error_on_all(MPI_COMM_WORLD, code, words, [&] { Helmholtz(plan, lengths, shift, walls); }));
  };
  constexpr ErrorCode wrong = ErrorCode::invalid_argument;
  refuses(wrong, {"3 lengths", "2 axes"}, {1, 2, 3}, 0);
  refuses(wrong, {"axis 1", "-2"}, {1, -2}, 0);
  refuses(wrong, {"axis 0", "0"}, {0, 1}, 0);
  refuses(wrong, {"shift", "-1"}, {}, -1);
  refuses(wrong, {"shift", "nan"}, {}, std::nan(""));
  refuses(wrong, {"walls", "no axis is a Chebyshev axis"}, {}, 0, Walls{});
  if (size_of(MPI_COMM_WORLD) > 1) {
    refuses(ErrorCode::mismatch, {"shift", "process"}, {}, rank == 0 ? 1 : 2);
    refuses(ErrorCode::mismatch, {"lengths", "process"}, {1, rank == 0 ? 1.0 : 2.0}, 0);
  }
  for (const AxisKind kind : {AxisKind::dct1, AxisKind::dct3, AxisKind::dst3}) {
    Problem problem = with_kinds(r2c({6, 5}), {kind, fourier});
    problem.norm = Norm::ortho;
    const Plan ortho(problem, MPI_COMM_WORLD);
    EXPECT_TRUE(expect_error_on_all(MPI_COMM_WORLD, ErrorCode::not_applicable,
                                    {"ortho", "axis 0", "backward"}, [&] { Helmholtz other(ortho); }));
  }
  for (const AxisKind kind : {AxisKind::r2hc, AxisKind::hc2r, AxisKind::dht}) {
    const Plan whole(with_kinds(r2c({6, 5}), {kind, fourier}), MPI_COMM_WORLD);
    EXPECT_TRUE(expect_error_on_all(MPI_COMM_WORLD, ErrorCode::not_applicable,
                                    {"axis 0", "solvers", "Fourier axis"}, [&] { Helmholtz other(whole); }));
  }
  const Layout rows{{6, 5}, {{size_of(MPI_COMM_WORLD)}}, {0}, {}};
  const Plan turn = make_redistribution(rows, rows, false, MPI_COMM_WORLD);
  EXPECT_TRUE(
      expect_error_on_all(MPI_COMM_WORLD, wrong, {"transforms nothing"}, [&] { Helmholtz solver(turn); }));

  Helmholtz solver(plan);
  auto uh = plan.modes<Complex128>();
  Field<std::complex<float>> single(uh.box(), uh.storage());
  EXPECT_EQ(error_complaint(wrong, {"elements"}, [&] { solver.solve(single, single); }), "");
  Field<Complex128> other(Box{{{0, 1}, {0, 7}}}, dense_storage({1, 7}, {0, 1}));
  EXPECT_EQ(error_complaint(wrong, {"another shape"}, [&] { solver.solve(other, uh); }), "");
  EXPECT_EQ(error_complaint(wrong, {"no axis", "walls"}, [&] { (void)solver.wall<Complex128>(); }), "");
  double g = 0;
  EXPECT_EQ(error_complaint(wrong, {"no axis", "walls"}, [&] { solver.solve(uh.data(), uh.data(), &g); }),
            "");
}

TEST(Coordinates, AreThoseOfEachKind) {
  const auto x = [](AxisKind kind, Index n, double length) {
    return coordinates(kind == fourier ? c2c({n}) : r2r({n}, {kind}), 0, {0, n}, length);
  };
  using Values = std::vector<double>;
  EXPECT_EQ(x(fourier, 4, 8), (Values{0, 2, 4, 6}));
  EXPECT_EQ(x(AxisKind::dct1, 3, 4), (Values{0, 2, 4}));
  EXPECT_EQ(x(AxisKind::dct2, 2, 4), (Values{1, 3}));
  EXPECT_EQ(x(AxisKind::dct3, 2, 4), (Values{0, 2}));
  EXPECT_EQ(x(AxisKind::dst3, 2, 4), (Values{2, 4}));
  EXPECT_EQ(x(AxisKind::dst4, 2, 4), (Values{1, 3}));
  EXPECT_EQ(x(AxisKind::chebyshev, 3, 4), (Values{2, 0, -2}));
  EXPECT_DOUBLE_EQ(x(AxisKind::chebyshev, 4, 2)[1], 0.5);
  EXPECT_DOUBLE_EQ(x(AxisKind::chebyshev_gauss, 2, 2)[0], std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(coordinates(r2r({1}, {AxisKind::dst1}), 0, {0, 1})[0], std::numbers::pi / 2);
  const auto refuses = [](const std::vector<std::string>& words, int axis, const Range& range,
                          double length) {
    EXPECT_EQ(error_complaint(ErrorCode::invalid_argument, words,
                              [&] { (void)coordinates(c2c({4}), axis, range, length); }),
              "");
  };
  refuses({"axis 1 does not exist"}, 1, {0, 1}, 1);
  refuses({"not on axis 0"}, 0, {0, 5}, 1);
  refuses({"length", "-1"}, 0, {0, 1}, -1);
}

}  // namespace
}  // namespace weft::test
