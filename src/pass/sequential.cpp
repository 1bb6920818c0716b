// Runs one direction of a plan: sweep, exchange, sweep, exchange, ..., sweep, one after the other.
//
// The order of the four calls of an exchange is what makes any sequence of forward and backward calls
// safe: a sweep starts when its input has arrived (ready) and nobody reads its output any more
// (acquire), then gives its input back (release) and its output away (publish).
#include "pass/sequential.hpp"

#include <chrono>

namespace weft {
namespace {

class Stopwatch {
 public:
  explicit Stopwatch(std::vector<StepTime>& times) : next_(times.begin()), last_(Clock::now()) {}
  // The step that began at the call before ends here.
  void lap() {
    const Clock::time_point now = Clock::now();
    (next_++)->seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::vector<StepTime>::iterator next_;
  Clock::time_point last_;
};

}  // namespace

std::vector<StepTime> name_steps(const std::vector<std::string>& sweeps,
                                 const std::vector<std::string>& exchanges) {
  std::vector<StepTime> steps;
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    if (i > 0) steps.push_back({exchanges[i - 1] + " ready", 0});
    if (i < exchanges.size()) steps.push_back({exchanges[i] + " acquire", 0});
    steps.push_back({sweeps[i], 0});
    if (i < exchanges.size()) steps.push_back({exchanges[i] + " publish", 0});
  }
  return steps;
}

void run_sequential(Machines& machines, const Call& call, std::vector<char*>& slots, Slot input,
                    Slot output) {
  Stopwatch watch(machines.times);
  const std::size_t n_exchanges = machines.exchanges.size();
  for (auto& exchange : machines.exchanges) exchange->enter(call);
  for (std::size_t i = 0; i <= n_exchanges; ++i) {
    if (i > 0) {
      machines.exchanges[i - 1]->ready();
      watch.lap();
    }
    if (i < n_exchanges) {
      machines.exchanges[i]->acquire();
      watch.lap();
    }
    for (Index field = 0; machines.sweeps[i] && field < call.n_fields; ++field) {
      slots[input] = call.in[field];
      slots[output] = call.out[field];
      if (i > 0) machines.exchanges[i - 1]->bind(field);
      if (i < n_exchanges) machines.exchanges[i]->bind(field);
      machines.sweeps[i]->run(slots.data(), field);
    }
    if (i > 0) machines.exchanges[i - 1]->release();
    watch.lap();
    if (i < n_exchanges) {
      machines.exchanges[i]->publish(call);
      watch.lap();
    }
  }
  machines.n_fields = call.n_fields;
  for (auto& exchange : machines.exchanges) exchange->leave();
}

}  // namespace weft
