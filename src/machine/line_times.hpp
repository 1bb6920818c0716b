// Seconds per line of every backend and effort, in cache.
#pragma once

#include <vector>

#include "machine/load.hpp"
#include "machine/measurements.hpp"
#include "machine/site.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline machine {

// One for each backend, effort and precision, which adds to `lines` the times of the slowest node; a backend
// that works on some nodes only is left out. `own`: the share of the processor that this process had. They
// keep the three references.
std::vector<Measurement> measurements_of_lines(const Site& site, std::vector<LineTime>& lines, OwnShare& own);

}  // namespace weft::inline machine
