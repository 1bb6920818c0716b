// Sweeps over columns: every operation of a tile against sums over global modes, solvers against the
// equations of the tau method, in any layout of the modes; what is said where there are no columns.

#include <gtest/gtest.h>

#include <complex>
#include <numbers>

#include "agreed_error.hpp"
#include "blocks.hpp"
#include "tau_definition.hpp"
#include "weft/columns.hpp"

namespace weft::test {
namespace {

using Complex128 = std::complex<double>;
using Wide = std::complex<Real>;
using AxisKind::chebyshev, AxisKind::fourier;
const std::vector<double> domain = {3, 1.5, 5};

struct ColumnCase {
  Problem problem;
  std::size_t y = 0;  // the Chebyshev axis
  double tolerance = 1e-13;
};

ColumnCase case_of(std::size_t y, int cut, Order order, Precision precision = Precision::double_) {
  ColumnCase c{r2c({6, 7, 6}, precision), y, precision == Precision::double_ ? 1e-13 : 1e-5};
  c.problem.kinds = {fourier, fourier, fourier};
  c.problem.kinds[y] = chebyshev;
  c.problem.shape[y] = 9;
  c.problem.order = order;
  c.problem.modes = Layout{modes_shape(c.problem), {{size_of(MPI_COMM_WORLD)}}, {cut}, {}};
  return c;
}

// Any number that is known from the global mode.
Complex128 number_of(const Extents& mode, int array) {
  double sum = 0.5 * array;
  for (std::size_t axis = 0; axis < mode.size(); ++axis)
    sum += static_cast<double>((axis * 7 + 3) * static_cast<std::size_t>(mode[axis] + 1));
  return {std::sin(sum), std::cos(1.7 * sum)};
}

double wave_of_mode(const ColumnCase& c, std::size_t axis, Index mode) {
  const Index k = wavenumbers(c.problem, static_cast<int>(axis), {mode, mode + 1})[0];
  return 2 * std::numbers::pi / domain[axis] * static_cast<double>(k);
}

// A line as numbers, and what is expected of it.
struct Line {
  std::vector<Wide> u;
  Real length;
  std::vector<Wide> derivative() const {  // c_p b_p = 2 sum of k a_k over k > p, k + p odd
    std::vector<Wide> b(u.size());
    for (std::size_t p = 0; p < u.size(); ++p) {
      for (std::size_t k = p + 1; k < u.size(); k += 2) b[p] += static_cast<Real>(2 * k) * u[k];
      b[p] *= (p == 0 ? Real(1) : Real(2)) / length;
    }
    return b;
  }
  Wide end(int sign) const {
    Wide sum = 0;
    for (std::size_t k = 0; k < u.size(); ++k) sum += (sign < 0 && k % 2 == 1 ? Real(-1) : Real(1)) * u[k];
    return sum;
  }
  std::vector<Wide> solution(double a, const Walls& walls, Wide upper, Wide lower) const {
    std::vector<double> parts[2];
    for (const Wide& value : u) {
      parts[0].push_back(static_cast<double>(value.real()));
      parts[1].push_back(static_cast<double>(value.imag()));
    }
    const auto solve = [&](std::size_t part, Real g, Real h) {
      return tau_by_definition(parts[part], a, static_cast<double>(length), walls, static_cast<double>(g),
                               static_cast<double>(h));
    };
    const std::vector<Real> re = solve(0, upper.real(), lower.real()),
                            im = solve(1, upper.imag(), lower.imag());
    std::vector<Wide> result;
    for (std::size_t k = 0; k < re.size(); ++k) result.emplace_back(re[k], im[k]);
    return result;
  }
};

enum Output {
  scaled,
  turned,
  differentiated,
  summed,
  turned_sum,
  ends_in_front,
  by_parity,
  solved,
  solved_with_walls,
  n_outputs
};
constexpr double helmholtz_shift = 2;
constexpr Walls robin{{1, 0.25}, {0.5, -2}};

void compute(const ColumnSolver& dirichlet_solver, const ColumnSolver& robin_solver, std::size_t other,
             ColumnTile& tile) {
  Lanes *u = tile.column(0), *v = tile.column(1), *w = tile.column(2);
  const Factor& k = tile.wavenumbers(static_cast<int>(other));
  tile.read(0, u);
  tile.multiply(3, u, v);
  tile.write(v, scaled);
  tile.times_i(k, u, v);
  tile.write(v, turned);
  tile.multiply(1, u, v);
  tile.derivative(v, v);
  tile.write(v, differentiated);
  tile.read(1, v);
  tile.add(-2, u, v);
  tile.add(k, u, v);
  tile.add_times_i(k, u, v);
  tile.add(1.5, u, -0.25, v, v);  // v = 0.75 v + 1.5 u
  Factor half;
  std::fill_n(half.of, n_lanes, 0.5);
  tile.times_i(k, u, half, v, w);
  tile.write(w, turned_sum);
  tile.add_derivative(0.5, u, v);
  tile.write(v, summed);
  tile.fill(0, w);
  tile.ends(u, w[0], w[1]);
  tile.end_slopes(u, w[2], w[3]);
  tile.write(w, ends_in_front);
  std::vector<Factor> basis(9);
  for (std::size_t i = 0; i < 9; ++i)
    for (int lane = 0; lane < n_lanes; ++lane) basis[i].of[lane] = static_cast<double>(i) + k.of[lane];
  tile.multiply(1, u, v);
  tile.add_by_parity(w[0], w[1], basis.data(), v);
  tile.write(v, by_parity);
  tile.multiply(1, u, v);
  dirichlet_solver.solve(tile, v);
  tile.write(v, solved);
  tile.multiply(1, u, v);
  robin_solver.solve(tile, v, &w[0], &w[1]);
  tile.write(v, solved_with_walls);
}

// The largest error over all modes of this process, relative to the largest number of its line.
template <class T>
double column_error(const ColumnCase& c, const Options& options = {}) {
  using Element = std::complex<T>;
  Plan plan(c.problem, MPI_COMM_WORLD, options);
  const std::size_t other = c.y == 0 ? 1 : 0;
  Columns columns(plan, domain, 3);
  ColumnSolver dirichlet_solver(columns, helmholtz_shift);
  std::vector<double> a = columns.squares();
  for (double& value : a) value = 4 * value + 1;
  ColumnSolver robin_solver(columns, a, robin);

  std::vector<Field<Element>> in, out;
  for (int i = 0; i < 2; ++i) in.push_back(plan.modes<Element>());
  for (int i = 0; i < n_outputs; ++i) out.push_back(plan.modes<Element>());
  const Box& box = plan.modes_box();
  const Extents shape = box.shape();
  const auto for_local = [&](const auto& visit) {
    if (box.empty()) return;
    for (Index i = 0; i < shape[0]; ++i)
      for (Index j = 0; j < shape[1]; ++j)
        for (Index k = 0; k < shape[2]; ++k) visit(Extents{i, j, k});
  };
  const auto global = [&](Extents local) {
    for (std::size_t axis = 0; axis < 3; ++axis) local[axis] += box.ranges[axis].begin;
    return local;
  };
  for_local([&](const Extents& local) {
    for (int i = 0; i < 2; ++i)
      in[static_cast<std::size_t>(i)].at(local) = Element(number_of(global(local), i));
  });
  std::vector<Field<Element>*> outputs;
  for (auto& field : out) outputs.push_back(&field);
  std::size_t n_seen = 0;
  columns.sweep<Element>({&in[0], &in[1]}, outputs, [&](ColumnTile& tile) {
    EXPECT_EQ(tile.n_coefficients(), 9);
    EXPECT_EQ(tile.number() * n_lanes, n_seen);
    n_seen += static_cast<std::size_t>(tile.n_lines());
    for (int lane = 0; lane < tile.n_lines(); ++lane) {
      const Index mode = tile.mode(static_cast<int>(other), lane);
      EXPECT_NEAR(tile.wavenumbers(static_cast<int>(other)).of[lane], wave_of_mode(c, other, mode), 1e-14);
    }
    compute(dirichlet_solver, robin_solver, other, tile);
  });
  EXPECT_EQ(n_seen, columns.n_lines());
  EXPECT_EQ(n_seen, box.empty() ? 0 : static_cast<std::size_t>(box.n_points() / 9));

  double error = 0;
  for_local([&](const Extents& first) {
    if (first[c.y] != 0) return;
    Extents local = first;
    Line line{{}, static_cast<Real>(domain[c.y])};
    std::vector<Wide> second;
    for (local[c.y] = 0; local[c.y] < 9; ++local[c.y]) {
      line.u.emplace_back(in[0].at(local));
      second.emplace_back(in[1].at(local));
    }
    const Extents mode = global(first);
    double square = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (axis != c.y) square += std::pow(wave_of_mode(c, axis, mode[axis]), 2);
    const Real k = wave_of_mode(c, other, mode[other]);
    const Wide ik(0, k);
    const std::vector<Wide> slope = line.derivative();
    const Line slopes{slope, line.length};
    std::vector<std::vector<Wide>> expected(n_outputs, std::vector<Wide>(9));
    for (std::size_t n = 0; n < 9; ++n) {
      expected[scaled][n] = Real(3) * line.u[n];
      expected[turned][n] = ik * line.u[n];
      expected[differentiated][n] = slope[n];
      const Wide sum = Real(0.75) * (second[n] + (k - Real(2) + ik) * line.u[n]) + Real(1.5) * line.u[n];
      expected[turned_sum][n] = Wide(0, 1) * (k * line.u[n] + Real(0.5) * sum);
      expected[summed][n] = sum + Real(0.5) * slope[n];
    }
    const Wide ends[] = {line.end(1), line.end(-1), slopes.end(1), slopes.end(-1)};
    std::copy_n(ends, 4, expected[ends_in_front].begin());
    for (std::size_t n = 0; n < 9; ++n)
      expected[by_parity][n] = line.u[n] + (static_cast<Real>(n) + k) * ends[n % 2];
    expected[solved] = line.solution(square + helmholtz_shift, {}, 0, 0);
    expected[solved_with_walls] = line.solution(4 * square + 1, robin, ends[0], ends[1]);
    for (std::size_t i = 0; i < n_outputs; ++i) {
      Real wrong = 0, size = 1;
      for (local[c.y] = 0; local[c.y] < 9; ++local[c.y]) {
        const Wide& right = expected[i][static_cast<std::size_t>(local[c.y])];
        wrong = std::max(wrong, std::abs(Wide(out[i].at(local)) - right));
        size = std::max(size, std::abs(right));
      }
      EXPECT_LT(static_cast<double>(wrong / size), c.tolerance) << "output " << i;
      error = std::max(error, static_cast<double>(wrong / size));
    }
  });
  return error;
}

TEST(Columns, ComputeWhereverTheAxisIsAsLongAsItIsWhole) {
  for (const std::size_t y : {0U, 1U, 2U})
    for (const int cut : {0, 1, 2})
      for (const Order order : {Order::fast, Order::c}) {
        if (static_cast<int>(y) == cut) continue;
        SCOPED_TRACE("axis " + std::to_string(y) + ", cut " + std::to_string(cut));
        const Options options = {{"grid", std::to_string(size_of(MPI_COMM_WORLD))}};
        EXPECT_LT(column_error<double>(case_of(y, cut, order), options), 1e-13);
      }
}

TEST(Columns, ComputeOnPencilsInSinglePrecisionAndWithMoreProcessesThanLines) {
  ColumnCase c = case_of(0, 1, Order::fast);
  c.problem.modes.reset();
  EXPECT_LT(column_error<double>(c), 1e-13);
  const Options options = {{"grid", std::to_string(size_of(MPI_COMM_WORLD))}};
  EXPECT_LT(column_error<float>(case_of(0, 2, Order::fast, Precision::single_), options), 1e-5);
  c = case_of(0, 2, Order::c);
  c.problem.shape = {9, 1, 2};
  c.problem.modes = Layout{modes_shape(c.problem), {{size_of(MPI_COMM_WORLD)}}, {2}, {}};
  EXPECT_LT(column_error<double>(c, options), 1e-13);
  c = case_of(0, 1, Order::fast);
  c.problem.shape = {9, 12, 9};  // modes of a coarser grid, and the other sign
  c.problem.kept = {9, 8, 6};
  c.problem.modes = Layout{modes_shape(c.problem), {{size_of(MPI_COMM_WORLD)}}, {1}, {}};
  EXPECT_LT(column_error<double>(c, options), 1e-13);
}

// The same line has the same bits wherever it is, whoever its neighbours are.
TEST(Columns, GiveALineTheSameBitsInEveryTile) {
  Problem problem = c2c({17, 37});
  problem.kinds = {chebyshev, fourier};
  Plan plan(problem, MPI_COMM_SELF);
  Columns columns(plan, {2, 1}, 2);
  const std::vector<double> a(columns.n_lines(), 5.0);
  ColumnSolver solver(columns, a);
  auto u = plan.modes<Complex128>(), v = plan.modes<Complex128>();
  for (Index k = 0; k < 17; ++k)
    for (Index line = 0; line < 37; ++line) u(k, line) = number_of({k, 0}, 0);
  columns.sweep<Complex128>({&u}, {&v}, [&](ColumnTile& tile) {
    tile.read(0, tile.column(0));
    solver.solve(tile, tile.column(0));
    tile.derivative(tile.column(0), tile.column(1));
    tile.add(0.3, tile.column(0), tile.column(1));
    tile.write(tile.column(1), 0);
  });
  for (Index k = 0; k < 17; ++k)
    for (Index line = 1; line < 37; ++line) EXPECT_EQ(v(k, line), v(k, 0));
}

TEST(Columns, FindTheMeanWhereBothWallsGiveSlopes) {
  Problem problem = c2c({9, 2});
  problem.kinds = {chebyshev, fourier};
  Plan plan(problem, MPI_COMM_SELF);
  Columns columns(plan);
  ColumnSolver solver(columns, 0, {neumann, neumann});
  auto u = plan.modes<Complex128>();
  u(1, 0) = 1;  // u'' = y, no slope at the ends: y^3/6 - y/2 = -3/8 T_1 + 1/24 T_3
  columns.sweep<Complex128>({&u}, {&u}, [&](ColumnTile& tile) {
    tile.read(0, tile.column(0));
    solver.solve(tile, tile.column(0));
    tile.write(tile.column(0), 0);
  });
  EXPECT_NEAR(u(0, 0).real(), 0, 1e-16);
  EXPECT_NEAR(u(1, 0).real(), -0.375, 1e-15);
  EXPECT_NEAR(u(3, 0).real(), 1.0 / 24, 1e-16);
}

TEST(Columns, SayWhatTheyAre) {
  const ColumnCase c = case_of(0, 2, Order::fast);
  Plan plan(c.problem, MPI_COMM_WORLD);
  const Columns columns(plan, domain, 4);
  EXPECT_EQ(columns.axis(), 0);
  EXPECT_EQ(columns.n_coefficients(), 9);
  EXPECT_EQ(columns.n_tiles(), (columns.n_lines() + 15) / 16);
  EXPECT_EQ(columns.squares().size(), columns.n_lines());
  EXPECT_EQ(columns.lengths(), domain);
  const auto lines = static_cast<Index>(columns.n_lines());
  EXPECT_LE(columns.bytes(), 4 * 9 * 256 + (lines + 15) * 8 * 6);
  EXPECT_LE(ColumnSolver(columns).bytes(), (lines + 15) * 8 * (9 + 9) + 8 * 5 * 9);
}

TEST(Columns, RefusePlansWithoutColumnsOnAllProcesses) {
  const auto refuses = [](ErrorCode code, const std::vector<std::string>& words, const Problem& problem,
                          const std::vector<double>& lengths = {}, int n_columns = 1) {
    Plan plan(problem, MPI_COMM_WORLD);
    EXPECT_TRUE(expect_error_on_all(MPI_COMM_WORLD, code, words, [&] { Columns(plan, lengths, n_columns); }));
  };
  const Problem good = case_of(0, 2, Order::fast).problem;
  refuses(ErrorCode::not_applicable, {"no axis", "Chebyshev"}, r2c({8, 6}));
  refuses(ErrorCode::not_applicable, {"real", "r2c or c2c"}, r2r({8, 6}, {chebyshev, AxisKind::dct1}));
  Problem hartley = good;
  hartley.kinds[1] = AxisKind::dht;
  refuses(ErrorCode::not_applicable, {"axis 1", "dht", "solvers"}, hartley);
  refuses(ErrorCode::invalid_argument, {"2 lengths", "3 axes"}, good, {1, 2});
  refuses(ErrorCode::invalid_argument, {"length", "axis 1", "-1"}, good, {1, -1, 2});
  refuses(ErrorCode::invalid_argument, {"-1 working columns"}, good, {}, -1);
  if (size_of(MPI_COMM_WORLD) > 1)
    refuses(ErrorCode::not_applicable, {"axis 0", "divided among", "layout"},
            case_of(0, 0, Order::fast).problem);
}

TEST(Columns, RefuseSolversWithoutASolutionOnAllProcesses) {
  Plan plan(case_of(0, 2, Order::fast).problem, MPI_COMM_WORLD);
  const Columns columns(plan);
  const auto refuses = [&](const std::vector<std::string>& words, double a, const Walls& walls) {
    EXPECT_TRUE(expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, words,
                                    [&] { ColumnSolver(columns, a, walls); }));
  };
  refuses({"shift", "-1"}, -1, {});
  refuses({"shift", "nan"}, std::nan(""), {});
  refuses({"upper wall", "0 of u and 0 of du/dy"}, 0, {{0, 0}, dirichlet});
  refuses({"no single solution"}, 0, {{1, -2}, dirichlet});
  // One process gives a factor too few: all refuse.
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::vector<double> a(columns.n_lines() + (rank == 0 ? 1 : 0), 1.0);
  EXPECT_TRUE(expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"one for each line"},
                                  [&] { ColumnSolver(columns, a); }));
}

TEST(Columns, RefuseArraysThatAreNotModes) {
  Plan plan(case_of(0, 2, Order::fast).problem, MPI_COMM_WORLD);
  const Columns columns(plan);
  auto single = Field<std::complex<float>>(plan.modes_box(), plan.modes_storage());
  auto small = Field<Complex128>(Box{{{0, 1}}}, dense_storage({1}, {0}));
  const auto nothing = [](ColumnTile&) {};
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"std::complex<float>", "modes()"},
                                [&] { columns.sweep<std::complex<float>>({&single}, {}, nothing); }));
  EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"shape", "modes()"},
                                [&] { columns.sweep<Complex128>({}, {&small}, nothing); }));
  const void* null[] = {nullptr};
  if (columns.n_lines() > 0) {
    EXPECT_EQ("", error_complaint(ErrorCode::invalid_argument, {"null pointer"},
                                  [&] { columns.sweep(null, {}, nothing); }));
  }
}

}  // namespace
}  // namespace weft::test
