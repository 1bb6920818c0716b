// What a plan takes on a machine, estimated from its blueprint: a pure function.
#pragma once

#include <vector>

#include "exchange/exchange.hpp"
#include "plan/blueprint.hpp"
#include "weft/machine_model.hpp"
#include "weft/prediction.hpp"

namespace weft::inline plan {

// Bytes of one field that the plan goes through: the user's arrays, buffers and windows.
Index footprint_of(const Problem& problem, const Blueprint& blueprint);

// The stages of a forward and a backward call of all fields on `rank`. `node_of` as in Machine.
std::vector<StagePrediction> estimate_stages(const Problem& problem, const Blueprint& blueprint, int rank,
                                             const std::vector<int>& node_of, const MachineModel& model);

// All that is known of a plan that is not made: estimate_stages() with memory.
Prediction prediction_of(const Problem& problem, const Settings& settings, const Blueprint& blueprint,
                         int rank, const std::vector<int>& node_of, const MachineModel& model);

// Their sum, in seconds.
double estimated_seconds(const Problem& problem, const Blueprint& blueprint, int rank,
                         const std::vector<int>& node_of, const MachineModel& model);

}  // namespace weft::inline plan
