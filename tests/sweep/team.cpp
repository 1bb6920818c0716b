// Threads of a process: every share is done once in every round, all are back when the round is over, and
// none is left when the team is gone; whether they look or sleep, and with more threads than processors.

#include "sweep/team.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <thread>

#include "base/processors.hpp"
#include "expect_error.hpp"

namespace weft::test {
namespace {

constexpr int most_threads = 8;

long n_threads_of_process() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

// Does the process come to have n threads? One that was joined may be listed for a moment longer.
bool comes_to_have_threads(long n) {
  for (int millisecond = 0; millisecond < 2000; ++millisecond) {
    if (n_threads_of_process() == n) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

// `looks`: threads have processors of their own, they are told.
void expect_rounds(int n_threads, bool looks, int n_rounds) {
  Team team(n_threads, looks ? n_threads : n_threads - 1);
  ASSERT_EQ(team.size(), n_threads);
  std::array<int, most_threads> calls{};  // no atomics: a round orders what was written in it
  for (int round = 1; round <= n_rounds; ++round) {
    team.run([&](int thread) { ++calls[static_cast<std::size_t>(thread)]; });
    for (int thread = 0; thread < most_threads; ++thread)
      ASSERT_EQ(calls[static_cast<std::size_t>(thread)], thread < n_threads ? round : 0)
          << "thread " << thread << " of " << n_threads;
  }
}

TEST(Team, CallsEveryThreadOnceInEveryRound) {
  for (int n_threads = 1; n_threads <= most_threads; ++n_threads) expect_rounds(n_threads, false, 300);
}

TEST(Team, ThatLooksCallsEveryThreadOnceInEveryRound) {
  const int most = std::min(most_threads, n_processors_allowed());
  for (int n_threads = 1; n_threads <= most; ++n_threads) expect_rounds(n_threads, true, 300);
  expect_rounds(most_threads, true, 20);  // though there may be fewer processors
}

// Shares are those of threads, where the caller's takes so long that all of them wake.
void run_on_threads(Team& team, const std::function<void(int)>& f) {
  team.run([&](int share) {
    if (share == 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    f(share);
  });
}

// Threads that slept for long wake, and what they wrote is seen.
TEST(Team, WakesAfterARest) {
  for (bool looks : {false, true}) {
    Team team(3, looks ? 3 : 1);
    for (int round = 0; round < 3; ++round) {
      std::array<std::thread::id, 3> ids;
      run_on_threads(team,
                     [&](int thread) { ids[static_cast<std::size_t>(thread)] = std::this_thread::get_id(); });
      EXPECT_EQ(ids[0], std::this_thread::get_id()) << "the caller is thread 0";
      EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), 3u);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
}

// A worker that the system lets run when nobody else wants to, on the caller's processor.
TEST(Team, HasTheCallerTakeSharesThatNobodyHasBegun) {
  Team team(2, 1);
  cpu_set_t before, here;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  const sched_param none{};
  run_on_threads(team, [&](int) { sched_setaffinity(0, sizeof here, &here); });
  run_on_threads(team, [&](int thread) {
    if (thread == 1) sched_setscheduler(0, SCHED_IDLE, &none);
  });
  int n_taken = 0;
  for (int round = 0; round < 200; ++round) {
    std::thread::id of_share;
    team.run([&](int share) {
      if (share == 1) of_share = std::this_thread::get_id();
    });
    n_taken += of_share == std::this_thread::get_id() ? 1 : 0;
  }
  sched_setaffinity(0, sizeof before, &before);
  EXPECT_GT(n_taken, 100);
}

TEST(Team, WaitsForTheSlowestThread) {
  Team team(4);
  for (int slow = 0; slow < 4; ++slow) {
    std::array<bool, 4> done{};
    team.run([&](int thread) {
      if (thread == slow) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      done[static_cast<std::size_t>(thread)] = true;
    });
    for (bool is_done : done) EXPECT_TRUE(is_done);
  }
}

// The caller may run where it might before.
TEST(Team, StaysOnProcessorsOfItsOwnWhereThereIsOneForEach) {
  const int n = n_processors_allowed();
  if (n < 2 || n > most_threads) GTEST_SKIP() << "this test may run on " << n << " processors";
  for (const auto& [n_threads, n_processors, of_a_worker] :
       {std::array{n, n, 1}, {n, n - 1, n}, {n + 1, n, n}}) {
    Team team(n_threads, n_processors);
    std::array<int, most_threads + 1> allowed{};
    run_on_threads(team,
                   [&](int thread) { allowed[static_cast<std::size_t>(thread)] = n_processors_allowed(); });
    EXPECT_EQ(allowed[0], n);
    for (int thread = 1; thread < n_threads; ++thread)
      EXPECT_EQ(allowed[static_cast<std::size_t>(thread)], of_a_worker) << n_threads << " threads";
  }
}

TEST(Team, LeavesNoThread) {
  ASSERT_TRUE(comes_to_have_threads(1));
  for (int i = 0; i < 200; ++i) {
    Team team(4, i % 2 == 0 ? 1 : 4);
    EXPECT_TRUE(comes_to_have_threads(4));
    if (i % 3 != 0) team.run([](int) {});
  }
  EXPECT_TRUE(comes_to_have_threads(1));
}

// The stacks of so many threads have no room in the address space.
TEST(Team, SaysSoWhenTheSystemMakesNoMoreThreads) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need the address space";
#endif
  rlimit old{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &old), 0);
  const rlimit little{rlim_t{400} << 20, old.rlim_max};
  const long before = n_threads_of_process();
  ASSERT_EQ(setrlimit(RLIMIT_AS, &little), 0);
  const std::string complaint = error_complaint(
      ErrorCode::resource, {"of 1000 threads", "use fewer", "threads"}, [] { Team team(1000); });
  setrlimit(RLIMIT_AS, &old);
  EXPECT_EQ(complaint, "");
  EXPECT_TRUE(comes_to_have_threads(before)) << "those that were made are gone";
}

}  // namespace
}  // namespace weft::test
