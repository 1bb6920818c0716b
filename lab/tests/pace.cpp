// Slow processors (WEFT_SECONDS_PER_FLOP): the operations of all sweeps of random plans add up to those of an
// FFT, strips have their share; a plan takes at least as long as they say, its results are the same, and a
// text that is no pace is an error in words.

#include "emulation/pace.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>

#include "agreed_error.hpp"
#include "any_layout.hpp"
#include "emulation/emulation.hpp"
#include "expect_error.hpp"
#include "gather.hpp"
#include "geometry/axis_kinds.hpp"
#include "plan/blueprint.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using namespace lab;

struct Drawing {
  Problem problem;
  Settings settings;
  std::vector<Blueprint> blueprints;  // by rank
};

Drawing any_drawing() {
  Drawing d;
  const int n_processes = between(1, 6), n_axes = between(2, 4);
  d.problem.shape = any_shape(n_axes, 3000);
  d.problem.transform = one_of<Transform>({Transform::c2c, Transform::r2c, Transform::none});
  if (d.problem.transform != Transform::none && one_in(3)) {
    d.problem.axes = any_order(n_axes);
    d.problem.axes.resize(static_cast<std::size_t>(between(1, n_axes)));
  }
  d.problem.output = one_of<Output>({Output::last, Output::input});
  d.settings.exchange = one_in(2) ? "auto"
                                  : "pipelined:" + one_of<std::string>({"alltoallv", "alltoallw"}) + ":" +
                                        std::to_string(between(1, 4));
  d.settings.backend = "native";
  const std::vector<int> one_node(static_cast<std::size_t>(n_processes), 0);
  const Choice choice = decide(d.problem, n_processes, d.settings, {one_node, true});
  for (int rank = 0; rank < n_processes; ++rank)
    d.blueprints.push_back(make_blueprint(d.problem, rank, d.settings, choice, one_node));
  return d;
}

// 5 log2 n for each of the N points along a complex axis; the lines of the real axis are half as much, and
// there are n/2 + 1 modes for n points afterwards.
double flops_of_fft(const Problem& problem) {
  double n_points = 1, flops = 0;
  for (const Index n : problem.shape) n_points *= static_cast<double>(n);
  const Axes axes = weft::transformed_axes(problem);
  const bool is_real = problem.transform == Transform::r2c;
  const auto length = [&](int axis) {
    return static_cast<double>(problem.shape[static_cast<std::size_t>(axis)]);
  };
  if (problem.transform == Transform::none) return 0;
  const double real = is_real ? length(axes.back()) : 1;
  for (const int axis : axes) {
    const bool is_the_real = is_real && axis == axes.back();
    const double n_modes = is_real && !is_the_real ? n_points / real * (std::floor(real / 2) + 1) : n_points;
    flops += (is_the_real ? 2.5 : 5.0) * n_modes * std::log2(length(axis));
  }
  return flops;
}

double flops_of(const Direction& direction) {
  double flops = 0;
  for (const SweepStep& step : direction.sweeps)
    if (step.runs) flops += lab::flops_of(step.sweep);
  return flops;
}

RC_GTEST_PROP(Pace, CountsTheOperationsOfAnFFTInTheSweepsOfAllProcesses, ()) {
  const Drawing d = any_drawing();
  const double expected = flops_of_fft(d.problem);
  double forward = 0, backward = 0;
  for (const Blueprint& blueprint : d.blueprints) {
    forward += flops_of(blueprint.forward);
    backward += flops_of(blueprint.backward);
  }
  RC_ASSERT(std::abs(forward - expected) <= 1e-12 * expected);
  RC_ASSERT(std::abs(backward - expected) <= 1e-12 * expected);
}

RC_GTEST_PROP(Pace, GivesEachStripItsShare, ()) {
  const Drawing d = any_drawing();
  for (const Blueprint& blueprint : d.blueprints)
    for (const Direction* direction : {&blueprint.forward, &blueprint.backward})
      for (const SweepStep& step : direction->sweeps) {
        if (step.strips.empty()) continue;
        double sum = 0;
        for (const LocalSweep& strip : step.strips) sum += lab::flops_of(strip);
        const double whole = lab::flops_of(step.sweep);
        RC_ASSERT(std::abs(sum - whole) <= 1e-12 * whole);
      }
}

TEST(Pace, OfACubeIsTheFormulaOfTheTextbooks) {
  const auto flops = [](const Problem& problem) {
    Settings settings;
    settings.exchange = "auto";
    settings.backend = "native";
    const Choice choice = decide(problem, 1, settings, {{0}, true});
    return flops_of(make_blueprint(problem, 0, settings, choice, {0}).forward);
  };
  EXPECT_DOUBLE_EQ(flops(c2c({64, 64, 64})), 5.0 * 262144 * 18);
  EXPECT_DOUBLE_EQ(flops(r2c({1, 1, 64})), 2.5 * 64 * 6);
  EXPECT_NEAR(flops(r2c({64, 64, 64})), 2.5 * 262144 * 18, 0.03 * 2.5 * 262144 * 18);
}

