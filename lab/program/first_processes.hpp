// Work that only the first processes of a run do.
#pragma once

#include <functional>

#include "program/session.hpp"

namespace weft::lab {

// Calls `work` on the processes 0..n-1 (1 <= n <= session.size), with a session of theirs, while the others
// wait asleep: they take no time of the processors. Collective over `session`. What `work` throws (the same
// on all of its processes) is thrown on all processes of `session`; no memory as Error(resource).
void run_on_first(const cli::Session& session, int n, const std::function<void(const cli::Session&)>& work);

}  // namespace weft::lab
