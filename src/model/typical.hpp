// A machine for estimates where none was measured.
#pragma once

#include "weft/machine_model.hpp"

namespace weft {

// One core of a current server processor, with one process on it: `kind` says where the numbers are from.
// Lines, copies, messages and meetings within a node were measured by `weft calibrate` on that machine;
// messages between nodes are those of a network of 100 Gbit/s with a latency of 2 microseconds. Always the
// same model.
const MachineModel& typical_model();

}  // namespace weft
