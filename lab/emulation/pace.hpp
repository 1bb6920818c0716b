// Slow processors on a fast machine: the environment variable WEFT_SECONDS_PER_FLOP.
//
// A cluster whose links are slowed is only in proportion if its processors are slowed as well. With this
// variable, a sweep ends no earlier than that many seconds for each floating-point operation of its
// transforms after it began. It computes as ever and then sleeps, so any number of processes share a few real
// processors. Operations are counted as usual for an FFT, whatever a kernel does: 5 n log2 n for a complex
// line of n points, half of it for a real one. A copy has none and does not sleep.
#pragma once

#include <chrono>

#include "sweep/local_sweep.hpp"

namespace weft::lab {

inline constexpr const char* pace_variable = "WEFT_SECONDS_PER_FLOP";

// What the variable says; 0: it is not set. Throws Error(invalid_argument) for a text that is not a number
// greater than 0 and at most 1. Not collective.
double seconds_per_flop();

// Floating-point operations of the transforms of one field in this sweep (or strip of a sweep), on this
// process. A pure function.
double flops_of(const LocalSweep& sweep);

// The processor of a plan, at its pace. A sleep ends some microseconds late; the sweep after it begins as
// much earlier, as far as nothing was waited for in between, so that many strips take as long as one sweep.
class Pace {
 public:
  using Time = std::chrono::steady_clock;  // CLOCK_MONOTONIC

  // Sleeps until `seconds` after a sweep that began at `begin`.
  void keep(Time::time_point begin, double seconds);

 private:
  Time::time_point ended_{};  // the last sweep
  Time::duration late_{};     // by which it ended too late, because of sleeps that were too long
};

}  // namespace weft::lab
