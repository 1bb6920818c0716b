// Everything about a plan that is known without talking: for one process, as a value.
#include "plan/blueprint.hpp"

#include <algorithm>

#include "geometry/storage.hpp"
#include "plan/array_as_stage.hpp"
#include "plan/direction_maker.hpp"
#include "plan/low_memory.hpp"
#include "plan/products_in_place.hpp"
#include "plan/step.hpp"
#include "plan/steps.hpp"
#include "plan/strips.hpp"
#include "weft/error.hpp"

namespace weft {
namespace {

// The rows of a direction, where the copies at its ends fall away if the user's arrays are shared. Points
// that stay in cache are in no array.
std::vector<const ExchangeRow*> with_direct_ends(const Route& route, std::vector<const ExchangeRow*> rows,
                                                 const Settings& settings, const Ends& ends) {
  if (!settings.shared_arrays || settings.in_place || rows.empty()) return rows;
  const auto is_copy = [](const SweepSpec& sweep) { return sweep.axes.empty(); };
  const bool ends_in_copy = is_copy(route.sweeps.back()) && !ends.to_chunks;
  const bool begins_with_copy = is_copy(route.sweeps.front()) && !ends.from_chunks;
  if (ends_in_copy && rows.back()->shares_memory) rows.back() = &direct_push();
  if (begins_with_copy && rows.front()->shares_memory && rows.front() != &direct_push())
    rows.front() = &direct_pull();
  return rows;
}

int fields_of_lump(const Problem& problem, const Choice& choice) {
  return choice.lump == 0 ? problem.n_fields : std::min(choice.lump, problem.n_fields);
}

// Adds the window of a move; its number. Processes tell each other `n_words` in each round.
int add_window(const Redistribution& move, const ExchangeRow& row, int rank, Index bytes, int n_words,
               Blueprint& blueprint) {
  const Slot next = blueprint.windows.empty() ? first_stage_slot + most_stages
                                              : blueprint.windows.back().first_slot +
                                                    static_cast<Slot>(blueprint.windows.back().group.size());
  const std::vector<int> group = row.window_group(move, rank, blueprint.nodes);
  blueprint.windows.push_back(
      {group_name(move) + (row.shares_memory ? "" : ", on a node"), group, bytes, n_words, next});
  blueprint.n_slots = next + static_cast<Slot>(blueprint.windows.back().group.size());
  return static_cast<int>(blueprint.windows.size()) - 1;
}

// The window of a move that is done at once, by one row there and by another back.
int add_window(const Redistribution& move, const ExchangeRow& there, const ExchangeRow& back, int rank,
               Blueprint& blueprint) {
  const Redistribution return_trip{move.to, move.from, move.element_bytes, move.n_fields};
  const Nodes& nodes = blueprint.nodes;
  const Index elements = std::max(there.views(move, rank, nodes).window_elements,
                                  back.views(return_trip, rank, nodes).window_elements);
  const bool tells = &there != &back || &there == &direct_push();
  return add_window(move, there, rank, elements * move.element_bytes, tells ? move.n_fields : 0, blueprint);
}

std::vector<StepChoice> steps_of(const Route& route, const Choice& choice) {
  std::vector<StepChoice> steps;
  std::size_t n_named = 0;
  for (const Redistribution& move : route.moves)
    steps.push_back(is_local(move) ? StepChoice{&local_exchange(), 0} : step_of(choice.steps[n_named++]));
  return steps;
}

std::vector<const ExchangeRow*> rows_of(const std::vector<StepChoice>& steps) {
  std::vector<const ExchangeRow*> rows;
  for (const StepChoice& step : steps) rows.push_back(step.row);
  return rows;
}

// The route with the moves of pipelined steps cut into strips.
Route with_strips(Route route, const std::vector<StepChoice>& steps) {
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].width > 0) route.moves[i].strips = strips_for(route, i, steps[i].width);
  return route;
}

// What both directions of a plan that keeps whole stages are made of.
struct Ways {
  Route there, back;
  std::vector<const ExchangeRow*> rows_there, rows_back;
  std::vector<int> windows;  // by move there
};

