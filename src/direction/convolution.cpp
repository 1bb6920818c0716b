// Backward and forward with points that stay in cache between them, with convolve=yes.
//
// Products take the memory of their factors (products_in_place.hpp), or else the first exchange of forward,
// written while the last one of backward is read, has memory of its own; and so has one whose window says
// from the beginning of a call where the user's arrays are. All else is that of the two directions.
#include "direction/directions.hpp"

namespace weft::inline direction {

namespace {

// Like that of another exchange.
int add_window_like(int other, std::vector<WindowPlan>& windows) {
  if (other < 0) return other;
  WindowPlan own = windows[static_cast<std::size_t>(other)];
  own.first_slot = next_slot(windows);
  windows.push_back(own);
  return static_cast<int>(windows.size()) - 1;
}

Direction direction_to_points(const DirectionTask& task, Directions& all) {
  Direction direction = plain_direction(task, all, true);
  direction.output = {};
  direction.sweeps.back().sweep.target = {};
  rewrite(task, direction);
  settle(task, direction, all);
  return direction;
}

Direction direction_from_points(const DirectionTask& task, const Direction& before, Directions& all) {
  Direction direction = plain_direction(task, all, false);
  direction.input = {};
  direction.sweeps.front().sweep.source = {};
  if (!before.moves.empty()) direction.factors = before.moves.back();
  rewrite(task, direction);
  for (std::size_t i = 0; i < direction.moves.size(); ++i) {
    MoveStep& step = direction.moves[i];
    if ((i == 0 && !step.takes_over) || direction.sweeps[i + 1].only_private)
      step.window = add_window_like(step.window, all.windows);
  }
  settle(task, direction, all);
  return direction;
}

}  // namespace

void add_convolution(const DirectionTask& task, Directions& all) {
  Direction direction = direction_to_points(task, all);
  const Direction there = direction_from_points(task, direction, all);
  const int products = static_cast<int>(direction.sweeps.size()) - 1;
  const ProductPlan plan = plan_products(direction.sweeps.back().sweep, there.sweeps.front().sweep,
                                         task.problem.n_fields, next_slot(all.windows));
  for (const LocalSweep& sweep : sweeps_of(plan)) all.tiles.hold_alone(sweep, task.choice.threads);
  direction.sweeps.insert(direction.sweeps.end(), there.sweeps.begin() + 1, there.sweeps.end());
  direction.moves.insert(direction.moves.end(), there.moves.begin(), there.moves.end());
  all.convolution = Convolution{direction, products, plan};
}

}  // namespace weft::inline direction
