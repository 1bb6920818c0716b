// The clock of calls goes as the system's does, from the first time it is asked.
#include "base/ticks.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace weft::test {
namespace {

TEST(Ticks, AreSecondsOfTheSystem) {
  using Time = std::chrono::steady_clock;
  for (int tries = 0; tries < 20; ++tries) {
    const Time::time_point start = Time::now();
    const std::int64_t ticks = now_in_ticks();
    while (Time::now() - start < std::chrono::milliseconds(5)) continue;
    const double by_ticks = seconds_of(now_in_ticks() - ticks);
    const double by_system = std::chrono::duration<double>(Time::now() - start).count();
    EXPECT_LE(by_ticks, 1.001 * by_system);
    if (by_ticks > 0.99 * by_system) return;  // nobody took the processor in between
  }
  FAIL() << "ticks are too few";
}

}  // namespace
}  // namespace weft::test
