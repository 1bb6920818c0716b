// Sweeps by block kernels: over arrays in one piece on both sides, of which two or three axes are
// transformed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lines/block.hpp"
#include "sweep/local_sweep.hpp"
#include "sweep/sweep.hpp"

namespace weft::inline sweep {

// The block kernel of a sweep, and where its blocks are: one for each index of the axes that are not
// transformed.
struct Blocks {
  std::unique_ptr<BlockKernel> kernel;
  Index n = 1;
  Extents shape, in, out;  // of the axes that are not transformed: indices, distances of blocks in elements
};

// No kernel: where the array is in pieces, where its blocks or the whole are larger than the cache, where an
// axis has no such kernel, and where tiles are of another size or all lines have the bits of the same tile.
Blocks blocks_of(const LocalSweep& sweep);

// Does the backend have a block kernel for the whole array of a problem, if one process has it? The array
// lies in these storages, or dense.
bool has_block_kernel(const Problem& problem, const std::string& backend, bool in_place = false,
                      const std::optional<Storage>& points = {}, const std::optional<Storage>& modes = {});

class BlockSweep : public AnySweep {
 public:
  // `workspaces`: one for each thread of the team, which lives longer than the sweep. Where there are several
  // blocks, each thread has memory for one.
  BlockSweep(const LocalSweep& sweep, Blocks blocks, const std::vector<Workspace>& workspaces, Team& team);
  void run(Places slots, Index field) override;
  double measure_arithmetic() override;
  std::vector<KernelPart> measure_parts() override;

 private:
  struct Side {
    Slot slot = 0;
    Index offset = 0, field_stride = 0;  // bytes
    Index bytes = 0;                     // of the array
    int element_bytes = 0;
    char* at(Places slots, Index field) const {
      return slots[static_cast<std::size_t>(slot)].address + offset + field * field_stride;
    }
  };
  static Side side_of(const View& view, const Extents& shape, int element_bytes);
  void run(const char* in, char* out);
  void run_blocks(int thread, const char* in, char* out);
  void run_visit(int visit, Index begin, Index end, const char* in, char* out, int thread,
                 int of_block) const;

  Blocks blocks_;
  const std::vector<Workspace>& workspaces_;
  Team& team_;
  Side in_, out_;
};

}  // namespace weft::inline sweep
