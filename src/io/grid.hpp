// Where the points of a dataset are, as its attributes say. Pure.
#pragma once

#include <string>
#include <vector>

#include "weft/hdf5_file.hpp"

namespace weft::inline io {

// Of one axis.
struct GridAxis {
  double origin = 0;                // of the first point
  double spacing = 1;               // between points
  std::vector<double> coordinates;  // of all points, if they are not uniform
  bool operator==(const GridAxis&) const = default;
};

// One for each axis of the shape. Throws Error(invalid_argument) for attributes that do not fit the shape.
std::vector<GridAxis> grid_of(const Extents& shape, const Attributes& attributes);

// The number that an attribute is; `standard` if it is not there or no number.
double number_in(const Attributes& attributes, const std::string& name, double standard);

}  // namespace weft::inline io
