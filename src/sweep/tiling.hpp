// How a sweep cuts its local array into tiles: a pure function of shapes and strides.
//
// A sweep over several axes works block by block: all of the transformed axes, a few indices of the
// others, so that the block stays in cache while every axis is done. Within a block, each pass takes
// tiles of some lines along its axis: gathered into a tile, transformed, scattered.
//
//   pass 1: source view -> tile -> kernel -> block
//   pass 2: block -> tile -> kernel -> target view
//
// In a reproducible sweep every line is contiguous in its tile, and a kernel always takes the same number of
// lines, whether the tile has as many or not: so a line is transformed by the same arithmetic in any block.
//
// Otherwise lines of a tile are contiguous ("along") if the memory is contiguous along the axis, else they
// run across the tile ("across"), so that gathers and scatters copy rows and the kernel transposes.
#pragma once

#include <array>
#include <vector>

#include "kernels/kernel.hpp"
#include "sweep/local_sweep.hpp"

namespace weft::inline sweep {

inline constexpr int most_axes = 6;
inline constexpr Index row_bytes = 256;  // of a tile's rows: long enough for the memory system
using Coords = std::array<Index, most_axes>;

// An axis cut into equal chunks; the last one may be shorter, or longer by up to a quarter.
struct Chunks {
  Index n = 1;     // chunks
  Index size = 1;  // indices in each but the last
  Index last = 1;  // indices in the last
  Index begin(Index i) const { return i * size; }
  Index extent(Index i) const { return i + 1 < n ? size : last; }
  Index most() const { return n > 1 ? std::max(size, last) : last; }
};
Chunks cut_into_chunks(Index length, Index wanted);
// The shapes of all boxes that such chunks of each axis make.
std::vector<Extents> shapes_of(const std::vector<Chunks>& chunks);

// One axis of a block.
struct PassPlan {
  AxisTransform transform;
  Extents from, to;            // shape of the block before and after this pass
  std::vector<Chunks> chunks;  // per axis; the line axis is whole
  Axes line_order;  // axes other than the line axis, the one along which lines are numbered first first
  Lines in, out;    // strides of the tile, or of the block where the kernel works on it directly
  Index batch = 0;  // lines that the kernel takes at once; 0: all lines of a tile
  bool in_is_block = false;   // the kernel reads the block, there is no gather
  bool out_is_block = false;  // the kernel writes the block, there is no scatter
  Index in_bytes = 0;         // of the largest input tile (0: none)
  Index out_bytes = 0;        // of the largest output tile (0: none)
};

// All passes for blocks of one shape.
struct BlockPlan {
  Extents shape;    // extent of the block along the axes that are not transformed; 0 elsewhere
  Storage storage;  // of the block between passes
  std::vector<PassPlan> passes;
};

struct Tiling {
  std::vector<Chunks> blocks;       // per axis; transformed axes are whole
  std::vector<BlockPlan> variants;  // one for each shape of block that occurs
  Index in_bytes = 0;               // scratch of all variants
  Index out_bytes = 0;
  Index block_bytes = 0;
  Index total_bytes() const { return in_bytes + out_bytes + block_bytes; }
};

Tiling make_tiling(const LocalSweep& sweep);

}  // namespace weft::inline sweep
