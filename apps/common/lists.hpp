// Lists of numbers that all processes have, in files: each process writes and reads a part of them.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "weft/checkpoint.hpp"
#include "weft/hdf5_file.hpp"

namespace weft::apps {

// A dataset of `shape` (C order). Collective, the same list everywhere; empty lists are left out.
void write_list(Hdf5Writer& writer, const std::string& name, const Extents& shape,
                const std::vector<double>& values, const Attributes& attributes, MPI_Comm comm);

// A field of a checkpoint; an empty list is left out, and read where there is no such field. Collective.
void write_list(CheckpointWriter& writer, const std::string& name, const std::vector<double>& values,
                MPI_Comm comm);
std::vector<double> read_list(const Checkpoint& checkpoint, const std::string& name, MPI_Comm comm);

}  // namespace weft::apps
