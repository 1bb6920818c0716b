// A sweep reads the local array once, transforms one or more axes in cache, and writes it once.
//
// Built from a LocalSweep when a plan is made; running it decides and allocates nothing.
#pragma once

#include <vector>

#include "kernels/cache.hpp"
#include "sweep/local_sweep.hpp"
#include "sweep/side.hpp"
#include "sweep/tiling.hpp"

namespace weft {

// Memory that sweeps use while they run, one after the other; aligned to cache lines.
struct Workspace {
  char* in = nullptr;     // a tile before its transform
  char* out = nullptr;    // a tile after it
  char* block = nullptr;  // a block between its stages
};

class Sweep {
 public:
  Sweep(const LocalSweep& sweep, KernelCache& kernels, const Workspace& workspace);
  // Transforms field number `field`; slots[i] is the address of slot i for this field.
  void run(char* const* slots, Index field);
  // Seconds that the kernels take for one field when all lines are in cache; moves no array.
  double measure_arithmetic();

 private:
  struct StageKernel {
    Index n_lines;
    const Kernel* kernel;
  };
  struct Stage {
    StagePlan plan;
    std::vector<StageKernel> kernels;  // one for each number of lines that occurs
    const Side* from = nullptr;        // where lines are gathered
    const Side* to = nullptr;          // where they are scattered
    CopyMode gather, scatter;
    int in_element = 0, out_element = 0;  // bytes
    bool reaches_memory = false;          // the kernels do, so that tiles can be left out:
    bool reads_memory = false, writes_memory = false;
    bool in_along = true, out_along = true;  // lines are contiguous
    std::vector<Chunks> wide;                // tiles of more lines, where none passes through a tile
    int beside = -1;                         // axis along which its lines lie side by side; -1: several
    Index ahead = 0;                         // bytes from what is read to what is fetched early; 0: nothing
    const Kernel& kernel_of(Index n_lines) const;
  };
  struct TileStrides {
    Coords in{}, out{};
  };
  struct Block {
    Extents shape;
    Extents strides;
    std::vector<Stage> stages;
  };

  Stage make_stage(const StagePlan& plan, bool first, bool last, KernelCache& kernels) const;
  const Block& block_of(const Patch& patch) const;
  void run_block(const Block& block, const Patch& patch);
  void run_stage(const Stage& stage, const Patch& block_patch);
  void run_tile(const Stage& stage, const Patch& tile);
  void transform_tile(const Stage& stage, const Patch& tile, const Patch& result, Index n_lines,
                      const TileStrides& strides);
  void transform_memory(const Stage& stage, const Patch& tile, const Patch& result, Index n_lines,
                        const TileStrides& strides);

  LocalSweep sweep_;
  Workspace workspace_;
  int n_axes_;
  Side source_, target_, between_;
  std::vector<Chunks> block_chunks_;
  Index tile_bytes_ = 0, block_bytes_ = 0;       // of the workspace that this sweep uses
  std::vector<Block> blocks_;                    // by shape
  bool target_is_aligned_ = false;               // in this call
  std::vector<const char*> in_rows_, out_rows_;  // addresses of the lines of a tile
};

}  // namespace weft
