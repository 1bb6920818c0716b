// Calibration on a few processes: the same model everywhere, whole, with numbers that a machine can have.
//
// How fast the machine is nobody knows. What must hold: everything that plans may choose was measured, longer
// lines and larger messages do not take much less time, and no two processes disagree.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "agree.hpp"
#include "agreed_error.hpp"
#include "kernels/kernel.hpp"
#include "model/lookups.hpp"
#include "usable.hpp"
#include "weft/weft.hpp"

namespace weft::test {
namespace {

const Calibration quickly{true, {}};

std::string text_of_process_0(const std::string& text) {
  int length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, world);
  std::string first = text;
  first.resize(static_cast<std::size_t>(length));
  MPI_Bcast(first.data(), length, MPI_CHAR, 0, world);
  return first;
}

struct Once {
  MachineModel model;
  std::vector<std::string> told;  // while it was measured
};

// What all but those of failures and of several nodes look at: it takes seconds.
const Once& once() {
  static const Once result = [] {
    Once made;
    made.model = calibrate(world, {true, [&](const std::string& what) { made.told.push_back(what); }});
    return made;
  }();
  return result;
}

const MachineModel& measured() { return once().model; }

TEST(Calibrate, GivesTheSameModelToAllProcesses) {
  const std::string mine = to_text(measured());
  EXPECT_EQ(mine, text_of_process_0(mine));
  EXPECT_EQ(measured().n_processes, size_of(world));
  EXPECT_TRUE(measured().quick);
  EXPECT_EQ(measured().mpi, mpi_library());
  EXPECT_EQ(measured().oversubscribed || measured().loaded, !measured().why.empty());
}

TEST(Calibrate, MeasuresEveryEffortButTheSlowestToPlan) {
  std::set<std::string> backends;
  for (const LineTime& line : measured().lines) backends.insert(line.backend);
  EXPECT_TRUE(backends.contains("native"));
  EXPECT_EQ(backends.contains("fftw:estimate"), is_usable("fftw"));
  EXPECT_EQ(backends.contains("fftw:measure"), is_usable("fftw"));
  for (const std::string& backend : backends) {
    EXPECT_NE(find_backend(backend).row, nullptr);
    EXPECT_EQ(backend.find("patient"), std::string::npos);
    for (const char* transform : {"c2c", "r2c", "c2r", "dct1", "dct2", "dct4"})
      EXPECT_TRUE(std::any_of(
          measured().lines.begin(), measured().lines.end(),
          [&](const LineTime& line) { return line.backend == backend && line.transform == transform; }))
          << backend << ", " << transform;
    for (Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r, Kind::dct1, Kind::dst2, Kind::dct3, Kind::dst4})
      for (Precision precision : {Precision::single_, Precision::double_}) {
        const double seconds = *line_seconds(measured(), backend, kind, precision, 256);
        EXPECT_GT(seconds, 1e-9) << backend;
        EXPECT_LT(seconds, 1e-3) << backend;
        EXPECT_GT(*line_seconds(measured(), backend, kind, precision, 1024), seconds) << backend;
      }
  }
}

TEST(Calibrate, MeasuresCopiesOfOneAndOfAllProcessesOfTheNode) {
  std::set<int> counts;
  for (const CopyTime& copy : measured().copies) {
    counts.insert(copy.n_processes);
    EXPECT_GT(copy.bytes_per_second, 1e7);
    EXPECT_LT(copy.bytes_per_second, 1e13);
  }
  EXPECT_TRUE(counts.contains(1));
  EXPECT_TRUE(counts.contains(measured().processes_per_node));
  EXPECT_LE(*counts.rbegin(), measured().processes_per_node);
}

TEST(Calibrate, MeasuresSweepsOfOneAndOfAllProcessesOfTheNode) {
  std::set<int> counts;
  std::set<std::string> shapes, transforms, backends;
  for (const SweepTime& sweep : measured().sweeps) {
    counts.insert(sweep.n_processes);
    shapes.insert(sweep.shape);
    transforms.insert(sweep.transform);
    backends.insert(sweep.backend);
    EXPECT_GT(sweep.ratio, 0.05);
    EXPECT_LT(sweep.ratio, 1000);
    EXPECT_GT(sweep.footprint, 0);
  }
  EXPECT_EQ(counts, (std::set<int>{1, measured().processes_per_node}));
  EXPECT_EQ(shapes, (std::set<std::string>{"planes", "lines to lines", "lines to rows", "rows to lines",
                                           "rows to rows"}));
  EXPECT_EQ(transforms, (std::set<std::string>{"c2c", "c2c of odd rows", "c2r", "r2c"}));
  EXPECT_TRUE(backends.contains("native"));
}

