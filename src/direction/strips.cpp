// How a pipelined move is cut into strips, and which sweeps are: pure functions.
#include "direction/strips.hpp"

#include <algorithm>
#include <tuple>

#include "direction/chunks.hpp"
#include "direction/steps.hpp"
#include "direction/strategies.hpp"
#include "geometry/part.hpp"

namespace weft::inline direction {

namespace {

// The sweep after the move can begin with a strip when it has arrived.
bool may_begin_early(const Route& route, std::size_t move, int axis) {
  return keeps(route.moves[move], axis) && !transforms(route.sweeps[move + 1], axis) &&
         !is_pairing(route.sweeps[move + 1]);
}

// How each sweep of the route is cut. Between pairs of rows and natural order all is done at once.
std::vector<Cutting> cuttings_of(const Route& route) {
  std::vector<Cutting> cuttings(route.sweeps.size(), Cutting::none);
  for (std::size_t i = 0; i < route.moves.size(); ++i)
    if (n_strips(route.moves[i]) > 1 && !is_pairing(route.sweeps[i])) cuttings[i] = Cutting::after;
  for (std::size_t i = 0; i < route.moves.size(); ++i)
    if (n_strips(route.moves[i]) > 1 && cuttings[i + 1] == Cutting::none &&
        may_begin_early(route, i, route.moves[i].strips.axis))
      cuttings[i + 1] = Cutting::before;
  return cuttings;
}

bool has_strips(const DirectionTask&, const Direction& direction) {
  return std::any_of(direction.moves.begin(), direction.moves.end(),
                     [](const MoveStep& step) { return n_strips(step.move) > 1; });
}

// Chunks of points are no strips of an exchange.
void cut_sweeps(const DirectionTask& task, Direction& direction) {
  const std::vector<Cutting> cuttings = cuttings_of(route_of(task, direction));
  for (std::size_t i = 0; i < cuttings.size(); ++i)
    if (direction.sweeps[i].runs && !is_in_cache(direction, i)) direction.sweeps[i].cutting = cuttings[i];
}

}  // namespace

Strips strips_for(const Route& route, std::size_t i, Index width) {
  const Redistribution& move = route.moves[i];
  Strips best;
  std::tuple<bool, bool, Index> most;
  for (int axis = 0; axis < move.from.n_axes(); ++axis) {
    if (transforms(route.sweeps[i], axis)) continue;
    const bool is_last = axis + 1 == move.from.n_axes();  // its elements lie side by side in a block
    const std::tuple merit{may_begin_early(route, i, axis), !is_last, longest_block(move.from, axis)};
    if (best.axis >= 0 && merit <= most) continue;
    best = {axis, width};
    most = merit;
  }
  return best;
}

Route with_strips(Route route, const std::vector<Index>& widths) {
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (widths[i] > 0) route.moves[i].strips = strips_for(route, i, widths[i]);
  return route;
}

LocalSweep strip_of(const LocalSweep& sweep, const Strips& strips, Index strip) {
  LocalSweep part = sweep;
  const Range range = range_of(strips, strip, sweep.from[strips.axis]);
  part.from[strips.axis] = part.to[strips.axis] = range.size();
  part.source = part_of_view(sweep.source, strips.axis, range);
  part.target = part_of_view(sweep.target, strips.axis, range);
  part.origin[strips.axis] += range.begin;
  return part;
}

Strategy strips_strategy() { return {has_strips, cut_sweeps}; }

}  // namespace weft::inline direction
