// States and settings in checkpoints.
#include "common/restart.hpp"

#include <algorithm>

#include "common/checks.hpp"

namespace weft::apps {
namespace {

constexpr const char* setting_prefix = "setting ";

}  // namespace

bool is_finite_here(const std::vector<StateArray>& state) {
  double zeros = 0;
  for (const StateArray& array : state) {
    const auto* numbers = reinterpret_cast<const double*>(array.modes->data());
    for (std::size_t i = 0; i < 2 * array.modes->size(); ++i) zeros += 0 * numbers[i];
  }
  return zeros == 0;
}

void write_state(CheckpointWriter& writer, const StateInWords& words, const std::vector<StateArray>& state,
                 const Plan& plan) {
  const Distribution modes = plan.modes_distribution();
  for (const StateArray& array : state) writer.add(array.name, modes, array.modes->data());
  writer.set("program", words.program);
  writer.set("time", words.time);
  writer.set("step", words.n_steps);
  for (const auto& [name, value] : words.settings) writer.set(setting_prefix + name, value);
  writer.set("plan options", words.plan_options);
  writer.add_plan(plan);
}

void read_state(const Checkpoint& checkpoint, const std::vector<StateArray>& state, const Plan& plan) {
  const Distribution modes = plan.modes_distribution();
  for (const StateArray& array : state) checkpoint.read(array.name, modes, array.modes->data());
}

std::vector<std::string> changed_settings(const Checkpoint& checkpoint, const SettingsInWords& settings,
                                          const std::vector<std::string>& fixed, const std::string& why,
                                          std::vector<std::string>& notes) {
  std::vector<std::string> changed;
  for (const auto& [name, value] : settings) {
    const auto before = checkpoint.get<std::string>(setting_prefix + name);
    if (before == value) continue;
    const std::string differs = name + " is " + value + ", and was " + before + " in " + checkpoint.path();
    if (std::count(fixed.begin(), fixed.end(), name) > 0)
      fail(differs + ": " + why + "; give another output.name to begin again");
    notes.push_back(differs);
    changed.push_back(name);
  }
  return changed;
}

bool changes_steps(const std::vector<std::string>& changed) {
  return std::any_of(changed.begin(), changed.end(),
                     [](const std::string& name) { return name == "dt" || name == "scheme"; });
}

}  // namespace weft::apps
