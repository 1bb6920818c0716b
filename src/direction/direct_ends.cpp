// arrays=shared: where a route ends in a copy, or begins with one, the exchange beside it works on the shared
// arrays of the users, and the copy falls away.
//
// Points of products are in no array: with convolve=yes the end at the points stays as it is.
#include "direction/steps.hpp"
#include "direction/strategies.hpp"

namespace weft::inline direction {

namespace {

// Peers know where the blocks of each other lie by their shapes alone.
bool has_plain_memory(const Problem& problem, bool at_points) {
  const Axes& order = at_points ? problem.points_order : problem.modes_order;
  const Extents& padding = at_points ? problem.points_padding : problem.modes_padding;
  return order.empty() && padding.empty();
}

bool may_have_direct_ends(const DirectionTask& task, const Direction& direction) {
  return task.settings.shared_arrays && !task.settings.in_place && !direction.moves.empty();
}

void make_ends_direct(const DirectionTask& task, Direction& direction) {
  SweepStep &first = direction.sweeps.front(), &last = direction.sweeps.back();
  const auto falls_away = [&](const SweepStep& copy, const MoveStep& beside, bool at_points) {
    return is_copy(copy) && beside.row->shares_memory && !(at_points && task.settings.convolve) &&
           has_plain_memory(task.problem, at_points);
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
