// The time of a plan's calls, stage by stage.
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

// A part of a sweep of an array in cache: a visit to the array, a step of a visit, or a step of a loop. The
// seconds are those of the part alone, with its data in cache.
struct KernelPart {
  std::string what;  // "visit 1: 16 unit(s)", "complex 8, rows to columns, times factors, 4 x 2 groups", ...
  int depth = 0;     // 0: a visit, 1: a step of it, 2: a step of a loop among these, ...
  double seconds = 0;
};

// Seconds of one stage in all calls since the plan was made, or since `reset_timers()`. Communication hidden
// behind sweeps or the caller's work is not in any timer.
// direction: "forward", "backward", or "convolve".
// stage: "sweep 2,1", "copy", "products", "exchange", or "exchange 1" where there are several.
// kind: of the stage. A "sweep" transforms or copies. A "waiting" lasts until others have read or written
//     shared memory. A "sending" starts messages. A "receiving" lasts until the messages of others have
//     arrived, waiting for late processes included. A "barrier", with the option barriers=yes, lasts until
//     all processes have come; "receiving" is then the transfer alone.
// n_calls: calls in this direction that have ended.
// seconds: of this process.
// min_seconds, mean_seconds, max_seconds: over all processes, if the timers were gathered; else of this
//     process.
struct StageTimer {
  std::string direction;
  std::string stage;
  std::string kind;
  Index n_calls = 0;
  double seconds = 0;
  double min_seconds = 0, mean_seconds = 0, max_seconds = 0;
};

}  // namespace weft
