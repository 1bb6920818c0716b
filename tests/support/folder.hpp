// The folder of a test, and whole files in it as texts.
#pragma once

#include <mpi.h>

#include <fstream>
#include <iterator>
#include <string>

#include "agree.hpp"
#include "job_folder.hpp"

namespace weft::test {

using Folder = JobFolder;

inline std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Written by process 0 while nobody reads it.
inline void put_file(const std::string& path, const std::string& text) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_in(MPI_COMM_WORLD) == 0) std::ofstream(path, std::ios::binary) << text;
  MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace weft::test
