// What is to be planned: checked, and proved equal on all processes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "comm/communicators.hpp"
#include "plan/blueprint.hpp"

namespace weft::inline plan {

struct PlanTask {
  const Problem& problem;
  MPI_Comm comm;               // the user's
  const Communicators& comms;  // weft's own, of the same processes
  Options options;             // with those of the environment
  Settings settings;           // of these options
  Machine machine;
};

// Collective. The same Error on every process for what cannot be planned, or differs between them.
PlanTask make_task(const Problem& problem, MPI_Comm comm, const Communicators& comms, const Options& options);

// Settles what the user left open better than a rule can: a tuner. Collective; the same choice on all
// processes. Adds remarks for explain().
using Chooser = std::function<Choice(const PlanTask& task, std::vector<std::string>& remarks)>;

// Throws Error(resource) if a backend of the choice cannot be used on this process.
void check_backends(const Choice& choice, int rank);

}  // namespace weft::inline plan
