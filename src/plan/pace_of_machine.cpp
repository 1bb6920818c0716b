// Processors of another machine: the environment variable WEFT_MACHINE_PACE.
#include "plan/pace_of_machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/text_file.hpp"
#include "kernels/kernel.hpp"
#include "model/typical.hpp"
#include "pass/pace.hpp"
#include "plan/estimate.hpp"
#include "machine/sweep_seconds.hpp"
#include "weft/calibration.hpp"
#include "weft/error.hpp"

namespace weft {

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

SweepPace::SweepPace(const Problem& problem, const Settings& settings, const Blueprint& blueprint, int rank,
                     const std::vector<int>& node_of)
    : per_flop_(settings.seconds_per_flop),
      model_(settings.pace_of),
      n_on_node_(static_cast<int>(
          std::count(node_of.begin(), node_of.end(), node_of[static_cast<std::size_t>(rank)]))),
      n_threads_(blueprint.choice.threads),
      footprint_(problem.n_fields * footprint_of(problem, blueprint)) {}

std::optional<double> SweepPace::seconds(const LocalSweep& sweep) const {
  if (per_flop_ > 0) return per_flop_ * flops_of(sweep);
  if (!model_) return std::nullopt;
  LocalSweep timed = sweep;
  if (!find_backend(sweep.backend).row->computes) timed.backend = backend_table().front().name;
  return sweep_seconds(timed, *model_, n_on_node_, footprint_).all() / n_threads_;
}

}  // namespace weft
