// The order in which one direction of a plan does its work: a pure function of how the work is cut.
//
// A direction is sweep, exchange, sweep, ..., sweep. An exchange may be cut into strips, and the fields of a
// call into lumps that travel in messages of their own. The pass over it is then pipelined: while a strip
// (a lump) travels, the next one is swept. All processes work in the same order, so messages match.
#pragma once

#include <string>
#include <vector>

#include "weft/layout.hpp"

namespace weft::inline pass {

// How a sweep is cut.
enum class Cutting {
  none,   // it is done at once
  after,  // into the strips of the exchange after it: each travels as soon as it is swept
  before  // into those of the exchange before it: each is swept as soon as it has arrived
};

struct Outline {
  std::vector<Cutting> sweeps;
  std::vector<Index> n_strips;  // of each exchange; 0: nothing moves
  int n_lumps = 1;
  bool barriers = false;  // all meet before an exchange
  int products = -1;      // number of the sweep that is done once for the fields of all lumps; -1: none
};

enum class Act { acquire, sweep, release, barrier, publish, progress, ready };

struct Op {
  Act act;
  int step = 0;      // number of the sweep, or of the exchange
  Index strip = -1;  // -1: all of a sweep
  int lump = 0;
  bool operator==(const Op&) const = default;
};

std::vector<Op> make_program(const Outline& outline);

}  // namespace weft::inline pass
