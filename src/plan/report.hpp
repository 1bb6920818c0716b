// What a plan did, in numbers.
#pragma once

#include <string>
#include <vector>

#include "pass/run.hpp"
#include "plan/blueprint.hpp"
#include "weft/prediction.hpp"
#include "weft/report.hpp"

namespace weft::inline plan {

// "sweep 2,1" or "copy".
std::string step_name(const LocalSweep& sweep);

// The report of a plan on `rank`, with the rates of the machine if they are known.
PlanReport report_plan(const Blueprint& blueprint, const Description& description, int rank,
                       const std::vector<std::string>& remarks, const BuiltDirection& forward,
                       const BuiltDirection& backward);

// The steps of one direction with the times of its last call, without bounds.
DirectionReport report_direction(const Direction& direction, const Counts& counts,
                                 const BuiltDirection& built);

// What each step takes at least: a sweep moves its bytes at the rate of the cache if its arrays fit in this
// process's share of the last-level cache, else at that of memory; a message is copied at least once. Rates
// are those of one thread: the threads of a process sweep at as many times the rate at most.
void add_bounds(DirectionReport& report, const MachineRates& rates, int threads = 1);

// What each step was predicted to take, for as many fields as the last call had.
void add_predictions(PlanReport& report, const Prediction& prediction);

}  // namespace weft::inline plan
