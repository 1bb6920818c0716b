// Memory in which the threads of a plan sweep.
#include "sweep/tile_memory.hpp"

#include <algorithm>

#include "sweep/block_sweep.hpp"
#include "sweep/division.hpp"
#include "sweep/sweep_table.hpp"

namespace weft::inline sweep {

void TileMemory::hold(const LocalSweep& sweep, int n_threads) {
  sweeps_on(*sweep.space).hold(*this, sweep, n_threads);
}

void TileMemory::hold_blocks_or_tiles(const LocalSweep& sweep, int n_threads) {
  if (const Blocks blocks = blocks_of(sweep); blocks.kernel) {
    in_bytes = std::max(in_bytes, blocks.kernel->batch_bytes());
    out_bytes = std::max(out_bytes, blocks.kernel->scratch_bytes());
    block_bytes = std::max(block_bytes, blocks.kernel->between_bytes());
    if (blocks.n > 1 && n_threads > 1)
      own_block_bytes = std::max(own_block_bytes, blocks.kernel->between_bytes());
  } else {
    hold_tiles(sweep, n_threads);
  }
}

void TileMemory::hold_tiles(const LocalSweep& sweep, int n_threads) {
  const Tiling tiling = make_tiling(sweep);
  in_bytes = std::max(in_bytes, tiling.in_bytes);
  out_bytes = std::max(out_bytes, tiling.out_bytes);
  block_bytes = std::max(block_bytes, tiling.block_bytes);
  if (has_blocks_of_its_own(tiling, n_threads))
    own_block_bytes = std::max(own_block_bytes, tiling.block_bytes);
}

void TileMemory::hold_alone(const LocalSweep& sweep, int n_threads) {
  hold_tiles(sweep, n_threads);
  own_block_bytes = std::max(own_block_bytes, make_tiling(sweep).block_bytes);
}

Index TileMemory::total_bytes(int n_threads) const {
  return n_threads * (in_bytes + out_bytes) + block_bytes + (n_threads - 1) * own_block_bytes;
}

std::vector<Workspace> TileMemory::allocate(Arena& arena, int n_threads) const {
  std::vector<Workspace> workspaces;
  for (int thread = 0; thread < n_threads; ++thread)
    workspaces.push_back({arena.allocate(in_bytes), arena.allocate(out_bytes),
                          arena.allocate(thread == 0 ? block_bytes : own_block_bytes)});
  return workspaces;
}

}  // namespace weft::inline sweep
