// A folder for the files of one test under MPI.
#pragma once

#include <mpi.h>
#include <stdlib.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string>

#include "agree.hpp"

namespace weft::test {

// The same on all processes; removed at the end. Collective.
class JobFolder {
 public:
  JobFolder() {
    // In memory where there is one: every commit waits for the disk.
    std::array<char, 64> name{};
    std::strcpy(name.data(), std::filesystem::is_directory("/dev/shm") ? "/dev/shm/weft-test-XXXXXX"
                                                                       : "/tmp/weft-test-XXXXXX");
    if (rank_in(MPI_COMM_WORLD) == 0 && mkdtemp(name.data()) == nullptr) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(name.data(), name.size(), MPI_CHAR, 0, MPI_COMM_WORLD);
    path_ = name.data();
  }
  ~JobFolder() {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank_in(MPI_COMM_WORLD) == 0) std::filesystem::remove_all(path_);
  }
  JobFolder(const JobFolder&) = delete;
  JobFolder& operator=(const JobFolder&) = delete;
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  int n_files() const {
    namespace fs = std::filesystem;
    return static_cast<int>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  std::string path_;
};

}  // namespace weft::test
