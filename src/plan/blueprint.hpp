// Everything about a plan that is known without talking: for one process, as a value.
//
// A blueprint is made by pure functions, for any rank of any number of processes; a Plan builds its
// sweeps and exchanges from it, a dry run reads its counts.
#pragma once

#include <string>
#include <vector>

#include "direction/direction.hpp"
#include "plan/settings.hpp"
#include "route/route.hpp"
#include "weft/description.hpp"

namespace weft::inline plan {

// Bytes that a window takes on this process.
Index total_bytes(const WindowPlan& window);

struct Blueprint : Directions {
  Choice choice;
  Nodes nodes;
  int n_lumps = 1;  // into which the fields are divided; each has buffers and windows of its own
  int fields_of_lump = 1;
  bool barriers = false;  // all meet before each exchange
  Layout points, modes;
  Extents axis_factors;  // of one axis that is transformed as two
  Extents cycles;        // of each axis of the problem; 1: in blocks
};

// All directions: those of the user's arrays, and that of convolve if there is one.
std::vector<const Direction*> directions_of(const Blueprint& blueprint);

// Bytes of the user's arrays of a process, points and modes, all fields.
Index array_bytes_of(const Problem& problem, const Blueprint& blueprint, bool in_place);

// Bytes that all threads keep in cache.
Index tile_bytes(const Blueprint& blueprint);

// The machine as far as a choice depends on it.
struct Machine {
  std::vector<int> node_of;  // by rank: the lowest rank on the same node
  bool windows_fit = true;   // there is enough shared memory
  int n_processors = 1;      // of each process, where threads=auto asks for them
};

// The route of a plan, as these settings want it, with the backend of each sweep that transforms.
Route route_of(const Problem& problem, const Choice& choice, const Settings& settings);

// True if `row` can do this move on this machine.
bool applies(const ExchangeRow& row, const Redistribution& move, const Machine& machine);

// Throws Error in words if the problem cannot run on the grid of `choice`, or if the way in which axes share
// sweeps would leave the arrays of the user elsewhere than usual.
void check_placement(const Problem& problem, int n_processes, const Choice& choice, const Settings& settings);

// Settles what the user left open. Throws Error in words for what cannot be.
Choice decide(const Problem& problem, int n_processes, const Settings& settings, const Machine& machine);

Blueprint make_blueprint(const Problem& problem, int rank, const Settings& settings, const Choice& choice,
                         const std::vector<int>& node_of);

// The facts of a blueprint that users see.
Description describe_blueprint(const Blueprint& blueprint, const Problem& problem, int rank);

}  // namespace weft::inline plan
