// Datasets with chunks, whose filters all processes apply, each to chunks of its own; process 0 writes them.
//
// HDF5 has the file open on process 0 alone, so HDF5 need not know MPI. Chunks are dealt in groups of up to
// 1 MiB, round after round, one group to each process: it gets the elements from those that have them
// (arrays/move), filters its chunks, and sends the bytes to process 0. That one writes all chunks in the
// order of the array: the file has the same bytes, however many processes wrote it. No process needs more
// memory than for a few groups.
#pragma once

#include <string>

#include "io/hdf5_objects.hpp"
#include "weft/distribution.hpp"

namespace weft::inline io {

// Makes a dataset with chunks and its attributes in the file `path`, and writes it: each process the block
// that it owns of an array whose memory begins at `data`. Collective over the processes of the distribution;
// the same Error on all. Nobody has the file open.
void write_in_chunks(const std::string& path, const NewDataset& dataset, const Distribution& distribution,
                     const void* data);

}  // namespace weft::inline io
