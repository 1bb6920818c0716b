// Reports: bounds, percentages and reasons of made-up times, and their words.
//
// Bytes and rates are round numbers, so that every bound is known: 1 GB at 10 GB/s is 100 ms.

#include "plan/report.hpp"

#include <gtest/gtest.h>

namespace weft::test {
namespace {

constexpr Index giga = 1'000'000'000;
const MachineRates rates{{40e9, 20e9}, {20e9, 10e9}, 4, 8 << 20};

StepReport sweep(Index bytes, double seconds) {
  StepReport step;
  step.step = "sweep 2";
  step.what = "sweep: transform axes 2";
  step.bytes = bytes;
  step.seconds = seconds;
  return step;
}

StepReport exchange(Index bytes, double before, double passing, double after) {
  StepReport step;
  step.step = "alltoallv";
  step.what = "alltoallv: there";
  step.is_exchange = true;
  step.bytes = bytes;
  step.before = before;
  step.after = after;
  step.seconds = before + passing + after;
  return step;
}

DirectionReport direction(std::vector<StepReport> steps) {
  DirectionReport report{std::move(steps), 1};
  add_bounds(report, rates);
  return report;
}

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

TEST(Bounds, UseTheRateOfMemoryForArraysBeyondTheCache) {
  const DirectionReport report = direction({sweep(giga, 0.2), sweep(4 << 20, 0.001)});
  EXPECT_EQ(report.steps[0].rate, "memory");
  EXPECT_DOUBLE_EQ(report.steps[0].bound_seconds, 0.1);
  EXPECT_DOUBLE_EQ(report.steps[0].percent(), 50);
  EXPECT_DOUBLE_EQ(report.steps[0].bandwidth(), 5e9);
  EXPECT_EQ(report.steps[1].rate, "cache");
  EXPECT_DOUBLE_EQ(report.steps[1].bound_seconds, (4 << 20) / 20e9);
}

TEST(Bounds, CopyAMessageOnceAndHaveNoneForSharedMemory) {
  const DirectionReport report = direction({exchange(giga, 0, 1, 0), exchange(0, 0.1, 0, 0.2)});
  EXPECT_DOUBLE_EQ(report.steps[0].bound_seconds, 0.2);
  EXPECT_DOUBLE_EQ(report.steps[1].bound_seconds, 0);
  EXPECT_EQ(report.steps[1].rate, "");
}

TEST(Bounds, TakeAnUnknownCacheForASmallOne) {
  MachineRates unknown = rates;
  unknown.cache_bytes = 0;
  DirectionReport report{{sweep(5 << 20, 1), sweep(1 << 20, 1)}, 1};
  add_bounds(report, unknown);
  EXPECT_EQ(report.steps[0].rate, "memory");
  EXPECT_EQ(report.steps[1].rate, "cache");
}

TEST(Bounds, AddUp) {
  const DirectionReport report = direction({sweep(giga, 0.2), exchange(0, 0.1, 0, 0.1), sweep(giga, 0.4)});
  EXPECT_DOUBLE_EQ(report.seconds(), 0.8);
  EXPECT_DOUBLE_EQ(report.bound_seconds(), 0.2);
  EXPECT_DOUBLE_EQ(report.percent(), 25);
}

TEST(Verdict, NamesMemoryWhereTheBoundIsNear) {
  EXPECT_EQ(direction({sweep(giga, 0.11), sweep(giga, 0.12)}).verdict(), "bound by memory");
  EXPECT_EQ(direction({sweep(4 << 20, 2.2e-4)}).verdict(), "bound by copying in cache");
}

TEST(Verdict, NamesTheLargerPartBeyondTheBound) {
  EXPECT_TRUE(says(direction({sweep(giga, 0.2), exchange(0, 0.1, 0, 0.5)}).verdict(), "waiting for others"));
  EXPECT_TRUE(says(direction({sweep(giga, 0.9), exchange(0, 0.1, 0, 0.1)}).verdict(), "arithmetic"));
}

TEST(Verdict, UsesTheFigureOfArithmeticWhereThereIsOne) {
  DirectionReport report = direction({sweep(giga, 1)});
  report.steps[0].arithmetic_seconds = 0.8;
  EXPECT_EQ(report.verdict(), "most of the rest is arithmetic, 80 % of the time");
  report.steps[0].arithmetic_seconds = 0.1;
  EXPECT_TRUE(says(report.verdict(), "moving lines in the sweeps; arithmetic is 10 %")) << report.verdict();
  report.steps[0].arithmetic_seconds = 1.6;
  EXPECT_TRUE(says(report.verdict(), "other programs used the processors")) << report.verdict();
}

TEST(Verdict, IsEmptyWithoutTimesOrRates) {
  EXPECT_EQ(DirectionReport{}.verdict(), "");
  EXPECT_EQ((DirectionReport{{sweep(giga, 1)}, 1}).verdict(), "");
  EXPECT_EQ(DirectionReport{}.percent(), 0);
}

TEST(Words, TellTimesOnlyAfterACallAndBoundsOnlyWithRates) {
  PlanReport report;
  report.head = {"choice: 4 fftw window-pull"};
  report.notes = {"remark: none"};
  report.forward = direction({sweep(giga, 0.2)});
  report.backward = {{sweep(giga, 0)}, 0};
  EXPECT_EQ(to_text(report),
            "choice: 4 fftw window-pull\n forward\n  sweep: transform axes 2\n"
            "    200 ms, 5 GB/s; a copy of as much in memory takes 100 ms: 50 % of the bound reached\n"
            "  in all 200 ms, at least 100 ms: 50 % of the bound reached; most of the rest is in the sweeps: "
            "arithmetic, and moving lines in cache\n"
            " backward\n  sweep: transform axes 2\nremark: none\n");
  report.forward = {{sweep(giga, 0.2)}, 3};
  EXPECT_TRUE(says(to_text(report), " forward, last call with 3 fields\n")) << to_text(report);
  EXPECT_TRUE(says(to_text(report), "    200 ms, 5 GB/s\n  in all 200 ms\n")) << to_text(report);
}

TEST(Words, TellWhatArithmeticTakes) {
  PlanReport report;
  report.forward = direction({sweep(giga, 0.5)});
  report.forward.steps[0].arithmetic_seconds = 0.125;
  EXPECT_TRUE(says(to_text(report), "2 GB/s; its arithmetic takes 125 ms in cache")) << to_text(report);
}

TEST(Words, HaveUnitsThatFit) {
  PlanReport report;
  report.forward = {{sweep(1000, 2e-7), sweep(1000, 2.5e-5), sweep(giga, 12.5)}, 1};
  for (const char* words : {"    200 ns, 5 GB/s", "    25 us, 0.04 GB/s", "    12.5 s, 0.08 GB/s"})
    EXPECT_TRUE(says(to_text(report), words)) << words << " in: " << to_text(report);
}

TEST(Words, TellWhatAnExchangeWaitsFor) {
  PlanReport report;
  report.forward = direction({exchange(0, 0.001, 0, 0.002), exchange(giga, 0, 0.4, 0)});
  EXPECT_TRUE(says(to_text(report),
                   "3 ms of waiting for others: 1 ms until they had read what was there before, 2 ms for "
                   "their data"))
      << to_text(report);
  EXPECT_TRUE(says(to_text(report),
                   "400 ms, 2.5 GB/s: 400 ms for messages and waiting for others; one copy in memory takes "
                   "200 ms: 50 % of the bound reached"))
      << to_text(report);
}

}  // namespace
}  // namespace weft::test
