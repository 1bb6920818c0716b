// A machine for estimates where none was measured.
#pragma once

#include "weft/machine_model.hpp"

namespace weft::inline model {

// One core of a current server processor. Lines, copies, messages and meetings within a node were measured by
// `weft calibrate` with 2 processes on 2 processors of an AMD EPYC (L2 1 MiB, L3 32 MiB) in a virtual
// machine, Open MPI 4.1.4, while other programs ran there: the rates of two processes in memory may be low.
// Messages between nodes are those of a network of 100 Gbit/s with a latency of 2 microseconds, not measured.
// Always the same model.
const MachineModel& typical_model();

}  // namespace weft::inline model
