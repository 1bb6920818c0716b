// Which process grid a transform runs on when the user does not say.
#pragma once

#include "weft/layout.hpp"
#include "weft/problem.hpp"

namespace weft::inline route {

// A slab (one exchange) where every process gets points and modes and one node holds all processes;
// else a pencil whose rows lie inside a node if that leaves no process empty, else the most balanced
// one, with as many dimensions as it takes to use all processes.
ProcessGrid choose_grid(const Problem& problem, int n_processes, int processes_per_node);

// All grids on which a tuner may try a transform: every way to share out the axes that may be cut, without
// dimensions of one process, and without grids that leave a process empty if there are others.
std::vector<ProcessGrid> possible_grids(const Problem& problem, int n_processes);

// Every way to write so many processes as a product of `n_dims` factors.
std::vector<ProcessGrid> grids_of(int n_processes, int n_dims);

// Throws Error in words if `grid` is not one of `n_processes`.
void check_grid_size(const ProcessGrid& grid, int n_processes);
// Throws Error in words if transforms of `problem`, whose axes are in blocks, cannot run on `grid`.
void check_grid(const Problem& problem, const ProcessGrid& grid);

}  // namespace weft::inline route
