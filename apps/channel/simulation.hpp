// A channel flow with its statistics, checkpoints and snapshots: what `weft run` drives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "channel/settings.hpp"
#include "common/simulation.hpp"

namespace weft::channel {

struct RunOfChannel {
  Settings settings;
  std::string beginning = "disturbed";
  double amplitude = 0.1;
  std::vector<double> spectra_at = {0.03, 0.08, 0.2, 0.5, 1};
  std::string snapshot_precision = "single";
  std::string plan = {};  // options of the plan in words, by which a checkpoint knows them
};

// At its beginning. Collective; Errors as of Flow.
std::unique_ptr<apps::Simulation> make_simulation(const RunOfChannel& run, MPI_Comm comm);

}  // namespace weft::channel
