// Measuring the parts of transforms for a machine model.
#pragma once

#include <vector>

#include "machine/load.hpp"
#include "machine/measurements.hpp"
#include "machine/site.hpp"
#include "weft/calibration.hpp"

namespace weft::inline machine {

// What is being measured.
struct Calibrated {
  MachineModel model;
  Load load = {};
  OwnShare own = {};  // while this process measured alone
};

// Of nothing yet but what is known of this machine. Not collective.
Calibrated begin_calibration(const Site& site);

// All of calibrate() but whole transforms, first what one process does alone, then what several do together.
// Each gives the same numbers on all processes. The list keeps both references. Error(communication) if some
// process does not come in time, Error(resource) if some process has no memory for two arrays.
std::vector<Measurement> measurements_of_parts(const Site& site, Calibrated& found);

// The model of process 0, with what disturbed it. Collective.
MachineModel finish_calibration(const Site& site, Calibrated& found);

}  // namespace weft::inline machine
