// Seconds per line of every backend and effort, in cache.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "machine/load.hpp"
#include "machine/site.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline machine {

// Those of the slowest node; a backend that works on some nodes only is left out. `own`: the share of
// the processor that this process had. Collective over the site.
std::vector<LineTime> measure_lines(const Site& site, const std::function<void(const std::string&)>& progress,
                                    OwnShare& own);

}  // namespace weft::inline machine
