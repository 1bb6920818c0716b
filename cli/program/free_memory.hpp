// Whether the memory for a job is there, asked before it is taken: a system that promises more than it has
// ends programs without a word when they use it.
#pragma once

#include "program/session.hpp"

namespace weft::cli {

// Throws Error(resource) everywhere if the processes of some node want more than is free there;
// `bytes` is what this process wants. Collective.
void check_free_memory(const Session& session, double bytes);

}  // namespace weft::cli
