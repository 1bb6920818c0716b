// Processors of another machine (WEFT_MACHINE_PACE): sweeps take as long as the prediction for that machine
// says, copies as well; results are the same; what names no machine is an error in words.
#include "emulation/machine_pace.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "agreed_error.hpp"
#include "emulation/emulation.hpp"
#include "emulation/pace.hpp"
#include "expect_error.hpp"
#include "gather.hpp"
#include "weft/calibration.hpp"
#include "weft/prediction.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

using namespace lab;

class MachinePace : public testing::Test {
 protected:
  void SetUp() override { TearDown(); }
  void TearDown() override {
    unsetenv(machine_pace_variable);
    unsetenv(pace_variable);
    emulate_processors();
  }
  static void say(const std::string& text) {
    setenv(machine_pace_variable, text.c_str(), 1);
    emulate_processors();
  }
};

// The typical machine, a thousand times slower.
MachineModel slow_machine() {
  MachineModel model = typical_machine();
  for (LineTime& line : model.lines) line.seconds *= 1000;
  for (CopyTime& copy : model.copies) copy.bytes_per_second /= 1000;
  return model;
}

// The same file for each process, of its own.
std::string file_of(const std::string& text) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("weft-pace-" + std::to_string(getpid()) + ".toml");
  std::ofstream(path) << text;
  return path;
}

double predicted_sweeps(const Plan& plan, const MachineModel& model, const std::string& direction) {
  double seconds = 0;
  for (const StagePrediction& stage : plan.predict(model).stages)
    if (!stage.is_exchange && stage.direction == direction) seconds += stage.seconds();
  return seconds;
}

double measured_sweeps(const Plan& plan, const std::string& direction) {
  double seconds = 0;
  for (const StageTimer& timer : plan.timers())
    if (timer.kind == "sweep" && timer.direction == direction) seconds += timer.seconds;
  return seconds;
}

TEST_F(MachinePace, SweepsTakeThePredictionOfTheMachine) {
  const MachineModel machine = slow_machine();
  const std::string path = file_of(to_text(machine));
  say(path);
  Plan plan(c2c({24, 24, 24}), world, {{"exchange", "alltoallv"}});
  TearDown();
  auto u = plan.points<std::complex<double>>();
  auto uh = plan.modes<std::complex<double>>();
  plan.forward(u, uh);
  plan.backward(uh, u);
  std::string complaint;
  double least = 0, measured = 0;
  for (const char* direction : {"forward", "backward"}) {
    least += predicted_sweeps(plan, machine, direction);
    measured += measured_sweeps(plan, direction);
    if (!(least > 1e-3)) complaint = "the machine is not slow";
    if (measured < least - 1e-6) complaint = "sweeps took less than predicted";
  }
  std::filesystem::remove(path);
  expect_no_complaint(world, complaint);
}

TEST_F(MachinePace, CopiesTakeTheirTimeAndResultsAreTheSame) {
  const Problem problem = r2c({12, 10, 8});
  const GlobalField points = hashed_field(problem.shape, 3, true, Precision::double_);
  Plan usual(problem, world);
  const GlobalField modes = forward(usual, world, points);
  const std::string path = file_of(to_text(slow_machine()));
  say(path);
  Plan paced(problem, world);
  std::string complaint = forward(paced, world, points).values == modes.values ? "" : "the modes differ";
  const ProcessGrid slabs{{size_of(world)}};
  Plan moving(redistribution({problem.shape, slabs, {0}, {}}, {problem.shape, slabs, {1}, {}}, true), world,
              {{"exchange", "alltoallv"}});
  const auto from = moving.points<double>();
  auto to = moving.modes<double>();
  const double slept = slept_seconds();
  // A busy machine may itself be slower than the pace, but not in every call.
  for (int call = 0; call < 20; ++call) moving.forward(from, to);
  if (!(slept_seconds() > slept)) complaint = "a copy took no time";
  std::filesystem::remove(path);
  expect_no_complaint(world, complaint);
}

TEST_F(MachinePace, OfATypicalMachineNeedsNoFile) {
  say("typical");
  EXPECT_NO_THROW(Plan(c2c({8, 8}), world));
}

TEST_F(MachinePace, WhatNamesNoMachineIsAnErrorInWords) {
  EXPECT_EQ(error_complaint(ErrorCode::resource, {"WEFT_MACHINE_PACE", "/nowhere/machine.toml", "not there"},
                            [] { say("/nowhere/machine.toml"); }),
            "");
  const std::string path = file_of(to_text(slow_machine()).substr(0, 300));
  EXPECT_EQ(error_complaint(ErrorCode::resource, {"WEFT_MACHINE_PACE", "weft calibrate"}, [&] { say(path); }),
            "");
  std::filesystem::remove(path);
  setenv(pace_variable, "1e-9", 1);
  EXPECT_EQ(
      error_complaint(ErrorCode::invalid_argument,
                      {"WEFT_MACHINE_PACE", "WEFT_SECONDS_PER_FLOP", "leave one"}, [] { say("typical"); }),
      "");
}

}  // namespace
}  // namespace weft::test
