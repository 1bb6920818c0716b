// What exchanges cost beside flags and packed messages, measured on whole transforms.
#pragma once

#include <vector>

#include "machine/measurements.hpp"
#include "machine/site.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline tuning {

// Each adds to `peers` and `datatypes` of `model`, which has its flags by then, from transforms of one size
// that all processes of the first node do together; both references are kept. None where there is one
// process, `peers` none without shared memory. Error(resource) if some process has no memory for its arrays.
std::vector<Measurement> measurements_of_exchange_costs(const Site& site, MachineModel& model);

}  // namespace weft::inline tuning