Ways ways_of(const Settings& settings, const Route& uncut, std::vector<StepChoice> steps) {
  Ways ways;
  ways.there = with_strips(uncut, steps);
  ways.rows_there = with_direct_ends(ways.there, rows_of(steps), settings, {settings.convolve, false});
  std::reverse(steps.begin(), steps.end());
  ways.back = with_strips(reversed(uncut), steps);
  ways.rows_back = with_direct_ends(ways.back, rows_of(steps), settings, {false, settings.convolve});
  return ways;
}

// The window of move i there, and of the same move back; -1: none.
int add_window(const Ways& ways, std::size_t i, int rank, Blueprint& blueprint) {
  const ExchangeRow& there = *ways.rows_there[i];
  if (there.window_group == nullptr) return -1;
  return add_window(ways.there.moves[i], there, *ways.rows_back[ways.rows_back.size() - 1 - i], rank,
                    blueprint);
}

// Backward and forward with points that stay in cache between them. Products take the memory of their factors
// (products_in_place.hpp), or else the first exchange of forward, written while the last one of backward is
// read, has memory of its own; and so has one whose window says from the beginning of a call where the user's
// arrays are. All else is that of the two directions.
void add_convolution(const Problem& problem, int rank, const Settings& settings, const Ways& ways,
                     Blueprint& blueprint) {
  std::vector<int> windows = ways.windows;
  std::reverse(windows.begin(), windows.end());
  Direction direction = DirectionMaker(problem, rank, settings, ways.back, blueprint, {false, true})
                            .make(blueprint.modes_storage, {}, ways.rows_back, windows);
  std::reverse(windows.begin(), windows.end());
  std::vector<const ExchangeRow*> rows = ways.rows_there;
  Ends ends{true, false};
  bool takes_over = false;
  if (!rows.empty()) {
    const ExchangeRow& last = *ways.rows_back.back();
    const ExchangeRow* const mirror = rows.front() == &last ? mirror_of(last) : nullptr;
    takes_over = mirror != nullptr;
    if (takes_over) rows.front() = mirror;
    ends.busy = direction.moves.back().receive;
    if (last.window_group == nullptr)
      ends.arrived = last.views(ways.back.moves.back(), rank, blueprint.nodes).incoming;
  }
  for (std::size_t i = 0; i < windows.size(); ++i)
    if ((i == 0 && !takes_over) || rows[i] == &direct_push())
      windows[i] = add_window(ways, i, rank, blueprint);
  Direction there = DirectionMaker(problem, rank, settings, ways.there, blueprint, ends)
                        .make({}, blueprint.modes_storage, rows, windows);
  if (takes_over) there.moves.front().takes_over = true;
  const LocalSweep &before = direction.sweeps.back().sweep, &after = there.sweeps.front().sweep;
  const int products = static_cast<int>(direction.sweeps.size()) - 1;
  const ProductPlan plan = plan_products(before, after, problem.n_fields, blueprint.n_slots);
  for (const LocalSweep& sweep : sweeps_of(plan)) blueprint.tiles.hold_alone(sweep, blueprint.choice.threads);
  direction.sweeps.insert(direction.sweeps.end(), there.sweeps.begin() + 1, there.sweeps.end());
  direction.moves.insert(direction.moves.end(), there.moves.begin(), there.moves.end());
  blueprint.convolution = Convolution{direction, products, plan};
}

// The directions of a plan that keeps whole stages.
void add_directions(const Problem& problem, int rank, const Settings& settings, const Route& uncut,
                    const std::vector<StepChoice>& steps, Blueprint& blueprint) {
  Ways ways = ways_of(settings, uncut, steps);
  const Route& route = ways.there;
  const bool in_array = array_may_be_a_stage(route, rows_of(steps), settings.in_place);
  for (std::size_t i = 0; i < route.moves.size(); ++i)
    ways.windows.push_back(add_window(ways, i, rank, blueprint));
  blueprint.points_storage =
      dense_storage(box_of(blueprint.points, rank).shape(), c_order(blueprint.points.n_axes()));
  blueprint.modes_storage =
      dense_storage(box_of(blueprint.modes, rank).shape(),
                    in_array ? c_order(blueprint.modes.n_axes()) : modes_order(problem, route));
  blueprint.array_bytes =
      std::max(bytes_of(blueprint.points_storage, problem, route.sweeps.front().from_real),
               bytes_of(blueprint.modes_storage, problem, route.sweeps.back().to_real));
  blueprint.forward =
      DirectionMaker(problem, rank, settings, route, blueprint)
          .make(blueprint.points_storage, blueprint.modes_storage, ways.rows_there, ways.windows);
  const std::vector<int> windows_back(ways.windows.rbegin(), ways.windows.rend());
  blueprint.backward =
      DirectionMaker(problem, rank, settings, ways.back, blueprint)
          .make(blueprint.modes_storage, blueprint.points_storage, ways.rows_back, windows_back);
  if (settings.convolve) add_convolution(problem, rank, settings, ways, blueprint);
}

