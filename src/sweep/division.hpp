// How threads divide the work of a sweep: pure functions.
//
// Each thread has a contiguous range of the blocks of a sweep over several axes, and does all passes of each.
// Where there are too few blocks for that, or only one as in a sweep over one axis, the threads divide the
// tiles of each pass instead, one block after the other. Tiles are the same for any number of threads.
#pragma once

#include "sweep/tiling.hpp"

namespace weft::inline sweep {

Index n_chunks(const std::vector<Chunks>& chunks);

// For each thread a range of chunks, numbered with the last axis fastest, so that all have nearly as many
// points; some ranges are empty if there are not enough chunks.
std::vector<Range> divide(const std::vector<Chunks>& chunks, int n_threads);

// True if each thread takes blocks of its own; else they share one block, in the memory of thread 0.
bool has_blocks_of_its_own(const Tiling& tiling, int n_threads);

// The axis along which threads divide a copy into boxes.
int axis_of_boxes(const LocalSweep& sweep, int n_threads);

}  // namespace weft::inline sweep
