// A machine model as people read it.
#pragma once

#include <string>
#include <vector>

#include "weft/machine_model.hpp"

namespace weft::cli {

// Lines of text: who measured, times of lines by backend and length, and lists of the rest. A pure function.
std::vector<std::string> machine_table(const MachineModel& model);

}  // namespace weft::cli
