// The lists of sweeps and exchanges of a plan on one process, and the memory that they use, as values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exchange/exchange.hpp"
#include "pass/program.hpp"
#include "sweep/local_sweep.hpp"
#include "sweep/products.hpp"
#include "sweep/tile_memory.hpp"

namespace weft::inline direction {

// Slots of a plan: the user's arrays, private buffers, then the segments of the windows.
inline constexpr Slot input_slot = 0;
inline constexpr Slot output_slot = 1;
inline constexpr Slot first_buffer_slot = 2;
inline constexpr int most_buffers = 4;
inline constexpr Slot no_slot = -1;

// One sweep of a direction.
struct SweepStep {
  LocalSweep sweep;           // until it is settled, a view without pieces is that of the exchange beside it
  bool runs = true;           // false: a copy that the neighbouring exchange does itself
  bool only_private = false;  // a copy that falls away where the user's array is shared
  Cutting cutting = Cutting::none;
  std::vector<LocalSweep> strips = {};  // of a sweep that is cut: the same strip by strip
};

// One exchange of a direction.
struct MoveStep {
  const ExchangeRow* row = nullptr;
  Redistribution move;       // with all its strips
  bool is_local = false;     // every process keeps what it has
  ExchangeViews views = {};  // in slots of the exchange
  Slot send = no_slot;       // until it is settled, no_slot: any memory
  Slot receive = no_slot;
  int window = -1;          // number of the window, -1 if the row uses none
  End from = {}, to = {};   // plain arrays, for rows that use them
  bool takes_over = false;  // see ExchangeSetup
};

// Sweep, exchange, sweep, ..., sweep.
struct Direction {
  std::vector<SweepStep> sweeps = {};
  std::vector<MoveStep> moves = {};
  bool is_backward = false;
  End input = {}, output = {};           // arrays of the user; else points that stay in cache
  std::optional<MoveStep> factors = {};  // of products: the exchange whose data the first sweep reads
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

// All directions of a plan.
struct Directions {
  Storage points_storage, modes_storage;
  Index array_bytes = 0;  // of an array that holds the points and then the modes, and all between them
  Direction forward, backward;
  std::optional<Convolution> convolution;  // with convolve=yes
  std::vector<Index> buffer_bytes;         // by buffer, of one lump
  std::vector<WindowPlan> windows;         // of one lump
  TileMemory tiles;
  int n_slots = first_buffer_slot + most_buffers;
};

}  // namespace weft::inline direction
