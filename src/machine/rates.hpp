// Rates of copying on this machine, measured.
#pragma once

#include "comm/communicators.hpp"
#include "weft/machine.hpp"

namespace weft::inline machine {

// measure_rates() on the communicators of a plan. Collective; Error(communication) if some process does not
// come in `seconds`, Error(resource) if some process has no memory for two arrays.
MachineRates measure_rates_on(const Communicators& comms, double seconds);

}  // namespace weft::inline machine
