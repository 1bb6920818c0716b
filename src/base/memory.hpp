// How much memory a process may still take.
#pragma once

#include <cstdint>

#include "weft/export.h"

namespace weft {

// Bytes that can be allocated on this machine without swapping: what the system says is available, or what
// the container leaves if that is less. The largest number if neither can be known. Not collective. Public:
// weft/weft.hpp declares it, too.
WEFT_API std::int64_t available_memory_bytes();

}  // namespace weft
