// Everything about a plan that is known without talking: for one process, as a value.
#include "plan/blueprint.hpp"

#include <algorithm>

#include "direction/directions.hpp"
#include "direction/strips.hpp"
#include "geometry/storage.hpp"
#include "plan/six_step.hpp"
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

// The user sees one axis where there are two, in the layouts that the problem states.
void flatten(const Problem& asked, const Extents& factors, const Pairing& of_modes, int rank,
             Blueprint& blueprint) {
  blueprint.axis_factors = factors;
  blueprint.points = asked.points.value_or(flat_layout(blueprint.points, {}));
  blueprint.modes = asked.modes.value_or(flat_layout(blueprint.modes, of_modes));
  blueprint.points_storage = dense_storage(box_of(blueprint.points, rank).shape(), {0});
  blueprint.modes_storage = dense_storage(box_of(blueprint.modes, rank).shape(), {0});
}

}  // namespace

Route route_of(const Problem& asked, const Choice& choice, const Settings& settings) {
  const bool in_six_steps = takes_six_steps(asked, choice.grid.size());
  const Problem problem = planned_problem(asked, choice.grid.size());
  const RouteStyle style{settings.reproducible || in_six_steps,
                         choice.sweeps == "apart"  ? Joining::apart
                         : choice.sweeps == "late" ? Joining::late
                                                   : Joining::joined,
                         choice.ranks == "columns", is_block(problem, choice, settings)};
  Route route = make_route(problem, choice.grid, style);
  if (in_six_steps) join_axes(problem, route);
  route.n_fields = fields_of_lump(problem, choice);
  for (Redistribution& move : route.moves) move.n_fields = route.n_fields;
  const auto transforms = [](const SweepSpec& sweep) { return !sweep.axes.empty(); };
  const auto n = std::count_if(route.sweeps.begin(), route.sweeps.end(), transforms);
  const std::vector<std::string> backends = backends_of(choice, static_cast<std::size_t>(n));
  auto backend = backends.begin();
  for (SweepSpec& sweep : route.sweeps)
    if (transforms(sweep)) sweep.backend = *backend++;
  if (settings.low_memory_bytes) return route_in_steps(route);
  const bool needs_stage =
      settings.in_place && route.moves.empty() && !fits_in_place(problem, choice, settings, route);
  return needs_stage ? with_stage(route) : route;
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
  const Problem planned = planned_problem(problem, choice.grid.size());
  add_directions(task_of(planned, rank, settings, choice, route, blueprint.nodes), blueprint);
  if (takes_six_steps(problem, choice.grid.size()))
    flatten(problem, planned.shape, route.sweeps.back().pairing, rank, blueprint);
  return blueprint;
}

std::vector<const Direction*> directions_of(const Blueprint& blueprint) {
  std::vector<const Direction*> all{&blueprint.forward, &blueprint.backward};
  if (blueprint.convolution) all.push_back(&blueprint.convolution->direction);
  return all;
}

}  // namespace weft::inline plan
