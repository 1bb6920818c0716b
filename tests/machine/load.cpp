// Whether a thread sees that others have its processor.
#include "machine/load.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

namespace weft::test {
namespace {

TEST(Load, AThreadIsToldThatAnotherOneHadItsProcessor) {
  if (!std::ifstream("/proc/thread-self/schedstat")) GTEST_SKIP() << "this system does not tell";
  std::atomic<bool> over = false;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  bool is_told = false;
  std::thread pinned([&] {
    sched_setaffinity(0, sizeof one, &one);
    std::thread other([&] {  // on the same processor
      while (!over) {
      }
    });
    const double before = seconds_without_processor();
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!is_told && std::chrono::steady_clock::now() < end)
      is_told = seconds_without_processor() - before > 1e-3;
    over = true;
    other.join();
  });
  pinned.join();
  EXPECT_TRUE(is_told);
}

}  // namespace
}  // namespace weft::test
