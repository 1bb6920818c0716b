// The signal handler of weft that always ends the program: others may treat it as the default action.
#pragma once

#include <atomic>

namespace weft::inline base {

// Null: none is installed.
inline std::atomic<void (*)(int)> ending_handler = nullptr;

}  // namespace weft::inline base
