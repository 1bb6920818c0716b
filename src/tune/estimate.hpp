// What a plan takes on a machine, estimated from its blueprint: a pure function.
#pragma once

#include "exchange/exchange.hpp"
#include "plan/blueprint.hpp"
#include "weft/machine_model.hpp"

namespace weft {

// Seconds of a forward and a backward call of all fields on `rank`: each sweep its arithmetic in cache and
// its way through memory, each exchange what its row says. `node_of` as in Machine.
double estimated_seconds(const Problem& problem, const Blueprint& blueprint, int rank,
                         const std::vector<int>& node_of, const MachineModel& model);

}  // namespace weft
