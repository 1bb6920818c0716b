// Which process grid a transform runs on when the user does not say.
#pragma once

#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft {

// A slab (one exchange) where every process gets points and modes and one node holds all processes;
// else a pencil whose rows lie inside a node if that leaves no process empty, else the most balanced
// one, with as many dimensions as it takes to use all processes.
ProcessGrid choose_grid(const Problem& problem, int n_processes, int processes_per_node);

// Throws Error in words if transforms of `problem` cannot run on `grid` with `n_processes`.
void check_grid(const Problem& problem, const ProcessGrid& grid, int n_processes);

}  // namespace weft
