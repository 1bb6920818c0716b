// The protocol of shared windows: a reader finds the data of its own round, never older, never newer.
//
// Every process writes (rank, round) all over its segment, publishes it and reads its peers' segments,
// round after round, while one process after the other is late at each point of the protocol: before
// begin_round, between begin_round and publish, before await, before end_round. A process that stops
// answering is named in an error within the timeout, and everybody can still leave.

#include "comm/shared_window.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <chrono>
#include <memory>
#include <thread>

#include "agree.hpp"
#include "expect_error.hpp"
#include "oracle.hpp"

namespace weft::test {
namespace {

constexpr double long_patience = 60;  // seconds

// Points of the protocol at which a process can be late.
enum Point { before_begin, before_publish, before_await, before_end, n_points };

void sleep_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

// Words in the segment of a process: some fill pages, some a few bytes.
Index words_of(int rank) { return rank % 3 == 0 ? 1500 : 1 + 40 * rank; }

std::uint64_t value_of(int rank, int round, Index word) {
  return (static_cast<std::uint64_t>(round) << 40) + (static_cast<std::uint64_t>(rank) << 20) +
         static_cast<std::uint64_t>(word);
}

std::uint64_t* words_at(const SharedWindow& window, int rank) {
  return reinterpret_cast<std::uint64_t*>(window.segment(rank));
}

// Rounds through a window; each process reads the peers that `reads` says.
class Rounds {
 public:
  explicit Rounds(bool (*reads)(int me, int peer))
      : reads_(reads),
        me_(rank_in(world)),
        n_(size_of(world)),
        window_(world, 8 * words_of(me_), long_patience) {}

  // One round; this process is `late_ms` late at `point`.
  void run(Point point, int late_ms) {
    const auto wait_at = [&](Point here) {
      if (here == point && late_ms > 0) sleep_ms(late_ms);
    };
    ++round_;
    wait_at(before_begin);
    window_.begin_round();
    for (Index i = 0; i < words_of(me_); ++i) words_at(window_, me_)[i] = value_of(me_, round_, i);
    wait_at(before_publish);
    window_.publish();
    wait_at(before_await);
    for (int peer = 0; peer < n_; ++peer)
      if (reads_(me_, peer)) read(peer);
    wait_at(before_end);
    for (int peer = 0; peer < n_; ++peer)  // still there: nobody writes before I have finished
      if (reads_(me_, peer)) read(peer);
    window_.end_round();
  }
  const std::string& complaint() const { return complaint_; }

 private:
  void read(int peer) {
    window_.await(peer);
    for (Index i = 0; i < words_of(peer); ++i) {
      const std::uint64_t found = words_at(window_, peer)[i];
      if (found == value_of(peer, round_, i)) continue;
      if (complaint_.empty())
        complaint_ = "in round " + std::to_string(round_) + " word " + std::to_string(i) + " of process " +
                     std::to_string(peer) + " is of round " + std::to_string(found >> 40) + " of process " +
                     std::to_string(found >> 20 & 0xfffff);
      return;
    }
  }

