// What checkpoints of all simulations have: settings in words, by which a restart knows what is different,
// and the arrays of the state.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/state.hpp"
#include "weft/checkpoint.hpp"
#include "weft/weft.hpp"

namespace weft::apps {

// Names and values of settings.
using SettingsInWords = std::vector<std::pair<std::string, std::string>>;

// Whether all numbers of the arrays of this process are finite. Not collective.
bool is_finite_here(const std::vector<StateArray>& state);

// The arrays with their names, program, time and step, the settings, and the plan with the options that it
// was asked for. Collective.
struct StateInWords {
  std::string program;
  double time;
  Index n_steps;
  SettingsInWords settings;
  std::string plan_options;
};
void write_state(CheckpointWriter& writer, const StateInWords& words, const std::vector<StateArray>& state,
                 const Plan& plan);
// Collective.
void read_state(const Checkpoint& checkpoint, const std::vector<StateArray>& state, const Plan& plan);

// Names of the settings that were others in the checkpoint; a note of each. Error(invalid_argument) for one
// of `fixed`, which belong to the state: `why` says so. Not collective.
std::vector<std::string> changed_settings(const Checkpoint& checkpoint, const SettingsInWords& settings,
                                          const std::vector<std::string>& fixed, const std::string& why,
                                          std::vector<std::string>& notes);

// Whether the next step cannot go on from the rates of those before: another length or scheme ("dt",
// "scheme").
bool changes_steps(const std::vector<std::string>& changed);

}  // namespace weft::apps
