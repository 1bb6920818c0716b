// Problems that are planned as others, in which axes are split in two: one row per way of doing so.
//
//   six_step.cpp  one axis over several processes
//   cycles.cpp    axes that are dealt out to the processes in turns
#pragma once

#include "plan/blueprint.hpp"

namespace weft::inline plan {

struct SplitAxes {
  bool (*applies)(const Problem& problem, const Choice& choice);
  // Throws Error(not_applicable) for what such a problem cannot be.
  void (*check)(const Problem& problem, const Choice& choice, const Settings& settings);
  // What is planned.
  Problem (*planned)(const Problem& problem, const ProcessGrid& grid);
  // How its route is made from a usual style, and what is added to the route: twiddle factors.
  void (*set_style)(RouteStyle& style);
  void (*join)(const Problem& planned, Route& route);
  // Gives `blueprint` the layouts and storages that the user sees.
  void (*show)(const Problem& problem, const Problem& planned, const Route& route, int rank,
               Blueprint& blueprint);
};

extern const SplitAxes six_step_split, cyclic_split;

// The row for a problem; null if it is planned as it is.
const SplitAxes* split_axes_of(const Problem& problem, const Choice& choice);

}  // namespace weft::inline plan
