// The types of HDF5 that hold numbers, and the numbers of files (io/number.hpp) that they are.
#pragma once

#include <optional>
#include <string>

#include "io/hdf5_library.hpp"
#include "io/number.hpp"

namespace weft::inline io {

// The type of elements as they lie in memory, and as weft writes them: h5py's compound {r, i} for complex
// numbers.
Hdf5Id hdf5_type(ElementType element);
// The type in memory of a number of the table, in this machine's byte order.
Hdf5Id hdf5_type(const NumberRow& row);

// What numpy calls a type of a file: "<f8", ">i4", "<c16"; none if it is no number of the table.
std::optional<std::string> descr_of_hdf5(hid_t type);

}  // namespace weft::inline io
