// What an HDF5 file holds, read by one process; no MPI.
#pragma once

#include <string>

#include "io/hdf5_objects.hpp"

namespace weft::inline io {

struct ListedHdf5 {
  std::string identity;  // of the file, see InputFile
  Hdf5Contents contents;
};

// Throws Error(resource) if there is no file that can be read, Error(invalid_argument) if it is no HDF5 file,
// damaged or cut off.
ListedHdf5 list_hdf5(const std::string& path);

// For reading. Throws Error(resource).
Hdf5Id open_hdf5(const std::string& path);

}  // namespace weft::inline io
