// Flows to begin with: a row for each.
#pragma once

#include <string>
#include <vector>

#include "channel/flow.hpp"

namespace weft::channel {

struct Beginning {
  std::string name, meaning;
  bool needs_bulk_velocity;  // other than 0
  // Of a flow with these settings whose means have the bulk velocity `bulk`; `amplitude` is that of what is
  // added to them, as part of it. The same function on all processes.
  Flow::Velocity (*velocity)(const Settings& settings, double bulk, double amplitude);
};

// "disturbed": a turbulent mean profile with streaks and waves of some lengths, which becomes turbulent
// within a few h / u_tau where it can. "laminar": the parabola, and nothing added. "rest".
const std::vector<Beginning>& beginnings();
// Error(invalid_argument) names the nearest known.
const Beginning& find_beginning(const std::string& name);

}  // namespace weft::channel
