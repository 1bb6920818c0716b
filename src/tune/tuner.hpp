// A tuner: looks up what is known, else estimates or measures, and keeps what it found.
#pragma once

#include "plan/task.hpp"
#include "weft/tuning.hpp"

namespace weft::inline tuning {

// Collective. `settings.tune` says how; the result is the same on all processes.
Tuning tune(const PlanTask& task, const TuningProgress& progress);

}  // namespace weft::inline tuning
