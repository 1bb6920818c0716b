// Products in the memory of their factors.
//
// The sweep over points reads a chunk of all fields before it writes any, and what it writes has the place
// in the local array of what it read. So if the first exchange of forward leaves from where the last one of
// backward arrives, both share the memory: half as much of it, and what is written is still in cache.
// A window that one side pulled from is pushed into by the other. With messages the parcel that stays on the
// process stays where it is, and the sweep after the exchange reads it there. A field that only goes forward
// finds nobody at work in its window either: a call of convolve begins with an agreement of all processes,
// each of which has finished its calls before.
#pragma once

#include <optional>

#include "direction/direction.hpp"

namespace weft::inline direction {

// The row that takes back through the same window what `row` brought; null: none.
const ExchangeRow* mirror_of(const ExchangeRow& row);

// The views of a move of messages, or of none, whose outgoing view lies where `arrived` lies: the incoming
// view of the same move the other way, in slots of exchanges. None: it cannot leave from there.
std::optional<ExchangeViews> leaving_from(const View& arrived, ExchangeViews views,
                                          const Redistribution& move, int rank);

}  // namespace weft::inline direction
