// Memory in which the threads of a plan sweep: as large as the sweep that wants most of each kind.
#pragma once

#include <vector>

#include "base/arena.hpp"
#include "sweep/local_sweep.hpp"
#include "sweep/sweep.hpp"

namespace weft::inline sweep {

struct TileMemory {
  Index in_bytes = 0, out_bytes = 0;  // of each thread
  Index block_bytes = 0;              // of thread 0
  Index own_block_bytes = 0;          // of each other thread, for sweeps in which it has its own

  // Grows to hold what make_sweep makes of this sweep, which so many threads divide.
  void hold(const LocalSweep& sweep, int n_threads);
  // The same of a sweep over host memory.
  void hold_blocks_or_tiles(const LocalSweep& sweep, int n_threads);
  // The same of a sweep by tiles that each thread does alone.
  void hold_alone(const LocalSweep& sweep, int n_threads);
  // Of all threads together.
  Index total_bytes(int n_threads) const;
  // One for each thread.
  std::vector<Workspace> allocate(Arena& arena, int n_threads) const;

 private:
  void hold_tiles(const LocalSweep& sweep, int n_threads);
};

}  // namespace weft::inline sweep
