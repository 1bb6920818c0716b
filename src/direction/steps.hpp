// Words about sweeps and exchanges of a direction.
#pragma once

#include "direction/task.hpp"

namespace weft::inline direction {

inline bool is_copy(const SweepStep& step) { return step.sweep.axes.empty() && !is_pairing(step.sweep); }

// True if each thread takes these points from cache, or leaves them there: sweep number i beside products.
inline bool is_in_cache(const Direction& direction, std::size_t i) {
  return (i == 0 && !direction.input.is_user) ||
         (i + 1 == direction.sweeps.size() && !direction.output.is_user);
}

// The exchange is done by this row.
inline void use_row(const DirectionTask& task, const ExchangeRow& row, MoveStep& step) {
  step.row = &row;
  step.views = row.views(step.move, task.rank, task.nodes);
}

// True if the sweep writes around the cache. It may where what it writes is not read soon.
bool streams(const DirectionTask& task, const LocalSweep& sweep, bool may_stream);

}  // namespace weft::inline direction
