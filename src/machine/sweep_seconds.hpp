// What a sweep takes on a machine, estimated from its shape and strides: a pure function.
#pragma once

#include <string>

#include "sweep/local_sweep.hpp"
#include "weft/machine_model.hpp"

namespace weft::inline machine {

inline double real(Index n) { return static_cast<double>(n); }

// Of one field, by one thread.
struct SweepSeconds {
  double arithmetic = 0;  // lines, in cache
  double memory = 0;      // reading and writing
  Index bytes = 0;        // read and written
  double all() const { return arithmetic + memory; }
};

// How its lines lie before and after, as SweepTime says it; empty: it copies.
std::string shape_of(const LocalSweep& sweep);
// "r2c", "c2r" or "c2c"; of cosine and sine transforms that of their lines.
std::string transform_of(const LocalSweep& sweep);

// While `n_on_node` processes of a node sweep at once. `footprint`: bytes of all arrays that the plan goes
// through, which take each other's place in the cache.
SweepSeconds sweep_seconds(const LocalSweep& sweep, const MachineModel& model, int n_on_node,
                           Index footprint);

}  // namespace weft::inline machine
