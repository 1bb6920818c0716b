// What one process does in one sweep, as a value.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "geometry/view.hpp"
#include "route/route.hpp"

namespace weft::inline sweep {

struct LocalSweep {
  std::vector<AxisTransform> axes;  // in the order in which they are done; none: a copy
  Extents from, to;                 // shape of the local array before and after
  View source, target;              // where it lies before and after
  bool from_real = false;           // elements read are real
  bool to_real = false;             // elements written are real
  double scale = 1;                 // multiplies the result
  Precision precision = Precision::double_;
  bool stream = false;    // write with non-temporal stores
  bool is_far = false;    // what is read is not in cache, whatever is written
  bool in_place = false;  // source and target are the same memory: each tile is written where it was read
  std::string backend = "native";    // of the kernels
  Index lines = 0;                   // of a tile; 0: rows of 256 bytes
  Pairing pairing = {};              // as of the spec
  Extents origin = {};               // global indices of the first element written
  const Space* space = &host_space;  // of all that it reads and writes
  bool reproducible = false;         // the arithmetic of a line does not depend on the block that it is in
};

bool transforms(const LocalSweep& sweep, int axis);

// What `spec` is for process `rank`, between these views.
LocalSweep local_sweep(const SweepSpec& spec, Precision precision, int rank, const View& source,
                       const View& target);

// The first sweep of a route on one process, from the user's points to the user's modes, which lie as the
// problem says or in these storages.
LocalSweep whole_sweep(const Problem& problem, const Route& route, const std::optional<Storage>& points = {},
                       const std::optional<Storage>& modes = {});

// In place: does a sweep along one axis write each line into the memory that it reads this line from?
bool keeps_lines(const LocalSweep& sweep);

// True if what the sweep writes does not stay in cache until it is read again, after the other fields.
bool is_large(const LocalSweep& sweep, int n_fields);

// Are the elements real after one axis and before the next? A transform between real and complex elements is
// the first or the last one.
inline bool is_real_between(const LocalSweep& sweep) { return sweep.from_real && sweep.to_real; }

}  // namespace weft::inline sweep
