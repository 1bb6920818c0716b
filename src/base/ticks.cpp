// A clock for what every call times.
//
// Linux goes by the counter only while it finds it steady and the same on all processors.
#include "base/ticks.hpp"

#include <fstream>
#include <string>

namespace weft::inline base {

namespace {

using Time = std::chrono::steady_clock;

bool system_goes_by_counter() {
  std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::string name;
  return file >> name && name == "tsc";
}

struct Moment {
  Time::time_point time = Time::now();
  std::int64_t ticks = now_in_ticks();
};

}  // namespace

const bool has_steady_counter = system_goes_by_counter();

namespace {

const Moment loaded;  // after the counter was asked for

double measure_tick() {
  constexpr std::chrono::milliseconds least(2);
  Moment now;
  while (now.time - loaded.time < least) now = Moment();
  return std::chrono::duration<double>(now.time - loaded.time).count() /
         static_cast<double>(now.ticks - loaded.ticks);
}

}  // namespace

double seconds_of(std::int64_t ticks) {
  static const double tick = measure_tick();
  return static_cast<double>(ticks) * tick;
}

}  // namespace weft::inline base
