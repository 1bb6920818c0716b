// The strategies by which a plan saves memory, or passes over it: each is a rewrite of the list of sweeps and
// exchanges of one direction. A new one is a file with a row function, and two lines in strategies.cpp.
//
// A plain direction sweeps whole arrays, from the user's input to the user's output, and each exchange has
// memory of its own. A strategy says otherwise: other rows, other views, memory that is there already, sweeps
// that do not run. What it leaves open is settled after all of them (directions.hpp).
#pragma once

#include "direction/task.hpp"

namespace weft::inline direction {

struct Strategy {
  bool (*applies)(const DirectionTask& task, const Direction& direction);
  void (*rewrite)(const DirectionTask& task, Direction& direction);
};

// In the order in which they are applied.
const std::vector<Strategy>& strategies();

}  // namespace weft::inline direction
