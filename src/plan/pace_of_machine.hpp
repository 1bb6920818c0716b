// Processors of another machine: the environment variable WEFT_MACHINE_PACE.
//
// It names a machine file (weft calibrate, or one by hand), or "typical". Each sweep then ends no earlier
// than the prediction for it says on that machine (weft/prediction.hpp), as with WEFT_SECONDS_PER_FLOP
// (pass/pace.hpp), but with the memory in it: a copy takes its time as well. On a cluster whose network is
// emulated, or in a simulation (lab/simulate), the processors are then those of that machine.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "plan/blueprint.hpp"
#include "weft/machine_model.hpp"

namespace weft {

inline constexpr const char* machine_pace_variable = "WEFT_MACHINE_PACE";

// What the variable names; null: it is not set. Throws Error(invalid_argument or resource) in words for a
// file that is not there, damaged, or for both this variable and WEFT_SECONDS_PER_FLOP. Not collective.
std::shared_ptr<const MachineModel> machine_pace();

// Least seconds of each sweep of a plan, for one field: by either variable.
class SweepPace {
 public:
  SweepPace() = default;  // none
  // While as many processes of `rank`'s node sweep at once as there are on it (`node_of` as in Machine).
  SweepPace(const Problem& problem, const Settings& settings, const Blueprint& blueprint, int rank,
            const std::vector<int>& node_of);
  // Nothing if neither variable is set.
  std::optional<double> seconds(const LocalSweep& sweep) const;

 private:
  double per_flop_ = 0;
  std::shared_ptr<const MachineModel> model_;
  int n_on_node_ = 1, n_threads_ = 1;
  Index footprint_ = 0;
};

}  // namespace weft
