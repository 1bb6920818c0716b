// Fields between memory and file: what writer and reader of checkpoints share.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

#include "io/checkpoint_seal.hpp"
#include "io/transfer.hpp"
#include "weft/distribution.hpp"

namespace weft::inline io {

// Throws Error(invalid_argument) if this process has elements of the field `name` and no memory.
void check_memory(const Distribution& distribution, const void* data, const std::string& name);

// The first owned element of this process, of an array that begins at `data`; null if there is none.
const std::byte* first_of(const Distribution& distribution, const void* data);
MemoryBlock memory_block(const Distribution& distribution);
FileArray file_array(const std::string& path, const SealedField& field);

// Over all processes. Collective.
FieldSum sum_over(MPI_Comm comm, FieldSum mine);

// The checksums of the data of all fields as they are in the file now, of which each process reads its share.
// Collective; the same on all processes. Error(resource) on all if the file cannot be read.
std::vector<FieldSum> sums_in_file(MPI_Comm comm, const std::string& path,
                                   const std::vector<SealedField>& fields);

}  // namespace weft::inline io
