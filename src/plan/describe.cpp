// The facts of a blueprint that users see: what a call moves, and what the plan allocates.
#include <algorithm>

#include "direction/directions.hpp"
#include "plan/blueprint.hpp"
#include "weft/error.hpp"

namespace weft::inline plan {

namespace {

Counts counts_of(const Direction& direction, const Problem& problem, int rank, const Nodes& nodes) {
  Counts counts;
  for (const SweepStep& step : direction.sweeps) {
    if (!step.runs || step.only_private) continue;
    SweepCounts& sweep = counts.sweeps.emplace_back();
    for (const AxisTransform& transform : step.sweep.axes) sweep.axes.push_back(transform.axis);
    sweep.bytes_read =
        whole_box(step.sweep.from).n_points() * element_bytes(problem.precision, step.sweep.from_real);
    sweep.bytes_written =
        whole_box(step.sweep.to).n_points() * element_bytes(problem.precision, step.sweep.to_real);
  }
  for (const MoveStep& step : direction.moves)
    counts.exchanges.push_back(step.row->counts(step.move, rank, nodes));
  return counts;
}

}  // namespace

Index tile_bytes(const Blueprint& blueprint) {
  const Index chunks = blueprint.convolution ? blueprint.convolution->plan.buffer_bytes() : 0;
  return blueprint.choice.threads * chunks + blueprint.tiles.total_bytes(blueprint.choice.threads);
}

Index array_bytes_of(const Problem& problem, const Blueprint& blueprint, bool in_place) {
  return problem.n_fields * (in_place
                                 ? blueprint.array_bytes
                                 : bytes_of(blueprint.points_storage, problem, points_are_real(problem)) +
                                       bytes_of(blueprint.modes_storage, problem, modes_are_real(problem)));
}

Index total_bytes(const WindowPlan& window) { return window.bytes + window_overhead_bytes(window.n_words); }

Description describe_blueprint(const Blueprint& blueprint, const Problem& problem, int rank) {
  Description description{blueprint.choice,
                          blueprint.points,
                          blueprint.modes,
                          box_of(blueprint.points, rank),
                          box_of(blueprint.modes, rank),
                          blueprint.points_storage,
                          blueprint.modes_storage,
                          counts_of(blueprint.forward, problem, rank, blueprint.nodes),
                          counts_of(blueprint.backward, problem, rank, blueprint.nodes),
                          {},
                          blueprint.array_bytes,
                          blueprint.axis_factors,
                          blueprint.cycles};
  for (Index bytes : blueprint.buffer_bytes) description.memory.stages += blueprint.n_lumps * bytes;
  for (const WindowPlan& window : blueprint.windows)
    description.memory.windows += blueprint.n_lumps * total_bytes(window);
  description.memory.tiles = tile_bytes(blueprint);
  return description;
}

}  // namespace weft::inline plan

namespace weft {
namespace {

// A plan that is not made, on nodes of consecutive ranks.
struct DryRun {
  const Problem& problem;
  Settings settings;
  Machine machine;
  Choice choice;

  DryRun(const Problem& problem, int n_processes, const Options& options, int processes_per_node)
      : problem(problem) {
    if (n_processes < 1) fail("a plan needs at least 1 process, not " + std::to_string(n_processes));
    if (processes_per_node < 1)
      fail("a node has at least 1 process, not " + std::to_string(processes_per_node));
    check(problem);
    for (int r = 0; r < n_processes; ++r)
      machine.node_of.push_back(r / processes_per_node * processes_per_node);
    settings = settings_of(options);
    choice = decide(problem, n_processes, settings, machine);
  }
  Blueprint blueprint(int rank) const {
    return make_blueprint(problem, rank, settings, choice, machine.node_of);
  }
};

}  // namespace

int Counts::n_copies() const {
  return static_cast<int>(
      std::count_if(sweeps.begin(), sweeps.end(), [](const SweepCounts& s) { return s.axes.empty(); }));
}

Description describe(const Problem& problem, int n_processes, int rank, const Options& options,
                     int processes_per_node) {
  if (n_processes > 0 && (rank < 0 || rank >= n_processes))
    fail("there is no process " + std::to_string(rank) + "; ranks are 0 to " +
         std::to_string(n_processes - 1));
  return describe_blueprint(DryRun(problem, n_processes, options, processes_per_node).blueprint(rank),
                            problem, rank);
}

NodeMemory describe_node(const Problem& problem, int n_processes, const Options& options,
                         int processes_per_node) {
  const DryRun run(problem, n_processes, options, processes_per_node);
  NodeMemory node;
  node.n_processes = std::min(n_processes, processes_per_node);
  for (int rank = 0; rank < node.n_processes; ++rank) {
    const Blueprint blueprint = run.blueprint(rank);
    const PlanMemory memory = describe_blueprint(blueprint, problem, rank).memory;
    node.array_bytes += array_bytes_of(problem, blueprint, run.settings.in_place);
    node.plan.stages += memory.stages;
    node.plan.windows += memory.windows;
    node.plan.tiles += memory.tiles;
    node.most_windows = std::max(node.most_windows, memory.windows);
    node.least_windows = rank == 0 ? memory.windows : std::min(node.least_windows, memory.windows);
  }
  return node;
}

}  // namespace weft
