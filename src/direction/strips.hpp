// How a pipelined move is cut into strips, and which sweeps are: pure functions.
#pragma once

#include "pass/program.hpp"
#include "route/route.hpp"
#include "sweep/local_sweep.hpp"

namespace weft::inline direction {

// The strips of move i of the route, `width` indices wide: along an axis that the sweep before does not
// transform, so that a strip travels while the next one is swept; if there is one, along an axis that the
// move leaves where it is and the sweep after does not transform either, so that this one starts before all
// strips have arrived; and rather not along the last axis.
Strips strips_for(const Route& route, std::size_t i, Index width);

// The route with its moves cut into strips, `widths` indices wide; 0: not cut.
Route with_strips(Route route, const std::vector<Index>& widths);

// `sweep` of one strip.
LocalSweep strip_of(const LocalSweep& sweep, const Strips& strips, Index strip);

}  // namespace weft::inline direction
