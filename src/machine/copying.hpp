// Copying between two arrays for a given time: what all rates of copying are measured by.
//
// What is timed are the copies of the sweeps (sweep/copy.hpp). Each measurement ends by the clock, not after
// a number of copies: at a time all processes copy, whatever their rates are.
#pragma once

#include "base/arena.hpp"

namespace weft::inline machine {

struct CopyArrays {
  Index bytes = 0;  // of each
  char* from = nullptr;
  char* to = nullptr;
  CopyArrays first(Index n) const { return {n, from, to}; }
};

// Of each of two arrays that are together in a small L2.
inline constexpr Index cached_copy_bytes = Index{256} << 10;

// Bytes of each array in memory: far beyond the largest cache, so that every piece has left it when its turn
// comes again; in whole pieces, and at most a quarter of the free memory for all processes of the node.
Index memory_copy_bytes(Index largest_cache, Index n_on_node);

// Error(resource) where there is no memory.
CopyArrays allocate_copy_arrays(Arena& arena, Index bytes);

// Bytes read plus written per second for `seconds`, again and again over the arrays: by ordinary stores, or
// around the cache (`stream`).
double rate_of_copies(const CopyArrays& arrays, bool stream, double seconds);

}  // namespace weft::inline machine
