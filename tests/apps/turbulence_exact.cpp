// Flows in a periodic box with known solutions: the series of the Taylor-Green vortex, Beltrami flows and
// vortices that a mean velocity carries, diffusing scalars, the order of schemes, energy without viscosity.

#include <gtest/gtest.h>

#include <numbers>

#include "turbulence_measures.hpp"

namespace weft::test {
namespace {

using std::numbers::pi;

turbulence::Settings cube(Index n, double viscosity, double dt, const std::string& scheme) {
  turbulence::Settings settings;
  settings.n = {n, n, n};
  settings.viscosity = viscosity;
  settings.dt = dt;
  settings.scheme = scheme;
  return settings;
}

// Taylor and Green (1937); Brachet et al., J. Fluid Mech. 130, 1983, 411. To order t^5, and t^6 without
// viscosity.
double series_of_enstrophy(double nu, double t) {
  const double sum =
      1 - 6 * nu * t + (5.0 / 48 + 18 * nu * nu) * t * t - (5.0 / 3 + 36 * nu * nu) * nu * t * t * t +
      (25.0 / 3168 + 1835.0 / 144 * nu * nu + 54 * std::pow(nu, 4)) * std::pow(t, 4) -
      (361.0 / 1408 + 761.0 / 12 * nu * nu + 324.0 / 5 * std::pow(nu, 4)) * nu * std::pow(t, 5);
  return 3.0 / 8 * sum - 52439.0 / 376668160 * std::pow(t, 6);
}
double series_of_energy(double nu, double t) {
  return 1.0 / 8 - 3.0 / 4 * nu * t + 9.0 / 4 * nu * nu * t * t -
         (5.0 / 192 + 9.0 / 2 * nu * nu) * nu * t * t * t +
         (5.0 / 16 + 27.0 / 4 * nu * nu) * nu * nu * std::pow(t, 4) -
         (5.0 / 4224 + 367.0 / 192 * nu * nu + 81.0 / 10 * std::pow(nu, 4)) * nu * std::pow(t, 5);
}

// Velocities for the vortex with its axes x, y, z in the place of others.
turbulence::Box::Velocity permuted(int turn) {
  return [turn](double x, double y, double z) {
    const double at[] = {x, y, z};
    const auto of = [&](int axis) { return at[(axis + turn) % 3]; };
    std::array<double, 3> u{};
    u[static_cast<std::size_t>(turn % 3)] = std::sin(of(0)) * std::cos(of(1)) * std::cos(of(2));
    u[static_cast<std::size_t>((turn + 1) % 3)] = -std::cos(of(0)) * std::sin(of(1)) * std::cos(of(2));
    return u;
  };
}

TEST(TaylorGreen, FollowsItsSeriesAlongAllAxes) {
  for (const double nu : {0.000625, 0.002})
    for (const std::string dealiasing : {"two-thirds", "padding", "none", "spherical"}) {
      turbulence::Settings settings = cube(16, nu, 0.01, "rk4");
      settings.dealiasing = dealiasing;
      double first_energy = 0, first_enstrophy = 0;
      for (int turn = 0; turn < 3; ++turn) {
        turbulence::Box box(settings, MPI_COMM_WORLD);
        box.start(permuted(turn));
        advance(box, 10);
        EXPECT_NEAR(box.time(), 0.1, 1e-15);
        EXPECT_NEAR(energy(box), series_of_energy(nu, 0.1), 1e-10) << dealiasing;
        EXPECT_NEAR(enstrophy(box), series_of_enstrophy(nu, 0.1), 1e-10) << dealiasing;
        if (turn == 0) {
          first_energy = energy(box);
          first_enstrophy = enstrophy(box);
        }
        EXPECT_NEAR(energy(box), first_energy, 1e-14) << dealiasing << " along other axes";
        EXPECT_NEAR(enstrophy(box), first_enstrophy, 1e-14) << dealiasing << " along other axes";
      }
    }
}

// A flow u(x - V t) exp(-nu k^2 t) + V, and its error at time 1.
struct Carried {
  turbulence::Box::Velocity flow;  // without mean
  double square;                   // k^2
};

double error_of(const Carried& carried, const std::string& scheme, double dt) {
  turbulence::Settings settings = cube(12, 0.05, dt, scheme);
  settings.mean_velocity = {0.7, -0.4, 0.3};
  settings.scalars = {{0.5, {0, 0, 0}}};
  const std::array<double, 3> v = settings.mean_velocity;
  turbulence::Box box(settings, MPI_COMM_WORLD), exact(settings, MPI_COMM_WORLD);
  box.start(carried.flow);
  advance(box, std::lround(1 / dt));
  const double decay = std::exp(-settings.viscosity * carried.square);
  exact.start([&](double x, double y, double z) {
    std::array<double, 3> u = carried.flow(x - v[0], y - v[1], z - v[2]);
    for (double& component : u) component *= decay;
    return u;
  });
  return difference(box, exact);
}

Carried beltrami() {
  return {[](double x, double y, double z) {
            return std::array{std::sin(z) + 0.8 * std::cos(y), 1.1 * std::sin(x) + std::cos(z),
                              0.8 * std::sin(y) + 1.1 * std::cos(x)};
          },
          1};
}

// Rows of vortices along each of the axes.
Carried vortices(int turn) {
  return {[turn](double x, double y, double z) {
            const double at[] = {x, y, z};
            const double a = at[turn % 3], b = at[(turn + 1) % 3];
            std::array<double, 3> u{};
            u[static_cast<std::size_t>(turn % 3)] = std::sin(a) * std::cos(b);
            u[static_cast<std::size_t>((turn + 1) % 3)] = -std::cos(a) * std::sin(b);
            return u;
          },
          2};
}

TEST(Schemes, HaveTheirOrderWhereAMeanCarriesTheFlow) {
  for (const turbulence::Scheme& scheme : turbulence::schemes())
    for (const Carried& carried : {beltrami(), vortices(0), vortices(1), vortices(2)}) {
      const double dt = scheme.order == 2 ? 0.05 : 0.1;
      const double coarse = error_of(carried, scheme.name, dt), fine = error_of(carried, scheme.name, dt / 2);
      EXPECT_LT(coarse, 0.01) << scheme.name;
      EXPECT_NEAR(std::log2(coarse / fine), scheme.order, 0.25)
          << scheme.name << ": " << coarse << ", " << fine;
    }
}

// phi = exp(-kappa k^2 t) cos(k.(x - V t)): nothing but the mean moves.
TEST(Scalar, IsCarriedByTheMeanAndDiffuses) {
  for (const turbulence::Scheme& scheme : turbulence::schemes()) {
    const auto error = [&](double dt) {
      turbulence::Settings settings = cube(8, 0.05, dt, scheme.name);
      settings.mean_velocity = {0.5, 1, -0.7};
      settings.scalars = {{0.5, {}}, {2, {}}};
      const auto wave = [](double x, double y, double z) { return std::cos(x - y + 2 * z); };
      turbulence::Box box(settings, MPI_COMM_WORLD), exact(settings, MPI_COMM_WORLD);
      const auto rest = [](double, double, double) { return std::array{0.0, 0.0, 0.0}; };
      box.start(rest, {wave, wave});
      advance(box, std::lround(1 / dt));
      std::vector<turbulence::Box::Value> later;
      for (const double kappa : {0.1, 0.025})
        later.emplace_back([&settings, kappa, wave](double x, double y, double z) {
          const std::array<double, 3>& v = settings.mean_velocity;
          return std::exp(-6 * kappa) * wave(x - v[0], y - v[1], z - v[2]);
        });
      exact.start(rest, later);
      return difference(box, exact);
    };
    const double dt = scheme.order == 2 ? 0.05 : 0.1, coarse = error(dt), fine = error(dt / 2);
    EXPECT_LT(coarse, 0.05) << scheme.name;
    EXPECT_NEAR(std::log2(coarse / fine), scheme.order, 0.25)
        << scheme.name << ": " << coarse << ", " << fine;
  }
}

// Without viscosity only the scheme loses energy: less than its order says.
TEST(Energy, IsConservedWithoutViscosityWhereProductsAreExact) {
  for (const std::string dealiasing : {"two-thirds", "padding"}) {
    const auto change = [&](double dt) {
      turbulence::Settings settings = cube(16, 0, dt, "rk4");
      settings.dealiasing = dealiasing;
      settings.scalars = {{1, {}}};
      turbulence::Box box(settings, MPI_COMM_WORLD);
      start(box, "random");
      const auto fields = [&] { return box.spectral().inner_product(box.velocity(), box.velocity()) / 2; };
      const double before = fields();
      advance(box, std::lround(0.4 / dt));
      return std::abs(fields() - before) / before;
    };
    const double coarse = change(0.04), fine = change(0.02);
    EXPECT_LT(fine, 1e-6) << dealiasing;
    EXPECT_LT(fine, coarse / 12) << dealiasing << ": " << coarse << ", " << fine;
  }
}

}  // namespace
}  // namespace weft::test
