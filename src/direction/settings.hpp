// The options on which the lists of sweeps and exchanges of a plan depend, and their memory.
#pragma once

#include <optional>

#include "base/space.hpp"
#include "weft/layout.hpp"

namespace weft::inline direction {

struct DirectionSettings {
  bool in_place = false;
  std::optional<Index> low_memory_bytes;  // memory=low: most bytes of buffers and windows on each process
  bool overwrite_input = false;
  bool shared_arrays = false;  // points() and modes() lie in shared memory
  bool reproducible = false;
  const Space* space = &host_space;  // in which arrays, buffers and tiles lie
  bool convolve = false;             // products of points, between backward and forward
};

}  // namespace weft::inline direction
