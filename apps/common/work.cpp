// Times by the model and memory by counting, of simulations that are not made.
#include "common/work.hpp"

#include "weft/choice.hpp"

namespace weft::apps {

PredictedTimes predicted_times(const Problem& problem, const StageOfFields& stage, int n_processes,
                               const MachineModel& machine, const Options& options, int processes_per_node) {
  PredictedTimes times;
  const auto add = [&](int n_fields, const std::string& direction) {
    Problem fields = problem;
    fields.n_fields = n_fields;
    const Prediction prediction = predict(fields, n_processes, machine, options, processes_per_node);
    times.transforms += prediction.seconds(direction);
    for (const StagePrediction& part : prediction.stages)
      if (part.direction == direction) times.communication += part.messages - part.hidden;
  };
  add(stage.n_to_points, "backward");
  add(stage.n_to_modes, "forward");
  return times;
}

Cost cost_of(const Work& work, int n_processes, const MachineModel& machine, int processes_per_node) {
  Cost cost;
  cost.step_seconds = work.n_stages * predicted_times(work.problem, work.stage, n_processes, machine,
                                                      work.options, processes_per_node)
                                          .transforms;
  const NodeMemory node = describe_node(work.problem, n_processes, work.options, processes_per_node);
  const auto bytes_of = [](double element, const Extents& lengths) {
    for (const Index n : lengths) element *= static_cast<double>(n);
    return element;
  };
  Extents kept = work.problem.kept;
  kept.back() = kept.back() / 2 + 1;  // of real points
  const double modes = bytes_of(16, kept), points = bytes_of(8, work.problem.shape);
  const double share = static_cast<double>(node.n_processes) / n_processes;
  cost.node_bytes = node.plan.total() +
                    static_cast<Index>(share * (work.modes_arrays * modes + work.points_arrays * points));
  cost.checkpoint_bytes = static_cast<Index>(work.saved_arrays * modes);
  return cost;
}

}  // namespace weft::apps
