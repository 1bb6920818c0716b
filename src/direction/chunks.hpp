// Cutting a redistribution into redistributions of a part of the array each: pure functions.
//
// A chunk takes a range of one axis whose cut the move does not change, the same on all processes that
// exchange with each other. It is a redistribution of a smaller array, so every row of the exchange table
// does it.
#pragma once

#include "exchange/exchange.hpp"

namespace weft::inline direction {

struct Chunking {
  int axis = -1;    // along which the chunks are cut; -1: the whole array is one chunk
  Index width = 0;  // indices of a chunk on each process that has as many
  Index n = 1;      // chunks, the same number everywhere
  Index bytes = 0;  // most that the exchange of a chunk takes on a process
};

// True if every process owns the same indices of `axis` before and after the move.
bool keeps(const Redistribution& move, int axis);

// As few chunks along `axis` (-1: one chunk, of everything) as fit in `most_bytes`; where none fits, `bytes`
// is what the narrowest takes. Boundaries are multiples of `unit` indices where that fits.
Chunking cut_into_chunks(const Redistribution& move, const ExchangeRow& row, int axis, Index most_bytes,
                         Index unit, const Nodes& nodes);

// Chunk number i, in local indices of an axis that has `length` of them on this process.
Range range_of(const Chunking& chunking, Index i, Index length);

// The redistribution of chunk number i.
Redistribution chunk_of(const Redistribution& move, const Chunking& chunking, Index i);

}  // namespace weft::inline direction
