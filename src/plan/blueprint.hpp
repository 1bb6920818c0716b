// Everything about a plan that is known without talking: for one process, as a value.
//
// A blueprint is made by pure functions, for any rank of any number of processes; a Plan builds its
// machines from it, a dry run reads its counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exchange/exchange.hpp"
#include "pass/program.hpp"
#include "plan/settings.hpp"
#include "route/route.hpp"
#include "sweep/local_sweep.hpp"
#include "sweep/products.hpp"
#include "sweep/tile_memory.hpp"
#include "weft/description.hpp"

namespace weft {

// Slots of a plan: the user's arrays, private stages, then the segments of the windows.
inline constexpr Slot input_slot = 0;
inline constexpr Slot output_slot = 1;
inline constexpr Slot first_stage_slot = 2;
inline constexpr int most_stages = 4;
inline constexpr Slot no_slot = -1;

// One sweep of a direction.
struct SweepStep {
  LocalSweep sweep;
  bool runs = true;           // false: a copy that the neighbouring exchange does itself
  bool only_private = false;  // a copy that falls away where the user's array is shared
  Cutting cutting = Cutting::none;
  std::vector<LocalSweep> strips = {};  // of a sweep that is cut: the same strip by strip
};

// One exchange of a direction.
struct MoveStep {
  const ExchangeRow* row = nullptr;
  Redistribution move;  // with all its strips
  Slot send = no_slot;
  Slot receive = no_slot;
  int window = -1;          // number of the window, -1 if the row uses none
  End from, to;             // plain arrays, for rows that use them
  bool takes_over = false;  // see ExchangeSetup
};

// Sweep, exchange, sweep, ..., sweep.
struct Direction {
  std::vector<SweepStep> sweeps;
  std::vector<MoveStep> moves;
};

// A shared window, used by a move forward and by the same move backward.
struct WindowPlan {
  std::string group_name;
  std::vector<int> group;
  Index bytes = 0;      // of this process's segment
  int n_words = 0;      // that a process tells the others in each round
  Slot first_slot = 0;  // of the segment of group[0]
};

// Backward up to its last sweep, then this one and the first of forward as one, then the rest of forward.
struct Convolution {
  Direction direction;
  int products = 0;  // number of the sweep that stands for both
  ProductPlan plan;
};

// Bytes that one such window takes on this process.
Index total_bytes(const WindowPlan& window);

struct Blueprint {
  Choice choice;
  Nodes nodes;
  int n_lumps = 1;  // into which the fields are divided; each has stages and windows of its own
  int fields_of_lump = 1;
  bool barriers = false;  // all meet before each exchange
  Layout points, modes;
  Storage points_storage, modes_storage;
  Index array_bytes = 0;  // of an array that holds the points and then the modes, and all between them
  Direction forward, backward;
  std::optional<Convolution> convolution;  // with convolve=yes
  std::vector<Index> stage_bytes;          // by stage, of one lump
  std::vector<WindowPlan> windows;         // of one lump
  TileMemory tiles;
  int n_slots = 0;
};

// All directions: those of the user's arrays, and that of convolve if there is one.
std::vector<const Direction*> directions_of(const Blueprint& blueprint);

// Bytes that all threads keep in cache.
Index tile_bytes(const Blueprint& blueprint);

// The machine as far as a choice depends on it.
struct Machine {
  std::vector<int> node_of;  // by rank: the lowest rank on the same node
  bool windows_fit = true;   // there is enough shared memory
};

// The route of a plan, as these settings want it, with the backend of each sweep that transforms.
Route route_of(const Problem& problem, const Choice& choice, const Settings& settings);

// True if `row` can do this move on this machine.
bool applies(const ExchangeRow& row, const Redistribution& move, const Machine& machine);

// Throws Error(not_applicable) if the way in which axes share sweeps would leave the arrays of the user
// elsewhere than usual.
void check_sweeps(const Problem& problem, const Choice& choice, const Settings& settings);

// Settles what the user left open. Throws Error in words for what cannot be.
Choice decide(const Problem& problem, int n_processes, const Settings& settings, const Machine& machine);

Blueprint make_blueprint(const Problem& problem, int rank, const Settings& settings, const Choice& choice,
                         const std::vector<int>& node_of);

// The facts of a blueprint that users see.
Description describe_blueprint(const Blueprint& blueprint, const Problem& problem, int rank);

}  // namespace weft
