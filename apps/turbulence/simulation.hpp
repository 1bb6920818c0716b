// A flow in a box with its history, spectra, checkpoints and snapshots: what `weft run` drives.
#pragma once

#include <memory>
#include <string>

#include "common/simulation.hpp"
#include "turbulence/beginning.hpp"
#include "turbulence/settings.hpp"

namespace weft::turbulence {

struct RunOfTurbulence {
  Settings settings;
  std::string beginning = "random";
  BeginningChoice choice = {};
  std::string scalar_beginning = "zero";
  BeginningChoice scalar_choice = {};
  std::string snapshot_precision = "single";
  bool snapshot_vorticity = true;
  std::string plan = {};  // options of the plan in words, by which a checkpoint knows them
};

// At its beginning, or where read() is to follow (`is_restart`) at rest. Collective; Errors as of Box, and of
// files to begin with.
std::unique_ptr<apps::Simulation> make_simulation(const RunOfTurbulence& run, MPI_Comm comm, bool is_restart);

}  // namespace weft::turbulence
