// What the system says of an error.
#pragma once

#include <string>

namespace weft::inline base {

// What the last call of the system that failed says (errno).
std::string system_reason();

}  // namespace weft::inline base
