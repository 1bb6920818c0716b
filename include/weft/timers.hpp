// Where the time of a plan's calls went, stage by stage.
#pragma once

#include <string>

#include "weft/export.h"
#include "weft/layout.hpp"

namespace weft WEFT_API {

// Seconds that one process spent in each step of its last call, in order of execution.
struct StageTime {
  std::string name;  // "sweep 2,1", "window-pull publish", "window-pull ready", ...
  double seconds = 0;
};

// Seconds of one stage in all calls since the plan was made or Plan::reset_timers().
//
// Kinds: "sweep" (transforms and copies), "waiting" (until others have read or written shared memory),
// "sending" (starting messages), "receiving" (until the messages of others are here, what this process waits
// for them included), "barrier" (only with the option barriers=yes: until all have come, so that "receiving"
// is travelling alone). Communication hidden behind sweeps or the caller's work is not in any timer.
struct StageTimer {
  std::string direction;  // "forward" or "backward"
  std::string stage;      // "sweep 2,1", "copy", "exchange", or "exchange 1" where there are several
  std::string kind;
  Index n_calls = 0;                                          // in this direction
  double seconds = 0;                                         // of this process
  double min_seconds = 0, mean_seconds = 0, max_seconds = 0;  // over all processes: Plan::gather_timers()
};

}  // namespace weft
