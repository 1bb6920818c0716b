// A move of a global array from one layout to another, as a value.
//
// What process a sends to process b is the box that a owns before, intersected with the box that b
// owns after: pure, for any two layouts, known to everybody.
#pragma once

#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft {

struct Redistribution {
  Layout from;            // before; same shape and number of processes as `to`
  Layout to;              // after
  int element_bytes = 0;  // of one element
  int n_fields = 1;       // most fields that move together
};

// The processes among which `rank` exchanges data, ascending, itself included. Where both layouts are
// on one grid, these are the processes that differ from it only along the grid dimensions that change.
std::vector<int> group_of(const Redistribution& move, int rank);

// group_of(move, rank).front(), without making the list.
int group_leader(const Redistribution& move, int rank);

// A name that moves share when their groups are the same, e.g. "4x2 along 1" or "all".
std::string group_name(const Redistribution& move);

// True if every process already owns what it needs: nothing is sent.
bool is_local(const Redistribution& move);

// What `from` sends to `to`, in global indices.
Box piece_between(const Redistribution& move, int from, int to);

}  // namespace weft
