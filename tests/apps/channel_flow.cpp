// Channel flow in three dimensions: what holds at every step of any flow, symmetries, frames and forms, the
// same results on any number of processes and after a restart; bad settings.

#include <gtest/gtest.h>

#include <numbers>

#include "agreed_error.hpp"
#include "channel_measures.hpp"

namespace weft::test {
namespace {

using std::numbers::pi;

Settings disturbed() {
  Settings settings;
  settings.nx = 8;
  settings.ny = 25;
  settings.nz = 6;
  settings.length_x = 4;
  settings.length_z = 2;
  settings.viscosity = 0.01;
  settings.dt = 0.005;
  settings.pressure_gradient = 2 * settings.viscosity;
  return settings;
}

// A flow without symmetries, without divergence and slip: a parabola and the curl of vector potentials.
std::array<double, 3> eddies(double x, double y, double z) {
  const double a = 2 * pi / 4, b = 2 * pi / 2, wall = (1 - y * y) * (1 - y * y), slope = -4 * y * (1 - y * y);
  const double shape = wall * (1 + 0.5 * y), shape_slope = slope * (1 + 0.5 * y) + 0.5 * wall;
  // v from two waves, with u and w that make the divergence 0; and some vorticity.
  const double v = 0.3 * shape * (std::cos(a * x + 0.3) + std::sin(a * x + b * z) + std::cos(b * z - 0.5));
  const double u =
      -0.3 * shape_slope * (std::sin(a * x + 0.3) / a - std::cos(a * x + b * z) * a / (a * a + b * b)) +
      0.2 * (1 - y * y) * std::cos(b * z + 1);
  const double w =
      -0.3 * shape_slope * (std::sin(b * z - 0.5) / b - std::cos(a * x + b * z) * b / (a * a + b * b)) +
      0.1 * (1 - y * y) * y * std::cos(a * x);
  return {1 - y * y + u, v, w};
}

template <class Visit>
void for_all_kinds(Visit&& visit) {
  for (const channel::Scheme& scheme : channel::schemes())
    for (const channel::Form& form : channel::forms())
      for (const bool padding : {false, true}) {
        Settings settings = disturbed();
        settings.scheme = scheme.name;
        settings.form = form.name;
        settings.padding = padding;
        SCOPED_TRACE(scheme.name + " " + form.name + (padding ? " padded" : ""));
        visit(settings);
      }
}

TEST(ChannelFlow, BeginsWithWhatItWasGiven) {
  Flow flow(disturbed(), MPI_COMM_WORLD);
  flow.start(eddies);
  EXPECT_LT(largest_error(flow, eddies), 1e-14 * 10);
}

TEST(ChannelFlow, HasNoDivergenceAndNoSlipAtEveryStep) {
  for_all_kinds([](const Settings& settings) {
    Flow flow(settings, MPI_COMM_WORLD);
    flow.start(eddies);
    for (int step = 0; step < 8; ++step) {
      flow.step();
      const Divergence divergence = divergence_of(flow);
      EXPECT_LT(divergence.of_modes, 1e-14);
      EXPECT_LT(divergence.of_points, 1e-13);
      EXPECT_LT(slip(flow), 1e-13);
    }
  });
}

// d/dt of the mean over y of U: -dP/dx less what the walls take, to the truncation of the series.
TEST(ChannelFlow, MomentumIsWhatTheGradientGivesAndTheWallsTake) {
  for (const char* forcing : {"pressure", "flow-rate"})
    for (const double frame : {0.0, 0.6}) {
      Settings settings = disturbed();
      settings.ny = 49;
      settings.forcing = forcing;
      settings.bulk_velocity = 2.0 / 3;
      settings.frame = frame;
      Flow flow(settings, MPI_COMM_WORLD);
      flow.start(eddies);
      for (int step = 0; step < 10; ++step) {
        const auto before = mean_series(flow, 0);
        flow.step();
        const auto after = mean_series(flow, 0);
        const auto shear = [&](const std::vector<double>& u) {
          return settings.viscosity * (slope_at(u, 1) - slope_at(u, -1)) / 2;
        };
        const double change = (channel::bulk(after) - channel::bulk(before)) / settings.dt;
        EXPECT_NEAR(change, flow.pressure_gradient() + (shear(before) + shear(after)) / 2, 1e-9);
        if (settings.forcing == "flow-rate") {
          EXPECT_NEAR(channel::bulk(after), settings.bulk_velocity, 1e-14);
        }
      }
    }
}

TEST(ChannelFlow, KeepsTheFlowRateWithEveryScheme) {
  for_all_kinds([](Settings settings) {
    settings.forcing = "flow-rate";
    settings.bulk_velocity = 0.7;
    Flow flow(settings, MPI_COMM_WORLD);
    flow.start(eddies);
    for (int step = 0; step < 3; ++step) flow.step();
    EXPECT_NEAR(channel::bulk(mean_series(flow, 0)), 0.7, 1e-14);
    EXPECT_NE(flow.pressure_gradient(), 0);
  });
}

// A velocity that is known at the points of a flow: of another flow after some steps, by its series.
class Interpolated {
 public:
  explicit Interpolated(const Flow& flow) : flow_(flow) {
    for (int component = 0; component < 3; ++component) {
      auto& series = all_[static_cast<std::size_t>(component)];
      const auto& modes = flow.velocity(component);
      const Box& box = flow.plan().modes_box();
      const Settings& s = flow.settings();
      shape_ = {s.ny, s.nz, s.nx / 2 + 1};
      std::vector<double> parts(static_cast<std::size_t>(2 * shape_[0] * shape_[1] * shape_[2]), 0);
      if (!box.empty())
        for (Index i = 0; i < box.ranges[0].size(); ++i)
          for (Index j = 0; j < box.ranges[1].size(); ++j)
            for (Index k = 0; k < box.ranges[2].size(); ++k) {
              const auto at = static_cast<std::size_t>(
                  2 * (((box.ranges[0].begin + i) * shape_[1] + box.ranges[1].begin + j) * shape_[2] +
                       box.ranges[2].begin + k));
              parts[at] = modes(i, j, k).real();
              parts[at + 1] = modes(i, j, k).imag();
            }
      flow.plan().sum(parts);
      for (std::size_t at = 0; at < parts.size(); at += 2) series.emplace_back(parts[at], parts[at + 1]);
      if (component == 0) series[0] += s.frame;
    }
  }
  double operator()(int component, double x, double y, double z) const {
    const Settings& s = flow_.settings();
    const auto& series = all_[static_cast<std::size_t>(component)];
    double sum = 0;
    for (Index j = 0; j < shape_[1]; ++j)
      for (Index k = 0; k < shape_[2]; ++k) {
        const double kz = 2 * pi / s.length_z * static_cast<double>(2 * j < shape_[1] ? j : j - shape_[1]);
        const double kx = 2 * pi / s.length_x * static_cast<double>(k);
        std::complex<double> line = 0;
        double below = y, here = 1;  // T_(n-1) = T_1 for n = 0, T_n
        for (Index n = 0; n < shape_[0]; ++n) {
          line += here * series[static_cast<std::size_t>((n * shape_[1] + j) * shape_[2] + k)];
          const double above = 2 * y * here - below;
          below = here;
          here = above;
        }
        sum += (k == 0 ? 1 : 2) * (line * std::polar(1.0, kx * x + kz * z)).real();
      }
    return sum;
  }

