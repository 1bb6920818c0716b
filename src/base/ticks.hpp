// A clock for what every call times: the counter of the processor where the system's own clock goes by it,
// which takes a third of the time of asking the system, and that twice is a tenth of a small transform.
#pragma once

#include <chrono>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace weft::inline base {

// Is the counter steady, and the same on all processors? Asked once, when the library is loaded.
extern const bool has_steady_counter;

inline std::int64_t now_in_ticks() {
#if defined(__x86_64__)
  if (has_steady_counter) return static_cast<std::int64_t>(__rdtsc());
#endif
  return std::chrono::steady_clock::now().time_since_epoch().count();
}

// The first call may take 2 milliseconds, to measure the rate of the counter.
double seconds_of(std::int64_t ticks);

}  // namespace weft::inline base
