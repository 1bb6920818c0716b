// A copy at an end of a direction is done by the exchange beside it, where its row sends from plain arrays
// and receives in them: the user's array is as good as a buffer. Its elements come in C order, so that both
// sides of a message count them in the same order.
#include "direction/steps.hpp"
#include "direction/strategies.hpp"
#include "geometry/storage.hpp"

namespace weft::inline direction {

namespace {

bool may_have_plain_ends(const DirectionTask& task, const Direction& direction) {
  return !task.settings.in_place && !direction.moves.empty();
}

bool is_spared(const SweepStep& sweep, const End& end, const MoveStep& beside) {
  return is_copy(sweep) && end.is_user && beside.row->plain_arrays &&
         end.storage.order == c_order(static_cast<int>(end.storage.order.size()));
}

void make_ends_plain(const DirectionTask&, Direction& direction) {
  MoveStep &first = direction.moves.front(), &last = direction.moves.back();
  if (is_spared(direction.sweeps.front(), direction.input, first)) {
    direction.sweeps.front().runs = false;
    first.from = direction.input;
    first.send = input_slot;
  }
  if (is_spared(direction.sweeps.back(), direction.output, last)) {
    direction.sweeps.back().runs = false;
    last.to = direction.output;
    last.receive = output_slot;
  }
}

}  // namespace

Strategy plain_ends_strategy() { return {may_have_plain_ends, make_ends_plain}; }

}  // namespace weft::inline direction
