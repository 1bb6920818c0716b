// Fields of a file as points of a box.
#pragma once

#include <string>

#include "turbulence/box.hpp"

namespace weft::turbulence {

// A dataset of an HDF5 file, with axes x, y, z, at the points of the box. A file with other numbers of points
// than the box has is taken for one period of a Fourier series: what the box keeps of it is evaluated at its
// points. Collective; Errors of Hdf5Reader, and Error(invalid_argument) for other numbers of axes than three.
Field<double> read_points(Box& box, const std::string& path, const std::string& name);

}  // namespace weft::turbulence
