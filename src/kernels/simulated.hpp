// simulated: kernels that compute nothing. Only in builds for simulated processes (cmake --preset simgrid).
//
// Their sweeps leave the arrays as they are, so that memory may be folded: thousands of simulated processes
// share one piece of it. What a sweep takes is the matter of WEFT_MACHINE_PACE (plan/pace_of_machine.hpp), which
// counts the lines of `native`.
#pragma once

#include "kernels/kernel.hpp"

namespace weft {

inline constexpr const char* simulated_name = "simulated";

Backend simulated_backend();

}  // namespace weft
