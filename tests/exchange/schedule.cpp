// Schedules of rounds, for every number of processes up to 128: what each process does in a round is what the
// others expect of it, and in the end everybody has sent to everybody else once.

#include "exchange/schedule.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::test {
namespace {

using Schedule = std::vector<Round> (*)(int n, int me);
using Rounds = std::vector<std::vector<Round>>;  // [process][round]

constexpr int n_simulated = 128;

Rounds rounds_of_all(Schedule schedule, int n) {
  Rounds all;
  for (int me = 0; me < n; ++me) all.push_back(schedule(n, me));
  return all;
}

// "" if every process meets each other one once, and both ends of each message know of it in the same round.
std::string complaint_about(const Rounds& all) {
  const auto n = static_cast<int>(all.size());
  std::vector<std::vector<int>> sent(all.size(), std::vector<int>(all.size(), 0));
  for (int me = 0; me < n; ++me) {
    if (all[me].size() != all[0].size()) return "processes have different numbers of rounds";
    for (std::size_t r = 0; r < all[me].size(); ++r) {
      const auto [to, from] = all[me][r];
      const std::string where = "process " + std::to_string(me) + ", round " + std::to_string(r);
      if (to < -1 || to >= n || from < -1 || from >= n) return where + " names a process that is not there";
      if (to == me || from == me) return where + " sends to itself";
      if (to >= 0 && all[to][r].from != me) return where + " sends to one that expects another";
      if (from >= 0 && all[from][r].to != me) return where + " expects one that sends to another";
      if (to >= 0) ++sent[me][to];
    }
  }
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      if (sent[a][b] != (a == b ? 0 : 1))
        return std::to_string(a) + " sends " + std::to_string(sent[a][b]) + " times to " + std::to_string(b);
  return "";
}

TEST(PairwiseSchedule, LetsEveryPairMeetOnceForEveryNumberOfProcesses) {
  for (int n = 1; n <= n_simulated; ++n)
    EXPECT_EQ("", complaint_about(rounds_of_all(pairwise_schedule, n))) << n;
}

TEST(PairwiseSchedule, SendsToTheOneFromWhichItReceives) {
  for (int n = 1; n <= n_simulated; ++n)
    for (int me = 0; me < n; ++me)
      for (const Round& round : pairwise_schedule(n, me))
        EXPECT_EQ(round.to, round.from) << me << " of " << n;
}

// With an even number all are busy in each of n - 1 rounds; with an odd one somebody must be idle in a round.
TEST(PairwiseSchedule, HasAsFewRoundsAsPossible) {
  for (int n = 2; n <= n_simulated; ++n)
    for (int me = 0; me < n; ++me) {
      const std::vector<Round> rounds = pairwise_schedule(n, me);
      EXPECT_EQ(rounds.size(), static_cast<std::size_t>(n % 2 == 0 ? n - 1 : n)) << n;
      int idle = 0;
      for (const Round& round : rounds) idle += round.to < 0 ? 1 : 0;
      EXPECT_EQ(idle, n % 2) << me << " of " << n;
    }
}

TEST(CyclicSchedule, LetsEveryPairMeetOnceForEveryNumberOfProcesses) {
  for (int n = 1; n <= n_simulated; ++n) {
    const Rounds all = rounds_of_all(cyclic_schedule, n);
    EXPECT_EQ("", complaint_about(all)) << n;
    EXPECT_EQ(all[0].size(), static_cast<std::size_t>(n - 1));
  }
}

TEST(CyclicSchedule, GoesUpTheRingAndReceivesFromBelow) {
  const std::vector<Round> expected = {{3, 1}, {4, 0}, {0, 4}, {1, 3}};
  EXPECT_EQ(cyclic_schedule(5, 2), expected);
}

}  // namespace
}  // namespace weft::test