// Both directions of a plan with memory=low.
void add_low_memory_directions(const Problem& problem, int rank, const Settings& settings, const Route& route,
                               const std::vector<StepChoice>& steps, Blueprint& blueprint) {
  std::vector<const ExchangeRow*> rows = rows_of(steps);
  const InPlaceScheme scheme =
      make_scheme(problem, route, rows, rank, *settings.low_memory_bytes, blueprint.nodes);
  std::vector<int> windows;
  for (std::size_t i = 0; i < route.moves.size(); ++i)
    windows.push_back(rows[i]->window_group != nullptr
                          ? add_window(route.moves[i], *rows[i], rank,
                                       window_bytes(scheme, route, *rows[i], i, rank, blueprint.nodes), 0,
                                       blueprint)
                          : -1);
  blueprint.points_storage = storage_before(scheme, route, 0, rank);
  blueprint.modes_storage = storage_after(scheme, route, route.sweeps.size() - 1, rank);
  blueprint.array_bytes = array_bytes(scheme, route, rank);
  blueprint.forward = low_memory_direction(problem, route, scheme, rows, windows, rank, settings, blueprint);
  std::reverse(rows.begin(), rows.end());
  std::reverse(windows.begin(), windows.end());
  blueprint.backward = low_memory_direction(problem, reversed(route), reversed(scheme), rows, windows, rank,
                                            settings, blueprint);
}

}  // namespace

Route route_of(const Problem& problem, const Choice& choice, const Settings& settings) {
  const RouteStyle style{settings.reproducible,
                         choice.sweeps == "apart"  ? Joining::apart
                         : choice.sweeps == "late" ? Joining::late
                                                   : Joining::joined,
                         choice.ranks == "columns"};
  Route route = make_route(problem, choice.grid, style);
  route.n_fields = fields_of_lump(problem, choice);
  for (Redistribution& move : route.moves) move.n_fields = route.n_fields;
  const auto transforms = [](const SweepSpec& sweep) { return !sweep.axes.empty(); };
  const auto n = std::count_if(route.sweeps.begin(), route.sweeps.end(), transforms);
  const std::vector<std::string> backends = backends_of(choice, static_cast<std::size_t>(n));
  auto backend = backends.begin();
  for (SweepSpec& sweep : route.sweeps)
    if (transforms(sweep)) sweep.backend = *backend++;
  if (settings.low_memory_bytes) return route_in_steps(route);
  return settings.in_place && route.moves.empty() ? with_stage(route) : route;
}

Blueprint make_blueprint(const Problem& problem, int rank, const Settings& settings, const Choice& choice,
                         const std::vector<int>& node_of) {
  Blueprint blueprint;
  const Route route = route_of(problem, choice, settings);
  blueprint.choice = choice;
  blueprint.nodes = {node_of, choice.lanes};
  blueprint.barriers = settings.barriers;
  blueprint.fields_of_lump = fields_of_lump(problem, choice);
  blueprint.n_lumps = (problem.n_fields + blueprint.fields_of_lump - 1) / blueprint.fields_of_lump;
  blueprint.points = route.sweeps.front().from;
  blueprint.modes = route.sweeps.back().to;
  blueprint.n_slots = first_stage_slot + most_stages;
  const auto add = settings.low_memory_bytes ? add_low_memory_directions : add_directions;
  add(problem, rank, settings, route, steps_of(route, choice), blueprint);
  return blueprint;
}

std::vector<const Direction*> directions_of(const Blueprint& blueprint) {
  std::vector<const Direction*> all{&blueprint.forward, &blueprint.backward};
  if (blueprint.convolution) all.push_back(&blueprint.convolution->direction);
  return all;
}

}  // namespace weft
