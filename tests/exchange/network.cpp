// What rows take between nodes, against sums that are written out here: the equation of a paper, parcels that
// are counted pair by pair, two levels of nodes.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "exchange/exchange.hpp"
#include "exchange/rounds_on_links.hpp"
#include "model/lookups.hpp"
#include "weft/prediction.hpp"
#include "weft/problem.hpp"

namespace weft::test {
namespace {

constexpr double start = 100e-6, word = 0.34e-6;  // of 4 bytes

// Messages by formula alone; `duplex` as in MessageLaw. Within a node a message takes 1 us, whatever its
// size.
MachineModel machine(double duplex) {
  MachineModel model;
  model.by_hand = true;
  model.laws = {{true, 1e-6, 1e18, 0, 0, 0, 1}, {false, start, 4 / word, 0, 0, 0, duplex}};
  model.flags = {{2, 1e-9}};
  return model;
}

Nodes nodes_of(int n_processes, int per_node) {
  Nodes nodes;
  for (int rank = 0; rank < n_processes; ++rank) nodes.node_of.push_back(rank / per_node * per_node);
  return nodes;
}

double seconds_of(const std::string& row, const Redistribution& move, const MachineModel& model, int per_node,
                  int rank = 0) {
  const Nodes nodes = nodes_of(move.from.n_processes(), per_node);
  bool one_node = true;
  for (int member : group_of(move, rank)) one_node &= nodes.node_of[member] == nodes.node_of[rank];
  const auto& node_of = nodes.node_of;
  const auto n_on_node = static_cast<int>(std::count(node_of.begin(), node_of.end(), node_of[rank]));
  return find_exchange(row).seconds(move, rank, {model, one_node, n_on_node, nodes});
}

// From slabs along axis 0 to slabs along axis 1, complex single.
Redistribution slabs(Extents shape, int n) { return {{shape, {{n}}, {0}, {}}, {shape, {{n}}, {1}, {}}, 8}; }

// On a grid of pencils: along its first (0) or last dimension (1).
Redistribution pencils(Index n, int first, int last, int dimension) {
  const Axes from = {0, 1}, to = dimension == 1 ? Axes{0, 2} : Axes{2, 1};
  return {{{n, n, n}, {{first, last}}, from, {}}, {{n, n, n}, {{first, last}}, to, {}}, 8};
}

TEST(Pairwise, TakesWhatEquationFiveSays) {
  for (Index n : {64, 128, 256})
    for (int p : {2, 4, 8, 16, 32}) {
      const double side = static_cast<double>(n), parcel = (side + 2) * (side / p) * (side / p);
      const double expected = 2 * (p - 1) * parcel * word + 2 * (p - 1) * start;
      EXPECT_NEAR(seconds_of("pairwise", slabs({n, n, n / 2 + 1}, p), machine(2), 1) / expected, 1, 1e-12)
          << p;
      EXPECT_NEAR(seconds_of("cyclic", slabs({n, n, n / 2 + 1}, p), machine(2), 1) / expected, 1, 1e-12) << p;
    }
}

TEST(Pairwise, IsAStageOfAPrediction) {
  Problem problem = r2c({64, 64, 64});
  problem.precision = Precision::single_;
  const Prediction predicted = predict(problem, 8, machine(2), {{"grid", "8"}, {"exchange", "pairwise"}}, 1);
  int n = 0;
  for (const StagePrediction& stage : predicted.stages)
    if (stage.is_exchange) {
      EXPECT_NEAR(stage.messages, 2 * 7 * (66.0 * 8 * 8 * word + start), 1e-12);
      EXPECT_EQ(stage.hidden, 0);
      ++n;
    }
  EXPECT_EQ(n, 2);
}

TEST(Rounds, KeepLinksBusyWhereEverybodyHasOneAndAPeer) {
  for (int n : {2, 4, 8, 16, 33, 64, 100}) {
    std::vector<int> alone, pairs;
    for (int i = 0; i < n; ++i) alone.push_back(i), pairs.push_back(i / 2);
    EXPECT_NEAR(slowdown_of_rounds(cyclic_schedule, alone), 1, 1e-6) << n;
    if (n % 2 == 0) {
      EXPECT_NEAR(slowdown_of_rounds(pairwise_schedule, alone), 1, 1e-6) << n;
      EXPECT_NEAR(slowdown_of_rounds(cyclic_schedule, pairs), 1, 1e-6) << n;
    } else {
      EXPECT_GT(slowdown_of_rounds(pairwise_schedule, alone), 1.3) << n;
    }
    if (n >= 8) {
      EXPECT_GT(slowdown_of_rounds(pairwise_schedule, pairs), 1.3) << n;
    }
  }
  EXPECT_EQ(slowdown_of_rounds(pairwise_schedule, {0, 0, 0, 0}), 1) << "nothing travels";
  // Two processes on each of four hosts behind cables of 10 Mbit/s took 1.57 times the bound.
  EXPECT_NEAR(slowdown_of_rounds(pairwise_schedule, {0, 0, 1, 1, 2, 2, 3, 3}), 1.57, 0.03);
}

TEST(AllAtOnce, StartsOnceAndSharesTheLink) {
  // 4 processes on each of 4 nodes, parcels of 2 x 2 x 16: 12 parcels leave each process and 48 a node.
  const double parcel = 2 * 2 * 16 * 2 * word;
  for (const char* row : {"alltoallv", "persistent"})
    EXPECT_NEAR(seconds_of(row, slabs({32, 32, 16}, 16), machine(1), 4),
                start + 48 * parcel + (3 + 11) * 1e-6, 1e-9)
        << row;
  EXPECT_NEAR(seconds_of("alltoallv", slabs({32, 32, 16}, 16), machine(1.5), 4),
              1.5 * (start + 48 * parcel) + (3 + 11) * 1e-6, 1e-9);
}

TEST(Rounds, ShareTheLink) {
  const double parcel = 2 * 2 * 16 * 2 * word;
  EXPECT_NEAR(seconds_of("cyclic", slabs({32, 32, 16}, 16), machine(1), 4),
              12 * (start + 4 * parcel) + 3 * 1e-6, 1e-9);
  EXPECT_GT(seconds_of("pairwise", slabs({32, 32, 16}, 16), machine(1), 4),
            1.5 * seconds_of("cyclic", slabs({32, 32, 16}, 16), machine(1), 4));
}

// 1 ms and 1 us per byte between nodes, half as long again both ways; 1 us within a node.
MachineModel measured(int n_processes, int per_node) {
  MachineModel model;
  model.n_processes = n_processes;
  model.processes_per_node = per_node;
  model.messages = {{1, true, 1e-6, 1e-6}, {1 << 20, true, 1e-6, 1e-6}, {1, false, 1e-3, 1e-3}};
  for (Index bytes = 1 << 10; bytes <= 1 << 20; bytes *= 4) {
    const double seconds = 1e-3 + 1e-6 * static_cast<double>(bytes);
    model.messages.push_back({bytes, false, seconds, 1.5 * seconds});
  }
  return model;
}

TEST(Rounds, TakeWhatWasMeasuredOfThem) {
  const Index parcel = Index{16} * 16 * 33 * 8;
  for (const int per_node : {1, 2}) {
    const int n = 4 * per_node;
    const Redistribution move = slabs({16 * n, 16 * n, 33}, n);
    MachineModel model = measured(n, per_node);
    const double computed = seconds_of("pairwise", move, model, per_node),
                 cyclic = seconds_of("cyclic", move, model, per_node);
    model.rounds = {{n, parcel, computed}};
    EXPECT_NEAR(seconds_of("pairwise", move, model, per_node), computed, 1e-9 * computed) << per_node;
    model.rounds = {{n, parcel, 1.5 * computed}};
    EXPECT_NEAR(seconds_of("pairwise", move, model, per_node), 1.5 * computed, 1e-4 * computed) << per_node;
    EXPECT_NEAR(seconds_of("cyclic", move, model, per_node), 1.5 * cyclic, 1e-4 * cyclic) << per_node;
  }
}

TEST(Node, SendsOneMessageToEachNode) {
  // Of 4 processes on 4 nodes: 3 messages of 16 parcels, one on each carrier.
  const double parcel = 2 * 2 * 16 * 2 * word, flags = 3 * 2e-9;
  EXPECT_NEAR(seconds_of("node", slabs({32, 32, 16}, 16), machine(1), 4), start + 3 * 16 * parcel + flags,
              1e-8);
  EXPECT_LT(seconds_of("node", slabs({32, 32, 16}, 16), machine(1), 4),
            seconds_of("pairwise", slabs({32, 32, 16}, 16), machine(1), 4));
}

// Bytes that leave the node of `rank`, of all groups, pair by pair.
double bytes_leaving(const Redistribution& move, int rank, int per_node) {
  double bytes = 0;
  for (int a = 0; a < move.from.n_processes(); ++a)
    for (int b = 0; b < move.from.n_processes(); ++b)
      if (a / per_node == rank / per_node && b / per_node != a / per_node)
        bytes += static_cast<double>(piece_between(move, a, b).n_points() * move.element_bytes);
  return bytes;
}

TEST(Pencils, SendOverLinksWhatLeavesTheNode) {
  // 16 nodes of 4 processes; groups along the last dimension are on 1, 2 or 4 nodes.
  for (const auto& [first, last] : {std::pair{16, 4}, {8, 8}, {4, 16}})
    for (int dimension : {0, 1}) {
      const Redistribution move = pencils(64, first, last, dimension);
      const double leaving = bytes_leaving(move, 0, 4);
      const double seconds = seconds_of("alltoallv", move, machine(1), 4);
      EXPECT_NEAR(seconds, leaving > 0 ? start + leaving / 4 * word : 0, 25e-6)
          << first << "x" << last << " along " << dimension;
      const double packed = seconds_of("node", move, machine(1), 4);
      EXPECT_NEAR(packed, leaving > 0 ? start + leaving / 4 * word : 0, 25e-6);
    }
}

TEST(Pencils, ThatDoNotFitNodesWaitForTheBusiestOne) {
  // 6 processes on a node, groups of 4: the second node has 2 of the second group and 4 of the third.
  const Redistribution move = pencils(64, 6, 4, 1);
  double most = 0;
  for (int node = 0; node < 4; ++node) most = std::max(most, bytes_leaving(move, 6 * node, 6));
  ASSERT_GT(most, 0);
  for (int rank : {0, 5, 6})
    EXPECT_NEAR(seconds_of("alltoallv", move, machine(1), 6, rank) / (start + most / 4 * word), 1, 0.05)
        << rank;
}

// Those that send messages.
std::vector<std::string> travelling() {
  std::vector<std::string> names;
  for (const ExchangeRow& row : exchange_table())
    if (!row.shares_memory) names.push_back(row.name);
  return names;
}

TEST(EveryRow, TakesLongerForMoreBytesOnSharedLinksAndInHalfDuplex) {
  for (const std::string& row : travelling()) {
    const double alone = seconds_of(row, slabs({64, 64, 32}, 16), machine(1), 1);
    EXPECT_GT(seconds_of(row, slabs({64, 64, 64}, 16), machine(1), 1), alone) << row;
    EXPECT_GT(seconds_of(row, slabs({64, 64, 32}, 16), machine(1), 4), alone) << row;
    EXPECT_GT(seconds_of(row, slabs({64, 64, 32}, 16), machine(1.5), 1), alone) << row;
    MachineModel asking = machine(1);
    asking.laws[1].eager_bytes = 100;
    asking.laws[1].rendezvous = 50e-6;
    EXPECT_GT(seconds_of(row, slabs({64, 64, 32}, 16), asking, 1), alone + 49e-6) << row;
  }
}

TEST(EveryRow, IsFiniteAndPositiveForThousandsOfProcesses) {
  for (const std::string& row : travelling())
    for (int p : {2, 3, 24, 100, 1024, 4096})
      for (int per_node : {1, 5, 24}) {
        if (per_node >= p) continue;
        for (const Redistribution& move : {slabs({256, 256, 8}, p), slabs({7, 9, 8}, p)}) {
          const double seconds = seconds_of(row, move, machine(2), per_node);
          EXPECT_TRUE(std::isfinite(seconds)) << row;
          EXPECT_GT(seconds, 0) << row << " " << p << " " << per_node;
        }
      }
}

}  // namespace
}  // namespace weft::test