TEST(Calibrate, MeasuresWhatExchangesCostOnANode) {
  for (const std::vector<PeerTime>& costs : {measured().peers, measured().datatypes}) {
    EXPECT_EQ(costs.empty(), measured().processes_per_node == 1);
    for (const PeerTime& cost : costs) {
      EXPECT_EQ(cost.n_processes, measured().processes_per_node);
      EXPECT_GT(cost.seconds, 0);
      EXPECT_LT(cost.seconds, 1);
    }
    for (std::size_t i = 1; i < costs.size(); ++i) EXPECT_GT(costs[i].bytes, costs[i - 1].bytes);
    if (!costs.empty()) {
      EXPECT_NEAR(costs.back().bytes, 8 << 20, 4 << 20);
    }
  }
}

TEST(Calibrate, MeasuresMessagesAndMeetingsOfSeveralProcesses) {
  const int n = size_of(world);
  EXPECT_EQ(measured().messages.empty(), n == 1);
  EXPECT_EQ(measured().exchanges.empty(), n == 1);
  ASSERT_FALSE(measured().barriers.empty());
  EXPECT_EQ(measured().barriers.back().n_processes, n);
  ASSERT_FALSE(measured().flags.empty());
  EXPECT_EQ(measured().flags.back().n_processes, measured().processes_per_node);
  if (n == 1) return;
  EXPECT_EQ(measured().messages.front().bytes, 8);
  EXPECT_EQ(measured().messages.back().bytes, Index{4} << 20);
  for (const MessageTime& message : measured().messages) {
    EXPECT_GT(message.seconds, 0);
    EXPECT_GT(message.both_ways, 0);
  }
  for (const ExchangeTime& exchange : measured().exchanges) EXPECT_EQ(exchange.n_processes, n);
  EXPECT_TRUE(measured().rounds.empty()) << "on one node";
}

TEST(Calibrate, MeasuresMessagesAndExchangesBetweenNodes) {
  MPI_Comm comm = MPI_COMM_NULL;  // of which the library does not know the nodes yet
  MPI_Comm_split(world, 0, rank_in(world), &comm);
  setenv("WEFT_PROCESSES_PER_NODE", "1", 1);
  const MachineModel model = calibrate(comm, {{"quick", "yes"}, {"timeout", "300"}});
  unsetenv("WEFT_PROCESSES_PER_NODE");
  MPI_Comm_free(&comm);
  EXPECT_TRUE(model.quick);
  EXPECT_EQ(model.processes_per_node, 1);
  EXPECT_EQ(model.messages.empty(), size_of(world) == 1);
  for (const MessageTime& message : model.messages) {
    EXPECT_FALSE(message.same_node);
    EXPECT_GT(message.both_ways, 0);
  }
  std::set<int> counts;
  for (const ExchangeTime& exchange : model.exchanges) counts.insert(exchange.n_processes);
  const std::set<int> expected = size_of(world) == 1   ? std::set<int>{}
                                 : size_of(world) == 2 ? std::set<int>{2}
                                                       : std::set<int>{2, size_of(world)};
  EXPECT_EQ(counts, expected);
  counts.clear();
  for (const ExchangeTime& rounds : model.rounds) {
    counts.insert(rounds.n_processes);
    EXPECT_GE(rounds.bytes_per_pair, 512);
    EXPECT_GT(rounds.seconds, 0);
  }
  EXPECT_EQ(counts, expected);
}

TEST(Calibrate, TellsWhatItMeasuresOnEveryProcess) {
  const std::vector<std::string>& told = once().told;
  const auto is_told = [&](const std::string& words) {  // behind "part 3 of 83, 12 s left: "
    return std::any_of(told.begin(), told.end(), [&](const std::string& what) {
      return what.starts_with("part ") && what.find(": " + words) != std::string::npos;
    });
  };
  EXPECT_TRUE(is_told("lines by native, double"));
  EXPECT_TRUE(is_told("barriers"));
  EXPECT_TRUE(is_told("sweeps of "));
  EXPECT_EQ(is_told("exchanges of "), size_of(world) > 1);
}

TEST(Calibrate, FailsTogether) {
  expect_error_on_all(world, ErrorCode::invalid_argument, {"MPI_COMM_NULL"},
                      [] { calibrate(MPI_COMM_NULL); });
  if (rank_in(world) == size_of(world) - 1) setenv("WEFT_OPTIONS", "gird=2", 1);
  expect_error_on_all(world, ErrorCode::invalid_argument, {"gird", "grid"},
                      [] { calibrate(world, quickly); });
  unsetenv("WEFT_OPTIONS");
  expect_error_on_all(world, ErrorCode::invalid_argument, {"calibration option timeout is '-1'"},
                      [] { calibrate(world, {.quick = true, .timeout = -1}); });
  if (size_of(world) > 1)
    expect_error_on_all(world, ErrorCode::mismatch, {"quick"},
                        [] { calibrate(world, {rank_in(world) == 0}); });
}

}  // namespace
}  // namespace weft::test
