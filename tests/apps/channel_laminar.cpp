// Channel flow where the solution is known: steady and starting Poiseuille flow, modes that decay by the
// factor of the scheme, the Orr-Sommerfeld mode.

#include <gtest/gtest.h>

#include <cstdlib>
#include <numbers>

#include "channel_measures.hpp"
#include "orr_sommerfeld.hpp"

namespace weft::test {
namespace {

using std::numbers::pi;

Settings small_channel(double viscosity, double dt) {
  Settings settings;
  settings.nx = settings.nz = 4;
  settings.ny = 33;
  settings.length_x = settings.length_z = 2 * pi;
  settings.viscosity = viscosity;
  settings.dt = dt;
  return settings;
}

// What the scheme multiplies by in a step that decays as exp(-rate t).
double factor_of(const Flow& flow, double rate) {
  double factor = 1;
  for (const channel::Stage& stage : flow.scheme().later)
    factor *= (1 - stage.alpha * rate * flow.settings().dt) / (1 + stage.beta * rate * flow.settings().dt);
  return factor;
}

TEST(LaminarChannel, KeepsPoiseuilleFlow) {
  const auto parabola = [](double, double y, double) { return std::array{1 - y * y, 0.0, 0.0}; };
  for (const channel::Scheme& scheme : channel::schemes())
    for (const channel::Form& form : channel::forms())
      for (const bool padding : {false, true})
        for (const char* forcing : {"pressure", "flow-rate"}) {
          Settings settings = small_channel(1.0 / 400, 0.1);
          settings.scheme = scheme.name;
          settings.form = form.name;
          settings.padding = padding;
          settings.forcing = forcing;
          settings.pressure_gradient = 2 * settings.viscosity;
          settings.bulk_velocity = 2.0 / 3;
          settings.frame = padding ? 0.5 : 0;
          Flow flow(settings, MPI_COMM_WORLD);
          flow.start(parabola);
          for (int step = 0; step < 60; ++step) flow.step();
          EXPECT_LT(largest_error(flow, parabola), 1e-13)
              << scheme.name << " " << form.name << " " << forcing;
          EXPECT_NEAR(flow.pressure_gradient(), 2 * settings.viscosity, 1e-13);
          EXPECT_NEAR(flow.time(), 6, 1e-12);
        }
}

// Flow from rest under a pressure gradient, nu = 1; from the exact series at t = 0.05 on.
double start_up(double y, double t) {
  double u = 1 - y * y;
  for (int n = 0; n < 20; ++n) {
    const double root = (n + 0.5) * pi;
    u -= 4 * (n % 2 == 0 ? 1 : -1) / (root * root * root) * std::cos(root * y) * std::exp(-root * root * t);
  }
  return u;
}

TEST(LaminarChannel, StartsUpAsTheSeriesSays) {
  EXPECT_NEAR(start_up(0, 0.1), 0.1977463654221, 1e-12);
  EXPECT_NEAR(start_up(0.5, 0.2), 0.30415913693122, 1e-12);
  double errors[2];
  for (const int refined : {0, 1}) {
    Settings settings = small_channel(1, refined == 1 ? 5e-4 : 1e-3);
    settings.nx = settings.nz = 1;
    settings.pressure_gradient = 2;
    Flow flow(settings, MPI_COMM_WORLD);
    flow.start([](double, double y, double) { return std::array{start_up(y, 0.05), 0.0, 0.0}; });
    while (flow.time() < 0.15 - 1e-9) flow.step();
    errors[refined] = largest_error(flow, [](double, double y, double) {
      return std::array{start_up(y, 0.2), 0.0, 0.0};
    });
  }
  EXPECT_LT(errors[0], 2e-6);
  EXPECT_NEAR(errors[0] / errors[1], 4, 0.1);
}

TEST(LaminarChannel, MeanModesDecayByTheFactorOfTheScheme) {
  for (const channel::Scheme& scheme : channel::schemes()) {
    Settings settings = small_channel(0.02, 0.05);
    settings.scheme = scheme.name;
    Flow flow(settings, MPI_COMM_WORLD);
    const double root = 1.5 * pi;  // of U; pi of W
    const auto velocity = [&](double by_u, double by_w) {
      return [=](double, double y, double) {
        return std::array{by_u * std::cos(root * y), 0.0, by_w * std::sin(pi * y)};
      };
    };
    flow.start(velocity(1, 1));
    for (int step = 0; step < 20; ++step) flow.step();
    const double u = std::pow(factor_of(flow, settings.viscosity * root * root), 20);
    const double w = std::pow(factor_of(flow, settings.viscosity * pi * pi), 20);
    EXPECT_LT(largest_error(flow, velocity(u, w)), 1e-12) << scheme.name;
  }
}

// Decay rates over the viscosity: k^2 + mu^2.
struct StokesMode {
  double square;  // k^2: 1 along x, 2 along x and z
  bool is_even;   // v
  double rate;
};

TEST(LaminarChannel, StokesModesDecayByTheFactorOfTheScheme) {
  constexpr double size = 1e-9;  // nonlinear terms are that much smaller
  constexpr StokesMode modes[] = {{1, true, 9.31373985391922},
                                  {1, false, 20.57057084022235},
                                  {2, true, 38.95903496339667},
                                  {2, false, 60.50394950532427}};
  for (const StokesMode& mode : modes) {
    const double k = std::sqrt(mode.square), mu = std::sqrt(mode.rate - mode.square);
    const auto shape = [&](double y) {
      return mode.is_even ? std::cos(mu * y) / std::cos(mu) - std::cosh(k * y) / std::cosh(k)
                          : std::sin(mu * y) / std::sin(mu) - std::sinh(k * y) / std::sinh(k);
    };
    for (const channel::Scheme& scheme : channel::schemes()) {
      Settings settings = small_channel(0.01, 0.05);
      settings.scheme = scheme.name;
      Flow flow(settings, MPI_COMM_WORLD);
      const auto wave = [&](double x, double z) { return std::cos(x + (mode.square == 2 ? z : 0)); };
      flow.start([&](double x, double y, double z) {
        return std::array{0.0, size * shape(y) * wave(x, z), 0.0};
      });
      for (int step = 0; step < 20; ++step) flow.step();
      const double factor = std::pow(factor_of(flow, settings.viscosity * mode.rate), 20);
      double error = 0;
      for_points(flow, 1, [&](double x, double y, double z, double v) {
        error = std::max(error, std::abs(v - size * factor * shape(y) * wave(x, z)));
      });
      EXPECT_LT(largest_of(error) / size, 1e-8) << scheme.name << ", rate " << mode.rate;
      EXPECT_LT(slip(flow), 1e-13 * size);
    }
  }
}

// The vorticity sin(n pi (y + 1) / 2) cos(x + z) normal to the walls: u = -w.
TEST(LaminarChannel, WallNormalVorticityDecaysByTheFactorOfTheScheme) {
  constexpr double size = 1e-9;
  for (const int n : {1, 2}) {
    Settings settings = small_channel(0.01, 0.05);
    Flow flow(settings, MPI_COMM_WORLD);
    const auto velocity = [&](double by) {
      return [=](double x, double y, double z) {
        const double u = by * size * std::sin(n * pi * (y + 1) / 2) * std::sin(x + z);
        return std::array{u, 0.0, -u};
      };
    };
    flow.start(velocity(1));
    EXPECT_LT(largest_error(flow, velocity(1)), 1e-14 * size * 10);
    for (int step = 0; step < 20; ++step) flow.step();
    const double rate = settings.viscosity * (2 + n * n * pi * pi / 4);
    EXPECT_LT(largest_error(flow, velocity(std::pow(factor_of(flow, rate), 20))) / size, 1e-8) << n;
  }
}

// ---- Orr-Sommerfeld ------------------------------------------------------------------------------

constexpr double reynolds = 7500;
constexpr std::complex<long double> phase_velocity(0.2498915365492782578L, 0.0022349756459265849L);

// How much of the mode of v at kx = 1 there is now, compared to a series: the same on all processes.
std::vector<std::complex<double>> wave_of(const Flow& flow) {
  const Plan& plan = flow.plan();
  const auto& v = flow.velocity(1);
  std::vector<double> parts(2 * static_cast<std::size_t>(flow.settings().ny), 0);
  const Box& box = plan.modes_box();
  const Range &z = box.ranges[1], &x = box.ranges[2];
  if (!box.empty() && z.begin == 0 && x.begin <= 1 && 1 < x.end)
    for (Index k = 0; k < flow.settings().ny; ++k) {
      parts[static_cast<std::size_t>(2 * k)] = v(k, 0, 1 - x.begin).real();
      parts[static_cast<std::size_t>(2 * k + 1)] = v(k, 0, 1 - x.begin).imag();
    }
  plan.sum(parts);
  std::vector<std::complex<double>> series;
  for (std::size_t k = 0; k < parts.size(); k += 2) series.emplace_back(parts[k], parts[k + 1]);
  return series;
}
std::complex<double> projection(const std::vector<std::complex<double>>& now,
                                const std::vector<std::complex<double>>& before) {
  std::complex<double> product = 0, square = 0;
  for (std::size_t k = 0; k < now.size(); ++k) {
    product += std::conj(before[k]) * now[k];
    square += std::norm(before[k]);
  }
  return product / square;
}

struct Rates {
  double growth, frequency;  // errors
};

// Over `duration`, after a few steps that forget the first one.
Rates orr_sommerfeld_errors(double dt, double duration, const std::string& scheme, const std::string& form,
                            double frame = 0) {
  Settings settings = small_channel(1 / reynolds, dt);
  settings.nz = 1;
  settings.ny = 65;
  settings.scheme = scheme;
  settings.form = form;
  settings.frame = frame;
  settings.pressure_gradient = 2 * settings.viscosity;
  Flow flow(settings, MPI_COMM_WORLD);
  const OrrSommerfeld mode(reynolds, 1, phase_velocity);
  const double size = 1e-5;
  double last_y = 2;
  std::complex<double> phi;
  flow.start([&](double x, double y, double) {
    if (y != last_y) phi = mode.phi(last_y = y);
    const std::complex<double> v = std::complex<double>(0, -1) * phi * std::polar(size, x);
    return std::array{1 - y * y, v.real(), 0.0};
  });
  for (int step = 0; step < 4; ++step) flow.step();
  const auto before = wave_of(flow);
  const auto n_steps = static_cast<int>(std::lround(duration / dt));
  for (int step = 0; step < n_steps; ++step) flow.step();
  const double elapsed = n_steps * dt;
  const std::complex<double> c(static_cast<double>(phase_velocity.real()) - frame,
                               static_cast<double>(phase_velocity.imag()));
  const std::complex<double> error =
      std::log(projection(wave_of(flow), before) * std::exp(std::complex<double>(0, 1) * c * elapsed));
  EXPECT_LT(divergence_of(flow).of_modes, 1e-14);
  EXPECT_LT(slip(flow), 1e-13);
  return {error.real() / elapsed, -error.imag() / elapsed};
}

constexpr double period = 25.14364989684;

TEST(LaminarChannel, TheOrrSommerfeldModeGrowsAtItsRate) {
  const Rates coarse = orr_sommerfeld_errors(0.04, period, "cnab2", "skew");
  const Rates fine = orr_sommerfeld_errors(0.02, period, "cnab2", "skew");
  EXPECT_LT(std::abs(fine.growth), 1e-6);
  // The error of the scheme linearised about the parabola; other modes have not quite decayed.
  EXPECT_NEAR(fine.frequency, 2.05e-6, 0.25e-6);
  EXPECT_NEAR(coarse.frequency / fine.frequency, 4, 0.05);
}

TEST(LaminarChannel, TheOrrSommerfeldModeGrowsAtItsRateWithEverySchemeAndForm) {
  if (std::getenv("WEFT_TEST_FULL") == nullptr) GTEST_SKIP() << "in the full tier";
  for (const channel::Scheme& scheme : channel::schemes())
    for (const channel::Form& form : channel::forms())
      for (const double frame : {0.0, 2.0 / 3})
        EXPECT_LT(std::abs(orr_sommerfeld_errors(0.02, period, scheme.name, form.name, frame).growth), 1e-6)
            << scheme.name << " " << form.name << " " << frame;
}

}  // namespace
}  // namespace weft::test
