// The options of a calibration.
#pragma once

#include "base/option_table.hpp"
#include "weft/calibration.hpp"

namespace weft::inline machine {

const ValueTable<Calibration>& calibration_options();

}  // namespace weft::inline machine
