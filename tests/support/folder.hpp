// A folder for the files of a test, the same on all processes of MPI_COMM_WORLD, removed at the end.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "agree.hpp"

namespace weft::test {

class Folder {
 public:
  Folder() {
    // In memory where there is one: every commit waits for the disk.
    std::array<char, 64> name{};
    std::strcpy(name.data(), std::filesystem::is_directory("/dev/shm") ? "/dev/shm/weft-test-XXXXXX"
                                                                       : "/tmp/weft-test-XXXXXX");
    if (rank_in(MPI_COMM_WORLD) == 0 && mkdtemp(name.data()) == nullptr) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(name.data(), name.size(), MPI_CHAR, 0, MPI_COMM_WORLD);
    path_ = name.data();
  }
  ~Folder() {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank_in(MPI_COMM_WORLD) == 0) std::filesystem::remove_all(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  int n_files() const {
    namespace fs = std::filesystem;
    return static_cast<int>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  std::string path_;
};

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
