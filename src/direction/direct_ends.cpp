// arrays=shared: where a route ends in a copy, or begins with one, the exchange beside it works on the shared
// arrays of the users, and the copy falls away.
//
// Points of products are in no array: with convolve=yes the end at the points stays as it is.
#include "direction/steps.hpp"
#include "direction/strategies.hpp"
#include "geometry/storage.hpp"

namespace weft::inline direction {

namespace {

bool may_have_direct_ends(const DirectionTask& task, const Direction& direction) {
  return task.settings.shared_arrays && !task.settings.in_place && !direction.moves.empty();
}

void make_ends_direct(const DirectionTask& task, Direction& direction) {
  SweepStep &first = direction.sweeps.front(), &last = direction.sweeps.back();
  const auto falls_away = [&](const SweepStep& copy, const MoveStep& beside, bool at_points) {
    return is_copy(copy) && beside.row->shares_memory && !(at_points && task.settings.convolve) &&
           !says_memory(task.problem, at_points);  // peers know where blocks lie by their shapes alone
  };
  last.only_private = falls_away(last, direction.moves.back(), direction.is_backward);
  if (last.only_private) use_row(task, direct_push(), direction.moves.back());
  const bool is_taken = last.only_private && direction.moves.size() == 1;
  first.only_private = !is_taken && falls_away(first, direction.moves.front(), !direction.is_backward);
  if (first.only_private) use_row(task, direct_pull(), direction.moves.front());
}

}  // namespace

Strategy direct_ends_strategy() { return {may_have_direct_ends, make_ends_direct}; }

}  // namespace weft::inline direction
