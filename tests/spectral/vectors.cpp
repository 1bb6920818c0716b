// Gradient, divergence, curl and projection: exact functions, and the identities of vector analysis, which
// hold for every mode of any field to round-off.

#include <gtest/gtest.h>

#include "functions.hpp"

namespace weft::test {
namespace {

std::vector<Block> blocks(const Bench& bench, std::size_t n) { return std::vector<Block>(n, bench.empty()); }

// Any field: every mode is there, those without sign included.
std::vector<Block> any_fields(Bench& bench, std::size_t n) {
  std::vector<Block> fields;
  for (std::size_t i = 0; i < n; ++i)
    fields.push_back(bench.modes(hashed_field(bench.problem().shape, 7 + i, points_are_real(bench.problem()),
                                              bench.problem().precision)));
  return fields;
}

GlobalField zeros(const Bench& bench) {
  return bench.sample([](const Point&) { return 0; });
}

// Problems in two and three Fourier dimensions, one with an axis that is carried along.
std::vector<std::unique_ptr<Bench>> fourier_benches() {
  Problem carried = c2c({3, 8, 9});
  carried.axes = {2, 1};
  Problem single = r2c({10, 9, 8}, Precision::single_);
  single.order = Order::c;
  Problem reversed = r2c({6, 8, 7});
  reversed.sign = 1;
  std::vector<std::unique_ptr<Bench>> all;
  all.push_back(std::make_unique<Bench>(r2c({9, 8, 10}), std::vector<double>{3, 7, 5}));
  all.push_back(std::make_unique<Bench>(r2c({9, 8, 10}), std::vector<double>{3, 7, 5},
                                        Options{{"grid", std::to_string(p()) + "x1"}}));
  all.push_back(std::make_unique<Bench>(single, std::vector<double>{3, 7, 5}));
  all.push_back(std::make_unique<Bench>(reversed));
  all.push_back(std::make_unique<Bench>(c2c({9, 12}), std::vector<double>{2, 1}));
  all.push_back(std::make_unique<Bench>(carried, std::vector<double>{1, 3, 4}));
  return all;
}

std::size_t n_dimensions(const Bench& bench) {
  std::size_t n = 0;
  for (std::size_t a = 0; a < bench.problem().shape.size(); ++a)
    n += kind_of(bench.problem(), static_cast<int>(a)).has_value();
  return n;
}

// What rounding may leave of something that is zero, after two derivatives of fields of size 1.
constexpr double after_two = 20 * 12 * 12;

TEST(Vectors, OfExactFunctionsAreExact) {
  Bench bench(r2c({12, 9, 10}));
  const auto sin = [](Real x) { return std::sin(x); };
  const auto cos = [](Real x) { return std::cos(x); };
  // u = (sin x cos 2y cos z, cos x sin 2y cos 3z, cos x cos y sin z)
  std::vector<Block> u = {
      bench.modes(bench.sample([&](const Point& x) { return sin(x[0]) * cos(2 * x[1]) * cos(x[2]); })),
      bench.modes(bench.sample([&](const Point& x) { return cos(x[0]) * sin(2 * x[1]) * cos(3 * x[2]); })),
      bench.modes(bench.sample([&](const Point& x) { return cos(x[0]) * cos(x[1]) * sin(x[2]); }))};
  Block result = bench.empty();
  bench.spectral.divergence(inputs_of(u), result.data());
  EXPECT_LE(bench.error(result, bench.sample([&](const Point& x) {
    return cos(x[0]) *
           (cos(2 * x[1]) * cos(x[2]) + 2 * cos(2 * x[1]) * cos(3 * x[2]) + cos(x[1]) * cos(x[2]));
  })),
            1e-14);
  std::vector<Block> gradient = blocks(bench, 3);
  bench.spectral.gradient(u[1].data(), outputs_of(gradient));
  EXPECT_LE(bench.error(gradient[0], bench.sample([&](const Point& x) {
    return -sin(x[0]) * sin(2 * x[1]) * cos(3 * x[2]);
  })),
            1e-14);
  EXPECT_LE(bench.error(gradient[1], bench.sample([&](const Point& x) {
    return 2 * cos(x[0]) * cos(2 * x[1]) * cos(3 * x[2]);
  })),
            1e-14);
  EXPECT_LE(bench.error(gradient[2], bench.sample([&](const Point& x) {
    return -3 * cos(x[0]) * sin(2 * x[1]) * sin(3 * x[2]);
  })),
            1e-14);
  bench.spectral.curl(inputs_of(u), outputs_of(u));  // in place
  EXPECT_LE(bench.error(u[0], bench.sample([&](const Point& x) {
    return -cos(x[0]) * sin(x[1]) * sin(x[2]) + 3 * cos(x[0]) * sin(2 * x[1]) * sin(3 * x[2]);
  })),
            1e-14);
  EXPECT_LE(bench.error(u[1], bench.sample([&](const Point& x) {
    return -sin(x[0]) * cos(2 * x[1]) * sin(x[2]) + sin(x[0]) * cos(x[1]) * sin(x[2]);
  })),
            1e-14);
  EXPECT_LE(bench.error(u[2], bench.sample([&](const Point& x) {
    return -sin(x[0]) * sin(2 * x[1]) * cos(3 * x[2]) + 2 * sin(x[0]) * sin(2 * x[1]) * cos(x[2]);
  })),
            1e-14);
}

// psi = sin(x) cos(2 y): (-psi_y, psi_x) has the vorticity psi_xx + psi_yy.
TEST(Vectors, TheCurlTakesAFactorForLeftHandedAxes) {
  Problem wall = r2c({9, 8, 7});
  wall.kinds = {AxisKind::fourier, AxisKind::fourier, AxisKind::chebyshev};
  wall.modes = Layout{{9, 5, 7}, {{p()}}, {0}, {}};
  for (const Problem& problem : {r2c({9, 8, 7}), c2c({9, 8}), wall}) {
    Bench bench(problem);
    const std::size_t d = problem.shape.size(), n = d == 2 ? 1 : 3;
    const std::vector<Block> u = any_fields(bench, d);
    std::vector<Block> one = blocks(bench, n), other = blocks(bench, n);
    bench.spectral.curl(inputs_of(u), outputs_of(one));
    bench.spectral.curl(inputs_of(u), outputs_of(other), -2);
    bool same = true;
    for (std::size_t c = 0; c < n; ++c)
      for (Index i = 0; i < bench.plan.modes_storage().n_elements(); ++i)
        same = same && std::abs(other[c].value(i) + 2.0L * one[c].value(i)) <= 1e-12L;
    EXPECT_TRUE(all_true(MPI_COMM_WORLD, same));
  }
}

TEST(Vectors, TheCurlInTwoDimensionsIsTheVorticity) {
  for (const Problem& problem : {r2c({9, 8}), c2c({9, 8})}) {
    Bench bench(problem);
    std::vector<Block> u = {
        bench.modes(bench.sample([](const Point& x) { return 2 * std::sin(x[0]) * std::sin(2 * x[1]); })),
        bench.modes(bench.sample([](const Point& x) { return std::cos(x[0]) * std::cos(2 * x[1]); }))};
    void* out = u[1].data();
    bench.spectral.curl(inputs_of(u), {&out, 1});
    EXPECT_LE(bench.error(u[1], bench.sample(
                                    [](const Point& x) { return -5 * std::sin(x[0]) * std::cos(2 * x[1]); })),
              1e-14);
  }
}

TEST(Vectors, OfAnyFieldSatisfyTheIdentities) {
  for (const auto& bench : fourier_benches()) {
    const std::size_t d = n_dimensions(*bench);
    const Spectral& spectral = bench->spectral;
    const GlobalField zero = zeros(*bench);
    const double bound = after_two * bench->roundoff() * 36;
    std::vector<Block> u = any_fields(*bench, d), v = blocks(*bench, d);
    Block scalar = bench->empty();
    spectral.gradient(u[0].data(), outputs_of(v));
    if (d == 3) {
      spectral.curl(inputs_of(v), outputs_of(v));
      for (const Block& one : v) EXPECT_LE(bench->error(one, zero), bound) << "curl grad";
      spectral.curl(inputs_of(u), outputs_of(v));
      spectral.divergence(inputs_of(v), scalar.data());
      EXPECT_LE(bench->error(scalar, zero), bound) << "div curl";
    } else {
      void* out = scalar.data();
      spectral.curl(inputs_of(v), {&out, 1});
      EXPECT_LE(bench->error(scalar, zero), bound) << "curl grad";
    }
  }
}

TEST(Vectors, ProjectionIsOnFieldsWithoutDivergenceAndIdempotent) {
  for (const auto& bench : fourier_benches()) {
    const std::size_t d = n_dimensions(*bench);
    const Spectral& spectral = bench->spectral;
    const std::vector<Block> u = any_fields(*bench, d);
    std::vector<Block> v = blocks(*bench, d), gradient = blocks(*bench, d);
    Block scalar = bench->empty();
    spectral.project(inputs_of(u), outputs_of(v));
    spectral.divergence(inputs_of(v), scalar.data());
    EXPECT_LE(bench->error(scalar, zeros(*bench)), 20 * 12 * bench->roundoff());
    const double before = spectral.mean_energy(inputs_of(u)), after = spectral.mean_energy(inputs_of(v));
    EXPECT_LT(after, before);
    EXPECT_GT(after, before / 10);
    // What was taken away is a gradient, so it is orthogonal to what is left.
    EXPECT_NEAR(spectral.inner_product(inputs_of(u), inputs_of(v)), 2 * after, 20 * bench->roundoff());
    std::vector<Block> again = v;
    spectral.project(inputs_of(again), outputs_of(again));
    std::vector<Block> difference = again;
    for (std::size_t i = 0; i < d; ++i) {
      Misfit misfit;
      for (Index j = 0; j < bench->plan.modes_storage().n_elements(); ++j)
        misfit += {static_cast<double>(std::norm(again[i].value(j) - v[i].value(j))),
                   static_cast<double>(std::norm(v[i].value(j)))};
      MPI_Allreduce(MPI_IN_PLACE, &misfit, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      EXPECT_LE(misfit.relative(), 5 * bench->roundoff()) << "projected twice";
    }
    // Gradients vanish, but for modes without sign, which they do not have.
    spectral.gradient(u[0].data(), outputs_of(gradient));
    spectral.project(inputs_of(gradient), outputs_of(gradient));
    for (const Block& one : gradient)
      EXPECT_LE(bench->error(one, zeros(*bench)), 20 * 36 * bench->roundoff());
    EXPECT_TRUE(all_true(MPI_COMM_WORLD, v[0].guards_intact() && scalar.guards_intact()));
  }
}

// Where all wavenumbers have a sign, the divergence of the gradient is the Laplacian.
TEST(Vectors, TheDivergenceOfTheGradientIsTheLaplacian) {
  Problem wall = r2c({9, 7, 16});
  wall.kinds = {AxisKind::fourier, AxisKind::fourier, AxisKind::chebyshev};
  wall.modes = Layout{{9, 4, 16}, {{p()}}, {0}, {}};
  for (const Problem& problem : {r2c({9, 7, 5}), c2c({9, 7}), c2c({11, 1}), wall}) {
    Bench bench(problem);
    std::vector<Block> u = any_fields(bench, 1), v = blocks(bench, problem.shape.size());
    Block scalar = bench.empty(), expected = bench.empty();
    bench.spectral.gradient(u[0].data(), outputs_of(v));
    bench.spectral.divergence(inputs_of(v), scalar.data());
    bench.spectral.laplacian(u[0].data(), expected.data());
    Misfit misfit;
    for (Index j = 0; j < bench.plan.modes_storage().n_elements(); ++j)
      misfit += {static_cast<double>(std::norm(scalar.value(j) - expected.value(j))),
                 static_cast<double>(std::norm(expected.value(j)))};
    MPI_Allreduce(MPI_IN_PLACE, &misfit, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_LE(misfit.relative(), 2e-15);
  }
}

// Between walls: u = (cos x y^2, sin x y^3, x-periodic times y) with y the Chebyshev axis.
TEST(Vectors, WithChebyshevAxesAreExact) {
  Problem problem = r2c({8, 9, 10});
  problem.kinds = {AxisKind::fourier, AxisKind::chebyshev, AxisKind::fourier};
  problem.modes = Layout{{8, 9, 6}, {{p()}}, {2}, {}};
  Bench bench(problem, {static_cast<double>(2 * pi), 4, static_cast<double>(2 * pi)});
  const auto sin = [](Real x) { return std::sin(x); };
  const auto cos = [](Real x) { return std::cos(x); };
  const std::vector<Block> u = {
      bench.modes(bench.sample([&](const Point& x) { return cos(x[0]) * x[1] * x[1]; })),
      bench.modes(bench.sample([&](const Point& x) { return sin(x[0]) * x[1] * x[1] * x[1]; })),
      bench.modes(bench.sample([&](const Point& x) { return cos(2 * x[2]) * x[1]; }))};
  Block result = bench.empty();
  bench.spectral.divergence(inputs_of(u), result.data());
  EXPECT_LE(bench.error(result, bench.sample([&](const Point& x) {
    return -sin(x[0]) * x[1] * x[1] + 3 * sin(x[0]) * x[1] * x[1] - 2 * sin(2 * x[2]) * x[1];
  })),
            1e-13);
  std::vector<Block> curl = blocks(bench, 3);
  bench.spectral.curl(inputs_of(u), outputs_of(curl));
  EXPECT_LE(bench.error(curl[0], bench.sample([&](const Point& x) { return cos(2 * x[2]); })), 1e-13);
  EXPECT_LE(bench.error(curl[1], bench.sample([](const Point&) { return 0; })), 1e-13);
  EXPECT_LE(bench.error(curl[2], bench.sample([&](const Point& x) {
    return cos(x[0]) * x[1] * x[1] * x[1] - 2 * cos(x[0]) * x[1];
  })),
            1e-13);
}

TEST(Vectors, TakeFieldsOfThePlan) {
  Plan plan(r2c({8, 9, 10}), MPI_COMM_WORLD);
  const Spectral spectral(plan);
  auto u = plan.points<double>();
  for (std::size_t i = 0; i < u.size(); ++i) u.data()[i] = static_cast<double>(i % 7);
  std::vector<Field<std::complex<double>>> v, w;
  for (int i = 0; i < 3; ++i) {
    v.push_back(plan.modes<std::complex<double>>());
    w.push_back(plan.modes<std::complex<double>>());
    plan.forward(u, v.back());
  }
  auto scalar = plan.modes<std::complex<double>>(), other = plan.modes<std::complex<double>>();
  spectral.curl(v, w);
  spectral.divergence(w, scalar);
  spectral.gradient(scalar, w);
  spectral.project(v, v);
  spectral.laplacian(v[0], other);
  spectral.inverse_laplacian(other, other);
  spectral.dealias(other, other, Dealiasing::cubic);
  spectral.shift(other, other, spectral.half_cell());
  spectral.derivative(other, other, 2);
  double largest = 0;
  for (std::size_t i = 0; i < scalar.size(); ++i) largest = std::max(largest, std::abs(scalar.data()[i]));
  EXPECT_TRUE(all_true(MPI_COMM_WORLD, largest < 1e-10));
  const Spectrum spectrum = spectral.energy_spectrum(v);
  double sum = 0;
  for (const double energy : spectrum.energy) sum += energy;
  EXPECT_NEAR(sum, spectral.mean_energy(v), 1e-12 * sum);
  EXPECT_NEAR(spectral.inner_product(v, v), 2 * sum, 1e-12 * sum);
}

}  // namespace
}  // namespace weft::test
