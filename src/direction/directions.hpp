// Makes the directions of a plan: plain ones, rewritten by the strategies that apply (strategies.hpp), then
// settled: each exchange gets memory, each sweep the views of the exchanges beside it.
#pragma once

#include "direction/task.hpp"

namespace weft::inline direction {

// Bytes of a local array of this storage.
Index bytes_of(const Storage& storage, const Problem& problem, bool real);

// The directions of a plan, and the storages of its arrays.
void add_directions(const DirectionTask& task, Directions& all);

// Settles the memory and the views of a direction; buffers and tiles of `all` grow to hold what it needs.
void settle(const DirectionTask& task, Direction& direction, Directions& all);

// The first slot that no window has.
Slot next_slot(const std::vector<WindowPlan>& windows);

// Products of points, with convolve=yes.
void add_convolution(const DirectionTask& task, Directions& all);

// The list of a direction before its memory is thought of, rewritten by the strategies that apply.
Direction plain_direction(const DirectionTask& task, const Directions& all, bool is_backward);
void rewrite(const DirectionTask& task, Direction& direction);

}  // namespace weft::inline direction
