// Signals that ask for a checkpoint: one that reaches all processes asks once, and the next one again. Two
// processes are played with a clock of their own making.
#include "common/requests.hpp"

#include <gtest/gtest.h>

#include <array>

namespace weft::test {
namespace {

using apps::Requests;

// Two processes that agree at every step.
class Job {
 public:
  // The times of the last signals that came to each; whether a checkpoint was written, in half a second.
  bool step(double now, std::array<std::optional<double>, 2> signals,
            std::array<std::optional<double>, 2> while_written = {}) {
    bool asked = false;
    for (std::size_t p = 0; p < processes_.size(); ++p) asked = processes_[p].asks(signals[p]) || asked;
    if (!asked) return false;
    for (std::size_t p = 0; p < processes_.size(); ++p) {
      processes_[p].begin_checkpoint(now);
      processes_[p].end_checkpoint(now + 0.5, while_written[p]);
    }
    return true;
  }

 private:
  std::array<Requests, 2> processes_;
};

constexpr std::nullopt_t none = std::nullopt;

TEST(Requests, OfNoSignalAreNone) {
  Job job;
  EXPECT_FALSE(job.step(1, {none, none}));
}

TEST(Requests, OfOneSignalToAllProcessesAreOne) {
  Job at_once, while_written, later;
  EXPECT_TRUE(at_once.step(1, {0.9, 0.9}));
  EXPECT_FALSE(at_once.step(2, {none, none}));
  EXPECT_TRUE(while_written.step(1, {0.9, none}, {none, 1.2}));
  EXPECT_FALSE(while_written.step(2, {none, none}));
  EXPECT_TRUE(later.step(1, {0.9, none}));
  EXPECT_FALSE(later.step(2, {none, 1.6})) << "the step after the checkpoint";
  EXPECT_FALSE(later.step(3, {none, none}));
}

TEST(Requests, OfStepsThatTakeAMinuteAreOne) {
  Job job;
  EXPECT_TRUE(job.step(60, {0.9, none}));
  EXPECT_FALSE(job.step(120, {none, 61.0})) << "it came at once, and is seen a step later";
}

TEST(Requests, OfTwoSignalsAreTwo) {
  Job to_all, to_one, to_another;
  for (const double now : {1.0, 3.0, 5.0}) {
    EXPECT_TRUE(to_all.step(now, {now - 0.1, none}));
    EXPECT_FALSE(to_all.step(now + 1, {none, now + 0.6}))
        << "also where each of them comes a step later to one";
    EXPECT_TRUE(to_one.step(now, {now - 0.1, none}));
  }
  EXPECT_TRUE(to_another.step(1, {0.9, none}));
  const double late = 1.5 + Requests::spread;
  EXPECT_TRUE(to_another.step(late + 1, {none, late + 0.1}))
      << "after the time in which a signal reaches all";
}

TEST(Requests, WhileACheckpointIsWrittenAreServedByIt) {
  Job job;
  EXPECT_TRUE(job.step(1, {0.9, 0.9}, {1.1, none}));
  EXPECT_FALSE(job.step(2, {none, none}));
  EXPECT_TRUE(job.step(3, {2.5, 2.5}));
}

}  // namespace
}  // namespace weft::test
