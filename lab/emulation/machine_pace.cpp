// Processors of another machine: the environment variable WEFT_MACHINE_PACE.
#include "machine_pace.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "machine/sweep_seconds.hpp"
#include "model/typical.hpp"
#include "pace.hpp"
#include "plan/estimate.hpp"
#include "weft/calibration.hpp"
#include "weft/error.hpp"
#include "weft/text_file.hpp"

namespace weft::lab {

std::shared_ptr<const MachineModel> machine_pace() {
  const char* path = std::getenv(machine_pace_variable);
  if (path == nullptr || *path == '\0') return nullptr;
  if (seconds_per_flop() > 0)
    throw Error(ErrorCode::invalid_argument, std::string(machine_pace_variable) + " and " + pace_variable +
                                                 " are both set; a sweep has one pace: leave one out");
  if (std::string_view(path) == "typical") return std::make_shared<MachineModel>(typical_model());
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorCode::resource, std::string(machine_pace_variable) + ": the machine file " + path + " " +
                                         why + "; name one that weft calibrate wrote, or typical");
  };
  const std::optional<std::string> text = read_text(path);
  if (!text) fail("is not there");
  std::string why;
  const std::optional<MachineModel> model = parse_machine_file(*text, &why);
  if (!model) fail(why);
  return std::make_shared<MachineModel>(*model);
}

MachinePace::MachinePace(std::shared_ptr<const MachineModel> model, const PlanOfSweeps& plan)
    : model_(std::move(model)),
      n_on_node_(static_cast<int>(std::count(plan.node_of.begin(), plan.node_of.end(),
                                             plan.node_of[static_cast<std::size_t>(plan.rank)]))),
      n_threads_(plan.blueprint.choice.threads),
      footprint_(plan.problem.n_fields * footprint_of(plan.problem, plan.blueprint)) {}

double MachinePace::seconds(const LocalSweep& sweep) const {
  return sweep_seconds(sweep, *model_, n_on_node_, footprint_).all() / n_threads_;
}

}  // namespace weft::lab
