// A sweep reads the local array once, transforms one or more axes in cache, and writes it once.
//
// Built from a LocalSweep when a plan is made; running it decides and allocates nothing. The threads of a
// team divide the blocks or tiles; each works in memory of its own. No two tiles write the same element, and
// the bits do not depend on who did which tile.
#pragma once

#include <optional>
#include <vector>

#include "kernels/cache.hpp"
#include "sweep/any_sweep.hpp"
#include "sweep/division.hpp"
#include "sweep/local_sweep.hpp"
#include "sweep/side.hpp"
#include "sweep/team.hpp"
#include "sweep/tiling.hpp"
#include "sweep/twiddles.hpp"

namespace weft::inline sweep {

// Memory that a thread uses while sweeps run, one after the other; aligned to cache lines.
struct Workspace {
  char* in = nullptr;     // a tile before its transform
  char* out = nullptr;    // a tile after it
  char* block = nullptr;  // a block between its passes; used by threads that have blocks of their own, and 0
};

class Sweep : public AnySweep {
 public:
  // `workspaces`: one for each thread of the team. Kernels and team live longer than the sweep.
  // `first_thread`: whose scratch memory of the kernels thread 0 of the team takes. `through_tiles`: the
  // kernels reach no memory.
  Sweep(const LocalSweep& sweep, KernelCache& kernels, const std::vector<Workspace>& workspaces, Team& team,
        int first_thread = 0, bool through_tiles = false);
  void run(Places slots, Index field) override { run(slots, field, {}, {}); }
  // The same where the views are larger than what is swept, which begins at these indices of them.
  void run(Places slots, Index field, const Coords& source_origin, const Coords& target_origin);
  double measure_arithmetic() override;

 private:
  struct PassKernel {
    Index n_lines;
    const Kernel* kernel;
  };
  struct Pass {
    PassPlan plan;
    std::vector<PassKernel> kernels;  // one for each number of lines that occurs
    bool is_first = true;             // lines are gathered from the source, else from the block
    bool is_last = true;              // lines are scattered to the target, else to the block
    CopyMode gather, scatter;
    std::optional<Twiddles> twiddles;                  // multiply the result
    int in_element = 0, out_element = 0;               // bytes
    bool reads_memory = false, writes_memory = false;  // the kernels do, and leave out the tile
    std::vector<Index> in_table, out_table;            // of lines that are in tables; else empty
    bool out_along = false;                            // of the latter: lines lie along memory
    bool is_aligned = false;                           // the same: rows are, in this call
    std::vector<Range> tiles;                          // those of each thread
    const Kernel& kernel_of(Index n_lines) const;
  };
  struct TileStrides {
    Coords in{}, out{};
  };
  struct Block {
    Extents shape;
    Storage storage;  // between the passes
    std::vector<Pass> passes;
  };
  // A thread at work.
  struct Hand {
    int thread = 0;   // of the team
    int scratch = 0;  // whose memory of the kernels
    Workspace workspace;
    Side between;  // the block
  };

  Pass make_pass(const PassPlan& plan, bool first, bool last, const Side& between,
                 KernelCache& kernels) const;
  void reach_memory(Pass& pass, KernelSpec& spec, const Side& between) const;
  const Block& block_of(const Patch& patch) const;
  void fill_tables();
  template <class Work>
  void for_passes(const Work& work);
  void copy(int thread);
  void run_pass(Hand& hand, const Pass& pass, const Patch& block_patch);
  void run_tile(Hand& hand, const Pass& pass, const Patch& tile);
  void run_kernels(Hand& hand, const Pass& pass, const Patch& block_patch) const;
  double seconds_of_kernels();

  LocalSweep sweep_;
  const KernelCache& kernels_;
  Team& team_;
  bool through_tiles_ = false;
  int n_axes_;
  Side source_, target_;
  std::vector<Chunks> block_chunks_;
  int n_dividing_ = 1;                      // threads that divide the tiles of a block
  bool own_blocks_ = true;                  // each thread has its own; else all work on the same one
  std::vector<Range> block_ranges_;         // of each thread
  Index tile_bytes_ = 0, block_bytes_ = 0;  // of the workspace that this sweep uses
  std::vector<Block> blocks_;               // by shape
  std::vector<Hand> hands_;                 // by thread
};

}  // namespace weft::inline sweep
