// Derivatives, the Laplacian and its inverse, of functions whose derivatives are known: trigonometric and
// Chebyshev polynomials to round-off, others with spectral convergence. Any kind of axis, element, norm,
// sign, order in memory and grid.

#include <gtest/gtest.h>

#include <cstring>

#include "functions.hpp"

namespace weft::test {
namespace {

// Grids of one and two dimensions.
std::vector<std::string> grids() {
  const std::string pencil = p() % 2 == 0 ? "2x" + std::to_string(p() / 2) : "1x" + std::to_string(p());
  return {std::to_string(p()), pencil};
}

// d^order/dx^order of cos(w x) (or of sin).
Real derived(bool sine, Real w, int order, Real x) {
  return std::pow(w, static_cast<Real>(order)) *
         std::cos(w * x - (sine ? pi / 2 : 0) + static_cast<Real>(order) * pi / 2);
}

// Along one axis, of any kind: a function that its transform represents, and its derivatives.
struct Profile {
  std::optional<AxisKind> kind;
  Real length;
  Real operator()(Real x, int order) const {
    const Real half = pi / length;
    switch (kind.value_or(AxisKind::fourier)) {
      case AxisKind::fourier:
        return (order == 0 ? 0.5L : 0) + derived(false, 2 * half, order, x) +
               0.5L * derived(true, 4 * half, order, x);
      case AxisKind::dct1:
      case AxisKind::dct2:
        return (order == 0 ? 0.5L : 0) + derived(false, half, order, x) -
               0.25L * derived(false, 3 * half, order, x);
      case AxisKind::dct3:
      case AxisKind::dct4:
        return derived(false, half / 2, order, x) - 0.25L * derived(false, 5 * half / 2, order, x);
      case AxisKind::dst1:
      case AxisKind::dst2:
        return derived(true, half, order, x) - 0.25L * derived(true, 3 * half, order, x);
      case AxisKind::dst3:
      case AxisKind::dst4:
        return derived(true, half / 2, order, x) - 0.25L * derived(true, 5 * half / 2, order, x);
      default: {
        // 1 + x - 2 x^3 + x^5
        const Real c[] = {1, 1, 0, -2, 0, 1};
        Real sum = 0;
        for (int m = order; m <= 5; ++m) {
          Real term = c[m];
          for (int i = 0; i < order; ++i) term *= static_cast<Real>(m - i);
          sum += term * std::pow(x, static_cast<Real>(m - order));
        }
        return sum;
      }
    }
  }
};

// A product of profiles, with an imaginary part where points are complex, and its derivatives.
struct Function {
  const Bench& bench;
  std::vector<Profile> profiles;
  explicit Function(const Bench& b) : bench(b) {
    for (std::size_t a = 0; a < b.problem().shape.size(); ++a)
      profiles.push_back(
          {kind_of(b.problem(), static_cast<int>(a)), static_cast<Real>(b.spectral.lengths()[a])});
  }
  GlobalField derivative(int axis, int order) const {
    const bool is_real = points_are_real(bench.problem());
    return bench.sample([&](const Point& x) {
      Real value = 1;
      for (std::size_t a = 0; a < x.size(); ++a)
        value *= profiles[a](x[a], static_cast<int>(a) == axis ? order : 0);
      return is_real ? Complex(value) : Complex(value, -2 * value);
    });
  }
};

// How much the operator may enlarge what is rounded.
double norm_of_derivative(const Bench& bench, int axis, int order) {
  const auto a = static_cast<std::size_t>(axis);
  const std::optional<AxisKind> kind = kind_of(bench.problem(), axis);
  const auto n = static_cast<double>(bench.problem().shape[a]);
  const double length = bench.spectral.lengths()[a];
  if (kind == AxisKind::chebyshev || kind == AxisKind::chebyshev_gauss)
    return std::pow(2 * n * n / length, order);
  return std::pow((n + 1) * static_cast<double>(pi) / length, order);
}

bool is_whole(const Bench& bench, int axis) { return n_parts(bench.plan.modes_layout(), axis) == 1; }
bool is_chebyshev(const std::optional<AxisKind>& kind) {
  return kind == AxisKind::chebyshev || kind == AxisKind::chebyshev_gauss;
}

void expect_derivatives(Bench& bench) {
  const Function f(bench);
  const GlobalField points = f.derivative(0, 0);
  const Block modes = bench.modes(points);
  for (int axis = 0; axis < static_cast<int>(points.shape.size()); ++axis) {
    const std::optional<AxisKind> kind = kind_of(bench.problem(), axis);
    if (!kind || (is_chebyshev(kind) && !is_whole(bench, axis))) continue;
    const bool has_odd = kind == AxisKind::fourier || is_chebyshev(kind);
    for (const int order : {0, 1, 2, 3, 4}) {
      if (order % 2 != 0 && !has_odd) continue;
      const double bound = 20 * bench.roundoff() * rms(points) * norm_of_derivative(bench, axis, order);
      Block result = bench.empty();
      bench.spectral.derivative(modes.data(), result.data(), axis, order);
      EXPECT_LE(bench.error(result, f.derivative(axis, order)), bound)
          << "axis " << axis << ", order " << order;
      EXPECT_TRUE(all_true(MPI_COMM_WORLD, result.guards_intact()));
      Block same = modes;
      bench.spectral.derivative(same.data(), same.data(), axis, order);
      EXPECT_TRUE(all_true(MPI_COMM_WORLD,
                           std::equal(same.bytes().begin(), same.bytes().end(), result.bytes().begin())))
          << "in place, axis " << axis << ", order " << order;
    }
  }
}

TEST(Derivatives, OfTrigonometricPolynomialsAreExact) {
  for (const std::string& grid : grids())
    for (const Problem& base : {r2c({12, 9, 10}), c2c({7, 12, 9}), r2c({12, 9, 10}, Precision::single_)})
      for (const int sign : {-1, 1}) {
        Problem problem = base;
        problem.sign = sign;
        problem.order = sign == 1 ? Order::c : Order::fast;
        problem.norm = sign == 1 ? Norm::ortho : Norm::backward;
        Bench bench(problem, {3, 7, 5}, {{"grid", grid}});
        expect_derivatives(bench);
      }
}

TEST(Derivatives, OfCosinesAndSinesAreExactForEvenOrders) {
  for (const AxisKind kind : {AxisKind::dct1, AxisKind::dct2, AxisKind::dct3, AxisKind::dct4, AxisKind::dst1,
                              AxisKind::dst2, AxisKind::dst3, AxisKind::dst4}) {
    Bench real(r2r({9, 8}, {kind, AxisKind::dst2}), {2, 3});
    expect_derivatives(real);
    Problem mixed = r2c({9, 8, 10});
    mixed.kinds = {kind, AxisKind::fourier, AxisKind::dct2};
    mixed.norm = Norm::forward;
    Bench complex(mixed, {2, 3, 5});
    expect_derivatives(complex);
  }
}

TEST(Derivatives, OfPolynomialsAreExactOnChebyshevAxes) {
  for (const AxisKind kind : {AxisKind::chebyshev, AxisKind::chebyshev_gauss})
    for (int axis = 0; axis < 3; ++axis) {
      Problem problem = r2c({8, 10, 19});
      problem.kinds = {AxisKind::fourier, AxisKind::fourier, AxisKind::fourier};
      problem.kinds[static_cast<std::size_t>(axis)] = kind;
      problem.order = kind == AxisKind::chebyshev ? Order::fast : Order::c;
      Bench bench(problem, {3, 2, 4});
      expect_derivatives(bench);
    }
  for (const Precision precision : {Precision::double_, Precision::single_}) {
    Bench real(r2r({19, 8}, {AxisKind::chebyshev, AxisKind::chebyshev_gauss}, precision), {2, 2});
    expect_derivatives(real);
    Problem complex = c2c({9, 6, 5}, precision);
    complex.axes = {1};
    complex.kinds = {AxisKind::chebyshev};
    Bench carried(complex, {1, 3, 1});
    expect_derivatives(carried);
  }
}

TEST(Derivatives, OfAnOrderAboveTheDegreeAreZeroOnChebyshevAxes) {
  Problem problem = r2r({7, 6}, {AxisKind::chebyshev, AxisKind::dct2});
  problem.axes = {0, 1};
  Bench bench(problem, {0.5, 1});
  if (!is_whole(bench, 0)) return;
  const Block modes = bench.modes(hashed_field({7, 6}, 1, true, Precision::double_));
  for (const int order : {7, 8, 1000000000}) {
    Block result = bench.empty();
    bench.spectral.derivative(modes.data(), result.data(), 0, order);
    EXPECT_EQ(bench.error(result, bench.sample([](const Point&) { return 0; })), 0) << order;
  }
}

// cos(n x / 2) on an even number of points: no sign, so no slope; but a second derivative.
TEST(Derivatives, DropTheModeWithoutSignForOddOrdersOnly) {
  for (const Problem& problem : {r2c({8, 6, 12}), c2c({8, 6, 12})})
    for (int axis = 0; axis < 3; ++axis) {
      Bench bench(problem);
      const Real half = static_cast<Real>(problem.shape[static_cast<std::size_t>(axis)]) / 2;
      const auto wave = [&](int order) {
        return bench.sample([&](const Point& x) {
          return order % 2 != 0 ? 0 : derived(false, half, order, x[static_cast<std::size_t>(axis)]);
        });
      };
      const Block modes = bench.modes(wave(0));
      for (const int order : {1, 2, 3, 4}) {
        Block result = bench.empty();
        bench.spectral.derivative(modes.data(), result.data(), axis, order);
        EXPECT_LE(bench.error(result, wave(order)), 1e-15 * std::pow(static_cast<double>(half), order));
      }
    }
}

TEST(Derivatives, AreKnownToTheFourteenthDigitOnThirtyThreeChebyshevPoints) {
  Problem problem = r2r({33, 4}, {AxisKind::chebyshev, AxisKind::dct2});
  if (p() > 1) problem.modes = Layout{{33, 4}, {{p()}}, {1}, {}};
  Bench bench(problem);
  const Block modes =
      bench.modes(bench.sample([](const Point& x) { return std::exp(x[0]) * std::sin(5 * x[0]); }));
  Block result = bench.empty();
  bench.spectral.derivative(modes.data(), result.data(), 0);
  EXPECT_LE(bench.error(result, bench.sample([](const Point& x) {
    return std::exp(x[0]) * (std::sin(5 * x[0]) + 5 * std::cos(5 * x[0]));
  })),
            5e-14);
}

TEST(Derivatives, ConvergeFasterThanAnyPowerForSmoothFunctions) {
  std::vector<double> errors;
  for (const Index n : {6, 10, 16, 32}) {
    Bench bench(c2c({n, 5}));
    const Block modes = bench.modes(bench.sample([](const Point& x) { return std::exp(std::sin(x[0])); }));
    Block result = bench.empty();
    bench.spectral.derivative(modes.data(), result.data(), 0);
    errors.push_back(bench.error(
        result, bench.sample([](const Point& x) { return std::cos(x[0]) * std::exp(std::sin(x[0])); })));
  }
  EXPECT_LT(errors[1], errors[0] / 20);
  EXPECT_LT(errors[2], errors[1] / 500);
  EXPECT_LT(errors[3], 1e-14);
}

TEST(Derivatives, OfASecondOrderAddUpToTheLaplacian) {
  Problem mixed = r2c({9, 8, 10});
  mixed.kinds = {AxisKind::dct2, AxisKind::fourier, AxisKind::dst1};
  Problem wall = r2c({10, 8, 17});
  wall.kinds = {AxisKind::fourier, AxisKind::fourier, AxisKind::chebyshev};
  wall.modes = Layout{{10, 5, 17}, {{p()}}, {0}, {}};
  Problem some = c2c({6, 9, 8});
  some.axes = {2, 0};
  for (const Problem& problem :
       {r2c({8, 9, 10}), mixed, wall, some, r2r({9, 8}, {AxisKind::dst1, AxisKind::dct1})}) {
    std::vector<double> lengths = {3, 7, 5};
    lengths.resize(problem.shape.size());
    Bench bench(problem, lengths);
    const Function f(bench);
    const Block modes = bench.modes(f.derivative(0, 0));
    GlobalField expected = f.derivative(0, 0);
    std::fill(expected.values.begin(), expected.values.end(), Complex());
    double bound = 0;
    bool has_chebyshev = false;
    for (int axis = 0; axis < static_cast<int>(lengths.size()); ++axis) {
      const std::optional<AxisKind> kind = kind_of(problem, axis);
      has_chebyshev = has_chebyshev || is_chebyshev(kind);
      if (!kind) continue;
      bound += 20 * bench.roundoff() * rms(f.derivative(0, 0)) * norm_of_derivative(bench, axis, 2);
      const GlobalField part = f.derivative(axis, 2);
      for (std::size_t i = 0; i < expected.values.size(); ++i) expected.values[i] += part.values[i];
    }
    Block result = bench.empty();
    bench.spectral.laplacian(modes.data(), result.data());
    EXPECT_LE(bench.error(result, expected), bound);
    if (has_chebyshev) continue;
    // Back, but for the mean: the Laplacian of that is the same.
    bench.spectral.inverse_laplacian(result.data(), result.data());
    bench.spectral.laplacian(result.data(), result.data());
    EXPECT_LE(bench.error(result, expected), bound);
  }
}

TEST(Derivatives, TheInverseLaplacianGivesTheFunctionWithoutItsMean) {
  for (const Problem& problem : {r2c({8, 9, 10}), c2c({5, 8})}) {
    Bench bench(problem,
                problem.shape.size() == 3 ? std::vector<double>{3, 7, 5} : std::vector<double>{3, 7});
    const auto wave = [&](const Point& x) {
      Real value = 1;
      for (std::size_t a = 0; a < x.size(); ++a)
        value *=
            std::cos(2 * pi * x[a] / static_cast<Real>(bench.spectral.lengths()[a]) + static_cast<Real>(a));
      return value;
    };
    Real k2 = 0;
    for (const double length : bench.spectral.lengths())
      k2 += std::pow(2 * pi / static_cast<Real>(length), 2.0L);
    Block modes = bench.modes(bench.sample([&](const Point& x) { return 5 - k2 * wave(x); }));
    bench.spectral.inverse_laplacian(modes.data(), modes.data());
    EXPECT_LE(bench.error(modes, bench.sample(wave)), 1e-14);
  }
}

// Storages of plans in place may have gaps; what lies there is nobody's business.
TEST(Derivatives, TakeModesAsTheyLieInMemory) {
  const Extents shape = {10, 9, 12};
  for (const char* memory : {"normal", "low"}) {
    const Problem problem = r2c(shape);
    Bench bench(problem, {}, {{"in_place", "yes"}, {"memory", memory}});
    const GlobalField modes = hashed_field(modes_shape(problem), 3, false, Precision::double_);
    for (int axis = 0; axis < 3; ++axis) {
      GlobalField expected = modes;
      for (std::size_t i = 0; i < expected.values.size(); ++i) {
        const auto at = static_cast<Index>(i);
        const Index mode = axis == 0 ? at / 63 : axis == 1 ? at / 7 % 9 : at % 7;
        const Index n = shape[static_cast<std::size_t>(axis)];
        const Index wave = 2 * mode == n ? 0 : 2 * mode < n ? mode : mode - n;
        expected.values[i] *= Complex(0, static_cast<Real>(wave));
      }
      Block block = bench.empty();
      put(modes, bench.plan.modes_box(), bench.plan.modes_storage(), block);
      const Block before = block;
      Block result = block;
      bench.spectral.derivative(block.data(), result.data(), axis);
      EXPECT_LE(bench.modes_error(result, expected), 1.2e-16 * rms(expected));
      // Only modes were written: back in their places, all is as before.
      put(modes, bench.plan.modes_box(), bench.plan.modes_storage(), result);
      EXPECT_TRUE(all_true(MPI_COMM_WORLD, std::memcmp(result.bytes().data(), before.bytes().data(),
                                                       before.bytes().size()) == 0));
    }
  }
}

TEST(Derivatives, TakeNullPointersWhereTheBlockIsEmpty) {
  Problem wall = r2c({2, 1, 6});
  wall.kinds = {AxisKind::chebyshev, AxisKind::fourier, AxisKind::fourier};
  Bench bench(wall);
  Block block = bench.empty();
  const bool is_empty = bench.plan.modes_box().empty();
  void* data = is_empty ? nullptr : block.data();
  Block other = bench.empty();
  void* out = is_empty ? nullptr : other.data();
  for (int axis = 0; axis < 3; ++axis)
    if (is_whole(bench, axis) || axis > 0) bench.spectral.derivative(data, out, axis);
  bench.spectral.dealias(data, data, Dealiasing::cubic);
  bench.spectral.shift(data, data, {0, 1, 1});
  if (is_whole(bench, 0)) bench.spectral.laplacian(data, out);
  Bench small(r2c({2, 2}));
  const auto zeros = small.plan.modes<std::complex<double>>();
  const void* field = small.plan.modes_box().empty() ? nullptr : zeros.data();
  EXPECT_EQ(small.spectral.mean_energy({&field, 1}), 0);
  EXPECT_EQ(small.spectral.energy_spectrum({&field, 1}).energy.size(), 2U);
}

TEST(Derivatives, WavenumbersArePhysicalOnes) {
  Problem problem = r2c({6, 5, 4, 7});
  problem.kinds = {AxisKind::fourier, AxisKind::dst4, AxisKind::chebyshev, AxisKind::fourier};
  problem.sign = 1;
  Bench bench(problem, {3, 2, 5, 7});
  const auto expect = [&](int axis, const std::vector<double>& all) {
    const Range range = bench.plan.modes_box().ranges[static_cast<std::size_t>(axis)];
    const std::vector<double>& k = bench.spectral.wavenumbers(axis);
    ASSERT_EQ(static_cast<Index>(k.size()), range.size());
    for (std::size_t i = 0; i < k.size(); ++i)
      EXPECT_DOUBLE_EQ(k[i], all[static_cast<std::size_t>(range.begin) + i]) << "axis " << axis;
  };
  const auto unit = static_cast<double>(2 * pi);
  expect(0, {0, -unit / 3, -2 * unit / 3, unit, 2 * unit / 3, unit / 3});
  expect(1, {unit / 8, 3 * unit / 8, 5 * unit / 8, 7 * unit / 8, 9 * unit / 8});
  expect(2, {0, 1, 2, 3});
  expect(3, {0, -unit / 7, -2 * unit / 7, -3 * unit / 7});
}

}  // namespace
}  // namespace weft::test
