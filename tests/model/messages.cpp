// Questions about messages, against sums that are written out here: by formula, measured, several at once and
// through one link.

#include "model/messages.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/lookups.hpp"
#include "model/typical.hpp"

namespace weft::test {
namespace {

// A Beowulf cluster: 100 us and 0.34 us per word of 4 bytes, one direction at a time.
MachineModel by_formula() {
  MachineModel model;
  model.by_hand = true;
  model.laws = {{true, 1e-6, 1e9, 0, 0, 0, 1}, {false, 100e-6, 4 / 0.34e-6, 0, 0, 0, 2}};
  return model;
}

// 1 ms, and 1 us per byte from there on; both ways half as long again. Within a node 1 us, at any size.
MachineModel measured() {
  MachineModel model;
  model.n_processes = 4;
  model.messages = {{1, true, 1e-6, 1e-6}, {1 << 20, true, 1e-6, 1e-6}, {1, false, 1e-3, 1e-3}};
  for (Index bytes = 1024; bytes <= 1 << 16; bytes *= 4) {
    const double seconds = 1e-3 + 1e-6 * static_cast<double>(bytes);
    model.messages.push_back({bytes, false, seconds, 1.5 * seconds});
  }
  return model;
}

TEST(MessagesByFormula, TakeTheirStartAndTheirBytes) {
  const MachineModel model = by_formula();
  EXPECT_DOUBLE_EQ(message_seconds(model, 4000, false), 100e-6 + 1000 * 0.34e-6);
  EXPECT_DOUBLE_EQ(message_seconds(model, 4000, true), 1e-6 + 4e-6);
  EXPECT_DOUBLE_EQ(message_seconds(model, 4000, {false, true}), 2 * (100e-6 + 1000 * 0.34e-6))
      << "half duplex";
  EXPECT_DOUBLE_EQ(message_seconds(model, 4000, {true, true}), 1e-6 + 4e-6) << "full duplex";
}

TEST(MessagesByFormula, AskBeforeTheyAreLarge) {
  MachineModel model = by_formula();
  model.laws[1].eager_bytes = 1000;
  model.laws[1].rendezvous = 30e-6;
  EXPECT_DOUBLE_EQ(message_seconds(model, 1000, false), 100e-6 + 250 * 0.34e-6);
  EXPECT_DOUBLE_EQ(message_seconds(model, 1004, false), 130e-6 + 251 * 0.34e-6);
}

TEST(MessagesByFormula, ShareTheLinkOfTheirNode) {
  MachineModel model = by_formula();
  model.laws[1] = {false, 1e-6, 1e9, 4e9, 0, 0, 1};
  const double one = 1e-6 + 1e-3;  // 1 MB
  EXPECT_DOUBLE_EQ(message_seconds(model, 1000000, false), one);
  EXPECT_DOUBLE_EQ(message_seconds(model, 1000000, {false, false, 1, 4}), one) << "four processes fill it";
  EXPECT_DOUBLE_EQ(message_seconds(model, 1000000, {false, false, 1, 6}), 1e-6 + 1.5e-3);
  const double at_once = message_seconds(model, 1000000, {false, false, 3, 3});
  EXPECT_NEAR(at_once, 1e-6 + 3e-3, 3e-6) << "a process has its own rate";
  EXPECT_GE(at_once, 1e-6 + 3e-3);
  model.laws[1].link_bytes_per_second = 0;
  EXPECT_DOUBLE_EQ(message_seconds(model, 1000000, {false, false, 1, 3}), 1e-6 + 3e-3)
      << "one process fills it";
}

TEST(MeasuredMessages, AreThoseOfTheListsAndGrowByWhatTheyTravel) {
  const MachineModel model = measured();
  const double one = 1e-3 + 4096e-6;
  EXPECT_NEAR(message_seconds(model, 4096, false), one, 1e-12);
  EXPECT_NEAR(message_seconds(model, 4096, {false, true}), 1.5 * one, 1e-12);
  EXPECT_NEAR(message_seconds(model, 4096, {false, false, 1, 3}), one + 2 * 4096e-6, 1e-9)
      << "one start, three times the bytes";
  EXPECT_NEAR(message_seconds(model, 4096, {false, false, 3, 3}), one + 2 * (4096e-6 + 1e-6), 1e-9)
      << "and the processor is busy with each";
  EXPECT_NEAR(message_seconds(model, 1 << 20, {false, true}), 16 * 1.5 * (1e-3 + 65536e-6), 1e-9);
}

TEST(MeasuredMessages, AreAsOneWayWhereBothWereNotMeasured) {
  MachineModel model = measured();
  for (MessageTime& message : model.messages) message.both_ways = 0;
  EXPECT_EQ(message_seconds(model, 4096, {false, true}), message_seconds(model, 4096, false));
}

TEST(Exchanges, BetweenNodesStartOnceAndShareTheLink) {
  const MachineModel model = measured();
  // 2 processes on each of 3 nodes: 4 blocks leave for each process, 8 the node.
  const double one = 1.5 * (1e-3 + 4096e-6), empty = 1e-3;
  EXPECT_NEAR(exchange_seconds(model, {1, 4, 8, true}, 4096), 1e-6 + one + 7 * (one - empty) + 3 * 1e-6,
              1e-9);
  EXPECT_EQ(exchange_seconds(model, {0, 0, 0, true}, 4096), 0);
}

TEST(Exchanges, ThatWereMeasuredBetweenNodesCorrectTheSum) {
  MachineModel model = measured();
  const double two = exchange_seconds(model, {0, 1, 1, true}, 4096),
               four = exchange_seconds(model, {0, 3, 3, true}, 4096);
  model.exchanges = {{2, 4096, two}, {4, 4096, 1.21 * four}};
  EXPECT_NEAR(exchange_seconds(model, {0, 1, 1, true}, 4096), two, 1e-9);
  EXPECT_NEAR(exchange_seconds(model, {0, 3, 3, true}, 4096), 1.21 * four, 1e-9);
  EXPECT_NEAR(exchange_seconds(model, {0, 3, 3, true}, 1 << 14) /
                  exchange_seconds(measured(), {0, 3, 3, true}, 1 << 14),
              1.21, 1e-9);
  EXPECT_NEAR(
      exchange_seconds(model, {0, 2, 2, true}, 4096) / exchange_seconds(measured(), {0, 2, 2, true}, 4096),
      std::pow(1.21, std::log2(1.5)), 1e-9);
  EXPECT_EQ(exchange_seconds(model, {0, 3, 3, false}, 4096),
            exchange_seconds(measured(), {0, 3, 3, false}, 4096))
      << "of part of the processes of a node nothing was measured";
  EXPECT_EQ(exchange_seconds(model, {1, 2, 4, true}, 4096),
            exchange_seconds(measured(), {1, 2, 4, true}, 4096));
}

TEST(Rounds, ThatWereMeasuredCorrectWhatIsComputedOfThem) {
  MachineModel model = measured();
  const auto computed = [](int n, double bytes) { return (n - 1) * 1e-6 * bytes; };
  EXPECT_EQ(congestion_of_rounds(model, {0, 3, 3, true}, 4096, computed), 0) << "nothing was measured";
  model.rounds = {{2, 512, 512e-6}, {2, 4096, 4096e-6}, {4, 512, 3 * 512e-6}, {4, 4096, 1.44 * 3 * 4096e-6}};
  EXPECT_NEAR(congestion_of_rounds(model, {0, 1, 1, true}, 4096, computed), 1, 1e-9);
  EXPECT_NEAR(congestion_of_rounds(model, {0, 3, 3, true}, 512, computed), 1, 1e-9);
  EXPECT_NEAR(congestion_of_rounds(model, {0, 3, 3, true}, 4096, computed), 1.44, 1e-9);
  EXPECT_NEAR(congestion_of_rounds(model, {0, 3, 3, true}, 1 << 20, computed), 1.44, 1e-9);
  EXPECT_NEAR(congestion_of_rounds(model, {0, 2, 2, true}, 4096, computed), std::pow(1.44, std::log2(1.5)),
              1e-9);
  EXPECT_EQ(congestion_of_rounds(model, {0, 3, 3, false}, 4096, computed), 0)
      << "of part of the processes of a node nothing was measured";
}

TEST(Exchanges, WithinANodeAreNotThoseBetweenNodes) {
  MachineModel model = measured();
  model.processes_per_node = 2;
  model.exchanges = {{2, 100, 3e-6}, {4, 100, 5e-3}};
  EXPECT_NEAR(exchange_seconds(model, 2, 100), 3e-6, 1e-12);
  EXPECT_NEAR(exchange_seconds(model, 3, 100), 6e-6, 1e-12) << "in proportion to the peers";
}

void expect_sensible_above(double value, double least) {
  EXPECT_TRUE(std::isfinite(value)) << value;
  EXPECT_GT(value, 0);
  EXPECT_GE(value, least * (1 - 1e-12));
}

TEST(EveryQuestionAboutMessages, GetsAFinitePositiveAnswerThatDoesNotFall) {
  for (const MachineModel& model : {by_formula(), measured(), typical_model(), MachineModel{}})
    for (bool same_node : {false, true}) {
      double before = 0;
      for (Index bytes : {Index{-1}, Index{0}, Index{1}, Index{100}, Index{1} << 16, Index{1} << 50}) {
        const double one = message_seconds(model, bytes, Way{same_node});
        expect_sensible_above(one, before);
        before = one;
        for (double n : {-1.0, 1.0, 2.0, 4096.0}) {
          const double own = message_seconds(model, bytes, {same_node, false, n});
          expect_sensible_above(own, one);
          expect_sensible_above(message_seconds(model, bytes, {same_node, true, n}), own);
          expect_sensible_above(message_seconds(model, bytes, {same_node, false, n, 2 * n}), own);
        }
      }
    }
}

TEST(Barriers, OfADescribedMachineAreMessages) {
  const MachineModel model = by_formula();
  EXPECT_NEAR(barrier_seconds(model, 16), 4 * (100e-6 + 0.25 * 0.34e-6), 1e-12);
}

}  // namespace
}  // namespace weft::test
