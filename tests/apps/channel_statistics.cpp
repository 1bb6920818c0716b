// Statistics of channel flows against sums over points, Parseval's theorem and the balance of momentum; lines
// of Chebyshev coefficients; what blows up is seen.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "channel/beginning.hpp"
#include "channel/chebyshev_line.hpp"
#include "channel/plane_means.hpp"
#include "channel/spectra.hpp"
#include "channel/statistics.hpp"
#include "channel/wall_laws.hpp"
#include "channel_measures.hpp"

namespace weft::test {
namespace {

using channel::Line;
using channel::Means;
using channel::Modes;

using std::numbers::pi;

TEST(ChebyshevLine, KnowsPolynomials) {
  for (const std::size_t n : {5, 8, 33}) {
    const Line y = channel::chebyshev_points(n);
    ASSERT_EQ(y.size(), n);
    EXPECT_EQ(y.front(), 1);
    EXPECT_EQ(y.back(), -1);
    Line values, slopes, areas;
    for (const double at : y) {
      values.push_back(1 + at * (2 - 3 * at * at));
      slopes.push_back(2 - 9 * at * at);
      areas.push_back(at + at * at - 0.75 * at * at * at * at);
    }
    const Line series = channel::to_coefficients(values);
    const auto expect = [&](const Line& found, const Line& wanted) {
      for (std::size_t j = 0; j < n; ++j) EXPECT_NEAR(found[j], wanted[j], 1e-12) << n << " " << j;
    };
    expect(channel::to_values(series), values);
    expect(channel::to_values(channel::derivative(series)), slopes);
    expect(channel::to_values(channel::integral(series)), areas);
    EXPECT_NEAR(channel::value_at(series, 0.3), 1 + 0.3 * (2 - 0.27), 1e-14);
  }
}

Settings disturbed_settings() {
  Settings settings;
  settings.nx = 8;
  settings.ny = 17;
  settings.nz = 10;
  settings.length_x = 4;
  settings.length_z = 2;
  settings.viscosity = 0.005;
  settings.dt = 0.002;
  settings.pressure_gradient = 0.01;
  return settings;
}

void start_disturbed(Flow& flow, double amplitude = 0.1) {
  flow.start(channel::find_beginning("disturbed").velocity(flow.settings(), 1, amplitude));
}

// Of all points, from the fields; whatever blocks the step saw.
Means means_of_points(Flow& flow) {
  const Settings& s = flow.settings();
  const auto ny = static_cast<std::size_t>(s.ny);
  std::vector<double> sums(ny * (Means::n_of + 1), 0);
  std::array<Field<double>, 3> u = {flow.plan().points<double>(), flow.plan().points<double>(),
                                    flow.plan().points<double>()};
  for (int i = 0; i < 3; ++i) flow.plan().backward(flow.velocity(i), u[static_cast<std::size_t>(i)]);
  const Box& box = u[0].box();
  for (Index y = 0; y < u[0].shape()[0]; ++y)
    for (Index z = 0; z < u[0].shape()[1]; ++z)
      for (Index x = 0; x < u[0].shape()[2]; ++x) {
        const double a = u[0](y, z, x) + s.frame, b = u[1](y, z, x), c = u[2](y, z, x);
        double* plane = &sums[static_cast<std::size_t>(box.ranges[0].begin + y) * (Means::n_of + 1)];
        const double terms[] = {a, b, c, a * a, b * b, c * c, a * b, 1};
        for (int i = 0; i <= Means::n_of; ++i) plane[i] += terms[i];
      }
  flow.plan().sum(sums);
  Means means;
  for (std::size_t y = 0; y < ny; ++y)
    for (std::size_t i = 0; i < Means::n_of; ++i)
      means.of[i].push_back(sums[y * (Means::n_of + 1) + i] / sums[y * (Means::n_of + 1) + Means::n_of]);
  return means;
}

TEST(PlaneMeans, AreThoseOfThePoints) {
  for (const bool padding : {false, true})
    for (const char* scheme : {"cnab2", "rk3"}) {
      Settings settings = disturbed_settings();
      settings.padding = padding;
      settings.scheme = scheme;
      settings.frame = 0.7;
      Flow flow(settings, MPI_COMM_WORLD);
      start_disturbed(flow);
      channel::PlaneMeans planes(settings.ny, settings.frame);
      for (int step = 0; step < 3; ++step) {
        const Means wanted = means_of_points(flow);
        planes.reset();
        flow.step([&](const PointsBlock& block) { planes.add(block); });
        const Means found = planes.means(flow.plan());
        for (int i = 0; i < Means::n_of; ++i)
          for (std::size_t y = 0; y < wanted[i].size(); ++y) EXPECT_NEAR(found[i][y], wanted[i][y], 1e-13);
      }
    }
}

// Of 1 - y^2: half the mean of u^2 is 4/15.
TEST(PlaneMeans, KnowTheEnergyOfTheParabola) {
  Means means;
  for (const double y : channel::chebyshev_points(9)) {
    const double u = 1 - y * y, w = 0.5;
    const double terms[] = {u, 0, 0, u * u, 0, w, 0};
    for (std::size_t i = 0; i < Means::n_of; ++i) means.of[i].push_back(terms[i]);
  }
  EXPECT_NEAR(means.energy(), 4.0 / 15 + 0.25, 1e-14);
  EXPECT_NEAR(means.turbulent_energy(), 0.25, 1e-14);
}

// Sums over wavenumbers are the variances at the planes of points.
TEST(Spectra, AddUpToTheVariances) {
  for (const bool padding : {false, true}) {
    Settings settings = disturbed_settings();
    settings.padding = padding;
    Flow flow(settings, MPI_COMM_WORLD);
    start_disturbed(flow);
    for (int step = 0; step < 5; ++step) flow.step();
    const std::size_t planes[] = {3, 8};
    const Line y = channel::chebyshev_points(17);
    channel::Spectra spectra(flow, {1 - y[3], 1 - y[8]});
    spectra.add();
    spectra.add();
    const std::vector<double> sums = spectra.sums();
    const Means means = means_of_points(flow);
    for (std::size_t d = 0; d < 2; ++d)
      for (std::size_t component = 0; component < 3; ++component) {
        const int first = static_cast<int>(component), second = Means::uu + first;
        double variance = 0;
        for (const std::size_t at : {planes[d], 16 - planes[d]})
          variance += (means[second][at] - means[first][at] * means[first][at]) / 2;
        const double* density = &sums[spectra.begin(d, component)];
        double along_x = 0, along_z = 0;
        for (std::size_t k = 0; k < spectra.n_kx(); ++k) along_x += density[k] * 2 * pi / settings.length_x;
        for (std::size_t k = 0; k < spectra.n_kz(); ++k)
          along_z += density[spectra.n_kx() + k] * 2 * pi / settings.length_z;
        EXPECT_NEAR(along_x / 2, variance, 1e-13);
        EXPECT_NEAR(along_z / 2, variance, 1e-13);
        EXPECT_GT(variance, 1e-8);
      }
  }
}

// One wave is one wavenumber.
TEST(Spectra, HaveAWaveWhereItIs) {
  Flow flow(disturbed_settings(), MPI_COMM_WORLD);
  flow.start([](double x, double y, double z) {
    return std::array{0.0, 0.0, 0.3 * (1 - y * y) * std::cos(2 * (2 * pi / 4) * x + 0 * z)};
  });
  channel::Spectra spectra(flow, {1.0});
  spectra.add();
  const std::vector<double> sums = spectra.sums();
  for (std::size_t k = 0; k < spectra.n_kx(); ++k)
    EXPECT_NEAR(sums[spectra.begin(0, 2) + k], k == 2 ? 0.5 * 0.09 / (2 * pi / 4) : 0, 1e-14) << k;
  EXPECT_NEAR(sums[spectra.begin(0, 2) + spectra.n_kx()], 0.5 * 0.09 / (2 * pi / 2), 1e-14);
}

// nu dU/dy - <uv> = -u_tau^2 y + storage, of a flow that changes: from step to step, with every forcing.
TEST(Statistics, BalanceMomentum) {
  for (const char* forcing : {"pressure", "flow-rate"}) {
    Settings settings = disturbed_settings();
    settings.ny = 33;
    settings.forcing = forcing;
    settings.bulk_velocity = 1;
    settings.frame = 0.5;
    Flow flow(settings, MPI_COMM_WORLD);
    start_disturbed(flow, 0.05);
    channel::PlaneMeans planes(settings.ny, settings.frame);
    channel::Statistics statistics(flow, {});
    for (int step = 0; step <= 150; ++step) {
      const double time = flow.time();
      planes.reset();
      flow.step([&](const PointsBlock& block) { planes.add(block); });
      if (step >= 50) statistics.add(planes.means(flow.plan()), time, flow.pressure_gradient());
    }
    EXPECT_EQ(statistics.n_samples(), 101);
    const channel::Profiles p = statistics.profiles();
    double largest = 0, storage = 0;
    const double square = p.u_tau * p.u_tau;
    for (std::size_t j = 0; j < p.y.size(); ++j) {
      const double total = p.viscous[j] - p.uv[j];
      // Walls of different shear: the line between them.
      const double line = -square * p.y[j] + (p.viscous.front() + p.viscous.back()) / 2;
      const double middle = (p.storage.front() + p.storage.back()) / 2;
      largest = std::max(largest, std::abs(total - line - p.storage[j] + middle) / square);
      storage = std::max(storage, std::abs(p.storage[j]) / square);
    }
    EXPECT_LT(largest, 0.01) << forcing;
    EXPECT_GT(storage, 0.1) << forcing;
  }
}

TEST(Statistics, GoOnFromACheckpoint) {
  const std::string path = "channel_statistics.weft";
  Flow flow(disturbed_settings(), MPI_COMM_WORLD);
  start_disturbed(flow);
  channel::PlaneMeans planes(flow.settings().ny, 0);
  channel::Statistics whole(flow, {0.2, 1}), parts(flow, {0.2, 1}), other(flow, {0.2});
  const auto sample = [&](const std::vector<channel::Statistics*>& all) {
    const double time = flow.time();
    for (channel::Statistics* one : all) one->add_spectra();
    planes.reset();
    flow.step([&](const PointsBlock& block) { planes.add(block); });
    const Means means = planes.means(flow.plan());
    for (channel::Statistics* one : all) one->add(means, time, 0.01);
  };
  sample({&whole});
  sample({&whole});
  {
    CheckpointWriter writer(path, MPI_COMM_WORLD);
    whole.write(writer, MPI_COMM_WORLD);
    writer.commit();
  }
  const Checkpoint checkpoint(path, MPI_COMM_WORLD);
  parts.read(checkpoint, MPI_COMM_WORLD);
  sample({&whole, &parts});
  EXPECT_EQ(parts.n_samples(), 3);
  EXPECT_EQ(parts.time_start(), 0);
  EXPECT_EQ(parts.time_end(), whole.time_end());
  const channel::Profiles one = whole.profiles(), two = parts.profiles();
  EXPECT_EQ(one.uv, two.uv);
  EXPECT_EQ(one.storage, two.storage);
  EXPECT_THROW(other.read(checkpoint, MPI_COMM_WORLD), Error);
  MPI_Barrier(MPI_COMM_WORLD);
  if (flow.plan().rank() == 0) std::remove(path.c_str());
}

TEST(WallLaws, AreThoseOfTheChannel) {
  // Moser, Kim and Mansour: Re_tau 178.12, U_b+ 15.68; Dean's law is 4 % above their friction.
  EXPECT_NEAR(channel::friction_velocity(1, 1 / 2793.0), 1 / 15.68, 0.03 / 15.68);
  EXPECT_NEAR(channel::mean_of_reichardt(178), 15.68, 0.3);
  const double u_tau = channel::friction_velocity(-2, 1e-3);
  EXPECT_NEAR(channel::turbulent_bulk(u_tau, 1e-3), 2, 1e-12);
}

TEST(Beginning, IsAFlowWithoutDivergenceAndSlip) {
  Settings settings = disturbed_settings();
  settings.nx = 16;
  settings.ny = 49;
  settings.nz = 16;
  Flow flow(settings, MPI_COMM_WORLD);
  const Flow::Velocity velocity = channel::find_beginning("disturbed").velocity(settings, 1, 0.1);
  flow.start(velocity);
  // Nothing of it was left out, as what has a divergence would be.
  EXPECT_LT(largest_error(flow, velocity), 1e-12);
  EXPECT_LT(slip(flow), 1e-12);
}

TEST(Flow, KnowsThatItIsNotANumber) {
  Settings settings = disturbed_settings();
  Flow flow(settings, MPI_COMM_WORLD);
  start_disturbed(flow);
  flow.step();
  EXPECT_TRUE(std::isfinite(flow.courant()));
  for (const double poison : {std::nan(""), HUGE_VAL}) {
    start_disturbed(flow);
    Modes& v = *flow.state()[1].modes;
    const Box& box = flow.plan().modes_box();
    if (!box.empty() && box.ranges[1].begin <= 1 && 1 < box.ranges[1].end && box.ranges[2].begin <= 1 &&
        1 < box.ranges[2].end)
      v(2, 1 - box.ranges[1].begin, 1 - box.ranges[2].begin) = poison;
    flow.resume(0, 0);
    flow.step();
    EXPECT_EQ(flow.courant(), HUGE_VAL);
  }
}

}  // namespace
}  // namespace weft::test
