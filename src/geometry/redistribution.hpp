// A move of a global array from one layout to another, as a value.
//
// What process a sends to process b is the box that a owns before, intersected with the box that b
// owns after: pure, for any two layouts, known to everybody.
#pragma once

#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft::inline geometry {

// How a move is cut into strips that travel one after the other: `width` indices at a time of what each
// process has along `axis` before the move.
struct Strips {
  int axis = -1;  // -1: the move is not cut
  Index width = 0;
};

struct Redistribution {
  Layout from;            // before; same shape and number of processes as `to`
  Layout to;              // after
  int element_bytes = 0;  // of one element
  int n_fields = 1;       // most fields that move together
  Strips strips = {};
  Index strip = -1;  // only this one of the strips; -1: all of them
};

// The number of strips, the same on all processes: as many as the longest block has. 1 if the move is not
// cut.
Index n_strips(const Redistribution& move);

// The indices of a block of `length` that a strip takes.
Range range_of(const Strips& strips, Index strip, Index length);

// What `rank` owns before the move, of the strip.
Box strip_before(const Redistribution& move, int rank);

// The same move with all its strips, or with one of them.
Redistribution whole(const Redistribution& move);
Redistribution strip_of(const Redistribution& move, Index strip);

// The processes among which `rank` exchanges data, ascending, itself included. Where both layouts are
// on one grid, these are the processes that differ from it only along the grid dimensions that change.
std::vector<int> group_of(const Redistribution& move, int rank);

// group_of(move, rank).front(), without making the list.
int group_leader(const Redistribution& move, int rank);

// A name that moves share when their groups are the same, e.g. "4x2 along 1" or "all".
std::string group_name(const Redistribution& move);

// True if every process already owns what it needs: nothing is sent.
bool is_local(const Redistribution& move);

// What `from` sends to `to` of the strip, in global indices.
Box piece_between(const Redistribution& move, int from, int to);

}  // namespace weft::inline geometry
