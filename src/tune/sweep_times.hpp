// How much longer sweeps take than their lines and copies alone.
#pragma once

#include <vector>

#include "machine/measurements.hpp"
#include "machine/site.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline tuning {

// Of transforms of one process, while 1 process of each node and while all of them sweep; the median of
// several, the mean over the processes. Each adds to the sweeps of `model`, which has the lines and copies by
// then; both references are kept. Error(resource) if some process has no memory for three arrays.
std::vector<Measurement> measurements_of_sweeps(const Site& site, MachineModel& model);

}  // namespace weft::inline tuning
