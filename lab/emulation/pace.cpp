// Slow processors on a fast machine: the environment variable WEFT_SECONDS_PER_FLOP.
#include "pace.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "emulation.hpp"
#include "weft/error.hpp"

namespace weft::lab {
namespace {

std::atomic<double> slept = 0;  // by all plans of this process

void sleep_until(Pace::Time::time_point end) {
  const auto since = end.time_since_epoch();
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(since);
  const timespec at{whole.count(), std::chrono::nanoseconds(since - whole).count()};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, nullptr) == EINTR) {
  }
}

}  // namespace

double seconds_per_flop() {
  const char* text = std::getenv(pace_variable);
  if (text == nullptr || *text == '\0') return 0;
  double value = 0;
  const char* end = text + std::strlen(text);
  const auto [read, error] = std::from_chars(text, end, value);
  if (error != std::errc{} || read != end || !(value > 0 && value <= 1))
    throw Error(
        ErrorCode::invalid_argument,
        std::string(pace_variable) + " is '" + text +
            "'; give the seconds of one floating-point operation, a number greater than 0 and at most "
            "1 such as 6.5e-9, or leave it out");
  return value;
}

double flops_of(const LocalSweep& sweep) {
  Extents shape = sweep.from;
  double flops = 0;
  for (const AxisTransform& transform : sweep.axes) {
    double n_lines = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      if (static_cast<int>(axis) != transform.axis) n_lines *= static_cast<double>(shape[axis]);
    const auto n = static_cast<double>(transform.n);
    const bool is_real =
        reads_real(transform.kind, transform.real) || writes_real(transform.kind, transform.real);
    flops += (is_real ? 2.5 : 5) * n_lines * n * std::log2(n);
    shape[static_cast<std::size_t>(transform.axis)] = n_written(transform.kind, transform.n, transform.kept);
  }
  return flops;
}

void Pace::keep(Time::time_point begin, double seconds) {
  const auto made_up = std::max(Time::duration{}, late_ - (begin - ended_));
  const Time::time_point end =
      begin - made_up + std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(seconds));
  const Time::time_point now = Time::now();
  if (now >= end) {
    ended_ = now;
    late_ = std::min(now - end, made_up);  // what could not be made up yet
    return;
  }
  sleep_until(end);
  ended_ = Time::now();
  late_ = std::max(Time::duration{}, ended_ - end);
  slept = slept + std::chrono::duration<double>(ended_ - now).count();
}

double slept_seconds() { return slept; }

}  // namespace weft::lab
