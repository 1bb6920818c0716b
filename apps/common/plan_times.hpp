// Where the time of a simulation went, as its plan tells it and as the machine file predicts it.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "common/simulation.hpp"
#include "weft/weft.hpp"

namespace weft::apps {

// What this process measured of all steps.
struct MeasuredTimes {
  double transforms;  // seconds, with the products that ride on them
  double others;      // what `name` says
  std::string name;
  Index n_stages;
};

// Means over the processes: transforms, of these routines (sweeps of the plan, with the products) and
// communication (all else of it), and the others; predicted transforms, and of these communication, if this
// computer has a machine file for such nodes. Collective.
std::vector<Quantity> times_of(const Plan& plan, const MeasuredTimes& measured, const StageOfFields& stage,
                               int processes_per_node);

// Of this process's node. Collective.
int processes_per_node(MPI_Comm comm);

// "channel flow ...: memory of all processes: 10 MiB, 3.4 real arrays of the points". Collective.
std::string memory_in_words(const Plan& plan, Index bytes_here);

}  // namespace weft::apps
