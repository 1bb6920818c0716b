// The memory in which implementations of a benchmark work.
#pragma once

#include <vector>

#include "bench/implementation.hpp"
#include "program/session.hpp"

namespace weft::cli {

// Two arrays of `bytes` bytes on this process for each field, in `memory`. Collective. Throws
// Error(resource) everywhere if a process has no memory for them.
Arrays make_arrays(const Session& session, std::size_t bytes, int n_fields, std::vector<Memory>& memory);

}  // namespace weft::cli
