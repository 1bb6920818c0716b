// How much longer sweeps take than their lines and copies alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "machine/site.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline tuning {

// Of transforms of one process, while 1 process of each node and while all of them sweep; the median of
// several, the mean over the processes. `model` has the lines and copies. Collective over the site.
// Error(resource) if some process has no memory for three arrays.
std::vector<SweepTime> measure_sweeps(const Site& site, const MachineModel& model,
                                      const std::function<void(const std::string&)>& progress);

}  // namespace weft::inline tuning
