// Data that HDF5 itself must read: chunks and filters, and datasets of other programs that do not lie in one
// piece. (All others are moved by io/transfer.)
#pragma once

#include "io/hdf5_objects.hpp"
#include "io/transfer.hpp"

namespace weft::inline io {

// Fills the block from a dataset of an open file, converting elements. Not collective: HDF5 reads on each
// process for itself. Throws Error(invalid_argument) if the data are damaged.
void read_by_hdf5(hid_t file, const std::string& path, const FoundDataset& dataset, const MemoryBlock& block,
                  std::byte* data);

}  // namespace weft::inline io
