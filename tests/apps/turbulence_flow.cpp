// Flows in a periodic box without known solutions: a scalar that is a velocity, two rules of dealiasing that
// are the same, symmetries, divergence, budgets, forced shells, random beginnings, any number of processes,
// restarts.

#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "agreed_error.hpp"
#include "turbulence_measures.hpp"

namespace weft::test {
namespace {

using turbulence::ModeRows;

using std::numbers::pi;

turbulence::Settings small_box() {
  turbulence::Settings settings;
  settings.n = {16, 12, 20};
  settings.lengths = {2 * pi, 2 * pi, 4 * pi};
  settings.viscosity = 0.02;
  settings.dt = 0.02;
  settings.mean_velocity = {0.3, -0.2, 0.1};
  settings.scalars = {{0.7, {0, 0, 1}}, {1, {}}};
  return settings;
}

turbulence::Box::Value blob() {
  return [](double x, double y, double z) {
    return std::cos(x + y) + 0.5 * std::sin(y - z) + 0.3 * std::cos(2 * x);
  };
}

// A flow with all components that does not depend on one axis: that component obeys the equation of a scalar.
TEST(Scalar, EqualsTheVelocityAlongAnAxisOnWhichNothingDepends) {
  for (int turn = 0; turn < 3; ++turn)
    for (const turbulence::Scheme& scheme : turbulence::schemes())
      for (const turbulence::DealiasingRule& rule : turbulence::dealiasings()) {
        if (rule.name == "none" || rule.name == "spherical") continue;  // aliasing differs in the two forms
        const auto axis = static_cast<std::size_t>((turn + 2) % 3);
        turbulence::Settings settings;
        settings.n = {24, 24, 24};
        settings.n[axis] = 4;
        settings.viscosity = 0.02;
        settings.dt = 0.05;
        settings.scheme = scheme.name;
        settings.dealiasing = rule.name;
        settings.scalars = {{1, {}}};
        turbulence::Box box(settings, MPI_COMM_WORLD);
        const auto along = [](double a, double b) { return std::cos(a + 2 * b) - 0.6 * std::sin(2 * a - b); };
        box.start(
            [&](double x, double y, double z) {
              const double at[] = {x, y, z};
              const double a = at[turn % 3], b = at[(turn + 1) % 3];
              std::array<double, 3> u{};
              u[static_cast<std::size_t>(turn % 3)] = std::sin(a) * std::cos(b) + 0.5 * std::cos(2 * b);
              u[static_cast<std::size_t>((turn + 1) % 3)] =
                  -std::cos(a) * std::sin(b) + 0.4 * std::sin(3 * a);
              u[axis] = along(a, b);
              return u;
            },
            {[&](double x, double y, double z) {
              const double at[] = {x, y, z};
              return along(at[turn % 3], at[(turn + 1) % 3]);
            }});
        advance(box, 40);
        const auto value = [](const turbulence::Modes& modes, Index offset) { return modes.data()[offset]; };
        const double size =
            largest(box, [&](const auto&, Index i) { return std::abs(value(box.scalar(0), i)); });
        const double wrong = largest(box, [&](const auto&, Index i) {
          return std::abs(value(box.scalar(0), i) - value(box.velocity()[axis], i));
        });
        EXPECT_GT(size, 0.1);
        EXPECT_LT(wrong, 1e-13) << scheme.name << " " << rule.name << " axis " << axis;
      }
}

// Both have 15 waves and 48 points along each axis.
TEST(Dealiasing, ByPaddingOf32IsThatByTwoThirdsOf48) {
  turbulence::Settings settings;
  settings.dt = 0.02;
  settings.scalars = {{0.7, {1, 0, 0}}};
  settings.n = {32, 32, 32};
  settings.dealiasing = "padding";
  turbulence::Box padded(settings, MPI_COMM_WORLD);
  settings.n = {48, 48, 48};
  settings.dealiasing = "two-thirds";
  turbulence::Box truncated(settings, MPI_COMM_WORLD);
  for (turbulence::Box* box : {&padded, &truncated}) {
    start(*box, "random");
    advance(*box, 20);
  }
  EXPECT_LT(difference(padded, truncated), 1e-15);
  EXPECT_EQ(padded.plan().problem().shape, truncated.plan().problem().shape);
}

// N, of one step: against the sum over all pairs of modes whose sum is a mode.
void expect_no_aliases(const turbulence::DealiasingRule& rule, const std::string& scheme, double dt,
                       double tolerance) {
  SCOPED_TRACE(rule.name + " " + scheme);
  turbulence::Settings settings;
  settings.n = {8, 9, 8};
  settings.viscosity = 0;
  settings.dt = dt;
  settings.scheme = scheme;
  settings.dealiasing = rule.name;
  settings.scalars = {{1, {}}};
  turbulence::Box box(settings, MPI_COMM_SELF), displaced(settings, MPI_COMM_SELF);
  for (turbulence::Box* of : {&box, &displaced}) {
    start(*of, "random", {1, 2, 5});
    // The scalar is u of the beginning; what becomes of it is -div (u s).
    std::copy_n(of->velocity()[0].data(), of->velocity()[0].size(), of->state()[3].modes->data());
  }
  displaced.resume(0, 1, false);  // the products of an odd step
  std::map<std::array<Index, 3>, std::array<std::complex<double>, 3>> u;
  box.rows().for_modes([&](const std::array<Index, 3>& m, Index offset) {
    for (std::size_t c = 0; c < 3; ++c) {
      const std::complex<double> value = box.velocity()[c].data()[offset];
      u[m][c] = value;
      if (m[2] > 0) u[{-m[0], -m[1], -m[2]}][c] = std::conj(value);
    }
  });
  box.step();
  displaced.step();
  double wrong = 0, size = 0, wrong_on_average = 0;
  box.rows().for_modes([&](const std::array<Index, 3>& m, Index offset) {
    std::complex<double> sum = 0;
    for (const auto& [p, up] : u) {
      const auto other = u.find({m[0] - p[0], m[1] - p[1], m[2] - p[2]});
      if (other == u.end()) continue;
      for (std::size_t c = 0; c < 3; ++c)
        sum -= std::complex<double>(0, static_cast<double>(m[c])) * up[c] * other->second[0];
    }
    const auto rate = [&](const turbulence::Box& of) { return (of.scalar(0).data()[offset] - u[m][0]) / dt; };
    wrong = std::max(wrong, std::abs(rate(box) - sum));
    wrong_on_average = std::max(wrong_on_average, std::abs((rate(box) + rate(displaced)) / 2.0 - sum));
    size = std::max(size, std::abs(sum));
  });
  EXPECT_GT(size, 0.01);
  const bool is_exact = rule.name == "two-thirds" || rule.name == "padding";
  if (is_exact)
    EXPECT_LT(wrong, tolerance) << rule.name;
  else
    EXPECT_GT(wrong, 1e-3) << rule.name << " has products that alias";
  if (is_exact || rule.shifts)
    EXPECT_LT(wrong_on_average, tolerance) << rule.name;
  else
    EXPECT_GT(wrong_on_average, 1e-3) << rule.name;
}

// The first step of "ab2" is Euler's, and those of the others are for a short time.
TEST(Dealiasing, LeavesOutWhatWouldAlias) {
  for (const turbulence::DealiasingRule& rule : turbulence::dealiasings())
    for (const turbulence::Scheme& scheme : turbulence::schemes()) {
      const bool is_euler = scheme.name == "ab2";
      expect_no_aliases(rule, scheme.name, is_euler ? 1 : 1e-6, is_euler ? 1e-14 : 1e-5);
    }
}

TEST(Box, IsShiftedWithItsBeginning) {
  turbulence::Settings settings = small_box();
  const auto flow = [](double x, double y, double z) {
    return std::array{std::sin(x) * std::cos(y) * std::cos(z / 2) + std::cos(2 * y),
                      -std::cos(x) * std::sin(y) * std::cos(z / 2) + std::sin(z), std::cos(x - y)};
  };
  const double dx = 2 * pi / 16 * 3, dy = 2 * pi / 12 * 5, dz = 4 * pi / 20 * 2;
  turbulence::Box here(settings, MPI_COMM_WORLD), there(settings, MPI_COMM_WORLD);
  here.start(flow, {blob(), blob()});
  advance(here, 10);
  const turbulence::Box::Value moved = [&](double x, double y, double z) {
    return blob()(x + dx, y + dy, z + dz);
  };
  there.start([&](double x, double y, double z) { return flow(x + dx, y + dy, z + dz); }, {moved, moved});
  advance(there, 10);
  const double wrong = largest(here, [&](const std::array<Index, 3>& mode, Index offset) {
    const std::array<double, 3> k = here.rows().wave(mode);
    const std::complex<double> phase = std::polar(1.0, k[0] * dx + k[1] * dy + k[2] * dz);
    double worst = std::abs(phase * here.scalar(0).data()[offset] - there.scalar(0).data()[offset]);
    for (std::size_t c = 0; c < 3; ++c)
      worst = std::max(
          worst, std::abs(phase * here.velocity()[c].data()[offset] - there.velocity()[c].data()[offset]));
    return worst;
  });
  EXPECT_LT(wrong, 1e-13);
}

TEST(Box, HasNoDivergenceAndKeepsItsMeans) {
  for (const turbulence::Scheme& scheme : turbulence::schemes())
    for (const turbulence::DealiasingRule& rule : turbulence::dealiasings()) {
      turbulence::Settings settings = small_box();
      settings.scheme = scheme.name;
      settings.dealiasing = rule.name;
      settings.scalars = {{0.7, {}}};
      turbulence::Box box(settings, MPI_COMM_WORLD);
      start(box, "random");
      box.state()[3].modes->fill(0);
      for (int step = 0; step < 10; ++step) {
        box.step();
        EXPECT_LT(divergence(box), 1e-15) << scheme.name << " " << rule.name;
      }
      const double wrong = largest(box, [&](const std::array<Index, 3>& mode, Index offset) {
        double worst = 0;
        if (mode == std::array<Index, 3>{0, 0, 0})
          for (std::size_t c = 0; c < 3; ++c)
            worst = std::max(worst, std::abs(box.velocity()[c].data()[offset] - settings.mean_velocity[c]));
        return worst;
      });
      EXPECT_LT(wrong, 1e-15);
    }
}

// d/dt of energy and variance between two steps, by differences of small steps.
TEST(Budgets, AreClosed) {
  for (const double rate : {0.0, 0.4}) {
    turbulence::Settings settings = small_box();
    settings.scheme = "rk4";
    settings.dt = 1e-3;
    settings.mean_velocity = {0, 0, 0};
    settings.forcing = rate > 0 ? "linear" : "none";
    settings.forcing_rate = rate;
    turbulence::Box box(settings, MPI_COMM_WORLD);
    box.start(
        [](double x, double y, double z) {
          return std::array{std::sin(x) * std::cos(y) * std::cos(z / 2),
                            -std::cos(x) * std::sin(y) * std::cos(z / 2), std::cos(x - y) + std::sin(2 * y)};
        },
        {blob(), blob()});
    const auto variance = [&](std::size_t s) {
      const void* const field[] = {box.scalar(s).data()};
      return box.spectral().mean_energy(field);
    };
    advance(box, 20);
    const double before[] = {energy(box), variance(0), variance(1)};
    box.step();
    const double omega = enstrophy(box), now = energy(box);
    double gradients[2], flux = 0;
    for (std::size_t s = 0; s < 2; ++s) {
      auto slope = box.plan().modes<std::complex<double>>();
      gradients[s] = 0;
      for (int axis = 0; axis < 3; ++axis) {
        box.spectral().derivative(box.scalar(s), slope, axis);
        const void* const field[] = {slope.data()};
        gradients[s] += 2 * box.spectral().mean_energy(field);
      }
    }
    const void *const w[] = {box.velocity()[2].data()}, *const phi[] = {box.scalar(0).data()};
    flux = box.spectral().inner_product(w, phi);
    box.step();
    const double change = 2 * settings.dt;
    EXPECT_NEAR((energy(box) - before[0]) / change, -2 * settings.viscosity * omega + 2 * rate * now, 1e-6);
    EXPECT_NEAR((variance(0) - before[1]) / change, -box.diffusivity(0) * gradients[0] - flux, 1e-6);
    EXPECT_NEAR((variance(1) - before[2]) / change, -box.diffusivity(1) * gradients[1], 1e-6);
    EXPECT_GT(std::abs(flux), 1e-3);
  }
}

TEST(Forcing, HoldsTheEnergyOfShells) {
  turbulence::Settings settings = small_box();
  settings.lengths = {2 * pi, 2 * pi, 2 * pi};
  settings.forcing = "shells";
  settings.mean_velocity = {0, 0, 0};
  turbulence::Box box(settings, MPI_COMM_WORLD);
  start(box, "random");
  for (int step = 0; step < 10; ++step) {
    box.step();
    const std::vector<double> energies = box.spectral().energy_spectrum(box.velocity()).energy;
    EXPECT_NEAR(energies[1], 0.55544, 1e-14);
    EXPECT_NEAR(energies[2], 0.159843, 1e-14);
    EXPECT_LT(divergence(box), 1e-15);
    EXPECT_NE(box.forced_power(), 0);
  }
}

TEST(Forcing, DoesNotMakeAFlowOfRounding) {
  turbulence::Settings settings = small_box();
  settings.lengths = {2 * pi, 2 * pi, 2 * pi};
  settings.forcing = "shells";
  turbulence::Box box(settings, MPI_COMM_WORLD);
  for (const char* beginning : {"taylor-green", "rest"})
    expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, {"shell 1", "'random'"},
                        [&] { start(box, beginning); });
}

TEST(RandomBeginning, HasItsSpectrumAndEnergy) {
  turbulence::Settings settings = small_box();
  settings.lengths = {2 * pi, 2 * pi, 2 * pi};
  settings.mean_velocity = {0, 0, 0};
  turbulence::Box box(settings, MPI_COMM_WORLD);
  start(box, "random", {0.8, 3, 7});
  EXPECT_NEAR(energy(box), 1.5 * 0.64, 1e-14);
  const std::vector<double> energies = box.spectral().energy_spectrum(box.velocity()).energy;
  const auto shape = [](double k) { return std::pow(k, 4) * std::exp(-2 * k * k / 9); };
  for (int k = 2; k <= 6; ++k) EXPECT_NEAR(energies[k] / energies[1], shape(k) / shape(1), 1e-12) << k;
  turbulence::Box other(settings, MPI_COMM_WORLD);
  start(other, "random", {0.8, 3, 8});
  EXPECT_GT(difference(box, other), 0.01);
}

double difference_from_alone(const turbulence::Box& here, const turbulence::Box& alone) {
  std::map<std::array<Index, 3>, Index> offsets;
  alone.rows().for_modes([&](const std::array<Index, 3>& mode, Index offset) { offsets[mode] = offset; });
  return largest(here, [&](const std::array<Index, 3>& mode, Index offset) {
    const Index other = offsets.at(mode);
    double worst = std::abs(here.scalar(0).data()[offset] - alone.scalar(0).data()[other]);
    for (std::size_t c = 0; c < 3; ++c)
      worst =
          std::max(worst, std::abs(here.velocity()[c].data()[offset] - alone.velocity()[c].data()[other]));
    return worst;
  });
}

TEST(Box, IsTheSameOnAnyNumberOfProcesses) {
  for (const bool reproducible : {false, true})
    for (const turbulence::DealiasingRule& rule : turbulence::dealiasings()) {
      turbulence::Settings settings = small_box();
      settings.forcing = rule.shifts ? "linear" : "shells";
      settings.forcing_rate = 0.1;
      settings.dealiasing = rule.name;
      settings.options.set("reproducible", reproducible ? "yes" : "no");
      turbulence::Box here(settings, MPI_COMM_WORLD), alone(settings, MPI_COMM_SELF);
      for (turbulence::Box* box : {&here, &alone}) {
        start(*box, "random");
        advance(*box, 10);
      }
      if (reproducible)
        EXPECT_EQ(difference_from_alone(here, alone), 0) << rule.name;
      else
        EXPECT_LT(difference_from_alone(here, alone), 1e-13) << rule.name;
    }
}

TEST(Box, GoesOnFromItsStateWithTheSameBits) {
  for (const turbulence::Scheme& scheme : turbulence::schemes())
    for (const char* dealiasing : {"two-thirds", "spherical"})
      for (const char* forcing : {"none", "shells"}) {
        turbulence::Settings settings = small_box();
        settings.scheme = scheme.name;
        settings.dealiasing = dealiasing;
        settings.forcing = forcing;
        turbulence::Box whole(settings, MPI_COMM_WORLD), second(settings, MPI_COMM_WORLD);
        start(whole, "random");
        advance(whole, 3);
        const auto from = whole.state(), to = second.state();
        for (std::size_t i = 0; i < from.size(); ++i) {
          EXPECT_EQ(from[i].name, to[i].name);
          std::copy_n(from[i].modes->data(), from[i].modes->size(), to[i].modes->data());
        }
        second.resume(whole.time(), whole.n_steps());
        advance(whole, 3);
        advance(second, 3);
        EXPECT_EQ(second.n_steps(), 6);
        EXPECT_EQ(difference(whole, second), 0) << scheme.name << " " << dealiasing << " " << forcing;
      }
}

TEST(Settings, ThatNoFlowCanHaveAreErrorsInWords) {
  const auto expect = [](const std::vector<std::string>& words,
                         const std::function<void(turbulence::Settings&)>& change) {
    turbulence::Settings settings = small_box();
    change(settings);
    expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, words,
                        [&] { const turbulence::Box box(settings, MPI_COMM_WORLD); });
  };
  expect({"ny is 0"}, [](turbulence::Settings& s) { s.n[1] = 0; });
  expect({"length_z", "above 0"}, [](turbulence::Settings& s) { s.lengths[2] = 0; });
  expect({"viscosity is -1"}, [](turbulence::Settings& s) { s.viscosity = -1; });
  expect({"dt", "above 0"}, [](turbulence::Settings& s) { s.dt = 0; });
  expect({"'rk5'", "rk4"}, [](turbulence::Settings& s) { s.scheme = "rk5"; });
  expect({"'two-third'", "two-thirds"}, [](turbulence::Settings& s) { s.dealiasing = "two-third"; });
  expect({"'shell'", "shells"}, [](turbulence::Settings& s) { s.forcing = "shell"; });
  expect({"Schmidt"}, [](turbulence::Settings& s) { s.scalars[0].schmidt = 0; });
}

}  // namespace
}  // namespace weft::test
