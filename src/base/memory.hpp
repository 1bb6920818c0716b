// How much memory a process may still take.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "weft/export.h"

namespace weft::inline base {

// What the control groups leave that a text as /proc/self/cgroup names, and those above them, in folders
// below `root`; the largest number where none has a limit.
std::int64_t memory_left_in_groups(std::istream& groups, const std::string& root);

}  // namespace weft::inline base

namespace weft {

// Bytes that can be allocated on this machine without swapping: what the system has available, or what the
// container or the batch job leaves if that is less. The largest number if neither can be known. Not
// collective. Public: weft/weft.hpp also declares it.
WEFT_API std::int64_t available_memory_bytes();

}  // namespace weft
