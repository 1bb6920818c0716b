// Data that HDF5 itself must move: chunks and filters, and datasets of other programs that do not lie in one
// piece. (All others are moved by io/transfer.)
#pragma once

#include <mpi.h>

#include "io/hdf5_objects.hpp"
#include "io/transfer.hpp"

namespace weft::inline io {

// Makes a dataset in the file `path` and writes it: every process its block, all in one collective call of
// HDF5, which sends parts of chunks to one process each for the filters. Takes as much memory again as the
// block. Collective over `comm`; the same Error on all. Nobody has the file open.
void write_by_hdf5(MPI_Comm comm, const std::string& path, const NewDataset& dataset,
                   const MemoryBlock& block, const std::byte* data);

// Fills the block from a dataset of an open file, converting elements. Not collective: HDF5 reads on each
// process for itself. Throws Error(invalid_argument) if the data are damaged.
void read_by_hdf5(hid_t file, const std::string& path, const FoundDataset& dataset, const MemoryBlock& block,
                  std::byte* data);

}  // namespace weft::inline io
