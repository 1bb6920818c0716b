// Predictions of plans that are not made, on machines that need not exist.

#include <gtest/gtest.h>

#include <cmath>

#include "agree.hpp"
#include "expect_error.hpp"
#include "plan/estimate.hpp"
#include "plan/settings.hpp"
#include "weft/calibration.hpp"
#include "weft/prediction.hpp"

namespace weft::test {
namespace {

const Options searched{{"tune", "estimate"}};

// Sums of stages are finite, and every stage takes time.
void expect_sound(const Prediction& p, const std::string& what) {
  ASSERT_FALSE(p.stages.empty()) << what;
  for (const StagePrediction& stage : p.stages) {
    EXPECT_TRUE(std::isfinite(stage.seconds())) << what << " " << stage.stage;
    EXPECT_GE(stage.seconds(), 0) << what << " " << stage.stage;
    EXPECT_GE(stage.hidden, 0) << what;
    if (stage.is_exchange)
      EXPECT_GT(stage.messages, 0) << what << " " << stage.stage;
    else
      EXPECT_GT(stage.memory, 0) << what << " " << stage.stage;
  }
  EXPECT_GT(p.pair_seconds(), 0);
  EXPECT_NEAR((p.seconds("forward") + p.seconds("backward")) / p.pair_seconds(), 1, 1e-14);
  EXPECT_GT(p.array_bytes, 0);
}

TEST(Predict, EveryStageOfEveryMachineTakesTime) {
  for (const std::string& name : machines_by_name()) {
    const MachineModel machine = load_machine_file(name);
    EXPECT_TRUE(machine.by_hand) << name;
    for (const Problem& problem : {r2c({64, 48, 96}), c2c({60, 60})})
      for (const int n : {1, 2, 6, 16})
        expect_sound(predict(problem, n, machine, searched), name + " " + std::to_string(n));
  }
}

TEST(Predict, IsTheEstimateOfTheTuner) {
  for (const char* name : {"beowulf-2001", "fat-tree-100g"}) {
    const MachineModel machine = load_machine_file(name);
    const Problem problem = r2c({64, 64, 64});
    for (const std::string& exchange : exchange_names()) {
      Prediction p;
      try {
        p = predict(problem, 8, machine, {{"grid", "2x4"}, {"exchange", exchange}}, 2);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::not_applicable) << exchange << ": " << error.what();
        continue;
      }
      const std::vector<int> node_of{0, 0, 2, 2, 4, 4, 6, 6};
      const Blueprint blueprint = make_blueprint(problem, 0, settings_of({}), p.choice, node_of);
      EXPECT_NEAR(estimated_seconds(problem, blueprint, 0, node_of, machine) / p.pair_seconds(), 1, 1e-14)
          << exchange;
    }
  }
}

TEST(Predict, MoreBandwidthIsNeverSlower) {
  for (const std::string& name : machines_by_name()) {
    const MachineModel machine = load_machine_file(name);
    MachineModel faster = machine;
    for (MessageLaw& law : faster.laws) {
      law.bytes_per_second *= 2;
      law.link_bytes_per_second *= 2;
    }
    for (const int n : {2, 12, 64})
      for (const Options& options : {searched, Options{}}) {
        const double slow = predict(r2c({128, 128, 128}), n, machine, options).pair_seconds(),
                     fast = predict(r2c({128, 128, 128}), n, faster, options).pair_seconds();
        EXPECT_LE(fast, slow * (1 + 1e-12)) << name << " " << n;
      }
  }
}

TEST(Predict, TheSearchedPlanIsNotSlowerThanTheOneByRule) {
  const MachineModel machine = load_machine_file("gigabit-cluster");
  for (const int n : {1, 8, 64, 100})
    EXPECT_LE(predict(r2c({128, 128, 128}), n, machine, searched).pair_seconds(),
              predict(r2c({128, 128, 128}), n, machine).pair_seconds() * (1 + 1e-12))
        << n;
}

// Of 12 processes on a grid of 2x6, 8 on a node, the groups of process 0 stay on its node, others do not: all
// wait for these.
TEST(Predict, GroupsThatLeaveTheirNodeCountWhereTheFirstOneStays) {
  const MachineModel machine = load_machine_file("gigabit-cluster");
  const Problem problem = r2c({64, 64, 64});
  for (const std::string& exchange : exchange_names()) {
    Prediction p;
    try {
      p = predict(problem, 12, machine, {{"grid", "2x6"}, {"exchange", exchange}});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::not_applicable) << exchange;
      continue;
    }
    double messages = 0;
    for (const StagePrediction& stage : p.stages) messages += stage.messages - stage.hidden;
    // Ranks 6 and 7 have theirs in the row of 6 to 11, whose other four are on the other node: each sends a
    // sixth of its block to each of these, forward and backward, through one link of 117.5 MB/s.
    const double block = 64.0 * 64 * 33 * 16 / 12;
    EXPECT_GT(messages, 0.8 * 2 * (2 * 4 * block / 6) / 117.5e6) << exchange;
  }
}

TEST(Predict, SearchesForManyProcesses) {
  const int n = full_tier() ? 65536 : 4096;
  const Prediction p = predict(r2c({1024, 1024, 1024}), n, load_machine_file("fat-tree-100g"), searched);
  expect_sound(p, std::to_string(n));
  EXPECT_EQ(p.choice.grid.size(), n);
}

TEST(Predict, WhatCannotRunIsAnErrorInWords) {
  const MachineModel machine = typical_machine();
  EXPECT_EQ(error_complaint(ErrorCode::invalid_argument, {"2x3", "6 processes", "8"},
                            [&] {
                              predict(r2c({64, 64, 64}), 8, machine, {{"grid", "2x3"}});
                            }),
            "");
  EXPECT_EQ(error_complaint(ErrorCode::not_applicable, {"one axis"},
                            [&] { predict(r2r({64}, {AxisKind::dct2}), 8, machine); }),
            "");
}

}  // namespace
}  // namespace weft::test
