// Processors of another machine: the environment variable WEFT_MACHINE_PACE.
//
// It names a machine file (weft calibrate, or one by hand), or "typical". Each sweep then ends no earlier
// than the prediction for it says on that machine (weft/prediction.hpp), as with WEFT_SECONDS_PER_FLOP
// (pace.hpp), but with the memory in it: a copy takes its time as well. On a cluster whose network is
// emulated, or in a simulation (lab/simulate), the processors are then those of that machine.
#pragma once

#include <memory>
#include <string>

#include "plan/sweep_maker.hpp"
#include "weft/machine_model.hpp"

namespace weft::lab {

inline constexpr const char* machine_pace_variable = "WEFT_MACHINE_PACE";

// What the variable names; null: it is not set. Throws Error(invalid_argument or resource) in words for a
// file that is not there, damaged, or for both this variable and WEFT_SECONDS_PER_FLOP. Not collective.
std::shared_ptr<const MachineModel> machine_pace();

// Seconds of the sweeps of a plan on that machine, while as many processes of a node sweep at once as there
// are on it.
class MachinePace {
 public:
  MachinePace(std::shared_ptr<const MachineModel> model, const PlanOfSweeps& plan);
  double seconds(const LocalSweep& sweep) const;  // of one field

 private:
  std::shared_ptr<const MachineModel> model_;
  int n_on_node_ = 1, n_threads_ = 1;
  Index footprint_ = 0;
};

}  // namespace weft::lab