 private:
  const Flow& flow_;
  Extents shape_;
  std::array<std::vector<std::complex<double>>, 3> all_;
};

// What becomes of a flow that is turned, at the beginning, is what became of the flow, turned.
TEST(ChannelFlow, HasTheSymmetriesOfTheChannel) {
  struct Symmetry {
    const char* name;
    std::array<double, 3> signs, shift;  // x' = sign x + shift, and of the velocity the sign
  };
  Settings settings = disturbed();
  const double cell = settings.length_x / static_cast<double>(settings.nx);
  for (const Symmetry& symmetry : {Symmetry{"z", {1, 1, -1}, {0, 0, 0}}, Symmetry{"y", {1, -1, 1}, {0, 0, 0}},
                                   Symmetry{"x shifted", {1, 1, 1}, {cell, 0, 0}}}) {
    const auto turned = [&](const auto& velocity) {
      return [&, velocity](double x, double y, double z) {
        std::array<double, 3> u =
            velocity(symmetry.signs[0] * x + symmetry.shift[0], symmetry.signs[1] * y, symmetry.signs[2] * z);
        for (std::size_t i = 0; i < 3; ++i) u[i] *= symmetry.signs[i];
        return u;
      };
    };
    Flow flow(settings, MPI_COMM_WORLD), image(settings, MPI_COMM_WORLD);
    flow.start(eddies);
    image.start(turned(eddies));
    for (int step = 0; step < 10; ++step) {
      flow.step();
      image.step();
    }
    const Interpolated known(flow);
    const auto now = [&](double x, double y, double z) {
      return std::array{known(0, x, y, z), known(1, x, y, z), known(2, x, y, z)};
    };
    EXPECT_LT(largest_error(image, turned(now)), 1e-13) << symmetry.name;
  }
}

// In a frame that moves, the flow is the same up to the error in time of advection, which is of second order.
TEST(ChannelFlow, IsTheSameInAFrameThatMoves) {
  double errors[2];
  for (const int refined : {0, 1}) {
    Settings settings = disturbed();
    settings.padding = true;  // aliasing knows where the points are
    settings.scheme = "rk3";
    settings.dt = refined == 1 ? 0.005 : 0.01;
    Flow at_rest(settings, MPI_COMM_WORLD);
    settings.frame = 0.7;
    Flow moving(settings, MPI_COMM_WORLD);
    for (Flow* flow : {&at_rest, &moving}) {
      flow->start(eddies);
      while (flow->time() < 0.2 - 1e-9) flow->step();
    }
    const Interpolated known(at_rest);
    errors[refined] = largest_error(moving, [&](double x, double y, double z) {
      const double there = x + 0.7 * moving.time();
      return std::array{known(0, there, y, z), known(1, there, y, z), known(2, there, y, z)};
    });
  }
  EXPECT_LT(errors[1], 1e-5);
  EXPECT_GT(errors[0] / errors[1], 3);
}

// Both schemes to the same flow, with an error of second order.
TEST(ChannelFlow, SchemesConvergeToTheSameFlow) {
  double errors[2];
  for (const int refined : {0, 1}) {
    Settings settings = disturbed();
    settings.dt = refined == 1 ? 0.0025 : 0.005;
    Flow cnab2(settings, MPI_COMM_WORLD);
    settings.scheme = "rk3";
    settings.dt = 0.0025;
    Flow rk3(settings, MPI_COMM_WORLD);
    for (Flow* flow : {&cnab2, &rk3}) {
      flow->start(eddies);
      while (flow->time() < 0.1 - 1e-9) flow->step();
    }
    const Interpolated known(rk3);
    errors[refined] = largest_error(cnab2, [&](double x, double y, double z) {
      return std::array{known(0, x, y, z), known(1, x, y, z), known(2, x, y, z)};
    });
  }
  EXPECT_LT(errors[1], 1e-3);
  EXPECT_GT(errors[0] / errors[1], 3.3);
}

// Between coefficients of two flows on the same processes, or of this process's block and of a run alone.
double largest_difference(const Flow& here, const Flow& other) {
  double largest = 0;
  const Box &box = here.plan().modes_box(), &there = other.plan().modes_box();
  const auto offset = [&](Index local, std::size_t axis) {
    return box.ranges[axis].begin + local - there.ranges[axis].begin;
  };
  if (!box.empty())
    for (int component = 0; component < 3; ++component)
      for (Index i = 0; i < box.ranges[0].size(); ++i)
        for (Index j = 0; j < box.ranges[1].size(); ++j)
          for (Index k = 0; k < box.ranges[2].size(); ++k)
            largest = std::max(largest,
                               std::abs(here.velocity(component)(i, j, k) -
                                        other.velocity(component)(offset(i, 0), offset(j, 1), offset(k, 2))));
  return largest_of(largest);
}

// Without aliasing in x and z the forms differ by what is truncated in y.
TEST(ChannelFlow, FormsAgree) {
  Settings settings = disturbed();
  settings.ny = 65;
  settings.viscosity = 0.1;
  settings.padding = true;
  Flow skew(settings, MPI_COMM_WORLD);
  settings.form = "rotational";
  Flow rotational(settings, MPI_COMM_WORLD);
  for (Flow* flow : {&skew, &rotational}) {
    flow->start(eddies);
    for (int step = 0; step < 10; ++step) flow->step();
  }
  EXPECT_LT(largest_difference(skew, rotational), 1e-11);
}

TEST(ChannelFlow, IsTheSameOnAnyNumberOfProcesses) {
  for (const bool reproducible : {false, true})
    for (const char* form : {"skew", "rotational"}) {
      Settings settings = disturbed();
      settings.form = form;
      settings.forcing = "flow-rate";
      settings.bulk_velocity = 0.7;
      settings.options.set("reproducible", reproducible ? "yes" : "no");
      Flow here(settings, MPI_COMM_WORLD), alone(settings, MPI_COMM_SELF);
      for (Flow* flow : {&here, &alone}) {
        flow->start(eddies);
        for (int step = 0; step < 10; ++step) flow->step();
      }
      if (reproducible)
        EXPECT_EQ(largest_difference(here, alone), 0) << form;
      else
        EXPECT_LT(largest_difference(here, alone), 1e-13) << form;
    }
}

TEST(ChannelFlow, GoesOnFromItsStateWithTheSameBits) {
  for (const channel::Scheme& scheme : channel::schemes()) {
    Settings settings = disturbed();
    settings.scheme = scheme.name;
    Flow whole(settings, MPI_COMM_WORLD), second(settings, MPI_COMM_WORLD);
    whole.start(eddies);
    for (int step = 0; step < 3; ++step) whole.step();
    const auto from = whole.state(), to = second.state();
    for (std::size_t i = 0; i < from.size(); ++i) {
      EXPECT_EQ(from[i].name, to[i].name);
      std::copy_n(from[i].modes->data(), from[i].modes->size(), to[i].modes->data());
    }
    second.resume(whole.time(), whole.n_steps());
    for (int step = 0; step < 3; ++step) {
      whole.step();
      second.step();
    }
    EXPECT_EQ(second.n_steps(), 6);
    for (int component = 0; component < 3; ++component)
      for (std::size_t i = 0; i < whole.velocity(component).size(); ++i)
        ASSERT_EQ(whole.velocity(component).data()[i], second.velocity(component).data()[i]);
  }
}

// Of the velocities before the step, from their definition.
TEST(ChannelFlow, KnowsItsCourantNumber) {
  Settings settings = disturbed();
  settings.frame = 0.25;
  settings.pressure_gradient = 2 * settings.viscosity;
  Flow flow(settings, MPI_COMM_WORLD);
  flow.start([](double, double y, double) { return std::array{1 - y * y, 0.0, 0.5 * (1 - y * y)}; });
  EXPECT_EQ(flow.courant(), 0);
  flow.step();
  const double alpha = 3 * 2 * pi / 4, beta = 2 * 2 * pi / 2;  // of 8 and 6 points, without the mode n/2
  EXPECT_NEAR(flow.courant(), settings.dt * (0.75 * alpha + 0.5 * beta), 1e-14);

  flow.start(eddies);
  double largest = 0;
  const std::vector<double> places = coordinates(flow.plan().problem(), 0, {0, settings.ny});
  std::vector<double> sums;  // in the order of the points, which is that of all components
  for (int component = 0; component < 3; ++component) {
    std::size_t next = 0;
    for_points(flow, component, [&](double, double y, double, double value) {
      if (component == 0) sums.push_back(alpha * std::abs(value - settings.frame));
      if (component == 2) sums[next] += beta * std::abs(value);
      if (component == 1) {
        double nearest = 2;
        for (const double other : places)
          if (other != y) nearest = std::min(nearest, std::abs(other - y));
        sums[next] += std::abs(value) / nearest;
      }
      ++next;
    });
  }
  for (const double sum : sums) largest = std::max(largest, sum);
  flow.step();
  EXPECT_NEAR(flow.courant(), settings.dt * largest_of(largest), 1e-13);
}

TEST(ChannelFlow, LeavesOutModesWithoutSign) {
  Flow flow(disturbed(), MPI_COMM_WORLD);
  flow.start([](double x, double y, double z) {
    std::array<double, 3> u = eddies(x, y, z);
    u[1] += 0.1 * std::pow(1 - y * y, 2) * std::cos(2 * pi / 4 * 4 * x);  // the fourth wave on 8 points
    return u;
  });
  for (int step = 0; step < 3; ++step) flow.step();
  const Box& box = flow.plan().modes_box();
  for (int component = 0; component < 3 && !box.empty(); ++component)
    for (Index i = 0; i < box.ranges[0].size(); ++i)
      for (Index j = 0; j < box.ranges[1].size(); ++j)
        for (Index k = 0; k < box.ranges[2].size(); ++k)
          if (box.ranges[2].begin + k == 4 || box.ranges[1].begin + j == 3) {
            EXPECT_EQ(flow.velocity(component)(i, j, k), 0.0);
          }
}

TEST(ChannelFlow, RefusesBadSettingsOnAllProcesses) {
  const auto refuses = [](const std::vector<std::string>& words,
                          const std::function<void(Settings&)>& spoil) {
    Settings settings = disturbed();
    spoil(settings);
    EXPECT_TRUE(expect_error_on_all(MPI_COMM_WORLD, ErrorCode::invalid_argument, words,
                                    [&] { Flow(settings, MPI_COMM_WORLD); }));
  };
  refuses({"scheme 'cnab3'", "nearest is 'cnab2'", "rk3"}, [](Settings& s) { s.scheme = "cnab3"; });
  refuses({"form", "'skw'", "nearest is 'skew'"}, [](Settings& s) { s.form = "skw"; });
  refuses({"forcing 'flowrate'", "nearest is 'flow-rate'"}, [](Settings& s) { s.forcing = "flowrate"; });
  refuses({"viscosity", "above 0"}, [](Settings& s) { s.viscosity = 0; });
  refuses({"dt", "above 0"}, [](Settings& s) { s.dt = -1; });
  refuses({"length_x", "above 0"}, [](Settings& s) { s.length_x = std::nan(""); });
  refuses({"ny is 4", "at least 5"}, [](Settings& s) { s.ny = 4; });
  refuses({"nx is 0", "at least 1"}, [](Settings& s) { s.nx = 0; });
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) return;
  Settings settings = disturbed();
  settings.dt += rank;
  EXPECT_TRUE(expect_error_on_all(MPI_COMM_WORLD, ErrorCode::mismatch, {"dt"},
                                  [&] { Flow(settings, MPI_COMM_WORLD); }));
}

}  // namespace
}  // namespace weft::test
