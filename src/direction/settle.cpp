// Settles the memory and the views of a direction.
#include <algorithm>

#include "direction/buffers.hpp"
#include "direction/directions.hpp"
#include "direction/steps.hpp"
#include "direction/strips.hpp"
#include "sweep/pairing.hpp"

namespace weft::inline direction {

namespace {

bool has_padding(const Storage& storage) {
  return storage.n_elements() > whole_box(storage.shape).n_points();
}

// Which of the user's arrays may serve as buffers.
BufferRules rules_of(const DirectionTask& task, const Direction& direction) {
  BufferRules rules{.in_place = task.settings.in_place, .overwrite_input = task.settings.overwrite_input};
  const Route& route = route_of(task, direction);
  if (route.n_fields > 1) return rules;  // the fields of a buffer lie side by side, the user's anywhere
  rules.input_bytes = bytes_of(direction.input.storage, task.problem, route.sweeps.front().from_real);
  rules.output_bytes = bytes_of(direction.output.storage, task.problem, route.sweeps.back().to_real);
  if (rules.in_place) rules.output_bytes = std::max(rules.input_bytes, rules.output_bytes);
  // What is beside a block is the user's, where there are two arrays.
  const bool input_is_padded = has_padding(direction.input.storage),
             output_is_padded = has_padding(direction.output.storage);
  if (!rules.in_place && input_is_padded) rules.input_bytes = 0;
  if (!rules.in_place && output_is_padded) rules.output_bytes = 0;
  // Peers may read shared arrays, or write there, at any time.
  if (!direction.input.is_user || direction.sweeps.front().only_private) rules.input_bytes = 0;
  if (!direction.output.is_user || direction.sweeps.back().only_private) rules.output_bytes = 0;
  return rules;
}

bool is_of_user(const View& view) {
  return std::any_of(view.pieces.begin(), view.pieces.end(), [](const Piece& piece) {
    return piece.slot == input_slot || piece.slot == output_slot;
  });
}

// Where the own piece of a move lies in the user's array that receives it.
Piece own_piece_of_user(const Piece& piece, const MoveStep& step, int rank) {
  Piece own{piece.box, output_slot, 0, step.to.storage.strides, 0};
  const Box inside = relative_to(piece_between(step.move, rank, rank), box_of(step.move.to, rank));
  for (int a = 0; a < inside.n_axes(); ++a) own.offset += inside.ranges[a].begin * own.strides[a];
  return own;
}

// Slots of an exchange become slots of the plan.
View in_slots_of_plan(View view, const MoveStep& step, const std::vector<WindowPlan>& windows, int rank) {
  for (Piece& piece : view.pieces) {
    if (piece.slot == send_slot)
      piece.slot = step.send;
    else if (piece.slot == receive_slot && step.to.is_user)
      piece = own_piece_of_user(piece, step, rank);
    else if (piece.slot == receive_slot)
      piece.slot = step.receive;
    else
      piece.slot = piece.slot - first_window_slot + windows[step.window].first_slot;
  }
  return view;
}

// Where sweep i reads and writes, beside what a strategy says.
void settle_views(const DirectionTask& task, Direction& direction, std::size_t i,
                  const std::vector<WindowPlan>& windows) {
  LocalSweep& sweep = direction.sweeps[i].sweep;
  const auto fill = [&](View& view, const MoveStep& step, const View& of_exchange) {
    if (view.pieces.empty()) view = in_slots_of_plan(of_exchange, step, windows, task.rank);
  };
  if (i > 0) fill(sweep.source, direction.moves[i - 1], direction.moves[i - 1].views.incoming);
  if (i < direction.moves.size()) fill(sweep.target, direction.moves[i], direction.moves[i].views.outgoing);
  if (!sweep.axes.empty() && sweep.pairing.side == Paired::read)
    sweep.source = in_rows(sweep.source, sweep.pairing);
  if (!sweep.axes.empty() && sweep.pairing.side == Paired::written)
    sweep.target = in_rows(sweep.target, sweep.pairing);
  sweep.in_place = task.settings.in_place && is_of_user(sweep.source) && is_of_user(sweep.target);
  // Memory that was just read is in cache.
  if (sweep.in_place && task.choice.stores == "auto") sweep.stream = false;
}

void settle_strips(const DirectionTask& task, Direction& direction, std::size_t i, Directions& all) {
  SweepStep& step = direction.sweeps[i];
  if (step.cutting == Cutting::none) return;
  const Redistribution& move = direction.moves[step.cutting == Cutting::after ? i : i - 1].move;
  for (Index strip = 0; strip < n_strips(move); ++strip) {
    step.strips.push_back(strip_of(step.sweep, move.strips, strip));
    all.tiles.hold(step.strips.back(), task.choice.threads);
  }
}

}  // namespace

bool streams(const DirectionTask& task, const LocalSweep& sweep, bool may_stream) {
  return task.choice.stores == "stream" ||
         (task.choice.stores == "auto" && may_stream && is_large(sweep, task.problem.n_fields));
}

void settle(const DirectionTask& task, Direction& direction, Directions& all) {
  assign_buffers(direction, rules_of(task, direction), all.buffer_bytes);
  for (std::size_t i = 0; i < direction.sweeps.size(); ++i) {
    settle_views(task, direction, i, all.windows);
    if (!direction.sweeps[i].runs || is_in_cache(direction, i)) continue;
    all.tiles.hold(direction.sweeps[i].sweep, task.choice.threads);
    settle_strips(task, direction, i, all);
  }
}

}  // namespace weft::inline direction
