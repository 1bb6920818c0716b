// What a plan takes on a machine, estimated from its blueprint.
#include "plan/estimate.hpp"

#include <algorithm>

#include "model/lookups.hpp"
#include "plan/report.hpp"
#include "plan/sweep_seconds.hpp"

namespace weft {
namespace {

double real(Index n) { return static_cast<double>(n); }

Index bytes_of(const Storage& storage, const Problem& problem, bool is_real) {
  return storage.n_elements() * element_bytes(problem.precision, is_real);
}

// Of one field: the user's arrays, stages and windows.
Index footprint_of(const Problem& problem, const Blueprint& blueprint) {
  Index bytes = bytes_of(blueprint.points_storage, problem, points_are_real(problem)) +
                bytes_of(blueprint.modes_storage, problem, modes_are_real(problem));
  for (Index stage : blueprint.stage_bytes) bytes += stage / blueprint.fields_of_lump;
  for (const WindowPlan& window : blueprint.windows) bytes += window.bytes / blueprint.fields_of_lump;
  return bytes;
}

bool on_one_node(const std::vector<int>& group, const std::vector<int>& node_of) {
  return std::all_of(group.begin(), group.end(), [&](int r) { return node_of[r] == node_of[group.front()]; });
}

// Where a process is, for its exchanges.
struct Place {
  const std::vector<int>& node_of;
  int n_on_node;
  const MachineModel& model;
};

StagePrediction exchange_stage(const Blueprint& blueprint, const MoveStep& step, int rank, const Place& at) {
  const std::vector<int> group = group_of(step.move, rank);
  const Index n = n_strips(step.move);
  const ExchangeCounts counts = step.row->counts(step.move, rank, blueprint.nodes);
  StagePrediction stage;
  stage.stage = step.row->name;
  stage.is_exchange = true;
  stage.messages =
      real(blueprint.n_lumps * n) *
      step.row->seconds(n > 1 ? strip_of(step.move, 0) : step.move, rank,
                        {at.model, on_one_node(group, at.node_of), at.n_on_node, blueprint.nodes});
  if (blueprint.barriers)
    stage.messages += blueprint.n_lumps * barrier_seconds(at.model, static_cast<int>(group.size()));
  stage.bytes = counts.bytes_sent * step.move.n_fields;
  stage.n_messages = counts.messages;
  return stage;
}

}  // namespace

std::vector<StagePrediction> estimate_stages(const Problem& problem, const Blueprint& blueprint, int rank,
                                             const std::vector<int>& node_of, const MachineModel& model) {
  const auto n_on_node = static_cast<int>(std::count(node_of.begin(), node_of.end(), node_of[rank]));
  const Index footprint = problem.n_fields * footprint_of(problem, blueprint);
  std::vector<StagePrediction> stages;
  for (const Direction* direction : {&blueprint.forward, &blueprint.backward}) {
    const char* name = direction == &blueprint.forward ? "forward" : "backward";
    std::size_t swept = 0;  // the stage of the sweep before
    for (std::size_t i = 0; i < direction->sweeps.size(); ++i) {
      const SweepStep& step = direction->sweeps[i];
      const double sweeping = i > 0 && swept < stages.size() ? stages[swept].seconds() : 0;
      if (i > 0 && direction->moves[i - 1].row != &local_exchange()) {
        const MoveStep& move = direction->moves[i - 1];
        StagePrediction exchange = exchange_stage(blueprint, move, rank, {node_of, n_on_node, model});
        // A network carries one part while the next is swept; on a node it is the processors that copy.
        const Index n_parts = blueprint.n_lumps *
                              (direction->sweeps[i - 1].cutting == Cutting::after ? n_strips(move.move) : 1);
        if (!on_one_node(group_of(move.move, rank), node_of))
          exchange.hidden = (1 - 1 / real(n_parts)) * std::min(exchange.messages, sweeping);
        exchange.direction = name;
        stages.push_back(exchange);
      }
      swept = stages.size();
      if (!step.runs || step.only_private) continue;
      const SweepSeconds sweep = sweep_seconds(step.sweep, model, n_on_node, footprint);
      const double calls = real(problem.n_fields) / blueprint.choice.threads;
      stages.push_back({.direction = name,
                        .stage = step_name(step.sweep),
                        .arithmetic = calls * sweep.arithmetic,
                        .memory = calls * sweep.memory,
                        .bytes = problem.n_fields * sweep.bytes});
    }
  }
  return stages;
}

Prediction prediction_of(const Problem& problem, const Settings& settings, const Blueprint& blueprint,
                         int rank, const std::vector<int>& node_of, const MachineModel& model) {
  Prediction prediction;
  prediction.choice = blueprint.choice;
  prediction.n_processes = static_cast<int>(node_of.size());
  prediction.processes_per_node = static_cast<int>(std::count(node_of.begin(), node_of.end(), node_of[rank]));
  prediction.n_fields = problem.n_fields;
  prediction.stages = estimate_stages(problem, blueprint, rank, node_of, model);
  const Description description = describe_blueprint(blueprint, problem, rank);
  prediction.memory = description.memory;
  const Index of_points = bytes_of(blueprint.points_storage, problem, points_are_real(problem)),
              of_modes = bytes_of(blueprint.modes_storage, problem, modes_are_real(problem));
  prediction.array_bytes =
      problem.n_fields * (settings.in_place ? description.in_place_bytes : of_points + of_modes);
  return prediction;
}

double Prediction::seconds(const std::string& direction) const {
  double all = 0;
  for (const StagePrediction& stage : stages)
    if (stage.direction == direction) all += stage.seconds();
  return all;
}

double Prediction::pair_seconds() const { return seconds("forward") + seconds("backward"); }

double estimated_seconds(const Problem& problem, const Blueprint& blueprint, int rank,
                         const std::vector<int>& node_of, const MachineModel& model) {
  double all = 0;
  for (const StagePrediction& stage : estimate_stages(problem, blueprint, rank, node_of, model))
    all += stage.seconds();
  return all;
}

}  // namespace weft
