// Who makes the sweeps over arrays of a memory space: one row for each.
//
// A backend has kernels, of lines in a tile; what a tile is, and where it lies, is a matter of the space. So
// a space whose memory the processor cannot reach brings sweeps of its own, which take their kernels from the
// backends of that space. The row is here and not at the backend, because sweeps use kernels and not the
// reverse.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sweep/sweep.hpp"
#include "sweep/tile_memory.hpp"

namespace weft::inline sweep {

// What the sweeps of a plan share; see the constructors of Sweep and ProductSweep.
struct SweepParts {
  KernelCache& kernels;
  const std::vector<Workspace>& workspaces;  // of each thread, in the space
  Team& team;
  Stream stream = {};  // where sweeps queue their work that do not work at once
};

struct SweepRow {
  std::string space;
  std::unique_ptr<AnySweep> (*make)(const LocalSweep& sweep, const SweepParts& parts);
  // Lets `memory` grow to what such a sweep needs.
  void (*hold)(TileMemory& memory, const LocalSweep& sweep, int n_threads);
};

const std::vector<SweepRow>& sweep_table();
// The first that works on the space; Error(not_applicable) where there is none.
const SweepRow& sweeps_on(const Space& space);

// The sweep of a plan, by the row of its space.
std::unique_ptr<AnySweep> make_sweep(const LocalSweep& sweep, const SweepParts& parts);

}  // namespace weft::inline sweep
