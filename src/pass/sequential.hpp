// Runs one direction of a plan: sweep, exchange, sweep, exchange, ..., sweep, one after the other.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "exchange/exchange.hpp"
#include "sweep/sweep.hpp"

namespace weft {

// Seconds spent in a step of the last call.
struct StepTime {
  std::string name;
  double seconds = 0;
};

// The machines of one direction; sweeps.size() == exchanges.size() + 1.
struct Machines {
  std::vector<std::unique_ptr<Sweep>> sweeps;  // null: a copy that the neighbouring exchange does itself
  std::vector<std::unique_ptr<Exchange>> exchanges;
  std::vector<StepTime> times;  // of each step, in order of execution
  Index n_fields = 0;           // of the last call; 0: there was none
  std::vector<double>
      arithmetic;  // seconds of the kernels of each sweep in cache, one field; empty: not known
  // Releases the machines; the times stay.
  void stop() {
    exchanges.clear();
    sweeps.clear();
  }
};

// Names of the steps, in order of execution.
std::vector<StepTime> name_steps(const std::vector<std::string>& sweeps,
                                 const std::vector<std::string>& exchanges);

// `slots` holds the address of every slot; those of input and output are replaced for each field.
void run_sequential(Machines& machines, const Call& call, std::vector<char*>& slots, Slot input, Slot output);

}  // namespace weft
