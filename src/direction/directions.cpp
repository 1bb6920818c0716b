// Makes the directions of a plan: plain ones, rewritten by the strategies that apply, then settled.
#include "direction/directions.hpp"

#include <algorithm>

#include "direction/array_as_buffer.hpp"
#include "direction/steps.hpp"
#include "direction/strategies.hpp"
#include "geometry/storage.hpp"

namespace weft::inline direction {

namespace {

// C order where the array itself is a buffer, unless the problem says another one.
Axes order_of_modes(const DirectionTask& task) {
  if (task.problem.modes_order.empty() && array_may_be_a_buffer(task, task.there))
    return c_order(static_cast<int>(task.problem.shape.size()));
  return modes_order(task.problem, task.there);
}

// Where the user's arrays lie.
void settle_storages(const DirectionTask& task, Directions& all) {
  const SweepSpec &first = task.there.sweeps.front(), &last = task.there.sweeps.back();
  if (task.scheme) {
    const std::size_t n = task.there.sweeps.size();
    all.points_storage = storage_at(At::before, 0, *task.scheme, task.there, task.rank);
    all.modes_storage = storage_at(At::after, n - 1, *task.scheme, task.there, task.rank);
    all.array_bytes = array_bytes(*task.scheme, task.there, task.rank);
    return;
  }
  all.points_storage = storage_in(box_of(first.from, task.rank).shape(), points_order(task.problem),
                                  task.problem.points_padding);
  all.modes_storage =
      storage_in(box_of(last.to, task.rank).shape(), order_of_modes(task), task.problem.modes_padding);
  if (is_pairing(last)) {
    const Index n = n_natural(last.pairing, box_of(last.to, task.rank).ranges[0]);
    all.modes_storage = dense_storage({1, n}, {0, 1});
  }
  all.array_bytes = std::max(bytes_of(all.points_storage, task.problem, first.from_real),
                             bytes_of(all.modes_storage, task.problem, last.to_real));
}

LocalSweep plain_sweep(const DirectionTask& task, const SweepSpec& spec) {
  LocalSweep sweep = local_sweep(spec, task.problem.precision, task.rank, {}, {});
  sweep.reproducible = task.settings.reproducible;
  sweep.space = task.settings.space;
  sweep.lines = task.choice.lines;
  sweep.stream = streams(task, sweep, true);
  return sweep;
}

bool has_window(const ExchangeRow* row) { return row != nullptr && row->window_group != nullptr; }

// `number` of the move, in the order of forward. Moves of chunks are other ones.
MoveStep plain_move(const DirectionTask& task, const Redistribution& move, std::size_t number) {
  const auto row = task.rows.begin() + static_cast<std::ptrdiff_t>(number);
  MoveStep step{.row = *row != nullptr ? *row : &local_exchange(), .move = move, .is_local = *row == nullptr};
  if (has_window(*row)) step.window = static_cast<int>(std::count_if(task.rows.begin(), row, has_window));
  step.from.storage = plain_storage(move.from, task.rank);
  step.to.storage = plain_storage(move.to, task.rank);
  if (!task.scheme) use_row(task, *step.row, step);
  return step;
}

// The windows of a direction grow to hold what it exchanges. Processes tell each other words in each round
// where they work on arrays of the users.
void add_windows(const DirectionTask& task, const Direction& direction, std::vector<WindowPlan>& windows) {
  for (std::size_t i = 0; i < direction.moves.size(); ++i) {
    const MoveStep& step = direction.moves[i];
    if (step.window < 0) continue;
    const bool tells = direction.sweeps[i].only_private || direction.sweeps[i + 1].only_private;
    if (static_cast<std::size_t>(step.window) == windows.size())
      windows.push_back({group_name(step.move) + (step.row->shares_memory ? "" : ", on a node"),
                         step.row->window_group(step.move, task.rank, task.nodes), 0, 0, next_slot(windows)});
    WindowPlan& window = windows[static_cast<std::size_t>(step.window)];
    window.bytes = std::max(window.bytes, step.views.window_elements * step.move.element_bytes);
    if (tells) window.n_words = step.move.n_fields;
  }
}

}  // namespace

Index bytes_of(const Storage& storage, const Problem& problem, bool real) {
  return storage.n_elements() * element_bytes(problem.precision, real);
}

Direction plain_direction(const DirectionTask& task, const Directions& all, bool is_backward) {
  Direction direction{.is_backward = is_backward};
  direction.input = {is_backward ? all.modes_storage : all.points_storage, true};
  direction.output = {is_backward ? all.points_storage : all.modes_storage, true};
  const Route& route = route_of(task, direction);
  for (const SweepSpec& spec : route.sweeps) direction.sweeps.push_back({plain_sweep(task, spec)});
  for (std::size_t i = 0; i < route.moves.size(); ++i)
    direction.moves.push_back(plain_move(task, route.moves[i], is_backward ? route.moves.size() - 1 - i : i));
  direction.sweeps.front().sweep.source = whole_view(direction.input.storage, input_slot, 0);
  direction.sweeps.back().sweep.target = whole_view(direction.output.storage, output_slot, 0);
  return direction;
}

void rewrite(const DirectionTask& task, Direction& direction) {
  for (const Strategy& strategy : strategies())
    if (strategy.applies(task, direction)) strategy.rewrite(task, direction);
}

Slot next_slot(const std::vector<WindowPlan>& windows) {
  if (windows.empty()) return first_buffer_slot + most_buffers;
  return windows.back().first_slot + static_cast<Slot>(windows.back().group.size());
}

void add_directions(const DirectionTask& task, Directions& all) {
  settle_storages(task, all);
  all.forward = plain_direction(task, all, false);
  all.backward = plain_direction(task, all, true);
  for (Direction* direction : {&all.forward, &all.backward}) {
    rewrite(task, *direction);
    add_windows(task, *direction, all.windows);
  }
  settle(task, all.forward, all);
  settle(task, all.backward, all);
  if (task.settings.convolve) add_convolution(task, all);
  all.n_slots = next_slot(all.windows);
}

}  // namespace weft::inline direction
