// What a plan takes on a machine, estimated from its blueprint.
#include "plan/estimate.hpp"

#include <algorithm>
#include <limits>

#include "direction/directions.hpp"
#include "machine/sweep_seconds.hpp"
#include "model/lookups.hpp"
#include "plan/report.hpp"

namespace weft::inline plan {

namespace {

bool on_one_node(const std::vector<int>& group, const std::vector<int>& node_of) {
  return std::all_of(group.begin(), group.end(), [&](int r) { return node_of[r] == node_of[group.front()]; });
}

// Where a process is, for its exchanges.
struct ProcessPlace {
  const std::vector<int>& node_of;
  int n_on_node;
  const MachineModel& model;
};

// All strips of a lump; the last one may be narrower.
double seconds_of_strips(const MoveStep& step, int rank, const Surroundings& around) {
  const Index n = n_strips(step.move);
  if (n == 1) return step.row->seconds(step.move, rank, around);
  return real(n - 1) * step.row->seconds(strip_of(step.move, 0), rank, around) +
         step.row->seconds(strip_of(step.move, n - 1), rank, around);
}

StagePrediction exchange_stage(const Blueprint& blueprint, const MoveStep& step, int n_fields, int rank,
                               const ProcessPlace& at) {
  const std::vector<int> group = group_of(step.move, rank);
  const ExchangeCounts counts = step.row->counts(step.move, rank, blueprint.nodes);
  const Surroundings around{at.model, on_one_node(group, at.node_of), at.n_on_node, blueprint.nodes};
  StagePrediction stage;
  stage.stage = step.row->name;
  stage.is_exchange = true;
  MoveStep last = step;  // the last lump may have fewer fields
  last.move.n_fields = std::max<int>(1, n_fields - (blueprint.n_lumps - 1) * step.move.n_fields);
  stage.messages = seconds_of_strips(last, rank, around);
  if (blueprint.n_lumps > 1)
    stage.messages += (blueprint.n_lumps - 1) * seconds_of_strips(step, rank, around);
  if (blueprint.barriers)
    stage.messages += blueprint.n_lumps * barrier_seconds(at.model, static_cast<int>(group.size()));
  stage.bytes = counts.bytes_sent * n_fields;
  stage.n_messages = counts.messages;
  return stage;
}

// An exchange between two sweeps, by their stages, and in how many parts they are done.
struct Overlap {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t before = none, exchange = none, after = none;
  Index parts_before = 1, parts_after = 1;
};

// While one part travels the sweeps work on others: the one before on those that follow it, the one after on
// those that have arrived. What a sweep has hidden of one exchange it cannot hide of the next.
void hide(const std::vector<Overlap>& overlaps, std::vector<StagePrediction>& stages) {
  std::vector<double> left;  // of each sweep, seconds in which nothing travels yet
  for (const StagePrediction& stage : stages) left.push_back(stage.seconds());
  for (const Overlap& overlap : overlaps) {
    StagePrediction& exchange = stages[overlap.exchange];
    for (const auto& [sweep, parts] :
         {std::pair{overlap.before, overlap.parts_before}, {overlap.after, overlap.parts_after}}) {
      if (sweep == Overlap::none) continue;
      const double hidden = std::min((1 - 1 / real(parts)) * std::min(left[sweep], exchange.messages),
                                     exchange.messages - exchange.hidden);
      exchange.hidden += hidden;
      left[sweep] -= hidden;
    }
  }
}

}  // namespace

Index footprint_of(const Problem& problem, const Blueprint& blueprint) {
  Index bytes = bytes_of(blueprint.points_storage, problem, points_are_real(problem)) +
                bytes_of(blueprint.modes_storage, problem, modes_are_real(problem));
  for (Index buffer : blueprint.buffer_bytes) bytes += buffer / blueprint.fields_of_lump;
  for (const WindowPlan& window : blueprint.windows) bytes += window.bytes / blueprint.fields_of_lump;
  return bytes;
}

std::vector<StagePrediction> estimate_stages(const Problem& problem, const Blueprint& blueprint, int rank,
                                             const std::vector<int>& node_of, const MachineModel& model) {
  const auto n_on_node = static_cast<int>(std::count(node_of.begin(), node_of.end(), node_of[rank]));
  const Index footprint = problem.n_fields * footprint_of(problem, blueprint);
  std::vector<StagePrediction> stages;
  std::vector<Overlap> overlaps;
  for (const Direction* direction : {&blueprint.forward, &blueprint.backward}) {
    const char* name = direction == &blueprint.forward ? "forward" : "backward";
    std::size_t sweep_before = Overlap::none;
    for (std::size_t i = 0; i < direction->sweeps.size(); ++i) {
      const SweepStep& step = direction->sweeps[i];
      bool travels = false;  // the exchange before this sweep: on a node it is the processors that copy
      if (i > 0 && !direction->moves[i - 1].is_local) {
        const MoveStep& move = direction->moves[i - 1];
        stages.push_back(
            exchange_stage(blueprint, move, problem.n_fields, rank, {node_of, n_on_node, model}));
        stages.back().direction = name;
        travels = !on_one_node(group_of(move.move, rank), node_of);
        const auto parts = [&](const SweepStep& sweep, Cutting cutting) {
          return blueprint.n_lumps * (sweep.cutting == cutting ? n_strips(move.move) : 1);
        };
        if (travels)
          overlaps.push_back({sweep_before, stages.size() - 1, Overlap::none,
                              parts(direction->sweeps[i - 1], Cutting::after), parts(step, Cutting::before)});
      }
      sweep_before = Overlap::none;
      if (!step.runs || step.only_private) continue;
      sweep_before = stages.size();
      if (travels) overlaps.back().after = stages.size();
      const SweepSeconds sweep = sweep_seconds(step.sweep, model, n_on_node, footprint);
      const double calls = real(problem.n_fields) / blueprint.choice.threads;
      stages.push_back({.direction = name,
                        .stage = step_name(step.sweep),
                        .arithmetic = calls * sweep.arithmetic,
                        .memory = calls * sweep.memory,
                        .bytes = problem.n_fields * sweep.bytes});
    }
  }
  hide(overlaps, stages);
  return stages;
}

Prediction prediction_of(const Problem& problem, const Settings& settings, const Blueprint& blueprint,
                         int rank, const std::vector<int>& node_of, const MachineModel& model) {
  require_host(*settings.space, "a prediction");
  Prediction prediction;
  prediction.choice = blueprint.choice;
  prediction.n_processes = static_cast<int>(node_of.size());
  prediction.processes_per_node = static_cast<int>(std::count(node_of.begin(), node_of.end(), node_of[rank]));
  prediction.n_fields = problem.n_fields;
  prediction.stages = estimate_stages(problem, blueprint, rank, node_of, model);
  prediction.memory = describe_blueprint(blueprint, problem, rank).memory;
  prediction.array_bytes = array_bytes_of(problem, blueprint, settings.in_place);
  return prediction;
}

}  // namespace weft::inline plan

namespace weft {

double Prediction::seconds(const std::string& direction) const {
  double all = 0;
  for (const StagePrediction& stage : stages)
    if (stage.direction == direction) all += stage.seconds();
  return all;
}

double Prediction::pair_seconds() const { return seconds("forward") + seconds("backward"); }

}  // namespace weft

namespace weft::inline plan {

double estimated_seconds(const Problem& problem, const Blueprint& blueprint, int rank,
                         const std::vector<int>& node_of, const MachineModel& model) {
  double all = 0;
  for (const StagePrediction& stage : estimate_stages(problem, blueprint, rank, node_of, model))
    all += stage.seconds();
  return all;
}

}  // namespace weft::inline plan
