// What a plan demands of the arrays of a side, and the check of one array against it.
#pragma once

#include "core.hpp"

namespace weft::python {

// The points or the modes of a plan on one process.
struct Side {
  std::string name;    // "points", "modes", "wall"
  std::string maker;   // what makes such an array: "plan.points()"
  std::string dtype;   // "float64", ...
  std::string format;  // of the buffer protocol: "d", "Zf", ...
  Index itemsize = 0;
  Extents shape;
  Extents strides;  // in bytes
  Axes order;       // axes from slowest to fastest in memory
  Index n_bytes = 0;
  int rank = 0;
};

Side side_of(const Plan& plan, bool at_points);

// Memory of an array, half open.
struct Span {
  char* begin = nullptr;
  char* end = nullptr;
  bool overlaps(const Span& other) const { return begin < other.end && other.begin < end; }
};

// The memory of `array` (anything with the buffer protocol), called `role` ("input") in messages. Throws
// Error(invalid_argument) if its type, shape, strides or alignment are not those of the side, or if it cannot
// be written to but `is_written`. Local.
Span memory_of(nb::handle array, const Side& side, const char* role, bool is_written);

}  // namespace weft::python
