// What predictions begin with: the machine, and whether all processes have work.
#pragma once

#include <string>

#include "weft/machine_model.hpp"
#include "weft/prediction.hpp"

namespace weft::cli {

struct NamedMachine {
  MachineModel model;
  std::string name;         // its file or name; "typical"
  std::string why_typical;  // the reason and the remedy; empty: it is not
};

// Where `asked` says; else what was measured here; else a typical machine. Errors as of load_machine_file().
NamedMachine find_machine(const std::string& asked);

// Why the plan leaves processes without work, of which the last has least; empty: it does not.
std::string idle_processes(const Problem& problem, int n_processes, const Choice& choice,
                           int processes_per_node);

}  // namespace weft::cli
