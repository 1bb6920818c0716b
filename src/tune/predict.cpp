// The stages of a plan that is not made, on a machine that need not exist.
#include <algorithm>

#include "kernels/kernel.hpp"
#include "model/typical.hpp"
#include "plan/estimate.hpp"
#include "tune/candidates.hpp"
#include "tune/search.hpp"
#include "weft/error.hpp"
#include "weft/prediction.hpp"

namespace weft {

namespace {

Machine machine_of(int n_processes, int processes_per_node) {
  Machine machine;
  for (int r = 0; r < n_processes; ++r)
    machine.node_of.push_back(r / processes_per_node * processes_per_node);
  return machine;
}

// Backends that the model knows, by name and measured effort.
std::vector<std::string> backends_in(const MachineModel& model) {
  std::vector<std::string> names;
  for (const Backend* row : backends_on(host_space)) {
    const std::string name = row->tuned_effort.empty() ? row->name : row->name + ":" + row->tuned_effort;
    const bool is_known = std::any_of(model.lines.begin(), model.lines.end(),
                                      [&](const LineTime& line) { return line.backend == name; });
    if (is_known || names.empty()) names.push_back(name);
  }
  return names;
}

// The choice with the least sum of its stages; by rule where no choice can be estimated.
Choice best_choice(const Problem& problem, int n_processes, const MachineModel& model,
                   const Settings& settings, const Machine& machine) {
  const SearchSpace space = search_space(problem, n_processes, settings, machine, backends_in(model), 1);
  const Estimate estimate = [&](const Choice& choice) -> std::optional<double> {
    try {
      const Blueprint blueprint = make_blueprint(problem, 0, settings, choice, machine.node_of);
      return estimated_seconds(problem, blueprint, 0, machine.node_of, model);
    } catch (const Error&) {
      return std::nullopt;
    }
  };
  const SearchResult found = search_by_estimate(space, estimate);
  return found.ranking.empty() ? decide(problem, n_processes, settings, machine)
                               : found.ranking.front().choice;
}

}  // namespace

const MachineModel& typical_machine() { return typical_model(); }

Prediction predict(const Problem& problem, int n_processes, const MachineModel& model, const Options& options,
                   int processes_per_node) {
  if (processes_per_node == 0) processes_per_node = std::min(model.processes_per_node, n_processes);
  const Description plain = describe(problem, n_processes, 0, options, processes_per_node);
  Settings settings = settings_of(options);
  const Machine machine = machine_of(n_processes, processes_per_node);
  Choice choice = plain.choice;
  if (settings.tune != Tune::off && !settings.choice)
    choice = best_choice(problem, n_processes, model, settings, machine);
  const Blueprint blueprint = make_blueprint(problem, 0, settings, choice, machine.node_of);
  return prediction_of(problem, settings, blueprint, 0, machine.node_of, model);
}

}  // namespace weft
