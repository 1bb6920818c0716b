// Rates of the machine, measured: the same on all processes, remembered, and used by reports of plans.
//
// How fast the machine is nobody knows; what is expected is that a copy in cache is not slower than a tenth
// of one in memory, and that a report adds up: bytes are counts times fields, seconds are those of times().

#include <gtest/gtest.h>

#include <complex>
#include <numeric>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

TEST(MachineRates, AreTheSameEverywhereAndRemembered) {
  const MachineRates rates = measure_rates(world);
  double first[5] = {rates.alone.cached, rates.alone.memory, rates.together.cached, rates.together.memory,
                     static_cast<double>(rates.cache_bytes)};
  const std::vector<double> mine(first, first + 5);
  MPI_Bcast(first, 5, MPI_DOUBLE, 0, world);
  EXPECT_EQ(mine, std::vector<double>(first, first + 5));
  for (int i = 0; i < 4; ++i) {
    EXPECT_GT(mine[i], 1e7) << "less than 10 MB/s";
    EXPECT_LT(mine[i], 1e13);
  }
  EXPECT_GT(rates.alone.cached, rates.alone.memory / 10);
  EXPECT_EQ(rates.n_processes, size_of(world));
  EXPECT_EQ(known_rates()->together.memory, rates.together.memory);
}

TEST(MachineRates, FailTogether) {
  expect_error_on_all(world, ErrorCode::invalid_argument, {"MPI_COMM_NULL"},
                      [] { measure_rates(MPI_COMM_NULL); });
}

Index bytes_of(const Counts& counts, bool exchanges) {
  Index bytes = 0;
  for (const SweepCounts& sweep : counts.sweeps)
    bytes += exchanges ? 0 : sweep.bytes_read + sweep.bytes_written;
  for (const ExchangeCounts& exchange : counts.exchanges) bytes += exchanges ? exchange.bytes_sent : 0;
  return bytes;
}

void expect_report(const DirectionReport& report, const Counts& counts, Index n_fields) {
  EXPECT_EQ(report.n_fields, n_fields);
  Index in_sweeps = 0, in_exchanges = 0;
  for (const StepReport& step : report.steps) (step.is_exchange ? in_exchanges : in_sweeps) += step.bytes;
  EXPECT_EQ(in_sweeps, std::max<Index>(n_fields, 1) * bytes_of(counts, false));
  EXPECT_EQ(in_exchanges, std::max<Index>(n_fields, 1) * bytes_of(counts, true));
  EXPECT_EQ(report.steps.size(), counts.sweeps.size() + counts.exchanges.size());
}

double sum_of_seconds(const std::vector<StageTime>& times) {
  return std::accumulate(times.begin(), times.end(), 0.0,
                         [](double sum, const StageTime& time) { return sum + time.seconds; });
}

// Runs a plan of three fields: two forward, three backward.
TEST(Reports, AddUpForEveryExchangeAndKeepBothDirections) {
  if (!known_rates()) measure_rates(world);
  for (const std::string& exchange : exchange_names()) {
    SCOPED_TRACE(exchange);
    Problem problem = r2c({12, 10, 8});
    problem.n_fields = 3;
    Plan plan(problem, world, {{"exchange", exchange}});
    expect_report(plan.report().forward, plan.description().forward, 0);
    EXPECT_EQ(plan.report().forward.seconds(), 0);
    std::vector<Field<double>> u;
    std::vector<Field<std::complex<double>>> uh;
    std::vector<const void*> u_in, uh_in;
    std::vector<void*> u_out, uh_out;
    for (int i = 0; i < 3; ++i) {
      u.push_back(plan.points<double>());
      uh.push_back(plan.modes<std::complex<double>>());
      u_in.push_back(u[i].data());
      u_out.push_back(u[i].data());
      uh_in.push_back(uh[i].data());
      uh_out.push_back(uh[i].data());
    }
    plan.forward_fields(std::span(u_in).first(2), std::span(uh_out).first(2));
    const double forward_seconds = sum_of_seconds(plan.times());
    EXPECT_NEAR(plan.report().forward.seconds(), forward_seconds, 1e-4);
    EXPECT_EQ(plan.report().backward.n_fields, 0);
    plan.backward_fields(uh_in, u_out);
    const PlanReport report = plan.report();
    EXPECT_NEAR(report.backward.seconds(), sum_of_seconds(plan.times()), 1e-4);
    EXPECT_NEAR(report.forward.seconds(), forward_seconds, 1e-4) << "the times of both directions are kept";
    expect_report(report.forward, plan.description().forward, 2);
    expect_report(report.backward, plan.description().backward, 3);
    for (const StepReport& step : report.forward.steps)
      EXPECT_EQ(step.bound_seconds > 0, step.bytes > 0) << step.step;
    const std::string text = plan.explain();
    EXPECT_EQ(text, to_text(report));
    EXPECT_NE(text.find("of the bound reached"), std::string::npos) << text;
    EXPECT_NE(text.find("rates: a process copies"), std::string::npos) << text;
    plan.close();
    EXPECT_EQ(plan.explain(), text) << "a closed plan still knows its last calls";
  }
}

}  // namespace
}  // namespace weft::test
