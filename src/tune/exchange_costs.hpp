// What exchanges cost beside flags and packed messages, measured on whole transforms.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "machine/site.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline tuning {

// Fills `peers` and `datatypes` of `model`, which has its flags, from transforms of a few sizes that all
// processes of the first node do together. None where there is one process, `peers` none without shared
// memory. Collective over the site. Error(resource) if some process has no memory for its arrays.
void measure_exchange_costs(const Site& site, MachineModel& model,
                            const std::function<void(const std::string&)>& progress);

}  // namespace weft::inline tuning
