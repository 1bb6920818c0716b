// The data of a file, moved by all processes at once through MPI-IO.
//
// Each process moves its block in chunks, all in the same number of rounds. A chunk is described to MPI by
// a file view; in memory it is always dense: where the user's array is not, or has another type, the chunk
// passes through a buffer of this process. Describing the memory by a datatype as well is slower in both
// MPI libraries, with Open MPI by far (doc/design/004).
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <string>

#include "io/number.hpp"
#include "weft/distribution.hpp"
#include "weft/layout.hpp"

namespace weft::inline io {

// Of the arrays of all processes together.
Index whole_bytes(const Extents& shape, ElementType element);

// The array in the file.
struct FileArray {
  std::string path;         // the same file on all processes
  Extents shape;            // global lengths, slowest axis first
  Index data_begin = 0;     // offset of the first element, in bytes
  Index element_bytes = 0;  // of one element in the file
  FileNumber number;        // the type of its elements
};

// The block of this process in memory.
struct MemoryBlock {
  Box box;              // global indices
  Storage storage;      // how it lies in memory
  ElementType element;  // the type of its elements
};

// Bytes of the largest chunk, in file or memory: small beside any array worth a file, large beside the
// buffers of MPI-IO, and far below the 2^31 where MPI libraries fail.
constexpr Index chunk_bytes = Index{64} << 20;

// Throws Error(invalid_argument) if the block is not one of the array. Not collective.
void check_block(const FileArray& file, const MemoryBlock& block, const void* data);

// Throws Error(invalid_argument) unless the distribution is on the processes of `comm`, in their order, and
// Error(not_applicable) unless its arrays lie in host memory. Not collective.
void check_same_processes(MPI_Comm comm, const Distribution& distribution);

// Told of each chunk that is read or written: its elements as the file has them, in this machine's byte
// order, and the distances between neighbours in bytes. It must not throw.
using ChunkSeen =
    std::function<void(const Box& chunk, const std::byte* elements, const Extents& byte_strides)>;

// Fills the block from the file, converting elements. `check_block` has passed on all processes.
// Collective over `comm`; the same Error on all.
void read_blocks(MPI_Comm comm, const FileArray& file, const MemoryBlock& block, std::byte* data,
                 Index most_bytes = chunk_bytes, const ChunkSeen& seen = {});

// Writes the block into the file, which exists and has its length, converting elements to numbers of this
// machine's byte order that are real where those of memory are.
// Collective over `comm`; the same Error on all.
void write_blocks(MPI_Comm comm, const FileArray& file, const MemoryBlock& block, const std::byte* data,
                  Index most_bytes = chunk_bytes, const ChunkSeen& seen = {});

// What this process wrote into the file reaches the disk. Not collective; Error(resource).
void flush_file(const std::string& path);

}  // namespace weft::inline io
