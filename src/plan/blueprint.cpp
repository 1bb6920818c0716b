// Everything about a plan that is known without talking: for one process, as a value.
#include "plan/blueprint.hpp"

#include <algorithm>

#include "direction/directions.hpp"
#include "direction/strips.hpp"
#include "geometry/storage.hpp"
#include "plan/split_axes.hpp"
#include "plan/step.hpp"
#include "sweep/block_sweep.hpp"

namespace weft::inline plan {

namespace {

int fields_of_lump(const Problem& problem, const Choice& choice) {
  return choice.lump == 0 ? problem.n_fields : std::min(choice.lump, problem.n_fields);
}

// What the directions of a plan are made from. Moves by which nobody gives anything away are not named.
DirectionTask task_of(const Problem& problem, int rank, const Settings& settings, const Choice& choice,
                      const Route& route, const Nodes& nodes) {
  DirectionTask task{problem, settings, choice, rank, nodes, {}, {}, {}, {}};
  std::vector<Index> widths;
  std::size_t n_named = 0;
  for (const Redistribution& move : route.moves) {
    const StepChoice step = is_local(move) ? StepChoice{} : step_of(choice.steps[n_named++]);
    task.rows.push_back(step.row);
    widths.push_back(step.width);
  }
  task.there = with_strips(route, widths);
  std::reverse(widths.begin(), widths.end());
  task.back = with_strips(reversed(route), widths);
  if (settings.low_memory_bytes)
    task.scheme = make_scheme(problem, route, task.rows, rank, *settings.low_memory_bytes, nodes);
  return task;
}

// Is one process to transform the whole array by a block kernel?
bool is_block(const Problem& problem, const Choice& choice, const Settings& settings) {
  const auto& dims = choice.grid.dims;
  return std::all_of(dims.begin(), dims.end(), [](int p) { return p == 1; }) && !problem.points &&
         !problem.modes && !settings.reproducible && !settings.low_memory_bytes && choice.sweeps != "apart" &&
         choice.sweeps != "late" && choice.backend.find(',') == std::string::npos &&
         has_block_kernel(problem, choice.backend);
}

// Can the only sweep of a route write where it reads?
bool fits_in_place(const Problem& problem, const Choice& choice, const Settings& settings,
                   const Route& route) {
  const SweepSpec& sweep = route.sweeps.front();
  if (sweep.axes.size() > 1)
    return is_block(problem, choice, settings) && has_block_kernel(problem, choice.backend, true);
  return keeps_lines(whole_sweep(problem, route));
}

Problem planned_problem(const SplitAxes* split, const Problem& problem, const Choice& choice) {
  return split != nullptr ? split->planned(problem, choice.grid) : problem;
}

}  // namespace

Route route_of(const Problem& asked, const Choice& choice, const Settings& settings) {
  const SplitAxes* split = split_axes_of(asked, choice);
  const Problem problem = planned_problem(split, asked, choice);
  RouteStyle style{settings.reproducible,
                   choice.sweeps == "apart"  ? Joining::apart
                   : choice.sweeps == "late" ? Joining::late
                                             : Joining::joined,
                   choice.ranks == "columns", is_block(problem, choice, settings)};
  if (split != nullptr) split->set_style(style);
  Route route = make_route(problem, choice.grid, style);
  if (split != nullptr) split->join(problem, route);
  route.n_fields = fields_of_lump(problem, choice);
  for (Redistribution& move : route.moves) move.n_fields = route.n_fields;
  const auto transforms = [](const SweepSpec& sweep) { return !sweep.axes.empty(); };
  const auto n = std::count_if(route.sweeps.begin(), route.sweeps.end(), transforms);
  const std::vector<std::string> backends = backends_of(choice, static_cast<std::size_t>(n));
  auto backend = backends.begin();
  for (SweepSpec& sweep : route.sweeps)
    if (transforms(sweep)) sweep.backend = *backend++;
  if (settings.low_memory_bytes) return route_in_steps(route);
  const bool needs_buffer =
      settings.in_place && route.moves.empty() && !fits_in_place(problem, choice, settings, route);
  return needs_buffer ? with_buffer(route) : route;
}

Blueprint make_blueprint(const Problem& problem, int rank, const Settings& settings, const Choice& choice,
                         const std::vector<int>& node_of) {
  Blueprint blueprint;
  const Route route = route_of(problem, choice, settings);
  blueprint.choice = choice;
  blueprint.nodes = {node_of, choice.carriers};
  blueprint.barriers = settings.barriers;
  blueprint.fields_of_lump = fields_of_lump(problem, choice);
  blueprint.n_lumps = (problem.n_fields + blueprint.fields_of_lump - 1) / blueprint.fields_of_lump;
  blueprint.points = route.sweeps.front().from;
  blueprint.modes = route.sweeps.back().to;
  blueprint.cycles.assign(problem.shape.size(), 1);
  const SplitAxes* split = split_axes_of(problem, choice);
  const Problem planned = planned_problem(split, problem, choice);
  add_directions(task_of(planned, rank, settings, choice, route, blueprint.nodes), blueprint);
  if (split != nullptr) split->show(problem, planned, route, rank, blueprint);
  return blueprint;
}

std::vector<const Direction*> directions_of(const Blueprint& blueprint) {
  std::vector<const Direction*> all{&blueprint.forward, &blueprint.backward};
  if (blueprint.convolution) all.push_back(&blueprint.convolution->direction);
  return all;
}

}  // namespace weft::inline plan