  bool (*reads_)(int, int);
  int me_, n_, round_ = 0;
  SharedWindow window_;
  std::string complaint_;
};

bool everybody(int, int) { return true; }
bool the_next(int me, int peer) { return peer == (me + 1) % size_of(world); }
bool only_the_first(int me, int peer) { return me == 0 && peer != 0; }

TEST(SharedWindow, ShowsEveryReaderItsOwnRoundWhoeverIsLateAndWhere) {
  for (auto reads : {everybody, the_next, only_the_first}) {
    Rounds rounds(reads);
    for (int late = 0; late < size_of(world); ++late)
      for (int point = 0; point < n_points; ++point)
        for (int i = 0; i < 3; ++i)
          rounds.run(static_cast<Point>(point), i == 0 && rank_in(world) == late ? 3 : 0);
    expect_no_complaint(world, rounds.complaint());
  }
}

TEST(SharedWindow, ShowsEveryReaderItsOwnRoundInManyRoundsWithRandomDelays) {
  Rounds rounds(everybody);
  const auto seed = test_seed() + static_cast<unsigned>(rank_in(world));
  for (std::uint64_t i = 0; i < 150; ++i) {
    const long double number = hashed(seed, i, Precision::double_) + 0.5L;  // 0 to 1
    const auto point = static_cast<Point>(static_cast<int>(number * 4000) % n_points);
    rounds.run(point, number < 0.05L ? static_cast<int>(number * 100) : 0);
  }
  expect_no_complaint(world, rounds.complaint());
}

TEST(SharedWindow, KeepsTwoWindowsApart) {
  Rounds first(everybody), second(the_next);
  for (int i = 0; i < 20; ++i) {
    (i % 3 == 0 ? second : first).run(before_publish, i % size_of(world) == rank_in(world) ? 1 : 0);
    if (i % 4 == 0) second.run(before_end, 0);
  }
  expect_no_complaint(world, first.complaint() + second.complaint());
}

TEST(SharedWindow, HasZeroedSegmentsAlignedToCacheLinesInEveryProcess) {
  const int me = rank_in(world);
  for (Index bytes :
       {Index{0}, Index{1}, Index{100 + 24 * me}, Index{4096}, me % 2 == 0 ? Index{0} : Index{70000}}) {
    SharedWindow window(world, bytes, long_patience);
    std::string complaint;
    for (int peer = 0; peer < size_of(world); ++peer)
      if (reinterpret_cast<std::uintptr_t>(window.segment(peer)) % 64 != 0)
        complaint = "segment of process " + std::to_string(peer) + " is not aligned";
    for (Index i = 0; i < bytes; ++i)
      if (window.segment(me)[i] != 0) complaint = "byte " + std::to_string(i) + " is not zero";
    expect_no_complaint(world, complaint);
  }
}

// Every byte of a segment belongs to its process, up to the last: sizes about a page, so that segments
// that are too short run into the next one.
TEST(SharedWindow, GivesEachProcessAllTheBytesThatItAskedFor) {
  const int me = rank_in(world);
  for (Index bytes = 4096 - 512; bytes <= 4096; bytes += 64) {
    SharedWindow window(world, bytes, long_patience);
    std::string complaint;
    for (int round = 1; round <= 2; ++round) {
      window.begin_round();
      for (Index i = 0; i < bytes; ++i) window.segment(me)[i] = static_cast<char>(me + round + i);
      window.publish();
      for (int peer = 0; peer < size_of(world); ++peer) {
        window.await(peer);
        for (Index i = 0; i < bytes; ++i)
          if (window.segment(peer)[i] != static_cast<char>(peer + round + i))
            complaint =
                "byte " + std::to_string(i) + " of process " + std::to_string(peer) + " is somebody else's";
      }
      window.end_round();
    }
    if (!expect_no_complaint(world, complaint)) return;
  }
}

// What an exception unwinds must not wait for processes that are elsewhere.
TEST(SharedWindow, DoesNotCommunicateAtItsEndWhenItIsAbandoned) {
  auto window = std::make_unique<SharedWindow>(world, 64, long_patience);
  window->abandon();
  if (rank_in(world) == 0) window.reset();
  MPI_Barrier(world);
  window.reset();
}

// "" if `wait` throws soon after the timeout, naming `silent`.
template <class Wait>
std::string complaint_about_timeout(int silent, double timeout, const Wait& wait) {
  const auto start = std::chrono::steady_clock::now();
  const std::string complaint = error_complaint(
      ErrorCode::communication, {"process " + std::to_string(silent) + " ", "option timeout"}, wait);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!complaint.empty()) return complaint;
  if (seconds < timeout || seconds > timeout + 60) return "throws after " + std::to_string(seconds) + " s";
  return "";
}

TEST(SharedWindow, NamesAProcessThatNeverPublishes) {
  constexpr double timeout = 0.3;
  if (size_of(world) == 1) return;
  for (int silent : {0, size_of(world) - 1}) {
    SharedWindow window(world, 64, timeout);
    std::string complaint;
    window.begin_round();
    if (rank_in(world) != silent) {
      window.publish();
      complaint = complaint_about_timeout(silent, timeout, [&] { window.await(silent); });
    }
    expect_no_complaint(world, complaint);
  }
}

TEST(SharedWindow, NamesAProcessThatNeverFinishesReading) {
  constexpr double timeout = 0.3;
  if (size_of(world) == 1) return;
  const int silent = size_of(world) - 1;
  SharedWindow window(world, 64, timeout);
  window.begin_round();
  window.publish();
  std::string complaint;
  if (rank_in(world) != silent) {
    window.end_round();
    complaint = complaint_about_timeout(silent, timeout, [&] { window.begin_round(); });
  }
  expect_no_complaint(world, complaint);
}

}  // namespace
}  // namespace weft::test
