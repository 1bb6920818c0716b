// Measuring all of a machine model.
#pragma once

#include "comm/communicators.hpp"
#include "weft/calibration.hpp"

namespace weft::inline machine {

// The model of process 0, on all processes. Collective.
MachineModel model_of_process_0(MPI_Comm comm, const MachineModel& model);

// All of calibrate() but sweeps, on the communicators of a plan. Collective; Error(communication) if some
// process does not come in `seconds`, Error(resource) if some process has no memory for two arrays,
// Error(mismatch) if `how.quick` differs.
MachineModel calibrate_on(const Communicators& comms, double seconds, const Calibration& how);

}  // namespace weft::inline machine
