// What machine files have that are written by hand: constants in place of measured lists.
#pragma once

#include <toml++/toml.h>
#include <string>
#include <vector>

#include "weft/machine_model.hpp"

namespace weft::inline machine {

// Throws BadLine for a key that is neither one of `known` nor one of constants.
void check_keys(const toml::table& file, const std::vector<std::string>& known);

// Reads the constants into the model, which has its lists already. Throws BadLine for a constant that is
// wrong, and for one that lacks: what is neither said nor listed.
void read_constants(const toml::table& file, MachineModel& model);

// The lines of the file that say the constants: the operation, and the tables at the end.
std::string operation_text(const MachineModel& model);
std::string laws_text(const MachineModel& model);

}  // namespace weft::inline machine
