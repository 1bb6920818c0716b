// Rates of copying while 1, 2, 4, ... processes of each node copy at once.
#pragma once

#include <vector>

#include "machine/site.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline machine {

// Mean over those that copy, on all nodes with so many processes. Collective over the site. Error(resource)
// if some process has no memory for two arrays.
std::vector<CopyTime> measure_copies(const Site& site);

}  // namespace weft::inline machine
