// memory=low: an array in place that is redistributed in chunks, with little memory beside it.
//
// It is only another list of sweeps and exchanges; passes and exchanges are those of every plan. Each move is
// cut into chunks. A chunk is swept from the array to where the exchange wants it, exchanged, and swept back
// into the array; a transform rides on one of these sweeps unless its axis is the one that is cut into
// chunks, and then has a sweep of its own, in place. All chunks use the same buffers or window.
//
// The array lies in one memory all the time; see frames.hpp for why no chunk overwrites another one. A sweep
// in place is safe because it reads a tile (or block) whole before it writes it, and because what it writes
// has the strides of what it read: other tiles are somewhere else.
#pragma once

#include <vector>

#include "direction/chunks.hpp"
#include "direction/frames.hpp"
#include "route/route.hpp"

namespace weft::inline direction {

// The route of a plan with memory=low: moves that change several dimensions of the grid become several moves
// where that is possible, because chunks need an axis that stays as it is; sweeps over several axes become
// several sweeps where the block of all these axes is large.
Route route_in_steps(const Route& route);

// How an array is redistributed in place: the same on all processes but for the frames.
struct InPlaceScheme {
  Axes order;                    // of the axes in memory
  std::vector<Chunking> chunks;  // by move; n = 0: nothing moves
  std::vector<Link> links;       // by move
  std::vector<Frame> frames;     // by sweep: before and after it
  int slot_bytes = 0;            // of one slot of the frames
  bool wide_reals = false;       // a real element takes a slot of its own
};

// Error(not_applicable) in words if some move cannot be done in so little memory.
InPlaceScheme make_scheme(const Problem& problem, const Route& route,
                          const std::vector<const ExchangeRow*>& rows, int rank, Index most_bytes,
                          const Nodes& nodes);
InPlaceScheme reversed(const InPlaceScheme& scheme);

// Where the array lies before sweep i, or after it.
enum class At { before, after };
Storage storage_at(At at, std::size_t i, const InPlaceScheme& scheme, const Route& route, int rank);

// Bytes of the array, in all its states.
Index array_bytes(const InPlaceScheme& scheme, const Route& route, int rank);

}  // namespace weft::inline direction
