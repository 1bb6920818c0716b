// Questions to a machine model: what was measured is answered as measured, what lies between lies between,
// and no question gets 0, a negative number, infinity or NaN.

#include "model/lookups.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/curve.hpp"
#include "model/typical.hpp"

namespace weft::test {
namespace {

constexpr Precision single = Precision::single_, dp = Precision::double_;

double n_log_n(double n) { return n * std::log2(n); }

// Powers of 2 take 1 ns per n log2 n at 16 and 4 ns at 256, other smooth ones 3 ns, a prime 20 ns.
MachineModel small_model() {
  MachineModel model;
  for (const char* backend : {"fast", "slow:often", "slow:seldom"}) {
    const double factor = std::string(backend) == "fast" ? 1 : std::string(backend) == "slow:often" ? 2 : 5;
    const auto line = [&](Index n, double ns) {
      model.lines.push_back({backend, "c2c", dp, n, factor * ns * 1e-9 * n_log_n(static_cast<double>(n))});
    };
    line(256, 4);
    line(16, 1);
    line(60, 3);
    line(17, 20);
  }
  model.lines.push_back({"fast", "r2c", dp, 64, 1e-9});
  model.lines.push_back({"fast", "r2c", dp, 45, 7e-9 * n_log_n(45)});
  model.copies = {{1, 1 << 10, 80e9}, {1, 1 << 20, 20e9}, {4, 1 << 10, 40e9}, {4, 1 << 20, 5e9}};
  model.messages = {{64, true, 2e-6}, {4, true, 1e-6}, {1024, true, 32e-6}};
  model.exchanges = {{4, 100, 3e-6}, {4, 10000, 3e-4}};
  model.barriers = {{1, 1e-7}, {2, 1e-6}, {4, 3e-6}};
  model.flags = {{2, 1e-7}, {4, 4e-7}};
  return model;
}

TEST(Curves, AreStraightInLogarithmsAndFlatOutside) {
  const Curve curve = sorted({{100, 9}, {1, 1}, {100, 100}});
  EXPECT_DOUBLE_EQ(value_at(curve, 10), 10);
  EXPECT_EQ(value_at(curve, 0.1), 1);
  EXPECT_EQ(value_at(curve, 1e9), 100) << "of two points the last one counts";
  EXPECT_EQ(without_descents({{1, 5}, {2, 3}, {3, 7}})[1].y, 5);
}

TEST(LineSeconds, AreThoseMeasuredAndBetweenThem) {
  const MachineModel model = small_model();
  EXPECT_NEAR(*line_seconds(model, "fast", Kind::c2c, dp, 16), 1e-9 * n_log_n(16), 1e-15);
  EXPECT_NEAR(*line_seconds(model, "fast", Kind::c2c, dp, 64), 2e-9 * n_log_n(64), 1e-15);
  EXPECT_NEAR(*line_seconds(model, "fast", Kind::c2c, dp, 1024), 4e-9 * n_log_n(1024), 1e-15);
  EXPECT_NEAR(*line_seconds(model, "fast", Kind::c2c, dp, 360), 3e-9 * n_log_n(360), 1e-15);
  EXPECT_NEAR(*line_seconds(model, "fast", Kind::c2c, dp, 19), 20e-9 * n_log_n(19), 1e-15);
}

TEST(LineSeconds, KnowEffortsAndWhatWasNotMeasured) {
  const MachineModel model = small_model();
  EXPECT_EQ(line_seconds(model, "slow", Kind::c2c, dp, 60),
            line_seconds(model, "slow:often", Kind::c2c, dp, 60));
  EXPECT_GT(*line_seconds(model, "slow:seldom", Kind::c2c, dp, 60),
            *line_seconds(model, "slow", Kind::c2c, dp, 60));
  EXPECT_FALSE(line_seconds(model, "slow:never", Kind::c2c, dp, 60));
  EXPECT_FALSE(line_seconds(model, "slo", Kind::c2c, dp, 60));
  EXPECT_FALSE(line_seconds(model, "fast", Kind::c2c, single, 60));
  EXPECT_FALSE(line_seconds(model, "slow", Kind::r2c, dp, 64));
  EXPECT_FALSE(line_seconds(MachineModel{}, "fast", Kind::c2c, dp, 60));
}

TEST(LineSeconds, TakeOddRealLinesAsAClass) {
  const MachineModel model = small_model();
  EXPECT_NEAR(*line_seconds(model, "fast", Kind::r2c, dp, 75), 7e-9 * n_log_n(75), 1e-15);
  EXPECT_NEAR(*line_seconds(model, "fast", Kind::r2c, dp, 90), 7e-9 * n_log_n(90), 1e-15)
      << "a class that was not measured is as slow as the slowest";
}

TEST(LineSeconds, TakeCosineAndSineTransformsFromTheirTypeByItsLength) {
  MachineModel model;
  for (Index n : {64, 1024}) model.lines.push_back({"fast", "c2c", dp, n, 1e-9 * n_log_n(n)});
  for (Index n : {64, 1024}) model.lines.push_back({"fast", "dct1", dp, n + 1, 5e-9 * n_log_n(n)});
  for (Index n : {64, 1024}) model.lines.push_back({"fast", "dct2", dp, n, 3e-9 * n_log_n(n)});
  for (const auto& [kind, n, factor] : {std::tuple{Kind::dct1, Index{65}, 5e-9},
                                        {Kind::dst1, 63, 5e-9},
                                        {Kind::dct1, 1025, 5e-9},
                                        {Kind::dct2, 64, 3e-9},
                                        {Kind::dct3, 64, 3e-9},
                                        {Kind::dst2, 1024, 3e-9},
                                        {Kind::dst3, 64, 3e-9},
                                        {Kind::hc2r, 1024, 3e-9},
                                        {Kind::dht, 64, 3e-9}}) {
    const Index length = kind == Kind::dct1 ? n - 1 : kind == Kind::dst1 ? n + 1 : n;
    EXPECT_NEAR(*line_seconds(model, "fast", kind, dp, n), factor * n_log_n(length), 1e-15);
  }
  // Type IV was not measured, and what is not known of the backend is that of complex lines.
  EXPECT_NEAR(*line_seconds(model, "fast", Kind::dct4, dp, 64), 1e-9 * n_log_n(64), 1e-15);
}

TEST(LineSeconds, TakeCosineTransformsOfAnOldFileInProportionToComplexOnes) {
  MachineModel model;
  model.lines = {{"native", "c2c", dp, 64, 1e-6}, {"fftw:estimate", "c2c", dp, 64, 1e-6}};
  const MachineModel& typical = typical_model();
  for (Kind kind : {Kind::dct2, Kind::dct4, Kind::dst3})
    for (const char* backend : {"native", "fftw"})
      EXPECT_NEAR(
          *line_seconds(model, backend, kind, dp, 64) / 1e-6,
          *line_seconds(typical, backend, kind, dp, 64) / *line_seconds(typical, backend, Kind::c2c, dp, 64),
          1e-12);
  EXPECT_LT(*line_seconds(model, "native", Kind::dct2, dp, 64),
            *line_seconds(model, "fftw", Kind::dct2, dp, 64));
}

TEST(CopyRates, FollowTheWorkingSetAndTheProcesses) {
  const MachineModel model = small_model();
  EXPECT_EQ(copy_rate(model, 1, 100), 80e9);
  EXPECT_EQ(copy_rate(model, 1, 1 << 30), 20e9);
  EXPECT_NEAR(copy_rate(model, 1, 1 << 15), 40e9, 1);
  EXPECT_NEAR(copy_rate(model, 2, 1 << 30), 10e9, 1);
  EXPECT_NEAR(copy_rate(model, 8, 1 << 30), 2.5e9, 1) << "memory is shared";
  EXPECT_NEAR(copy_rate(model, 8, 1 << 10), 40e9, 1) << "caches are not";
}

TEST(SweepRatios, AreThoseOfTheShapeAndElseOfTheNearest) {
  MachineModel model = small_model();
  const SweepTime asked{1, "fast", "planes", "c2c", dp, 1000, 0};
  EXPECT_EQ(sweep_ratio(model, asked), 1) << "nothing was measured";
  model.sweeps = {
      {1, "fast", "planes", "c2c", dp, 100, 2},     {1, "fast", "planes", "c2c", dp, 100, 8},
      {1, "fast", "planes", "c2c", dp, 10000, 1},   {4, "fast", "planes", "c2c", dp, 1000, 8},
      {1, "fast", "planes", "r2c", dp, 1000, 3},    {1, "slow:often", "planes", "c2c", dp, 1000, 9},
      {1, "fast", "rows to rows", "c2c", dp, 10, 7}};
  const auto ratio = [&](auto change) {
    SweepTime other = asked;
    change(other);
    return sweep_ratio(model, other);
  };
  EXPECT_NEAR(sweep_ratio(model, asked), 2, 1e-12) << "4, their mean, and 1: half way";
  EXPECT_NEAR(ratio([](SweepTime& s) { s.footprint = 1; }), 4, 1e-12);
  EXPECT_NEAR(ratio([](SweepTime& s) { s.footprint = 1 << 30; }), 1, 1e-12);
  EXPECT_NEAR(ratio([](SweepTime& s) { s.n_processes = 2; }), 4, 1e-12) << "half way from 2 to 8";
  EXPECT_NEAR(ratio([](SweepTime& s) { s.n_processes = 64; }), 8, 1e-12);
  EXPECT_NEAR(ratio([](SweepTime& s) { s.transform = "r2c"; }), 3, 1e-12);
  EXPECT_NEAR(ratio([](SweepTime& s) { s.transform = "c2r"; }), 2, 1e-12) << "c2c stands in";
  EXPECT_NEAR(ratio([](SweepTime& s) { s.shape = "rows to rows"; }), 7, 1e-12);
  EXPECT_NEAR(ratio([](SweepTime& s) { s.backend = "slow:seldom"; }), 9, 1e-12) << "any effort";
  EXPECT_EQ(ratio([](SweepTime& s) { s.precision = single; }), 1);
  EXPECT_EQ(ratio([](SweepTime& s) { s.backend = "other"; }), 1);
  EXPECT_EQ(ratio([](SweepTime& s) { s.shape = ""; }), 1) << "a copy";
}

TEST(PeerSeconds, GrowWithTheBytes) {
  EXPECT_EQ(peer_seconds({}, 1000), 0) << "nothing was measured";
  const std::vector<PeerTime> times = {{2, 1000, 1e-6}, {2, 100000, 4e-6}, {2, 1000000, 2e-6}};
  EXPECT_EQ(peer_seconds(times, 0), 0);
  EXPECT_NEAR(peer_seconds(times, 500), 0.5e-6, 1e-15);
  EXPECT_NEAR(peer_seconds(times, 10000), 2e-6, 1e-15);
  EXPECT_NEAR(peer_seconds(times, 1000000), 4e-6, 1e-15) << "not less for more";
  EXPECT_NEAR(peer_seconds(times, 2000000), 8e-6, 1e-15);
}

TEST(MessageSeconds, FollowTheBytes) {
  const MachineModel model = small_model();
  EXPECT_EQ(message_seconds(model, 0, true), 1e-6);
  EXPECT_NEAR(message_seconds(model, 256, true), 8e-6, 1e-12);
  EXPECT_NEAR(message_seconds(model, 10240, true), 320e-6, 1e-12);
  EXPECT_GE(message_seconds(model, 10240, false), message_seconds(model, 10240, true))
      << "a network is not faster than a node";
  MachineModel noisy = model;
  noisy.messages[2].seconds = 0.5e-6;
  EXPECT_GE(message_seconds(noisy, 1024, true), message_seconds(noisy, 64, true));
}

TEST(ExchangeSeconds, GrowWithPeersAndBytes) {
  const MachineModel model = small_model();
  EXPECT_NEAR(exchange_seconds(model, 4, 1000), 3e-5, 1e-12);
  EXPECT_NEAR(exchange_seconds(model, 7, 100000), 2 * 3e-3, 1e-9);
  MachineModel without = model;
  without.exchanges.clear();
  EXPECT_NEAR(exchange_seconds(without, 5, 64), 4 * 2e-6, 1e-12);
}

TEST(Meetings, GrowWithTheProcesses) {
  const MachineModel model = small_model();
  EXPECT_NEAR(barrier_seconds(model, 2), 1e-6, 1e-12);
  EXPECT_NEAR(barrier_seconds(model, 16), 6e-6, 1e-12);
  EXPECT_NEAR(flag_seconds(model, 8), 8e-7, 1e-12);
  MachineModel alone;
  alone.barriers = alone.flags = {{1, 1e-9}};
  EXPECT_EQ(barrier_seconds(alone, 1), 1e-9);
  EXPECT_EQ(barrier_seconds(alone, 64), barrier_seconds(typical_model(), 64));
  EXPECT_EQ(flag_seconds(alone, 64), flag_seconds(typical_model(), 64));
}

void expect_sensible(double value) {
  EXPECT_TRUE(std::isfinite(value)) << value;
  EXPECT_GT(value, 0);
}

TEST(EveryQuestion, GetsAFinitePositiveAnswerThatDoesNotFall) {
  const Index huge = std::numeric_limits<Index>::max();
  for (const MachineModel& model : {small_model(), typical_model(), MachineModel{}}) {
    double line = 0, message = 0, remote = 0, exchange = 0;
    for (Index n : {Index{-5}, Index{0}, Index{1}, Index{2}, Index{1} << 20, Index{1} << 40, huge}) {
      for (const LineTime& measured : model.lines)
        for (Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r, Kind::dct1, Kind::dst1, Kind::dst4})
          if (const auto seconds = line_seconds(model, measured.backend, kind, measured.precision, n))
            expect_sensible(*seconds);
      if (!model.lines.empty() && n != huge) {
        const double seconds = *line_seconds(model, model.lines[0].backend, Kind::c2c, dp, n);
        EXPECT_GE(seconds, line);
        line = seconds;
      }
      for (int p : {-1, 0, 1, 2, 3, 1000, std::numeric_limits<int>::max()}) {
        expect_sensible(copy_rate(model, p, n));
        expect_sensible(exchange_seconds(model, p, n));
      }
      EXPECT_GE(message_seconds(model, n, true), message);
      EXPECT_GE(message_seconds(model, n, false), remote);
      EXPECT_GE(exchange_seconds(model, 4, n), exchange);
      expect_sensible(message = message_seconds(model, n, true));
      expect_sensible(remote = message_seconds(model, n, false));
      exchange = exchange_seconds(model, 4, n);
    }
    double barrier = 0, flags = 0;
    for (int p : {-1, 0, 1, 2, 3, 4, 5, 64, 100000, std::numeric_limits<int>::max()}) {
      EXPECT_GE(barrier_seconds(model, p), barrier) << p;
      EXPECT_GE(flag_seconds(model, p), flags) << p;
      expect_sensible(barrier = barrier_seconds(model, p));
      expect_sensible(flags = flag_seconds(model, p));
    }
  }
}

TEST(TypicalModel, IsWholeAndInOrder) {
  const MachineModel& model = typical_model();
  for (const char* backend : {"native", "fftw", "fftw:measure"})
    for (Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r})
      for (Precision precision : {single, dp}) {
        ASSERT_TRUE(line_seconds(model, backend, kind, precision, 100)) << backend;
        EXPECT_GT(*line_seconds(model, backend, kind, precision, 127),
                  *line_seconds(model, backend, kind, precision, 128))
            << "primes are slow";
      }
  EXPECT_GT(copy_rate(model, 1, 1 << 18), copy_rate(model, 1, 1 << 30));
  EXPECT_GE(copy_rate(model, 1, 1 << 30), copy_rate(model, 2, 1 << 30));
  EXPECT_LT(message_seconds(model, 8, true), message_seconds(model, 8, false));
}

}  // namespace
}  // namespace weft::test
