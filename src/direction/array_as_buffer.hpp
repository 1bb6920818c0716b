// In place with one exchange by messages: the array itself is one end of the exchange.
//
// The sweep on one side of the exchange may use the array as if it were a buffer if it writes each tile where
// it read it. That is so where the transformed axes are rows and the others columns, on both sides: a tile
// has all rows of its columns. The parcels of a slab, one after the other, are such rows of the
// array cut on its second axis. The own parcel stays out of the array, which the other sweep has not finished
// with; so one buffer is enough, without a further pass.
#pragma once

#include "direction/task.hpp"

namespace weft::inline direction {

// True if plans with this route may use the array as a buffer, as far as messages and fields go.
bool array_may_be_a_buffer(const DirectionTask& task, const Route& route);

// The own parcel of this process is sent nowhere: it waits at `home`, whose box is that of the block before
// the move. `after`: its box after the move.
void keep_own_parcel_at(Piece home, const Box& after, ExchangeViews& views);

}  // namespace weft::inline direction
