// All processes throw the same error, or none does.
//
// Each process tries a piece of local work; the first that failed (by rank) tells the others its
// message. Nothing collective may happen inside the work.
#pragma once

#include <mpi.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "comm/wait.hpp"

namespace weft {

// Runs `work` on every process of `comm`; if it throws an Error on any, all throw the Error of the lowest
// such rank. Collective over `comm`. Error(communication) if some process does not come `doing` ("to make a
// plan") in `seconds`.
void agree(MPI_Comm comm, const std::function<void()>& work, const std::string& doing = "to the same call",
           double seconds = default_timeout_seconds);

// Throws Error(mismatch) on all processes unless the list of (name, value) pairs is the same on all.
// Collective over `comm`. Error(communication) as of agree().
void require_equal(MPI_Comm comm, const std::vector<std::pair<std::string, std::string>>& facts,
                   const std::string& doing = "to the same call", double seconds = default_timeout_seconds);

// The same for one small number, in one short message: Error(mismatch) unless all pass the same `value` of
// what is called `name`.
void require_equal_numbers(MPI_Comm comm, const std::string& name, int value, const std::string& doing,
                           double seconds = default_timeout_seconds);

// The text of `root`, on all processes. Collective over `comm`.
std::string broadcast(MPI_Comm comm, std::string text, int root);

}  // namespace weft
