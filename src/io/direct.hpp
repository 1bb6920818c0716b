// The data of a file, moved by each process for itself with plain reads and writes at their places.
//
// What lies in one piece in the file goes in one call. Where the pieces are long that is twice as fast as
// MPI-IO, which copies everything once more to put pieces together (doc/design/018); where they are short, or
// the file system is NFS, which writes whole pages, MPI-IO is the way.
#pragma once

#include <mpi.h>

#include <cstddef>

#include "io/transfer.hpp"

namespace weft::inline io {

// How many rounds it takes to move the file directly, in which every process moves some of its chunks; 0 if
// it is no way for this file, as the pieces of some process's block are short. Collective.
int direct_rounds(MPI_Comm comm, const FileArray& file, const MemoryBlock& block);

// As read_blocks and write_blocks. What is written has reached the system, not the disk: see flush_file.
void read_directly(MPI_Comm comm, const FileArray& file, const MemoryBlock& block, std::byte* data,
                   int n_rounds, const ChunkSeen& seen);
void write_directly(MPI_Comm comm, const FileArray& file, const MemoryBlock& block, const std::byte* data,
                    int n_rounds, const ChunkSeen& seen);

}  // namespace weft::inline io
