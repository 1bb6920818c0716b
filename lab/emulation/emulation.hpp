// Processors of another machine, by the environment: WEFT_SECONDS_PER_FLOP or WEFT_MACHINE_PACE.
//
// The sweeps of plans end no earlier than the first variable (pace.hpp) or the prediction for a machine
// (machine_pace.hpp) says. They compute as ever and then sleep, so any number of processes share a few real
// processors.
#pragma once

#include <memory>

namespace weft::inline plan {
struct SweepMakers;
}

namespace weft::lab {

// Reads the variables; plans that are made from now on have such sweeps, or weft's own if neither is set.
// Throws Error(invalid_argument or resource) in words for what is no pace, for a file that is not there or
// damaged, and for both variables. Not collective: the variables must be the same on all processes, else
// plans say that their sweeps differ.
void emulate_processors();

// The same for sweeps that leave all arrays as they are: of simulated processes, whose memory is folded.
void emulate_processors_alone();

// Seconds that the sweeps of this process have slept so far: what they took beyond computing.
double slept_seconds();

// While one lives, plans are made with weft's own sweeps.
class Unpaced {
 public:
  Unpaced();
  ~Unpaced();
  Unpaced(const Unpaced&) = delete;
  Unpaced& operator=(const Unpaced&) = delete;

 private:
  std::unique_ptr<SweepMakers> kept_;
};

}  // namespace weft::lab
