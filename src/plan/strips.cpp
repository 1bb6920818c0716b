// How a pipelined move is cut into strips, and which sweeps are: pure functions.
#include "plan/strips.hpp"

#include <algorithm>
#include <tuple>

#include "geometry/part.hpp"
#include "plan/chunks.hpp"

namespace weft {
namespace {

// The sweep after the move can begin with a strip when it has arrived.
bool may_begin_early(const Route& route, std::size_t move, int axis) {
  return keeps(route.moves[move], axis) && !transforms(route.sweeps[move + 1], axis);
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

std::vector<Cutting> cuttings_of(const Route& route) {
  std::vector<Cutting> cuttings(route.sweeps.size(), Cutting::none);
  for (std::size_t i = 0; i < route.moves.size(); ++i)
    if (n_strips(route.moves[i]) > 1) cuttings[i] = Cutting::after;
  for (std::size_t i = 0; i < route.moves.size(); ++i)
    if (n_strips(route.moves[i]) > 1 && cuttings[i + 1] == Cutting::none &&
        may_begin_early(route, i, route.moves[i].strips.axis))
      cuttings[i + 1] = Cutting::before;
  return cuttings;
}

LocalSweep strip_of(const LocalSweep& sweep, const Strips& strips, Index strip) {
  LocalSweep part = sweep;
  const Range range = range_of(strips, strip, sweep.from[strips.axis]);
  part.from[strips.axis] = part.to[strips.axis] = range.size();
  part.source = part_of_view(sweep.source, strips.axis, range);
  part.target = part_of_view(sweep.target, strips.axis, range);
  return part;
}

}  // namespace weft