class Paced : public testing::Test {
 protected:
  void SetUp() override { say_nothing(); }
  void TearDown() override { say_nothing(); }
  static void say(const std::string& text) {
    setenv(pace_variable, text.c_str(), 1);
    emulate_processors();
  }
  static void say_nothing() {
    unsetenv(pace_variable);
    emulate_processors();
  }
};

template <class Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double of_sweeps(const Plan& plan, const std::string& direction) {
  double seconds = 0;
  for (const StageTimer& timer : plan.timers())
    if (timer.kind == "sweep" && timer.direction == direction) seconds += timer.seconds;
  return seconds;
}

// 24^3 in shares that are equal on 1, 2, 3 and 4 processes: 5 * 24^3 * log2(24^3) / P operations.
TEST_F(Paced, PlansTakeAtLeastTheTimeOfTheirOperations) {
  constexpr double pace = 1e-7, tolerance = 1e-9;  // slower than a busy machine
  const double least = pace * 5 * 13824 * std::log2(13824) / p();
  for (const char* exchange : {"auto", "pipelined:alltoallv:2"}) {
    if (p() == 1 && std::string(exchange) != "auto") continue;
    for (const int n_fields : {1, 3}) {
      SCOPED_TRACE(std::string(exchange) + ", fields " + std::to_string(n_fields));
      Problem problem = c2c({24, 24, 24});
      problem.n_fields = n_fields;
      say("1e-7");
      Plan plan(problem, world, {{"grid", std::to_string(p())}, {"exchange", exchange}});
      say_nothing();
      std::vector<Field<std::complex<double>>> u, uh;
      std::vector<const void*> in;
      std::vector<void*> out;
      for (int f = 0; f < n_fields; ++f) {
        u.push_back(plan.points<std::complex<double>>());
        uh.push_back(plan.modes<std::complex<double>>());
        in.push_back(u.back().data());
        out.push_back(uh.back().data());
      }
      double total = 0;
      for (int n_calls = 1; n_calls <= 3; ++n_calls) {
        const double slept_before = slept_seconds();
        total += seconds_of([&] { plan.forward_fields(in, out); });
        std::string complaint;
        if (total < n_calls * n_fields * least - tolerance)
          complaint = "calls took less than their operations";
        if (of_sweeps(plan, "forward") < n_calls * n_fields * least - tolerance)
          complaint = "the clocks of the sweeps tell less than their operations";
        if (of_sweeps(plan, "backward") != 0) complaint = "the other direction has a time";
        if (!(slept_seconds() > slept_before)) complaint = "nothing was slept";
        expect_no_complaint(world, complaint);
      }
    }
  }
}

TEST_F(Paced, ResultsAreTheSameAndOthersDoNotSleep) {
  const Problem problem = r2c({12, 10, 8});
  const GlobalField points = hashed_field(problem.shape, 3, true, Precision::double_);
  Plan usual(problem, world);
  const double slept_before = slept_seconds();
  const GlobalField modes = forward(usual, world, points), back = backward(usual, world, modes);
  std::string complaint = slept_seconds() != slept_before ? "a plan without a pace slept" : "";
  say("1e-8");
  Plan paced(problem, world);
  if (!(forward(paced, world, points).values == modes.values)) complaint = "the modes differ";
  if (!(backward(paced, world, modes).values == back.values)) complaint = "the points differ";
  const Layout to = {problem.shape, {{p()}}, {1}, {}};
  Plan moving(redistribution(paced.points_layout(), to, true), world);
  const auto from = moving.points<double>();
  auto moved = moving.modes<double>();
  const double slept_by_transforms = slept_seconds();
  moving.forward(from, moved);
  if (slept_seconds() != slept_by_transforms) complaint = "copies slept";
  expect_no_complaint(world, complaint);
}

TEST_F(Paced, WhatIsNoPaceIsAnErrorInWords) {
  for (const char* text : {"0", "-1e-9", "fast", "1e-9s", "nan", "inf", "2", "1e-9 "})
    EXPECT_EQ(error_complaint(ErrorCode::invalid_argument,
                              {pace_variable, "'" + std::string(text) + "'", "6.5e-9", "leave it out"},
                              [&] { say(text); }),
              "");
}

TEST_F(Paced, APaceThatDiffersIsTheSameErrorOnAllProcesses) {
  if (p() == 1) GTEST_SKIP() << "one process cannot differ";
  say(rank_in(world) == p() - 1 ? "2e-9" : "1e-9");
  expect_error_on_all(world, ErrorCode::mismatch, {pace_variable, "1e-09", "2e-09"}, [] {
    new Plan(c2c({8, 8}), world);
  });
}

}  // namespace
}  // namespace weft::test
